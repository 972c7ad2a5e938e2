import { render, screen } from "@testing-library/svelte";
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { Coach, momentOf } from "../src/learn/coach";
import { coachWords } from "../src/learn/coachWords";
import { Lesson } from "../src/learn/lesson.svelte";
import { isFulfilled, MISSIONS, type Mission } from "../src/learn/missions";
import { OBSERVATIONS } from "../src/learn/remarks";
import type { Scene } from "../src/learn/scene";
import { spotlight } from "../src/learn/spotlight";
import { learnWords } from "../src/learn/words";
import { api } from "../src/lib/api";
import { LANGUAGES, loadLanguage, type Language } from "../src/lib/i18n.svelte";
import { known } from "../src/lib/me.svelte";
import { prefs } from "../src/lib/prefs.svelte";
import type { Item } from "../src/lib/story";
import Learn from "../src/pages/Learn.svelte";
import * as begin from "../src/pages/tables/begin";
import type { Box, SeatView } from "../src/protocol";
import { box, party, standee, told, view } from "./town";

const PYTHON = ".venv/bin/python";
const ALL = Object.keys(LANGUAGES) as Language[];
const NOTHING = [null, null, null];

beforeAll(async () => {
  window.matchMedia = (query) => ({ matches: false, media: query }) as MediaQueryList;
  await Promise.all([coachWords.load("en"), learnWords.load("en")]);
});
beforeEach(() => {
  vi.restoreAllMocks();
  prefs.learned = [];
});

function mission(name: string): Mission {
  const found = MISSIONS.find((one) => one.name === name);
  if (!found) throw new Error(name);
  return found;
}

function scene(more: Partial<SeatView> = {}, rest: Partial<Scene> = {}): Scene {
  return { view: view(more), box: cards(), story: [], slots: [], asked: true, busy: false, reverse: false, ...rest };
}

/** The sheriff has cards, too. */
function cards(): Box {
  const plain = box();
  const card = (name: string, ...icons: string[]): Box["parties"][number]["cards"][number] => ({ name, icons, second_shot: 2, tool: false, waits: false });
  const own = [card("posse", "run-all", "duel"), card("patrol", "sneak-all", "jail"), card("showdown", "run", "duel"), card("arrest", "sneak", "jail")];
  return { ...plain, parties: plain.parties.map((one) => (one.name === "sheriff" ? { ...one, cards: own } : one)) };
}

const planning = (more: Partial<SeatView> = {}): Partial<SeatView> => ({ question: "plan", shape: "plan", awaited: ["sheriff"], choices: ["plan posse patrol arrest"], ...more });

