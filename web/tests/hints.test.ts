import { beforeAll, describe, expect, it } from "vitest";
import { hinted, loadHintWords } from "../src/lib/hintWords.svelte";
import { LANGUAGES, loadLanguage, type Catalogue, type Language } from "../src/lib/i18n.svelte";
import type { Advice, Reason } from "../src/protocol";
import schema from "../schema.json";

const FILES = import.meta.glob<Catalogue>("../src/i18n/*/later/hints.json", { eager: true, import: "default" });
const CODES = schema.$defs.Reason.properties.code.enum as Reason["code"][];
const ALL = Object.keys(LANGUAGES) as Language[];
const MORE = new Set(["choice", "plan", "lead", "none", "likely", "thinking"]);

/** A reason with everything that one can be about. */
const ANY = {
  ...{ standee: "outlaw-1", whom: "deputy-1", space: "b4", building: "bank", party: "sheriff", counter: "jailed" },
  ...{ token: "bullet", card: "posse", number: 2, than: 1 },
};

function hint(more: Partial<Advice> = {}): Advice {
  return { type: "hint", id: "h", table: "t", seat: "outlaws", seq: 3, choice: "jail", plan: null, shot: null, reasons: [], ...more };
}

describe("hints", () => {
  beforeAll(async () => {
    await loadLanguage("en");
    await loadHintWords();
  });

  it("name a plan card by card, and say under which condition the reasons hold", () => {
    const told = hinted(hint({ plan: ["posse", "patrol", "arrest"], shot: "showdown", reasons: [{ code: "wins" }] }), "");
    expect(told.advice).toBe("I would lay Posse, Patrol and Arrest in this order, and keep Showdown for the second shot.");
    expect(told.lead).toBe("If nobody gets in the way:");
    expect(told.reasons).toEqual(["That wins the game."]);
  });

  it("name a choice as its button does", () => {
    const reasons: Reason[] = [
      { code: "nearer_target", standee: "outlaw-1", space: "b4", building: "bank", number: 1 },
      { code: "stops_loot", whom: "outlaw-2", chance: 85 },
    ];
    const told = hinted(hint({ reasons }), "Outlaw 1: b3");
    expect(told.advice).toBe("I would choose: Outlaw 1: b3.");
    expect(told.lead).toBe("");
    expect(told.reasons).toEqual([
      "Outlaw 1 comes nearer to your target, Bank: 1 step left.",
      "Outlaw 2 is stunned, plunder and all (about 85\u00a0%).",
    ]);
  });

  it("say so where nothing in particular speaks for a choice", () => {
    expect(hinted(hint(), "Stay").reasons).toEqual(["Nothing in particular: it simply came out best."]);
  });
});

describe.each(ALL)("hints in %s", (language) => {
  it("have words for every reason there is, and for no other", () => {
    const keys = Object.keys(FILES[`../src/i18n/${language}/later/hints.json`] ?? {}).map((key) => key.replace("hint.", ""));
    expect(keys.filter((key) => !MORE.has(key)).sort()).toEqual([...CODES].sort());
  });

  it("are whole sentences with every name in them", async () => {
    await loadLanguage(language);
    await loadHintWords();
    const { reasons } = hinted(hint({ reasons: CODES.map((code) => ({ code, ...ANY })) }), "");
    expect(reasons.filter((told) => !/^\p{Lu}.*\.$/u.test(told) || /[{}]|undefined| {2}/.test(told))).toEqual([]);
  });
});
