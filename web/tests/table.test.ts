import { render } from "@testing-library/svelte";
import { tick } from "svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Item } from "../src/lib/story";
import { TableSession, type News } from "../src/lib/table.svelte";
import Desk from "../src/play/Desk.svelte";
import { Game } from "../src/play/game.svelte";
import type { Advice, FromServer, Refused, Update } from "../src/protocol";
import { box, table, told, view } from "./town";

const PART = 3;

/** A server with one table, whose story is numbers; it tells the newest items and parts of PART. */
class FakeSocket {
  static OPEN = 1;
  static latest: FakeSocket;
  readyState = 1;
  said: { type: string; id?: string; before?: number; since?: number }[] = [];
  onopen: () => void = () => undefined;
  onmessage: (event: { data: string }) => void = () => undefined;
  onclose: (event: { code: number }) => void = () => undefined;

  constructor(readonly url: string) {
    FakeSocket.latest = this;
  }

  send(text: string): void {
    this.said.push(JSON.parse(text) as { type: string });
  }

  close(): void {
    this.readyState = 3;
  }

  tell(frame: FromServer): void {
    this.onmessage({ data: JSON.stringify(frame) });
  }

  update(since: number, seq: number, more: Partial<Update> = {}): void {
    this.tell({ type: "update", table: "t", seat: null, since, seq, story: items(since, seq), view: null, can_undo: false, can_ask_undo: false, clocks: {}, ...more });
  }

  /** Answers the latest question for an older part. */
  answer(): void {
    const asked = this.said.at(-1);
    expect(asked?.type).toBe("story");
    const before = asked?.before ?? 0;
    const since = Math.max(0, before - PART);
    this.tell({ type: "story", table: "t", seat: null, since, before, story: items(since, before) });
  }
}

const items = (since: number, end: number): Item[] => Array.from({ length: end - since }, (_, at) => told("said", { n: since + at, name: "Anna", text: String(since + at) }));
const numbers = (session: TableSession): number[] => session.lanes[0]?.story.map((item) => item.n) ?? [];
const upTo = (end: number): number[] => Array.from({ length: end }, (_, n) => n);

