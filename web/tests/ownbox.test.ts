/** A box of the host's own: the page says so, and names plainly what it has no words for. */

import { render, screen } from "@testing-library/svelte";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { colour, hasSign } from "../src/art/emblems";
import { api } from "../src/lib/api";
import { LANGUAGES, loadLanguage, t, type Language } from "../src/lib/i18n.svelte";
import * as names from "../src/lib/names";
import { sentence } from "../src/lib/sentences";
import type { Item } from "../src/lib/story";
import Log from "../src/play/Log.svelte";
import Menu from "../src/play/Menu.svelte";
import { optionSentences } from "../src/play/options";
import Room from "../src/play/Room.svelte";
import type { Box, LineUp } from "../src/protocol";
import { CHOICES } from "./choices";
import { box, table, told } from "./town";

const SPOKEN = Object.keys(LANGUAGES) as Language[];
const OPTIONS = { parties: ["sheriff", "night-riders"], mode: "gunslinger", programming: "straight", alternative: ["my-tents"] };
const CHAIR = { who: null, name: "Anna", bot: null, stand_in: null, present: true, yours: false, commitment: "a", revealed: true, kept: null, kept_for_you: false };
const INFO = table({ options: OPTIONS, chairs: OPTIONS.parties.map((party) => ({ ...CHAIR, party })) });
const OWN: Box = {
  ...box(),
  own: true,
  parties: [...box().parties, ...box().parties.slice(0, 1).map((party) => ({ ...party, name: "night-riders", standees: ["rider-1"] }))],
  buildings: [...box().buildings, { name: "long-barn", enter: "", reveal: "run-own", duel: "", marks: [], pet: null }],
};
const TENTS: LineUp = {
  comes: [{ kind: "my-tents", buildings: ["long-tent"] }],
  leaves: [],
  idle: [],
};

beforeEach(async () => {
  vi.restoreAllMocks();
  vi.spyOn(api, "choices").mockResolvedValue(CHOICES);
  HTMLDialogElement.prototype.showModal = vi.fn();
  HTMLDialogElement.prototype.close = vi.fn();
  await loadLanguage("en");
});

function room(own: boolean): void {
  const session = { send: vi.fn(), lanes: [], box: { ...OWN, own }, again: vi.fn() };
  render(Room, { session, info: INFO });
}

describe("a table with the host's own box", () => {
  it("says so in the waiting room", () => {
    room(true);
    expect(screen.getByText("The host’s own box")).toBeTruthy();
    expect(screen.getByText(/Played with the host’s own box/)).toBeTruthy();
  });
  it("says nothing of the kind where it is the edition's", () => {
    room(false);
    expect(screen.queryByText(/own box/)).toBeNull();
  });
  it("says so in the menu of the game", () => {
    const props = { info: INFO, over: true, dice: null, onleave: vi.fn(), onhelp: vi.fn(), onpanel: vi.fn(), onclose: vi.fn() };
    render(Menu, { ...props, box: OWN });
    expect(screen.getByText(/Played with the host’s own box/)).toBeTruthy();
  });
  it.each(SPOKEN)("is told first of all in %s", async (language) => {
    await loadLanguage(language);
    const [first = ""] = optionSentences(INFO, OWN);
    expect(first).toBe(t("play.options.own-box"));
    expect(first).not.toContain("play.");
    expect(optionSentences(INFO, { ...OWN, own: false })).not.toContain(first);
    expect(optionSentences(INFO, { ...OWN, line_up: TENTS }).join(" ")).toContain("Long tent");
  });
});

describe("names that nobody has translated", () => {
  const story: Item[] = [
    told("card", { party: "night-riders", card: "my-tool" }),
    told("moved", { party: "night-riders", standee: "rider-1", from: "a1", to: "a2", how: "run" }),
    told("turned_up", { standee: "rider-1", space: "a2", building: "long-barn" }),
    told("building_effect", { party: "night-riders", building: "long-barn" }),
    told("horse_stolen", { standee: "rider-1", building: "long-barn" }),
    told("drew_target", { party: "night-riders", cards: 1, building: "long-barn" }),
    told("looked_at", { party: "sheriff", victim: "night-riders", building: "long-barn" }),
    told("took_over", { seat: "night-riders" }),
    told("won", { party: "night-riders" }),
  ];

  it("are their words", () => {
    expect(names.cardName("my-tool")).toBe("My tool");
    expect(names.buildingName("long-barn")).toBe("Long barn");
    expect(names.partyName("night-riders")).toBe("Night riders");
    expect(names.standeeName("rider-1")).toBe("Rider 1");
    expect(names.effectName("my-tents")).toBe("My tents");
    expect([names.partyWhose("night-riders"), names.atBuilding("long-barn")]).toEqual(["the Night riders party’s", "at the Long barn"]);
    expect([names.partyWhose("sheriff"), names.atBuilding("saloon")]).toEqual(["the Sheriff’s", "at the Saloon"]);
    expect([names.partyWhose(null), names.atBuilding(null)]).toEqual(["unknown", "unknown"]);
  });
  it.each(SPOKEN)("stand in every sentence of %s, and no key of ours does", async (language) => {
    await loadLanguage(language);
    for (const item of story) {
      const said = sentence(item, OWN);
      expect(said, item.event).not.toMatch(/\b(party|building|card|standee|log|effect)\.|\{|undefined|night-riders|long-barn/);
      expect(said, item.event).toMatch(/Night riders|Long barn|Rider 1|My tool/);
    }
  });
  it("have a colour and a sign in common", () => {
    expect(hasSign("night-riders")).toBe(false);
    expect(colour("night-riders")).toBe("var(--ink-2)");
    const { container } = render(Log, { story: [told("won", { party: "night-riders" })], box: OWN, view: null, onlook: vi.fn() });
    expect(container.querySelector("li")?.getAttribute("style")).toContain("var(--ink-2)");
  });
});