describe("the coach", () => {
  it("follows a first planning from the goal to the lock, and back when a card is taken back", () => {
    const coach = new Coach();
    const key = (slots: (string | null)[]): string => coach.remark(scene(planning(), { slots })).key;
    expect(key(NOTHING)).toBe("coach.hello-sheriff");
    expect(key(["posse", null, null])).toBe("coach.cards");
    expect(key(["posse", "patrol", "arrest"])).toBe("coach.ready");
    expect(key(["posse", "patrol", null])).toBe("coach.cards");
  });
  it("says once what need not be repeated, and in the next round what is true then", () => {
    const coach = new Coach();
    coach.remark(scene(planning(), { slots: NOTHING }));
    coach.remark(scene(planning(), { slots: ["posse", null, null] }));
    const next = coach.remark(scene(planning({ round: 2 }), { slots: NOTHING }));
    expect(next.key).toBe("coach.chase");
    expect(coachWords.say(next.key, next.values)).toBe("Outlaw 1 is the nearest: 2 steps for deputy 1. First get there, then duel.");
  });
  it("points at the cards that help", () => {
    const outlaws = party("outlaws", { "outlaw-1": standee("b3", { stunned: true }), "outlaw-2": standee("a5") });
    const sheriff = party("sheriff", { sheriff: standee("c3"), "deputy-1": standee("b2") }, { cards: ["posse", "patrol", "showdown", "arrest"] });
    const coach = new Coach(mission("duel").remarks ?? [], false);
    const remark = coach.remark(scene(planning({ parties: { sheriff, outlaws } }), { slots: NOTHING }));
    expect(remark.key).toBe("coach.seize-jail");
    expect(remark.spot).toBe('.hand [data-card="patrol"],.hand [data-card="arrest"]');
  });
  it("warns of a party that is one step from winning, once", () => {
    const outlaws = party("outlaws", { "outlaw-1": standee("a1") }, { goal: { escaped: [1, 2] } });
    const sheriff = party("sheriff", { sheriff: standee("c3") }, { goal: { jailed: [0, 2] } });
    const coach = new Coach([], false);
    const keys = [4, 5].map((round) => coach.remark(scene(planning({ round, parties: { sheriff, outlaws } }), { slots: NOTHING })).key);
    expect(keys[0]).toBe("coach.near-other");
    expect(keys[1]).not.toBe("coach.near-other");
  });
  it("knows of the pioneers' order, and of a plan the wrong way round", () => {
    const coach = new Coach(mission("pioneer").remarks);
    const more = planning({ seat: "outlaws", awaited: ["outlaws"], buildings: { a2: { name: "bank", face_up: true, pet: null } } });
    const key = (slots: (string | null)[]): string => coach.remark(scene(more, { slots, reverse: true })).key;
    expect(key(NOTHING)).toBe("coach.backwards");
    expect(key(["ride", "gunfight", "heist"])).toBe("coach.wrong-order");
    expect(key(["heist", "gunfight", "ride"])).toBe("coach.ready-pioneer");
  });
  it("lets a sentence stand while things are shown", () => {
    const coach = new Coach();
    const key = (more: Partial<SeatView>, ...story: Item[]): string => coach.remark(scene(more, { asked: false, busy: true, story })).key;
    expect(key({ turn: 0 })).toBe("coach.reveal");
    expect(key({ turn: 0 }, told("turned_up", {}))).toBe("coach.shutters");
    expect(key({ turn: 1 }, told("moved", {}))).toBe("coach.shutters");
  });
  it("takes whom one pushes for no friend", () => {
    const sheriff = party("sheriff", { sheriff: standee("c3") }, { targets: ["bank"] });
    const outlaws = party("outlaws", { "outlaw-1": standee("c3") });
    const parts = [{ standee: "outlaw-1", from: "c3", to: "c4" }];
    const more = { parties: { sheriff, outlaws }, buildings: { c4: { name: "bank", face_up: true, pet: null } }, shape: "move", parts };
    expect(new Coach().remark(scene({ ...more, question: "push" })).key).toBe("coach.push");
    expect(new Coach().remark(scene({ ...more, question: "run" })).key).toBe("coach.run"); // by a building's effect
    expect(new Coach().remark(scene({ ...more, question: "run", parts: [{ standee: "sheriff", from: "c3", to: "c4" }] })).key).toBe("coach.onto-target");
  });
  it("ends with something that always holds", () => {
    expect(OBSERVATIONS.at(-1)?.when(scene())).toEqual({});
  });
});

describe("the spotlight", () => {
  it("follows what comes, and goes with what it stands for", async () => {
    const screen = document.createElement("div");
    screen.innerHTML = `<p class="a"></p>`;
    const end = spotlight(screen, ".a");
    expect(screen.querySelectorAll("[data-spot]")).toHaveLength(1);
    screen.append(Object.assign(document.createElement("p"), { className: "a" }));
    await vi.waitFor(() => expect(screen.querySelectorAll("[data-spot]")).toHaveLength(2));
    end();
    expect(screen.querySelectorAll("[data-spot]")).toHaveLength(0);
  });
});

/** A mission as tests/laws/lessons_told.py plays it: by somebody who wants the aim, or does anything. */
interface Played {
  name: string;
  player: string;
  box: Box;
  lanes: [{ first: SeatView; updates: [Item[], Partial<SeatView>][] }];
}

