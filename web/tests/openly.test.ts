/** Several people at one screen: what is asked openly, what behind the curtain, and how they are called. */

import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { peopleAt, peopleFor, personOf, seatPeople, withPeople } from "../src/lib/atOneScreen.svelte";
import { prefs } from "../src/lib/prefs.svelte";
import { TableSession } from "../src/lib/table.svelte";
import { Game } from "../src/play/game.svelte";
import { asksOpenly } from "../src/play/openly";
import { unreadOf } from "../src/play/unread";
import type { BoxCard, ChairInfo, FromServer, SeatView, Update } from "../src/protocol";
import { box as boxOf, table, told, view } from "./town";

const box = boxOf();

class FakeSocket {
  static OPEN = 1;
  static latest: FakeSocket;
  readyState = 1;
  said: { type: string; id?: string; version?: number; choice?: string }[] = [];
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
  /** Acknowledges what was sent last. */
  async acknowledge(): Promise<void> {
    this.tell({ type: "ack", id: this.said.at(-1)?.id ?? "", seq });
    await new Promise((resolve) => setTimeout(resolve));
  }
}

const chair = (party: string, yours = true): ChairInfo => ({ party, who: 0, name: "Anna", bot: null, stand_in: null, present: true, yours, commitment: "", revealed: false, kept: null, kept_for_you: false });
const own = (seat: string, more: Partial<SeatView>): SeatView => view({ seat, turn: 0, order: [["sheriff", "posse"]], ...more });
const RUN: Partial<SeatView> = { awaited: ["sheriff"], question: "run", shape: "move" };
const CHOICES: Partial<SeatView> = { choices: ["run sheriff c3-c4"], parts: [{ standee: "sheriff", from: "c3", to: "c4" }] };

let session: TableSession;
let game: Game;
let seq = 0;

/** The server tells both seats, one after the other; what the screen does after each. */
function tell(more: Partial<SeatView>, asked: Partial<SeatView> = {}, story: Update["story"] = [], after: () => void = () => undefined): void {
  const since = seq;
  seq += story.length;
  for (const seat of ["sheriff", "outlaws"]) {
    const mine = more.awaited?.includes(seat) ? asked : {};
    const items = story.map((item, at) => ({ ...item, n: since + at, ...(item.event === "drew_target" && seat !== "sheriff" ? { building: null } : {}) })) as Update["story"];
    FakeSocket.latest.tell({ type: "update", table: "t", seat, since, seq, story: items, view: own(seat, { ...more, ...mine }), can_undo: true, can_ask_undo: false, clocks: {} });
    game.follow();
    game.letGo();
    game.follow(); // who is asked may have changed by what is shown
    after();
  }
}

beforeEach(() => {
  localStorage.clear();
  seq = 0;
  vi.stubGlobal("WebSocket", FakeSocket);
  session = new TableSession("t");
  game = new Game(session);
  FakeSocket.latest.onopen();
  FakeSocket.latest.tell({ type: "box", table: "t", box });
  FakeSocket.latest.tell(table({ state: "running", chairs: [chair("sheriff"), chair("outlaws")] }));
});
afterEach(() => {
  game.close();
  session.close();
  vi.unstubAllGlobals();
});