let session: TableSession;
beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("WebSocket", FakeSocket);
  session = new TableSession("t");
  FakeSocket.latest.onopen();
});
afterEach(() => {
  session.close();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe("a long story", () => {
  it("is shown from its newest part on, and fetched to its beginning", () => {
    const news: News[] = [];
    session.onNews((one) => news.push(one));
    FakeSocket.latest.update(7, 10);
    expect(numbers(session)).toEqual([7, 8, 9]);
    expect(session.lanes[0]?.whole).toBe(false);
    FakeSocket.latest.answer(); // 4, 5, 6
    FakeSocket.latest.update(10, 12); // news comes in between
    FakeSocket.latest.answer();
    expect(numbers(session)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
    FakeSocket.latest.answer();
    expect(numbers(session)).toEqual(upTo(12));
    expect(session.lanes[0]?.whole).toBe(true);
    expect(FakeSocket.latest.said.filter((frame) => frame.type === "story")).toHaveLength(3);
    expect(news.flatMap((one) => one.items.map((item) => item.n))).toEqual([7, 8, 9, 10, 11]); // older parts are no news
  });

  it("that is short is there at once, and nothing is asked", () => {
    FakeSocket.latest.update(0, 3);
    expect(session.lanes[0]?.whole).toBe(true);
    expect(FakeSocket.latest.said.map((frame) => frame.type)).toEqual(["hello"]);
  });

  it("goes on after a break where it was, what was known included", () => {
    FakeSocket.latest.update(0, 4);
    FakeSocket.latest.onclose({ code: 1006 });
    vi.advanceTimersByTime(1_000);
    FakeSocket.latest.onopen();
    expect(FakeSocket.latest.said).toEqual([{ type: "hello", table: "t", since: 4 }]);
    FakeSocket.latest.update(9, 12); // too much happened meanwhile for one frame
    expect(numbers(session)).toEqual([9, 10, 11]);
    FakeSocket.latest.answer(); // 6, 7, 8
    FakeSocket.latest.answer(); // 3, 4, 5: joins on to what was known
    expect(numbers(session)).toEqual(upTo(12));
    expect(FakeSocket.latest.said.filter((frame) => frame.type === "story")).toHaveLength(2);
  });

  it("is asked for anew on a new line, and when the server was asked too much", () => {
    FakeSocket.latest.update(5, 8);
    FakeSocket.latest.onclose({ code: 1006 });
    vi.advanceTimersByTime(1_000);
    FakeSocket.latest.onopen();
    FakeSocket.latest.update(8, 8);
    FakeSocket.latest.tell({ type: "refused", id: null, code: "too_fast", reason: "slow down" });
    vi.advanceTimersByTime(3_000);
    expect(FakeSocket.latest.said.map((frame) => frame.type)).toEqual(["hello", "story", "story"]);
    FakeSocket.latest.answer();
    FakeSocket.latest.answer();
    expect(numbers(session)).toEqual(upTo(8));
  });

  it("a part that does not join on is left alone", () => {
    FakeSocket.latest.update(7, 10);
    FakeSocket.latest.tell({ type: "story", table: "t", seat: null, since: 1, before: 4, story: items(1, 4) });
    expect(numbers(session)).toEqual([7, 8, 9]);
  });
});

describe("a game whose story comes in parts", () => {
  const chair = { party: "sheriff", who: 0, name: "Anna", bot: null, stand_in: null, present: true, yours: true, commitment: "", revealed: false, kept: null, kept_for_you: false };
  const info = table({ chairs: [chair] });
  const played = (since: number, end: number, own: number): Item[] =>
    items(since, end).map(({ n }) => (n === 1 ? told("card", { n, party: n === own ? "sheriff" : "outlaws" }) : n === own ? told("moved", { n, party: "sheriff" }) : told("turned_up", { n })));

  function open(own: number): Game {
    FakeSocket.latest.tell(info);
    const game = new Game(session);
    FakeSocket.latest.update(6, 9, { seat: "sheriff", view: view({ seat: "sheriff" }), story: played(6, 9, own) });
    game.follow();
    return game;
  }

  it("concludes nothing from a part, and tells the whole when it is there", () => {
    const game = open(99);
    expect(game.story.map((item) => item.n)).toEqual([6, 7, 8]);
    expect(game.wholeStory).toEqual([]);
    for (const [since, before] of [[3, 6], [0, 3]] as const) {
      FakeSocket.latest.tell({ type: "story", table: "t", seat: "sheriff", since, before, story: played(since, before, 99) });
    }
    expect(game.wholeStory.map((item) => item.n)).toEqual(upTo(9));
    game.close();
  });

  it("tells of an earlier moment only what had happened by then", () => {
    const game = open(99);
    expect(game.toldThen.map((item) => item.n)).toEqual([6, 7, 8]);
    game.moment = { n: 7, view: view() };
    expect(game.toldThen.map((item) => item.n)).toEqual([6, 7]);
    game.close();
  });

  it("keeps what lies behind closed screens to its seat", () => {
    const taken = told("token_taken", { n: 6, party: "outlaws", token: "trap", archived: null });
    const held = view({ seat: "sheriff" });
    for (const party of Object.values(held.parties)) party.tokens = { trap: 2 };
    const shown = (screens: string): [unknown, unknown, unknown] => {
      FakeSocket.latest.tell({ ...info, options: { screens } });
      const game = new Game(session);
      FakeSocket.latest.update(6, 7, { seat: "sheriff", view: held, story: [taken] });
      game.follow();
      game.close();
      const parties = game.view?.parties ?? {};
      return [parties["sheriff"]?.tokens, parties["outlaws"]?.tokens, game.story.map((item) => item.event === "token_taken" && item.token)[0]];
    };
    expect(shown("open")).toEqual([{ trap: 2 }, { trap: 2 }, "trap"]);
    expect(shown("closed")).toEqual([{ trap: 2 }, { hidden: 2 }, "hidden"]);
  });

  it("tells beside the board of an earlier moment what had happened then, not what came later", async () => {
    FakeSocket.latest.tell(info);
    const game = new Game(session);
    const ways = ["a2", "b2", "c2"].map((to, n) => told("moved", { n, party: "outlaws", standee: "outlaw-1", from: "a1", to, how: "run" }));
    FakeSocket.latest.update(0, 3, { seat: "sheriff", view: view({ seat: "sheriff" }), story: ways });
    game.follow();
    const { container } = render(Desk, { game, box: box(), info });
    const read = (): string => container.querySelector(".latest")?.textContent ?? "";
    expect(read()).toContain("c2");
    const looked = game.look(ways[0] as Item);
    FakeSocket.latest.tell({ type: "moment", table: "t", seat: "sheriff", seq: 1, view: view({ seat: "sheriff" }) });
    await looked;
    await tick();
    expect(read()).toContain("a2");
    expect(read()).not.toMatch(/b2|c2/);
    expect(game.story).toHaveLength(3); // the log goes on telling all of it
    game.close();
  });

  it("tells what was missed since the last turn once that turn is known", () => {
    const game = open(4);
    expect(game.playback.missed).toEqual([]);
    FakeSocket.latest.tell({ type: "story", table: "t", seat: "sheriff", since: 0, before: 6, story: played(0, 6, 4) });
    game.follow();
    expect(game.playback.missed.map((item) => item.n)).toEqual([5, 6, 7, 8]);
    game.close();
  });
});

describe("a hint", () => {
  const asked = (): string => FakeSocket.latest.said.findLast((frame) => frame.type === "hint")?.id ?? "";
  const told: Advice = { type: "hint", id: null, table: "t", seat: "sheriff", seq: 1, choice: "jail", plan: null, shot: null, reasons: [] };
  const refused: Refused = { type: "refused", id: null, code: "rated", reason: "" };

  it("comes to whoever asked for it", async () => {
    const hint = session.hint("sheriff");
    expect(FakeSocket.latest.said.at(-1)).toMatchObject({ type: "hint", seat: "sheriff" });
    FakeSocket.latest.tell({ ...told, id: asked() });
    expect((await hint).choice).toBe("jail");
  });

  it("is refused without touching what else was asked", async () => {
    const look = session.look(1, null);
    const hint = session.hint("sheriff");
    FakeSocket.latest.tell({ ...refused, id: asked() });
    await expect(hint).rejects.toMatchObject({ code: "rated" });
    FakeSocket.latest.tell({ type: "moment", table: "t", seat: null, seq: 1, view: null });
    expect(await look).toBeNull();
  });

  it("is asked for again when the line was broken", async () => {
    const hint = session.hint("sheriff");
    const id = asked();
    FakeSocket.latest.onclose({ code: 1006 });
    await vi.advanceTimersByTimeAsync(1_000);
    FakeSocket.latest.onopen();
    expect(asked()).toBe(id);
    FakeSocket.latest.tell({ ...told, id });
    expect((await hint).seat).toBe("sheriff");
  });
});
