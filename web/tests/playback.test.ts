import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { prefs } from "../src/lib/prefs.svelte";
import { sentence } from "../src/lib/sentences";
import type { Item, ItemName, ItemOf } from "../src/lib/story";
import type { News } from "../src/lib/table.svelte";
import { applyEvent, Playback } from "../src/play/playback.svelte";
import { goalsOf } from "../src/play/read";
import { behindScreen, behindScreens, publicItem, publicView } from "../src/play/secrets";
import { sinceLastTurn } from "../src/play/summary";
import { figures, milestones } from "../src/play/end/timeline";
import type { SeatView } from "../src/protocol";
import { box, party, standee, told, view } from "./town";

const MOVE = 420; // milliseconds that a movement is shown
let n = 0;
const item = <Name extends ItemName>(event: Name, fields: Partial<Omit<ItemOf<Name>, "event">> = {}): ItemOf<Name> => ({ ...told(event, fields), n: n++ });
const goal = (counter: string, have: number, need: number): SeatView["parties"][string]["goal"] => ({ [counter]: [have, need] });

function town(more: Partial<SeatView> = {}): SeatView {
  return view({
    parties: {
      sheriff: party("sheriff", { sheriff: standee("c3"), "deputy-1": standee("b2") }, { goal: goal("jailed", 0, 2), cards: ["posse"] }),
      outlaws: party("outlaws", { "outlaw-1": standee("c3"), "outlaw-2": standee("a5") }, { goal: goal("escaped", 0, 2), targets: ["bank"], target_cards: 1 }),
      hunters: party("hunters", { "hunter-1": standee("e1") }, { goal: goal("captive", 0, 1) }),
    },
    order: [["sheriff", null], ["outlaws", null], ["sheriff", null]],
    ...more,
  });
}

function after(start: SeatView, ...items: Item[]): SeatView {
  return items.reduce((shown, one) => applyEvent(shown, one, box()), start);
}

beforeEach(() => {
  n = 0;
  vi.useFakeTimers();
  window.matchMedia = (query) => ({ matches: false, media: query }) as MediaQueryList;
  prefs.motion = "full";
  prefs.speed = 1;
});
afterEach(() => vi.useRealTimers());