describe("a shared screen", () => {
  it("asks a movement while everybody looks on, and shows no secret", () => {
    tell(RUN, CHOICES);
    expect([game.openFor, game.curtainFor, game.asked]).toEqual(["sheriff", null, true]);
    expect(game.view?.choices).toEqual(CHOICES.choices);
    expect(game.view?.parties["sheriff"]?.targets).toBeNull();
  });
  it("lowers the curtain before a plan, and before what tells of a target", () => {
    tell({ awaited: ["sheriff", "outlaws"], question: "plan", shape: "plan" }, { choices: ["plan a b c"] });
    expect([game.openFor, game.curtainFor, game.asked]).toEqual([null, "sheriff", false]);
    tell({ awaited: ["outlaws"], question: "target-act", shape: "standee" }, { choices: ["plunder outlaw-1"] });
    expect([game.openFor, game.curtainFor, game.view?.choices]).toEqual([null, "outlaws", []]);
  });
  it("is let go of when its holder has decided", () => {
    tell({ awaited: ["sheriff"], question: "second-shot", shape: "yes-no" }, { choices: ["fire", "keep"] });
    game.open("sheriff");
    game.letGo();
    expect([game.asked, game.masked, game.looking]).toEqual([true, false, false]);
    tell({ ...RUN, awaited: ["outlaws"] }, CHOICES);
    expect([game.holder, game.openFor]).toEqual([null, "outlaws"]);
  });
  it("calls for who has been told something that only they may see", () => {
    tell(RUN, CHOICES);
    tell({ ...RUN, awaited: ["outlaws"] }, CHOICES, [told("drew_target", { party: "sheriff", building: "bank", cards: 1 })]);
    expect([game.toSee, game.curtainFor, game.openFor]).toEqual(["sheriff", "sheriff", null]);
    game.open("sheriff");
    game.letGo();
    expect([game.holder, game.looking]).toEqual(["sheriff", true]); // until they say that they have seen it
    game.pass();
    expect([game.toSee, game.openFor]).toEqual([null, "outlaws"]);
  });
  it("is let go of when its holder has decided with what there was to see before their eyes", () => {
    const PLAN: Partial<SeatView> = { awaited: ["sheriff", "outlaws"], question: "plan", shape: "plan" };
    const lay = { choices: ["plan a b c"] };
    tell(RUN, CHOICES);
    tell(PLAN, lay, [told("drew_target", { party: "sheriff", building: "bank", cards: 1 })]);
    expect([game.toSee, game.curtainFor]).toEqual(["sheriff", "sheriff"]);
    game.open("sheriff");
    game.letGo();
    void game.choose("plan a b c");
    tell({ ...PLAN, awaited: ["outlaws"] }, lay, [told("locked", { party: "sheriff" })]);
    expect([game.holder, game.toSee, game.curtainFor]).toEqual([null, null, "outlaws"]);
  });
  it("shows who is asked openly their own cards for as long as they like", () => {
    tell(RUN, CHOICES);
    game.turnCards();
    expect([game.holder, game.masked, game.asked]).toEqual(["sheriff", false, true]);
    game.turnCards();
    expect([game.holder, game.masked, game.asked]).toEqual([null, true, true]);
  });
});

describe("a shared screen whose seats are told one after the other", () => {
  const OUTLAWS: Partial<SeatView> = { ...RUN, awaited: ["outlaws"] };
  const NEXT: Partial<SeatView> = { choices: ["run outlaw-1 a1-a2"], parts: [{ standee: "outlaw-1", from: "a1", to: "a2" }] };
  const seats = table({ state: "running", chairs: [chair("sheriff"), chair("outlaws")] });
  const moved = [told("moved", { party: "sheriff", standee: "sheriff", from: "c3", to: "c4" })];
  const open = (): string => (game.asked ? (game.view?.choices[0] ?? "") : game.curtainFor ? "curtain" : "");
  const [first, second] = [CHOICES.choices?.[0] ?? "", NEXT.choices?.[0] ?? ""];
  let seen: string[];
  const look = (): void => void seen.push(open());
  beforeEach(() => {
    seen = [];
    prefs.motion = "none";
  });
  afterEach(() => void (prefs.motion = "auto"));

  it("asks nothing while an answer is on its way, and then what is asked next", async () => {
    tell(OUTLAWS, CHOICES);
    void game.choose(first);
    tell(OUTLAWS, NEXT, moved, look);
    await FakeSocket.latest.acknowledge();
    expect([...seen, open()]).toEqual(["", "", second]);
  });
  it("asks nothing while a choice is being taken back", async () => {
    tell(OUTLAWS, CHOICES);
    void game.undo();
    tell(OUTLAWS, NEXT, [told("took_back", { seat: "outlaws" })], look);
    await FakeSocket.latest.acknowledge();
    expect([...seen, open()]).toEqual(["", "", second]);
  });
  it("holds for told only what all seats were told: an answer in between comes too late", () => {
    tell(OUTLAWS, CHOICES, moved);
    tell(OUTLAWS, NEXT, [told("took_back", { seat: "outlaws" })], () => {
      look();
      void game.choose(first);
    });
    expect([...seen, FakeSocket.latest.said.at(-1)]).toEqual([first, "", expect.objectContaining({ version: 1, choice: first })]);
  });
  it("calls nobody to see a secret before the others have been told of it", () => {
    tell(OUTLAWS, CHOICES);
    tell(OUTLAWS, CHOICES, [told("drew_target", { party: "sheriff", building: "bank", cards: 1 })], look);
    expect(seen).toEqual([first, "curtain"]);
  });
  it("asks nothing anew between the wish to take back and what was taken back", () => {
    tell(OUTLAWS, CHOICES, moved);
    FakeSocket.latest.tell({ ...seats, seq, undo: { seat: "outlaws", waits_for: [] } });
    look();
    FakeSocket.latest.tell({ ...seats, seq: seq + 1 });
    look();
    tell(OUTLAWS, NEXT, [told("took_back", { seat: "outlaws" })], look);
    expect(seen).toEqual(["", "", "", second]);
  });
  it("leaves a question that is still asked as it is", () => {
    tell(OUTLAWS, CHOICES);
    tell(OUTLAWS, CHOICES, [told("said", { who: 0, name: "Anna", text: "Hi" })], look);
    expect(seen).toEqual([first, first]);
  });
  it("forgets what it was told by half when the line breaks: it is told again", () => {
    tell(OUTLAWS, CHOICES, moved);
    const lost = FakeSocket.latest;
    const update: Update = { type: "update", table: "t", seat: "sheriff", since: 1, seq: 2, story: [], view: own("sheriff", {}), can_undo: false, can_ask_undo: false, clocks: {} };
    lost.tell(update);
    lost.onclose({ code: 1006 });
    session.again();
    expect([session.lane("sheriff")?.view?.awaited, open()]).toEqual([["outlaws"], first]);
  });
});