describe("missions played to their end", () => {
  const games: Played[] = [];
  beforeAll(async () => {
    const played = spawn(PYTHON, ["-m", "tests.laws.lessons_told"], { cwd: "..", stdio: ["ignore", "pipe", "inherit"] });
    for await (const line of createInterface({ input: played.stdout })) games.push(JSON.parse(line) as Played);
    await Promise.all(ALL.map(async (language) => {
      await Promise.all([loadLanguage(language), coachWords.load(language), learnWords.load(language)]);
    }));
  }, 120_000);

  it("are all there, and end as the page counts them", () => {
    expect(games.map(({ name, player }) => `${name} ${player}`).sort()).toEqual(MISSIONS.flatMap(({ name }) => [`${name} contrary`, `${name} eager`]).sort());
    for (const { name, player, lanes } of games) {
      const story = lanes[0].updates.flatMap(([items]) => items);
      if (player === "eager") expect(isFulfilled(mission(name), story), name).toBe(true);
    }
  });

  it.each(ALL)("have a coach with something to say at every moment, in %s", async (language) => {
    await loadLanguage(language);
    const wrong: string[] = [];
    const heard = new Set<string>();
    for (const game of games) for (const [remark, moment] of remarks(game)) {
      heard.add(remark.key);
      const words = coachWords.say(remark.key, remark.values).replaceAll("\u00ad", "");
      if (!/[.!?…]$/.test(words) || /[{}]|undefined|names\./.test(words)) wrong.push(`${game.name}, ${moment}: ${remark.key}: ${words}`);
    }
    expect([...new Set(wrong)].slice(0, 20)).toEqual([]);
    expect(heard.size).toBeGreaterThan(25);
  });

  it("have a coach who points only at what can be chosen", () => {
    const wrong: string[] = [];
    for (const game of games) for (const [remark, , now] of remarks(game)) {
      for (const [, choice = ""] of remark.spot.matchAll(/\[data-choice="([^"]+)"\]/g)) if (!now.choices.includes(choice)) wrong.push(`${remark.key}: ${choice}`);
      for (const [, card = ""] of remark.spot.matchAll(/\[data-card="([^"]+)"\]/g)) if (!now.parties[now.seat ?? ""]?.cards.includes(card)) wrong.push(`${remark.key}: ${card}`);
    }
    expect(wrong).toEqual([]);
  });
});

/** What the coach says in a game, whenever something is asked or has been shown. */
function* remarks({ name, box: boxed, lanes }: Played): Generator<[ReturnType<Coach["remark"]>, string, SeatView]> {
  const coach = new Coach(mission(name).remarks ?? [], false);
  const [lane] = lanes;
  let now = lane.first;
  let story: Item[] = [];
  for (const [items, changes] of lane.updates) {
    now = { ...now, ...changes, parties: { ...now.parties, ...changes.parties }, buildings: { ...now.buildings, ...changes.buildings } };
    story = [...story, ...items];
    const asked = now.choices.length > 0 && now.awaited.includes(now.seat ?? "");
    for (const busy of [true, false]) {
      const seen: Scene = { view: now, box: boxed, story, slots: now.question === "plan" ? NOTHING : [], asked: asked && !busy, busy, reverse: name === "pioneer" };
      yield [coach.remark(seen), momentOf(seen), now];
    }
  }
}

describe("missions", () => {
  it("are fulfilled by what came about since they began", () => {
    const pioneer = mission("pioneer");
    const before = [told("plundered", {}), told("round", { round: 2 })];
    expect(isFulfilled(pioneer, before)).toBe(false);
    expect(isFulfilled(pioneer, [...before, told("plundered", {})])).toBe(true);
    expect(isFulfilled(mission("ranger"), [told("round", { round: 2 }), told("duel_won", { party: "outlaws" })])).toBe(false);
  });
  it.each(ALL)("have their words in %s", async (language) => {
    await Promise.all([loadLanguage(language), learnWords.load(language)]);
    for (const { name } of MISSIONS) for (const key of [name, `${name}.aim`, `${name}.end`]) expect(learnWords.say(`learn.${key}`), key).not.toBe("");
  });
});

describe("a lesson", () => {
  it("comes back to its table as long as the game runs, and begins anew after that", async () => {
    known({ id: "anna", name: "Anna", login: null });
    vi.stubGlobal("WebSocket", class { close(): void { /* never opened */ } });
    const start = vi.spyOn(begin, "start").mockResolvedValue();
    vi.spyOn(begin, "leave").mockResolvedValue();
    vi.spyOn(api, "lesson").mockResolvedValue({ table: "new" });
    const asked = vi.spyOn(api, "table");
    const lesson = new Lesson(mission("duel"));
    asked.mockResolvedValue({ table: "old", state: "running" } as Awaited<ReturnType<typeof api.table>>);
    expect(await lesson.begin("old")).toBe("old");
    expect([start.mock.calls.length, lesson.asked]).toEqual([0, false]);
    asked.mockResolvedValue({ table: "old", state: "over" } as Awaited<ReturnType<typeof api.table>>);
    expect(await lesson.begin("old")).toBe("new");
    expect(start).toHaveBeenCalledWith("new", false);
    expect(lesson.asked).toBe(true); // the aim is told first
    lesson.keep();
    lesson.keep();
    expect(prefs.learned).toEqual(["duel"]);
    lesson.end();
    vi.unstubAllGlobals();
  });
});

describe("the page of missions", () => {
  it("shows what is done and what comes next", async () => {
    await loadLanguage("en");
    prefs.learned = ["duel"];
    render(Learn, { id: "" });
    const starts = await screen.findAllByRole("link", { name: /^(Start|Play again): / });
    expect(starts.map((link) => link.getAttribute("href"))).toEqual(MISSIONS.map(({ name }) => `/learn/${name}`));
    expect(screen.getByRole("link", { name: "Start: Run and reveal" }).classList.contains("main")).toBe(true);
  });
});
