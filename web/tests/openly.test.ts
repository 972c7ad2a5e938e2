/** Several people at one screen: what is asked openly, what behind the curtain, and how they are called. */

import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { peopleAt, peopleFor, personOf, seatPeople, withPeople } from "../src/lib/atOneScreen.svelte";
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
  onopen: () => void = () => undefined;
  onmessage: (event: { data: string }) => void = () => undefined;
  onclose: (event: { code: number }) => void = () => undefined;

  constructor(readonly url: string) {
    FakeSocket.latest = this;
  }
  send(): void {}
  close(): void {
    this.readyState = 3;
  }
  tell(frame: FromServer): void {
    this.onmessage({ data: JSON.stringify(frame) });
  }
}

const chair = (party: string, yours = true): ChairInfo => ({ party, who: 0, name: "Anna", bot: null, stand_in: null, present: true, yours, commitment: "", revealed: false, kept: null, kept_for_you: false });
const own = (seat: string, more: Partial<SeatView>): SeatView => view({ seat, turn: 0, order: [["sheriff", "posse"]], ...more });
const RUN: Partial<SeatView> = { awaited: ["sheriff"], question: "run", shape: "move" };
const CHOICES: Partial<SeatView> = { choices: ["run sheriff c3-c4"], parts: [{ standee: "sheriff", from: "c3", to: "c4" }] };

let session: TableSession;
let game: Game;
let seq = 0;

/** The server tells both seats, one after the other. */
function tell(more: Partial<SeatView>, asked: Partial<SeatView> = {}, story: Update["story"] = []): void {
  const since = seq;
  seq += story.length;
  for (const seat of ["sheriff", "outlaws"]) {
    const mine = more.awaited?.includes(seat) ? asked : {};
    const items = story.map((item, at) => ({ ...item, n: since + at, ...(item.event === "drew_target" && seat !== "sheriff" ? { building: null } : {}) })) as Update["story"];
    FakeSocket.latest.tell({ type: "update", table: "t", seat, since, seq, story: items, view: own(seat, { ...more, ...mine }), can_undo: false, can_ask_undo: false, clocks: {} });
  }
  game.follow();
  game.letGo();
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
  it("shows who is asked openly their own cards for as long as they like", () => {
    tell(RUN, CHOICES);
    game.turnCards();
    expect([game.holder, game.masked, game.asked]).toEqual(["sheriff", false, true]);
    game.turnCards();
    expect([game.holder, game.masked, game.asked]).toEqual([null, true, true]);
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
