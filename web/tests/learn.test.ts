import { fireEvent, render, screen } from "@testing-library/svelte";
import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import Coach from "../src/learn/Coach.svelte";
import { Lesson } from "../src/learn/lesson.svelte";
import { MISSIONS, ownStory, stepsDone, type Mission } from "../src/learn/missions";
import { api } from "../src/lib/api";
import { has } from "../src/lib/i18n.svelte";
import { known } from "../src/lib/me.svelte";
import { prefs } from "../src/lib/prefs.svelte";
import type { Item } from "../src/lib/story";
import Learn from "../src/pages/Learn.svelte";
import * as begin from "../src/pages/tables/begin";
import type { Game } from "../src/play/game.svelte";
import { party, standee, told, view } from "./town";

const NOTHING = new Set<string>();

beforeAll(() => {
  window.matchMedia = (query) => ({ matches: false, media: query }) as MediaQueryList;
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

const planned = (first: string, second: string, third: string): Item => told("planned", { party: "outlaws", first, second, third });

describe("missions", () => {
  it("count what happened, in order", () => {
    const move = mission("move");
    expect(stepsDone(move, [], NOTHING)).toBe(0);
    const read = new Set(["meet"]);
    expect(stepsDone(move, [], read)).toBe(1);
    const story = [
      planned("ride", "heist", "shadows"),
      told("turned_up", { standee: "sheriff", space: "c4" }),
      told("turned_up", { standee: "outlaw-1", space: "a2" }),
      told("card", { party: "outlaws", card: "heist" }),
      told("plundered", { standee: "outlaw-1" }),
    ];
    expect(story.map((_, n) => stepsDone(move, story.slice(0, n + 1), read))).toEqual([2, 2, 3, 4, 5]);
  });
  it("need no second shot from who wins without", () => {
    const won = [told("duel", { party: "sheriff" }), told("duel_won", { party: "sheriff" })];
    expect(stepsDone(mission("duel"), won, NOTHING)).toBe(2);
  });
  it("leave out how the situation came about", () => {
    const pioneer = mission("pioneer");
    const story = [planned("shadows", "gunfight", "ride"), told("round", { round: 2 })];
    expect(ownStory(pioneer, story)).toEqual([]);
    expect(stepsDone(pioneer, story, new Set(["pile"]))).toBe(1);
  });
  it("notice a plan the wrong way round", () => {
    const run = mission("pioneer").steps[2];
    expect(run?.says(view({}), [planned("ride", "gunfight", "heist")]).key).toBe("learn.pioneer.wrong");
    expect(run?.says(view({}), [planned("heist", "gunfight", "ride")]).key).toBe("learn.pioneer.run.watch");
  });
  it("tell the dice of the duel", () => {
    const shot = mission("duel").steps[1];
    const rolled = [told("rolled", { standee: "deputy-1", die: 3 }), told("rolled", { standee: "outlaw-2", die: 4 })];
    const asked = view({ question: "second-shot", choices: ["second shot", "no second shot"], parties: { sheriff: party("sheriff", { "deputy-1": standee("c5") }, { unplayed: "arrest" }) } });
    expect(shot?.says(asked, rolled)).toMatchObject({ key: "learn.duel.shot.says", values: { mine: 3, theirs: 4, first: "Arrest" } });
  });
  it("have words for every step", () => {
    for (const one of MISSIONS) {
      for (const key of [one.title, one.text, one.end, ...one.steps.map((step) => step.title)]) expect(has(key), key).toBe(true);
      for (const step of one.steps) expect(has(step.says(view({}), []).key), `${one.name} ${step.name}`).toBe(true);
    }
  });
});

describe("the coach", () => {
  it("goes on when a step has been read, and ticks it off", async () => {
    const lesson = new Lesson(mission("move"));
    const game: Partial<Game> = { wholeStory: [], view: view({ seat: "outlaws" }) };
    lesson.game = game as Game;
    render(Coach, { lesson, onagain: () => undefined });
    expect(screen.getByRole("status").textContent).toContain("three outlaws");
    await fireEvent.click(screen.getByRole("button", { name: "Got it" }));
    expect(screen.getByRole("status").textContent).toContain("first “Ride”, then “Heist”");
    expect(screen.getByText("Plan the round").closest("li")?.getAttribute("aria-current")).toBe("step");
    expect(screen.queryByRole("button", { name: "Got it" })).toBeNull();
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
    expect(start).not.toHaveBeenCalled();
    asked.mockResolvedValue({ table: "old", state: "over" } as Awaited<ReturnType<typeof api.table>>);
    expect(await lesson.begin("old")).toBe("new");
    expect(start).toHaveBeenCalledWith("new", false);
    lesson.keep();
    lesson.keep();
    expect(prefs.learned).toEqual(["duel"]);
    lesson.end();
    vi.unstubAllGlobals();
  });
});

describe("the page of missions", () => {
  it("shows what is done and what comes next", () => {
    prefs.learned = ["move"];
    render(Learn, { id: "" });
    const starts = screen.getAllByRole("link", { name: /^(Start|Play again): / });
    expect(starts.map((link) => link.getAttribute("href"))).toEqual(["/learn/move", "/learn/duel", "/learn/pioneer"]);
    expect(screen.getByRole("link", { name: "Start: Duel and second shot" }).classList.contains("main")).toBe(true);
  });
});
