import { fireEvent, render, screen, waitFor, within } from "@testing-library/svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { api, ApiError } from "../src/lib/api";
import { guestName, known, me } from "../src/lib/me.svelte";
import { prefs } from "../src/lib/prefs.svelte";
import { Line, type Status } from "../src/lib/socket";
import type { Item } from "../src/lib/story";
import Chat from "../src/play/Chat.svelte";
import type { Session } from "../src/protocol";
import Account from "../src/ui/Account.svelte";

const JANE = { id: "jane", name: "Jane", login: "jane" };
const HERE: Session = { id: "1", this: true, device: "linux", began_at: Date.now() - 3 * 86_400_000, seen_at: Date.now() };
const PHONE: Session = { id: "2", this: false, device: "android", began_at: Date.now(), seen_at: Date.now() - 2 * 3_600_000 };
const ODD: Session = { id: "3", this: false, device: "toaster", began_at: 0, seen_at: 0 };

beforeEach(() => {
  vi.restoreAllMocks();
  prefs.muted = [];
  known(JANE);
});
afterEach(() => vi.unstubAllGlobals());

describe("an account", () => {
  it("shows where one is logged in and ends it there", async () => {
    vi.spyOn(api, "sessions").mockResolvedValueOnce({ sessions: [HERE, PHONE, ODD] }).mockResolvedValue({ sessions: [HERE] });
    const end = vi.spyOn(api, "endSession").mockResolvedValue({});
    render(Account);
    const phone = (await screen.findByText("Android device")).closest("li");
    expect(within(phone as HTMLElement).getByText(/last seen 2 hours ago/)).toBeTruthy();
    expect(screen.getByText("Linux computer").closest("li")?.querySelector("button")).toBeNull();
    expect(screen.getByText("Unknown device")).toBeTruthy();
    await fireEvent.click(screen.getByRole("button", { name: /Log out: Android device, last seen/ }));
    expect(end).toHaveBeenCalledWith("2");
    await waitFor(() => expect(screen.queryByText("Android device")).toBeNull());
    expect(screen.queryByRole("button", { name: "Log out everywhere else" })).toBeNull();
  });
  it("ends all other sessions", async () => {
    vi.spyOn(api, "sessions").mockResolvedValue({ sessions: [HERE, PHONE] });
    const end = vi.spyOn(api, "endOtherSessions").mockResolvedValue({});
    render(Account);
    await fireEvent.click(await screen.findByRole("button", { name: "Log out everywhere else" }));
    expect(end).toHaveBeenCalledOnce();
  });
  it("takes another password", async () => {
    vi.spyOn(api, "sessions").mockResolvedValue({ sessions: [HERE] });
    const change = vi.spyOn(api, "changePassword").mockRejectedValueOnce(new ApiError(400, "weak_password", "no")).mockResolvedValue({});
    render(Account);
    const [old, now] = [screen.getByLabelText("Old password"), screen.getByLabelText("New password")];
    await fireEvent.input(old, { target: { value: "correct horse" } });
    await fireEvent.input(now, { target: { value: "password1" } });
    await fireEvent.click(screen.getByRole("button", { name: "Change it" }));
    expect(await screen.findByText(/easily guessed/)).toBeTruthy();
    await fireEvent.input(now, { target: { value: "tumbleweed and rye" } });
    await fireEvent.click(screen.getByRole("button", { name: "Change it" }));
    expect(change).toHaveBeenLastCalledWith("correct horse", "tumbleweed and rye");
    await waitFor(() => expect((old as HTMLInputElement).value).toBe(""));
  });
});

describe("guests", () => {
  it("are given names that are not all the same", () => {
    expect(guestName()).toMatch(/^[A-Z].* \d{1,3}$/);
    expect(new Set(Array.from({ length: 40 }, guestName)).size).toBeGreaterThan(20);
  });
});

describe("the chat", () => {
  const said = (n: number, who: number, text: string): Item => ({ n, event: "said", at: n, who, name: "Coyote", text });
  const story = [said(1, 1, "howdy"), said(2, 2, "buy my hats"), said(3, 1, "what hats?")];

  it("mutes a person and not a name", async () => {
    render(Chat, { table: "t1", story, maySpeak: true, onsay: async () => true });
    const rude = screen.getByText("buy my hats").closest("li") as HTMLElement;
    await fireEvent.click(within(rude).getByRole("button", { name: "Mute Coyote" }));
    expect(prefs.muted).toEqual(["t1/2"]);
    expect(screen.queryByText("buy my hats")).toBeNull();
    expect(screen.getByText("what hats?")).toBeTruthy();
    await fireEvent.click(screen.getByRole("button", { name: "Show one hidden message" }));
    expect(screen.getByText("buy my hats")).toBeTruthy();
  });
  it("mutes at one table alone", async () => {
    prefs.muted = ["other/1"];
    render(Chat, { table: "t1", story, maySpeak: true, onsay: async () => true });
    expect(screen.getByText("howdy")).toBeTruthy();
    await fireEvent.click(screen.getAllByRole("button", { name: "Mute Coyote" })[0] as HTMLElement);
    await fireEvent.click(screen.getByRole("button", { name: /Show 2 hidden/ }));
    expect(prefs.muted).toEqual(["other/1"]);
  });
});

describe("a socket whose session has ended", () => {
  class Socket {
    static readonly OPEN = 1;
    static all: Socket[] = [];
    readyState = 1;
    onclose: (event: { code: number }) => void = () => undefined;
    constructor() {
      Socket.all.push(this);
    }
    send(): void {
      // nobody listens
    }
    close(): void {
      this.readyState = 3;
    }
  }
  const statuses: Status[] = [];
  function line(): Line {
    Socket.all = [];
    statuses.length = 0;
    vi.stubGlobal("WebSocket", Socket);
    return new Line(
      () => ({ type: "hello", table: "t" }),
      () => undefined,
      (status) => statuses.push(status),
      "ws://here",
    );
  }

  it("is not opened again for nobody", async () => {
    vi.spyOn(api, "me").mockResolvedValue({ person: null });
    const opened = line();
    Socket.all[0]?.onclose({ code: 4401 });
    await waitFor(() => expect(statuses).toEqual(["connecting", "waiting", "closed"]));
    expect(me()).toBeNull();
    expect(Socket.all).toHaveLength(1);
    opened.close();
  });
  it("is opened again for whoever has another session", async () => {
    vi.spyOn(api, "me").mockResolvedValue({ person: { ...JANE, name: "Janet" } });
    const opened = line();
    Socket.all[0]?.onclose({ code: 4401 });
    await waitFor(() => expect(Socket.all).toHaveLength(2));
    expect(me()?.name).toBe("Janet");
    opened.close();
  });
  it("is opened anew under another name", async () => {
    const opened = line();
    opened.again();
    await waitFor(() => expect(Socket.all).toHaveLength(2));
    opened.close();
  });
});