describe("an event changes the shown table", () => {
  it("by movements and what they turn up", () => {
    const shown = after(town(), item("moved", { standee: "sheriff", from: "c3", to: "c4", how: "run" }), item("turned_up", { standee: "sheriff", space: "c4", building: "bank" }));
    expect(shown.parties["sheriff"]?.standees["sheriff"]?.at).toBe("c4");
    expect(shown.buildings["c4"]).toMatchObject({ name: "bank", face_up: true });
  });

  it("by what happens to outlaws", () => {
    const fallen = after(town(), item("stunned", { standee: "outlaw-1" }));
    expect(fallen.parties["outlaws"]?.standees["outlaw-1"]?.stunned).toBe(true);
    const jailed = after(fallen, item("jailed", { standee: "outlaw-1", space: "c3" }));
    expect(jailed.parties["outlaws"]?.standees["outlaw-1"]).toMatchObject({ at: "jail", stunned: false });
    expect(goalsOf(jailed.parties["sheriff"] ?? party("sheriff", {}))).toEqual([{ counter: "jailed", have: 1, need: 2 }]);
    const free = after(jailed, item("released", { standee: "outlaw-1", to: "c3" }));
    expect(free.parties["outlaws"]?.standees["outlaw-1"]?.at).toBe("c3");
    const caught = after(fallen, item("captured", { standee: "outlaw-1", by: "hunter-1" }));
    expect(caught.parties["hunters"]?.standees["hunter-1"]?.captive).toBe("outlaw-1");
    const set = after(caught, item("freed", { standee: "outlaw-1", to: "d1", by: "hunter-1" }));
    expect(set.parties["hunters"]?.standees["hunter-1"]?.captive).toBeNull();
    expect(goalsOf(set.parties["hunters"] ?? party("hunters", {}))[0]?.have).toBe(0);
  });

  it("by plunder and escape", () => {
    const rich = after(town(), item("plundered", { standee: "outlaw-2", building: "bank" }));
    expect(rich.parties["outlaws"]).toMatchObject({ targets: [], target_cards: 0 });
    expect(rich.targets_gone).toEqual(["bank"]);
    const gone = after(rich, item("escaped", { standee: "outlaw-2" }));
    expect(gone.parties["outlaws"]?.standees["outlaw-2"]).toMatchObject({ at: "wilderness", plunder: true });
  });

  it("by cards turned up in their order", () => {
    const shown = after(town(), item("card", { party: "sheriff", card: "posse", position: 1 }), item("card", { party: "outlaws", card: "ride", position: 1 }));
    expect(shown).toMatchObject({ turn: 1, active: "outlaws" });
    expect(shown.order).toEqual([["sheriff", "posse"], ["outlaws", "ride"], ["sheriff", null]]);
    expect(after(shown, item("round", { round: 2, first: 1 }))).toMatchObject({ round: 2, turn: null, first_player: "outlaws" });
  });

  it("by a duel", () => {
    const rolled = after(
      town(),
      item("duel", { party: "sheriff", space: "c3" }),
      item("rolled", { standee: "sheriff", die: 2 }),
      item("rolled", { standee: "outlaw-1", die: 4 }),
      item("second_shot", { party: "sheriff", card: "arrest", value: 3 }),
    );
    expect(rolled.duel).toEqual({ space: "c3", initiator: "sheriff", dice: { sheriff: 2, "outlaw-1": 4 }, sides: { sheriff: ["sheriff"], outlaws: ["outlaw-1"] }, modifiers: { sheriff: 3, outlaws: 0 } });
    expect(after(rolled, item("duel_off", { space: "c3" })).duel).toBeNull();
    expect(after(town(), item("rolled", { standee: "sheriff", die: 2 })).duel).toBeNull(); // goring rolls too
  });

  it("by a duel that somebody fights for another", () => {
    const begun = after(town(), item("duel", { party: "hunters", space: "c3" }), item("lent", { party: "hunters", standee: "sheriff" }));
    expect(begun.duel).toMatchObject({ sides: { hunters: ["sheriff"], outlaws: ["outlaw-1"] }, modifiers: { hunters: 0, outlaws: 0 } });
    expect(begun.duel?.sides["sheriff"]).toBeUndefined();
    expect(after(town(), item("lent", { party: "hunters", standee: "sheriff" })).duel).toBeNull();
  });

  it("by tokens, the cactus and whatever else lies about", () => {
    const taken = after(town({ reserve: { trap: 1 } }), item("token_taken", { party: "hunters", token: "trap", archived: null }));
    expect(taken.reserve).toEqual({});
    expect(taken.parties["hunters"]?.tokens).toEqual({ trap: 1 });
    const sprung = after(taken, item("trapped", { party: "hunters", standee: "sheriff", from: "c4", back: "c3" }));
    expect(sprung.archive).toEqual({ trap: 1 });
    expect(after(town(), item("cactus_moved", { from: null, to: "e4" })).cactus).toBe("e4");
    expect(after(town(), item("looked", { party: "sheriff", space: "e4", building: "bank" })).buildings["e4"]).toMatchObject({ name: "bank", face_up: false });
  });

  it("not at all where the event is unknown", () => {
    const start = town();
    const comet: object = { n: 0, event: "comet", depth: 2, standee: "sheriff" }; // of a server newer than the page
    expect(applyEvent(start, comet as Item, box())).toBe(start);
    expect(after(start, item("moved", { standee: "nobody", to: "c4" }))).toEqual(start);
  });
});