describe("a question", () => {
  const card = (icons: string[]): BoxCard => ({ name: "posse", icons, second_shot: 1, tool: false } as BoxCard);
  const withCard = (icons: string[]): typeof box => ({ ...box, parties: box.parties.map((party) => (party.name === "sheriff" ? { ...party, cards: [card(icons)] } : party)) });

  it("for an icon is open unless the card is played in a target", () => {
    const icon = own("sheriff", { question: "icon" });
    expect(asksOpenly(icon, withCard(["run", "jail"]), false)).toBe(true);
    expect(asksOpenly(icon, withCard(["run", "plunder"]), false)).toBe(false);
    expect(asksOpenly({ ...icon, turn: null }, withCard(["run", "jail"]), false)).toBe(false);
  });
  it("that tells of tokens is open as long as the screens are", () => {
    const trap = own("sheriff", { question: "trap" });
    expect([asksOpenly(trap, box, false), asksOpenly(trap, box, true)]).toEqual([true, false]);
  });
  it("that nobody has heard of is asked behind the curtain", () => {
    expect(asksOpenly(own("sheriff", { question: "riddle" }), box, false)).toBe(false);
  });
});

describe("the chat", () => {
  const said = [told("said", { n: 1, who: 0, name: "Anna", text: "Hi" }), told("said", { n: 2, who: 1, name: "Bert", text: "Hello" })];

  it("has no news in what one said oneself, nor in what was read", () => {
    const info = table({ you_host: false, chairs: [chair("sheriff"), { ...chair("outlaws", false), who: 1 }] });
    expect([unreadOf(said, -1, info), unreadOf(said, 2, info)]).toEqual([1, 0]);
    expect(unreadOf(said, -1, table({ host: "Bert", you_host: true }))).toBe(1);
  });
});

describe("people at one screen", () => {
  const info = table({ chairs: [chair("sheriff"), chair("dancer", false), chair("outlaws")] });

  it("have a number until they say a name, and a colour each", () => {
    expect([...peopleAt(info).values()]).toEqual([{ name: "Player 1", colour: "ruby" }, { name: "Player 2", colour: "sage" }]);
    expect(withPeople(info).chairs.map(({ name }) => name)).toEqual(["Player 1", "Anna", "Player 2"]);
  });
  it("are kept, at the table and for the next one", () => {
    seatPeople("t", [{ name: "Rosa", colour: "sky" }, { name: " ", colour: "no colour" }]);
    expect(personOf(info, "sheriff")).toEqual({ name: "Rosa", colour: "sky" });
    expect(personOf(info, "outlaws")).toEqual({ name: "Player 2", colour: "ruby" });
    expect(personOf({ ...info, table: "other" }, "sheriff")?.name).toBe("Player 1");
    expect(peopleFor(3)[0]).toEqual({ name: "Rosa", colour: "sky" });
  });
  it("are nobody where one plays alone", () => {
    expect(personOf(table({ chairs: [chair("sheriff"), chair("outlaws", false)] }), "sheriff")).toBeNull();
  });
});
