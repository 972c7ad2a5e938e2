import { render, screen } from "@testing-library/svelte";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { LANGUAGES, loadLanguage, type Catalogue, type Language } from "../src/lib/i18n.svelte";
import { crossedOut, isCertain, notOffered } from "../src/lib/whyNot";
import { explain, loadWords, whyNot } from "../src/lib/whyWords.svelte";
import IconAsk from "../src/play/asks/IconAsk.svelte";
import { publicView } from "../src/play/secrets";
import type { ReasonView, SeatView, WhyNotView } from "../src/protocol";
import { box, view } from "./town";
import found from "./fixtures/why/reasons.json";

// Of every kind one, as the rule cases give them (fixtures/make.py); and three that no case leads to.
const REASONS: ReasonView[] = [
  ...(found as ReasonView[]),
  reason("chief_is_free", "CHI-3"),
  reason("no_room_beside_office", "TOOL-4", { standees: ["outlaw-2"], spaces: ["c2", "b3"] }),
  reason("gored_already", "COW-7", { standees: ["bull-rider"], others: ["outlaw-1"], spaces: ["c3"] }),
];
const WORDS = import.meta.glob<Catalogue>("../src/i18n/*/later/why.json", { eager: true, import: "default" });

function reason(code: string, rule: string, more: Partial<ReasonView> = {}): ReasonView {
  return { code, rule, standees: [], others: [], spaces: [], buildings: [], party: null, token: null, number: null, ...more };
}

const why = (certain: boolean, ...reasons: ReasonView[]): WhyNotView => ({ certain, reasons });
const EMPTY = why(true, reason("jail_empty", "ACT-5"));
const NOBODY = why(false, reason("nobody_lies", "ACT-1"));

afterAll(() => loadLanguage("en"));

describe.each(Object.keys(LANGUAGES) as Language[])("a reason in %s", (language) => {
  beforeAll(async () => {
    await loadLanguage(language);
    expect(whyNot(EMPTY.reasons[0] ?? reason("", ""))).toBe(""); // until its words are there
    await loadWords();
  });

  it("is one sentence that cites its rule, whatever it is about", () => {
    const told = REASONS.map(whyNot);
    expect(told.filter((sentence) => !/^\p{Lu}.*[^.] \([A-Z]+-\d+\)\.$/u.test(sentence))).toEqual([]);
    expect(told.filter((sentence) => /[{}_]|undefined|null| {2}|\u00ad/.test(sentence))).toEqual([]);
  });

  it("is told for every code there is", () => {
    const codes = new Set(REASONS.map(({ code }) => `why.${code}`));
    const known = Object.keys(WORDS[`../src/i18n/${language}/later/why.json`] ?? {});
    expect(known.filter((key) => !codes.has(key)).sort()).toEqual(["why.cited", "why.now"]);
  });

  it("names the figures it is about", () => {
    const one = reason("deadlocked", "MOV-5", { standees: ["outlaw-1"], others: ["sheriff"], spaces: ["b3"] });
    expect(whyNot(one)).toMatch({ en: /sheriff keeps outlaw 1 /, es: /sheriff impide .* al forajido 1/, fr: /shérif empêche le hors-la-loi 1 /, de: /Sheriff hindert Gesetzlosen 1 / }[language]);
    expect(whyNot({ ...one, others: ["sheriff", "deputy-1"] })).toMatch({ en: /and deputy 1 keep /, es: / y .* impiden /, fr: / et .* empêchent /, de: / und .* hindern / }[language]);
  });
});

describe("in English", () => {
  beforeAll(() => loadLanguage("en"));

  it("says where, and in which building", () => {
    expect(whyNot(reason("nobody_lies_here", "ACT-1", { others: ["outlaw-1", "outlaw-3"], spaces: ["b3", "d4"] }))).toBe(
      "Outlaw 1 and outlaw 3 lie stunned at b3 and d4, but none of your standees is there (ACT-1).",
    );
    expect(whyNot(reason("no_target_here", "ACT-2", { standees: ["outlaw-2"], spaces: ["b4"], buildings: ["bank"] }))).toBe(
      "Outlaw 2 is at the Bank, and that is no target of yours (ACT-2).",
    );
    expect(whyNot(reason("holds_no_targets", "RAN-7", { others: ["sheriff"], party: "sheriff" }))).toBe("The Sheriff holds no target card (RAN-7).");
    expect(whyNot(reason("needs_players", "ROUND-7", { number: 3 }))).toBe("That takes 3 or more players (ROUND-7).");
  });

  it("is silent about what it has no words for", () => {
    expect(whyNot(reason("moon_is_full", "MOV-1"))).toBe("");
    expect(explain(why(true, reason("moon_is_full", "MOV-1")), false)).toBe("");
  });

  it("tells what may still change from what is certain", () => {
    expect(explain(EMPTY, true)).toBe("The jail is empty (ACT-5).");
    expect(explain(NOBODY, false)).toBe("As things stand: Nobody lies stunned in town (ACT-1).");
  });
});

describe("a card being planned", () => {
  const planned = view({ shape: "plan", exact_slot: 0, why_not: { patrol: { jail: NOBODY, release: EMPTY }, posse: {} } });

  it("is crossed out only where it certainly cannot work", () => {
    expect(crossedOut(planned, "patrol", null)).toEqual(["release"]);
    expect(crossedOut(planned, "patrol", 0)).toEqual(["jail", "release"]);
    expect(crossedOut(planned, "patrol", 2)).toEqual(["release"]);
    expect(crossedOut({ ...planned, exact_slot: null }, "patrol", 0)).toEqual(["release"]);
    expect(crossedOut(planned, "posse", 0)).toEqual([]);
    expect(crossedOut(planned, "arrest", null)).toEqual([]);
  });

  it("is certain from the slot that is turned up first", () => {
    expect([null, 0, 1].map((slot) => isCertain(planned, NOBODY, slot))).toEqual([false, true, false]);
    expect(isCertain(planned, EMPTY, null)).toBe(true);
    expect(notOffered(planned)).toEqual([]);
  });

  it("is not seen while a shared screen is passed on", () => {
    expect(publicView(planned).why_not).toEqual({});
    expect(publicView(planned).exact_slot).toBeNull();
  });
});

describe("an icon that is asked", () => {
  const asked: SeatView = view({
    shape: "icon",
    question: "icon",
    choices: ["duel", "run"],
    parts: [{ verb: "icon", icon: "duel" }, { verb: "icon", icon: "run" }],
    why_not: { showdown: { jail: why(true, reason("nobody_lies", "ACT-1")) } },
  });

  it("stands beside those that cannot be chosen, and why", async () => {
    render(IconAsk, { view: asked, box: box(), chosen: null, refuse: false, onchoose: vi.fn(), onchosen: vi.fn(), onhint: vi.fn() });
    expect(screen.getAllByRole("button").map((button) => button.getAttribute("aria-disabled"))).toEqual([null, null, "true"]);
    await screen.findByText(/^Jail$/);
    expect(await screen.findByText(/Nobody lies stunned in town \(ACT-1\)\./)).toBeTruthy();
  });

  it("stands alone where all can be chosen", () => {
    render(IconAsk, { view: { ...asked, why_not: { showdown: {} } }, box: box(), chosen: null, refuse: false, onchoose: vi.fn(), onchosen: vi.fn(), onhint: vi.fn() });
    expect(screen.getAllByRole("button")).toHaveLength(2);
  });
});