describe("playback", () => {
  const heard: Item[][] = [];
  const news = (items: Item[], end: SeatView, more: Partial<News> = {}): News => ({ seat: "sheriff", items, view: end, caughtUp: false, ...more });

  function begin(): Playback {
    heard.length = 0;
    const playback = new Playback((items) => heard.push(items));
    playback.follow("sheriff", town(), 0);
    return playback;
  }

  it("shows one thing after the other and ends with the server's view", () => {
    const playback = begin();
    const end = town({ round: 9 });
    playback.take(news([item("moved", { standee: "sheriff", to: "c4" }), item("moved", { standee: "sheriff", to: "c5" })], end));
    expect(playback.busy).toBe(true);
    expect(playback.shown?.parties["sheriff"]?.standees["sheriff"]?.at).toBe("c4");
    expect(playback.told).toBe(1);
    vi.advanceTimersByTime(MOVE);
    expect(playback.shown?.parties["sheriff"]?.standees["sheriff"]?.at).toBe("c5");
    vi.advanceTimersByTime(MOVE);
    expect(playback.busy).toBe(false);
    expect(playback.shown).toBe(end);
    expect(playback.now).toBeNull();
  });

  it("queues what comes meanwhile", () => {
    const playback = begin();
    const [first, last] = [town({ round: 5 }), town({ round: 6 })];
    playback.take(news([item("moved", { standee: "sheriff", to: "c4" })], first));
    playback.take(news([item("moved", { standee: "sheriff", to: "c5" })], last));
    vi.advanceTimersByTime(MOVE);
    expect(playback.shown?.round).toBe(5); // the first view, and the next step on it
    vi.advanceTimersByTime(MOVE);
    expect(playback.shown).toBe(last);
    expect(heard.length).toBe(2);
  });

  it("asks nothing while it shows", () => {
    const playback = new Playback();
    playback.follow("sheriff", town({ question: "icon", shape: "icon", choices: ["run"], awaited: ["sheriff"] }), 0);
    playback.take(news([item("moved", { standee: "sheriff", to: "c4" })], town()));
    expect(playback.shown).toMatchObject({ question: null, choices: [], awaited: [] });
  });

  it("rolls all dice of a duel at once", () => {
    const playback = begin();
    playback.take(news([item("duel", { party: "sheriff", space: "c3" }), item("rolled", { standee: "sheriff", die: 2 }), item("rolled", { standee: "outlaw-1", die: 4 })], town()));
    vi.advanceTimersByTime(900);
    expect(playback.shown?.duel?.dice).toEqual({ sheriff: 2, "outlaw-1": 4 });
  });

  it("goes at the speed that is set, and can be skipped", () => {
    prefs.speed = 4;
    const playback = begin();
    const end = town();
    playback.take(news([item("moved", { standee: "sheriff", to: "c4" })], end));
    vi.advanceTimersByTime(MOVE / 4);
    expect(playback.shown).toBe(end);
    playback.take(news([item("moved", { standee: "sheriff", to: "c4" }), item("moved", { standee: "sheriff", to: "c5" })], end));
    playback.skip();
    expect(playback.shown).toBe(end);
    expect(playback.busy).toBe(false);
    expect(playback.told).toBe(3);
  });

  it("can be held and let go, and goes on at a tap", () => {
    const playback = begin();
    const end = town();
    playback.take(news([item("moved", { standee: "sheriff", to: "c4" }), item("moved", { standee: "sheriff", to: "c5" })], end));
    vi.advanceTimersByTime(MOVE / 2);
    playback.hold();
    vi.advanceTimersByTime(10 * MOVE);
    expect(playback.told).toBe(1);
    playback.letGo();
    vi.advanceTimersByTime(MOVE / 2);
    expect(playback.told).toBe(2); // the rest of its time, not all of it again
    playback.goOn();
    expect(playback.shown).toBe(end);
    expect(playback.busy).toBe(false);
  });

  it("stands still step by step where motion is reduced", () => {
    prefs.motion = "auto";
    window.matchMedia = (query) => ({ matches: true, media: query }) as MediaQueryList;
    const playback = begin();
    playback.take(news([item("moved", { standee: "sheriff", to: "c4" })], town()));
    expect(playback.busy).toBe(true);
  });

  it("shows everything at once where no motion is wanted, and still tells it", () => {
    prefs.motion = "none";
    const playback = begin();
    const end = town();
    playback.take(news([item("moved", { standee: "sheriff", to: "c4" })], end));
    expect(playback.shown).toBe(end);
    expect(heard.flat().length).toBe(1);
  });

  it("jumps over what was missed, and keeps it to be read", () => {
    const playback = begin();
    const end = town();
    playback.take(news([item("moved", { standee: "sheriff", to: "c4" })], end, { caughtUp: true }));
    expect(playback.shown).toBe(end);
    expect(playback.missed.length).toBe(1);
    expect(heard.length).toBe(0);
    playback.read();
    expect(playback.missed).toEqual([]);
  });

  it("jumps back when something is taken back", () => {
    const playback = begin();
    const end = town();
    playback.take(news([item("took_back", { seat: "outlaws" }), item("undone", { party: "outlaws", events: 3 })], end));
    expect(playback.shown).toBe(end);
    expect(playback.busy).toBe(false);
  });

  it("follows one seat only", () => {
    const playback = begin();
    const before = playback.shown;
    playback.take(news([item("moved", { standee: "sheriff", to: "c4" })], town(), { seat: "outlaws" }));
    expect(playback.shown).toBe(before);
  });
});

