import { fireEvent, render, screen } from "@testing-library/svelte";
import { afterEach, describe, expect, it, vi } from "vitest";
import { prefs } from "../src/lib/prefs.svelte";
import { sound, soundOf, SOUNDS } from "../src/lib/sound";
import Bar from "../src/play/Bar.svelte";
import SoundOffer from "../src/play/SoundOffer.svelte";
import { EFFECTS } from "../src/sound/effects";
import { bar, type Bar as Written, type Mood } from "../src/sound/score";
import { tension } from "../src/sound/tension";
import { party, standee, told, view } from "./town";

const CALM: Mood = { seed: "table one", night: false, tension: 0 };
const TWO_MINUTES = 120;

function score(mood: Mood): Written[] {
  const bars: Written[] = [];
  for (let at = 0; at < TWO_MINUTES; at += bars.at(-1)?.long ?? 0) bars.push(bar(mood, bars.length));
  return bars;
}

/** What of a bar an ear tells from another: voices, pitches and eighths, not how a hand is early or late. */
function melody({ notes, long }: Written): string {
  return notes.map(({ voice, pitch, at }) => `${voice}${pitch}@${Math.round((8 * at) / long)}`).sort().join(" ");
}

const voices = (bars: readonly Written[]): Set<string> => new Set(bars.flatMap(({ notes }) => notes.map(({ voice }) => voice)));

describe("the tension of a game", () => {
  const goal = (jailed: number, escaped: number) => ({
    sheriff: party("sheriff", { sheriff: standee("c3") }, { goal: { jailed: [jailed, 2] as [number, number] } }),
    outlaws: party("outlaws", { "outlaw-1": standee("a1") }, { goal: { escaped: [escaped, 2] as [number, number] } }),
  });

  it("grows as somebody comes near the goal, whoever that is", () => {
    const calm = tension(view({ parties: goal(0, 0) }));
    expect(calm).toBe(0);
    expect(tension(view({ parties: goal(1, 0) }))).toBeGreaterThan(calm);
    expect(tension(view({ parties: goal(0, 1) }))).toBe(tension(view({ parties: goal(1, 0) })));
  });

  it("grows with plunder on its way out of town, a duel and the last round, and never over 1", () => {
    const parties = goal(1, 1);
    const before = tension(view({ parties }));
    const laden = { ...parties, outlaws: party("outlaws", { "outlaw-1": standee("a1", { plunder: true }) }, { goal: parties.outlaws.goal }) };
    expect(tension(view({ parties: laden }))).toBeGreaterThan(before);
    const duel = { space: "c3", initiator: "sheriff", dice: {}, sides: {}, modifiers: {} };
    expect(tension(view({ parties, duel }))).toBeGreaterThan(before);
    expect(tension(view({ parties, round: 9 }), 9)).toBeGreaterThan(tension(view({ parties, round: 8 }), 9));
    expect(tension(view({ parties: laden, duel, round: 9 }), 9)).toBeLessThanOrEqual(1);
  });

  it("grows as the Marshal’s event comes near, and is over with the game", () => {
    const left = (events: number) => tension(view({ events: { now: null, left: events, discards: [], shuffled: [], back: 0 } }));
    expect(left(1)).toBeGreaterThan(left(3));
    expect(left(9)).toBe(0);
    expect(tension(view({ parties: goal(2, 0), result: "sheriff" }))).toBe(0);
  });
});

