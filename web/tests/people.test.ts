/** The bots as people: who they are, and what they say, seldom and of what everybody has seen. */

import { render, screen, waitFor } from "@testing-library/svelte";
import { beforeAll, describe, expect, it } from "vitest";
import { cuts } from "../src/art/cut";
import { LANGUAGES, loadLanguage } from "../src/lib/i18n.svelte";
import { Banter, type Line } from "../src/people/banter";
import Bubble from "../src/people/Bubble.svelte";
import { CAST, castAt } from "../src/people/cast";
import { hearPeople, meetPeople, temperOf, words } from "../src/people/people.svelte";
import type { ChairInfo } from "../src/protocol";
import { party, standee, table, told, view } from "./town";

const MOMENTS = ["caught", "duel-won", "duel-lost", "loot", "near", "won", "lost"];
const LONGEST = 40; // letters: a phone's sky is not wider
const BOTS = new Set(["sheriff", "outlaws"]);
const TOWN = view({ round: 1 });

/** The first line of some table: which moments are worth one differs from table to table. */
function lines(banter: (table: string) => Line | null): Line[] {
  return Array.from({ length: 40 }, (_, number) => banter(`table-${number}`)).filter((line) => line !== null);
}

describe("the cast", () => {
  it("sits the same at a table for everybody, and nobody twice", () => {
    for (let number = 0; number < 60; number += 1) {
      const sitting = [0, 1, 2, 3, 4].map((chair) => castAt(`table-${number}`, chair).id);
      expect(sitting).toEqual([0, 1, 2, 3, 4].map((chair) => castAt(`table-${number}`, chair).id));
      expect(new Set(sitting).size).toBe(5);
    }
  });
  it("is not the same at every table", () => {
    expect(new Set(Array.from({ length: 60 }, (_, number) => castAt(`table-${number}`, 0).id)).size).toBe(CAST.length);
  });
  it("has a face each", () => {
    expect(new Set(CAST.map(({ drawing }) => drawing)).size).toBe(CAST.length);
    for (const { drawing } of CAST) for (const cut of cuts(drawing)) expect(cut.d).toMatch(/^M[-\d. a-zA-Z]+$/);
  });
  it.each(Object.keys(LANGUAGES))("has its words in %s, short enough for a phone", async (language) => {
    await loadLanguage(language as keyof typeof LANGUAGES);
    await hearPeople(language);
    for (const one of CAST) {
      expect(temperOf(one)).not.toBe("");
      const said = MOMENTS.map((moment) => words.say(`people.${one.temper}.${moment}`));
      expect(said.filter((text) => !text || text.length > LONGEST)).toEqual([]);
    }
    await loadLanguage("en");
  });
});

describe("what bots say", () => {
  const jailed = told("jailed", { n: 7, standee: "outlaw-1", space: "c3" });

  it("is said by who was caught, now and then", () => {
    const found = lines((name) => new Banter(name).hear([jailed], TOWN, BOTS));
    expect(found.length).toBeGreaterThan(5);
    expect(found.length).toBeLessThan(35);
    expect(found[0]).toEqual({ party: "outlaws", moment: "caught", n: 7 });
  });
  it("is never more than one line a round", () => {
    const banter = new Banter("t");
    const near = view({ round: 2, parties: { sheriff: party("sheriff", { sheriff: standee("c3") }, { goal: { jailed: [1, 2] } }) } });
    expect(banter.hear([jailed], near, BOTS)?.moment).toBe("near");
    expect(banter.hear([told("won", { n: 9, party: "sheriff" })], near, BOTS)).toBeNull();
    expect(banter.hear([told("won", { n: 9, party: "sheriff" })], { ...near, round: 3 }, BOTS)?.moment).toBe("won");
  });
  it("is said by bots alone", () => {
    expect(lines((name) => new Banter(name).hear([jailed], TOWN, new Set(["sheriff"])))).toEqual([]);
    expect(new Banter("t").hear([told("won", { n: 3, party: "sheriff" })], TOWN, new Set(["outlaws"]))?.moment).toBe("lost");
    expect(new Banter("t").hear([told("won", { n: 3, party: "sheriff" })], TOWN, new Set())).toBeNull();
  });
  it("speaks of nothing that only one seat is told", () => {
    const secrets = [told("drew_target", { party: "outlaws", building: "bank", cards: 1 }), told("looked", { party: "sheriff", space: "a1", building: "bank" }), told("planned", { party: "outlaws", first: "ride" })];
    expect(lines((name) => new Banter(name).hear(secrets, TOWN, BOTS))).toEqual([]);
  });
  it("stands over the board, and is not read out while the reveal is told", async () => {
    beforeShown();
    const chair = (name: string): ChairInfo => ({ party: name, who: null, name: null, bot: "easy", stand_in: null, present: true, yours: false, commitment: "", revealed: false, kept: null, kept_for_you: false });
    const info = table({ table: "t", chairs: [chair("sheriff"), chair("outlaws")] });
    await Promise.all([meetPeople(), hearPeople("en")]);
    const shown = render(Bubble, { view: TOWN, info, said: [told("won", { n: 3, party: "sheriff" })] });
    const line = words.say(`people.${castAt("t", 0).temper}.won`);
    await waitFor(() => expect(screen.getByText(line).closest("[aria-hidden='true']")).toBeTruthy());
    await shown.rerender({ quiet: true }); // where it would stand something can be chosen
    expect(screen.queryByText(line)).toBeNull();
  });
});

function beforeShown(): void {
  window.matchMedia = (query) => ({ matches: false, media: query }) as MediaQueryList;
}

beforeAll(async () => loadLanguage("en"));