describe("since the last turn", () => {
  it("begins after the seat's own last doing", () => {
    const story = [item("action", { party: "sheriff" }), item("moved", { party: "outlaws" }), item("moved", { party: "sheriff" }), item("card", { party: "outlaws" }), item("won", { party: "outlaws" })];
    expect(sinceLastTurn(story, "sheriff").map((one) => one.event)).toEqual(["card", "won"]);
    expect(sinceLastTurn(story, "dancer")).toEqual(story);
  });
});

describe("a shared screen", () => {
  it("shows nothing that one seat alone may know", () => {
    const secret = town({
      seat: "outlaws",
      choices: ["run"],
      turn: 0,
      order: [["outlaws", "ride"], ["outlaws", "heist"]],
      buildings: { e4: { name: "bank", face_up: false } },
      parties: {
        outlaws: party("outlaws", {}, { targets: ["saloon"], target_cards: 1, plan: ["ride", "heist", "shadows"], unplayed: "gunfight", tools: ["spyglass"] }),
        sheriff: party("sheriff", {}, { targets_seen: ["church"] }),
      },
    });
    const shown = JSON.stringify(publicView(secret));
    for (const word of ["saloon", "heist", "shadows", "gunfight", "spyglass", "bank", "church", "run"]) expect(shown).not.toContain(`"${word}"`);
    expect(shown).toContain('"ride"'); // it lies open
    expect(publicItem(item("dealt", { party: "outlaws", building: "bank" }))).toMatchObject({ building: null });
    expect(publicItem(item("moved", { standee: "sheriff" }))).toMatchObject({ standee: "sheriff" });
  });
});

describe("closed screens", () => {
  const holding = town({
    seat: "outlaws",
    parties: {
      outlaws: party("outlaws", {}, { tokens: { trap: 1 } }),
      sheriff: party("sheriff", {}, { tokens: { bullet: 2, pipe: 1 } }),
      dancer: party("dancer", {}),
    },
  });
  const taken = item("token_taken", { party: "sheriff", token: "bullet", archived: "trap" });

  it("show others' tokens as a number", () => {
    const shown = behindScreens(holding);
    expect(Object.values(shown.parties).map((one) => one.tokens)).toEqual([{ trap: 1 }, { hidden: 3 }, {}]);
    expect(Object.values(behindScreens(publicView(holding)).parties).map((one) => one.tokens)).toEqual([{ hidden: 1 }, { hidden: 3 }, {}]);
  });
  it("leave the kinds of what others take out of the log", () => {
    expect(behindScreen(taken, "outlaws")).toMatchObject({ token: "hidden", archived: "hidden" });
    expect(behindScreen(taken, "sheriff")).toBe(taken);
    expect(behindScreen({ ...taken, archived: null }, null)).toMatchObject({ token: "hidden", archived: null });
    const used = item("trapped", { party: "sheriff", standee: "outlaw-1" });
    expect(behindScreen(used, "outlaws")).toBe(used); // seen by everybody
    expect(sentence(behindScreen(item("not_blessed", { party: "sheriff" }), "outlaws"), box())).toBe("");
  });
  it("are told in words", () => {
    expect(sentence(taken, box())).toBe("The Sheriff archives a trap and takes a bullet.");
    expect(sentence(behindScreen(taken, "outlaws"), box())).toBe("The Sheriff archives a token and takes a token.");
  });
});

describe("the end", () => {
  it("tells when each party came nearer its goal, without what was taken back", () => {
    const story = [
      item("round", { round: 1, first: 0 }),
      item("jailed", { standee: "outlaw-2", space: "c3" }),
      item("undone", { party: "sheriff", events: 1 }),
      item("round", { round: 2, first: 0 }),
      item("jailed", { standee: "outlaw-1", space: "c3" }),
      item("duel_won", { party: "sheriff" }),
    ];
    expect(milestones(story, town({ round: 2 }), box())).toEqual([{ round: 2, party: "sheriff", counter: "jailed", by: 1, n: 4 }]);
    expect(figures(story, town()).find((one) => one.party === "sheriff")).toMatchObject({ duels: 1, steps: 0 });
  });
});