describe("the score", () => {
  it("is the same for the same game, and another for every other", () => {
    expect(score(CALM)).toEqual(score(CALM));
    const other = new Set(score({ ...CALM, seed: "table two" }).map(melody));
    expect(score(CALM).filter((one) => other.has(melody(one)))).toEqual([]);
  });

  it.each([[false, 0], [false, 0.4], [true, 0], [true, 0.5], [false, 0.9], [true, 1]])("repeats nothing for two minutes (night %s, tension %s)", (night, tense) => {
    const bars = score({ ...CALM, night, tension: tense }).map(melody);
    const twice = bars.filter((one, at) => bars.indexOf(one) !== at);
    expect(bars.length).toBeGreaterThan(30);
    expect(twice.length).toBeLessThanOrEqual(bars.length / 10); // a bar may come back
    const pairs = bars.slice(1).map((one, at) => `${bars[at]} | ${one}`);
    expect(new Set(pairs).size).toBe(pairs.length); // but never what follows it
  });

  it("follows the tension: quicker, with brushes, and a heart at last", () => {
    const tense = { ...CALM, tension: 0.95 };
    expect(bar(tense, 0).long).toBeLessThan(bar(CALM, 0).long);
    expect(voices(score(CALM))).toEqual(new Set(["guitar", "harmonica", "whistle"]));
    expect(voices(score({ ...CALM, tension: 0.4 }))).toContain("brush");
    expect(voices(score(tense))).toContain("heart");
  });

  it("is slower by night, with crickets", () => {
    const night = { ...CALM, night: true };
    expect(bar(night, 0).long).toBeGreaterThan(bar(CALM, 0).long);
    expect(voices(score(night))).toContain("cricket");
  });

  it("holds only notes that can be played", () => {
    for (const mood of [CALM, { ...CALM, tension: 1 }, { ...CALM, night: true }])
      for (const { notes, long } of score(mood))
        for (const note of notes) {
          expect(note.at).toBeGreaterThanOrEqual(0);
          expect(note.at).toBeLessThan(long + 0.1);
          expect(note.loud).toBeGreaterThan(0);
          expect(note.loud).toBeLessThanOrEqual(1);
        }
  });
});

describe("effects", () => {
  it("are there for every sound", () => {
    expect(SOUNDS.filter((name) => !EFFECTS[name].length)).toEqual([]);
  });

  it("tell a step from a push, and a card that is turned up", () => {
    expect(soundOf(told("moved", { how: "run" }))).toBe("step");
    expect(soundOf(told("moved", { how: "push" }))).toBe("push");
    expect(soundOf(told("card"))).toBe("card");
    expect(soundOf(told("said"))).toBeNull();
  });
});

describe("the page", () => {
  afterEach(() => Object.assign(prefs, { sound: false, soundOffered: false, captions: false }));
  const clicked = (): Promise<boolean> => fireEvent.click(document.body);

  it("offers sound at the first click, once, and only where it covers nothing", async () => {
    const { rerender } = render(SoundOffer, { quiet: true });
    expect(screen.queryByRole("group")).toBeNull();
    await clicked();
    expect(await screen.findByRole("group", { name: "With sound?" })).toBeTruthy();
    await rerender({ quiet: false }); // something of the board is to be picked
    expect(screen.queryByRole("group")).toBeNull();
    await rerender({ quiet: true });
    await fireEvent.click(await screen.findByRole("button", { name: "No" }));
    expect([prefs.sound, prefs.soundOffered]).toEqual([false, true]);
    expect(screen.queryByRole("group")).toBeNull();
    expect(JSON.parse(localStorage.getItem("cactustown.prefs") ?? "{}")).toMatchObject({ soundOffered: true });
  });

  it("switches it on where that is wanted", async () => {
    render(SoundOffer, { quiet: true });
    await clicked();
    await fireEvent.click(await screen.findByRole("button", { name: "Yes" }));
    expect([prefs.sound, prefs.soundOffered]).toEqual([true, true]);
  });

  it("writes what is heard, for who asked for it, without sound too", async () => {
    prefs.captions = true;
    const nothing = vi.fn();
    const { container } = render(Bar, { round: "Round 1", sentence: "Choose.", mine: false, undo: null, news: 0, person: null, cards: null, oncards: nothing, onhint: null, onundo: nothing, onpanel: nothing, onmenu: nothing });
    await vi.waitFor(() => expect(container.querySelector(".caption")).toBeTruthy());
    await vi.waitFor(() => {
      sound.play("shutters");
      expect(container.querySelector(".caption")?.textContent).toBe("♪ shutters");
    });
  });
});
