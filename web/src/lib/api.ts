/** The HTTP side of the server. */

import type { Choices, Created, Me, Tables, TableWish, Board } from "../protocol";

export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    reason: string,
  ) {
    super(reason);
  }
}

async function call<T>(method: string, path: string, body?: object): Promise<T> {
  const init: RequestInit = { method, credentials: "same-origin" };
  if (body) {
    init.body = JSON.stringify(body);
    init.headers = { "content-type": "application/json" };
  }
  let answer: Response;
  try {
    answer = await fetch(path, init);
  } catch {
    throw new ApiError(0, "offline", "the server cannot be reached");
  }
  const text = await answer.text();
  const data = (text ? JSON.parse(text) : {}) as T & { error?: string; reason?: string };
  if (!answer.ok) throw new ApiError(answer.status, data.error ?? "error", data.reason ?? answer.statusText);
  return data;
}

export const api = {
  me: () => call<{ person: Me | null }>("GET", "/api/me"),
  comeIn: (name: string) => call<Me>("POST", "/api/session", { name }),
  rename: (name: string) => call<Me>("PATCH", "/api/me", { name }),
  register: (login: string, password: string, name = "") => call<Me>("POST", "/api/register", { login, password, name }),
  login: (login: string, password: string) => call<Me>("POST", "/api/login", { login, password }),
  logout: () => call<object>("POST", "/api/logout", {}),
  enter: (password: string) => call<object>("POST", "/api/enter", { password }),
  choices: () => call<Choices>("GET", "/api/choices"),
  open: (wish: TableWish) => call<Created>("POST", "/api/tables", wish),
  lobby: () => call<Tables>("GET", "/api/tables"),
  mine: () => call<Tables>("GET", "/api/history"),
  ratings: (party: string) => call<Board>("GET", `/api/ratings?party=${encodeURIComponent(party)}`),
};
