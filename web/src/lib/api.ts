/** The HTTP side of the server. */

import type { Aids, Board, Choices, Created, LineUp, LineUpWish, Me, MySessions, Proof, Replayed, TableCard, Tables, TableWish, Turns } from "../protocol";
import { gate } from "./gate.svelte";

/** A saved game, as a file holds it. */
export interface GameFile {
  format?: string;
}

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
  let data: T & { error?: string; reason?: string };
  try {
    data = (text ? JSON.parse(text) : {}) as typeof data;
  } catch {
    throw new ApiError(answer.status, "error", answer.statusText); // a proxy's page
  }
  if (answer.ok) return data;
  if (answer.status === 401 && data.error === "private") gate.closed = true;
  throw new ApiError(answer.status, data.error ?? "error", data.reason ?? answer.statusText);
}

/** Through whose eyes a finished game is looked at: a seat's, a spectator's (null), or with everything open. */
export interface Eyes {
  seat: string | null;
  open: boolean;
}

const eyesQuery = ({ seat, open }: Eyes): string => `?${new URLSearchParams({ ...(seat && { seat }), ...(open && { open: "true" }) })}`;

export const api = {
  me: () => call<{ person: Me | null }>("GET", "/api/me"),
  comeIn: (name: string) => call<Me>("POST", "/api/session", { name }),
  rename: (name: string) => call<Me>("PATCH", "/api/me", { name }),
  register: (login: string, password: string, name = "") => call<Me>("POST", "/api/register", { login, password, name }),
  login: (login: string, password: string) => call<Me>("POST", "/api/login", { login, password }),
  logout: () => call<object>("POST", "/api/logout", {}),
  changePassword: (old: string, now: string) => call<object>("PUT", "/api/password", { old, new: now }),
  sessions: () => call<MySessions>("GET", "/api/sessions"),
  endSession: (id: string) => call<object>("DELETE", `/api/sessions/${encodeURIComponent(id)}`),
  endOtherSessions: () => call<object>("DELETE", "/api/sessions"),
  enter: (password: string) => call<object>("POST", "/api/enter", { password }),
  choices: () => call<Choices>("GET", "/api/choices"),
  aids: () => call<Aids>("GET", "/api/aids"),
  lineUp: (wish: LineUpWish) => call<LineUp>("POST", "/api/line-up", wish),
  open: (wish: TableWish) => call<Created>("POST", "/api/tables", wish),
  lobby: () => call<Tables>("GET", "/api/tables"),
  mine: () => call<Tables>("GET", "/api/history"),
  turns: () => call<Turns>("GET", "/api/turns"),
  table: (table: string) => call<TableCard>("GET", `/api/tables/${encodeURIComponent(table)}`),
  game: (table: string) => call<GameFile>("GET", gameAddress(table)),
  proof: (table: string) => call<Proof>("GET", `/games/${encodeURIComponent(table)}/proof`),
  replay: (table: string, eyes: Eyes) => call<Replayed>("GET", `/games/${encodeURIComponent(table)}/replay${eyesQuery(eyes)}`),
  replayFile: (game: GameFile, { seat, open }: Eyes) => call<Replayed>("POST", "/api/replay", { game, seat: seat ?? "", open }),
  playOn: (game: GameFile, move: number, me: string, bot: string) =>
    call<Created>("POST", "/api/branch", { game, move, me, bot }),
  lesson: (name: string) => call<Created>("POST", `/api/lessons/${encodeURIComponent(name)}`),
  ratings: (party: string) => call<Board>("GET", `/api/ratings?party=${encodeURIComponent(party)}`),
};

/** Where a game can be fetched as a file. */
export function gameAddress(table: string): string {
  return `/games/${encodeURIComponent(table)}.json`;
}
