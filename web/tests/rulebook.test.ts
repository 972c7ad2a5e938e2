import { beforeAll, describe, expect, it } from "vitest";
import docs from "../../docs/rules.md?raw";
import { LANGUAGES, type Language } from "../src/lib/i18n.svelte";
import { forPlayers, loadRules, type Rule } from "../src/pages/rules/rulebook";
import { NOTES } from "./notes";

const BOOKS = import.meta.glob<Rule[]>("../src/rules/*.json", { eager: true, import: "default" });

/** docs/rules.md as the page shows it: without markup, a rule a line. */
function english(): Rule[] {
  const rules: Rule[] = [];
  let section = "";
  for (const line of docs.split("\n")) {
    const begun = /^- ([A-Z]+-\d+) (.*)$/.exec(line);
    const last = rules.at(-1);
    if (line.startsWith("## ")) section = heading(plain(line.slice(3)));
    else if (begun) rules.push({ id: begun[1] ?? "", section, text: plain(begun[2] ?? "") });
    else if (line.startsWith("  ") && last) last.text += ` ${plain(line.trim())}`;
  }
  return rules.flatMap(apart).map(({ id, section: name, text }) => ({ id, section: unnoted(name), text: unnoted(text) }));
}

const unnoted = (text: string): string => NOTES.reduce((left, [note, instead]) => left.replaceAll(note, instead), text);

const plain = (text: string): string =>
  text
    .replace(/[*`]/g, "")
    .replace(/(^|[\s(])"/g, "$1“")
    .replaceAll('"', "”")
    .replaceAll("'", "’");

/** What the options are called inside is of no use to a player: `(option pets)`. */
const heading = (text: string): string => text.replace(/ \(option [^;)]*\)$/, "").replace(/\(option [^;]*; /, "(");

/** Some lines hold more than one rule: `… are asked. ALT-5 Tool building …`. */
function apart(rule: Rule): Rule[] {
  const [text = "", ...more] = rule.text.split(/(?<=\. )(?=[A-Z]+-\d+ [A-Z])/);
  const others = more.map((other) => {
    const space = other.indexOf(" ");
    return { id: other.slice(0, space), section: rule.section, text: other.slice(space + 1).trim() };
  });
  return [{ ...rule, text: text.trim() }, ...others];
}

const cited = (rules: Rule[]): string[] => {
  const known = new Set(rules.map((rule) => rule.id));
  return rules.map(({ id, text }) => `${id}: ${(text.match(/[A-Z]+-\d+/g) ?? []).filter((name) => known.has(name)).sort().join()}`);
};
const rulings = (rules: Rule[]): string[] => rules.map(({ id, text }) => `${id}: ${text.split("[R").length - 1}`);

describe("the rules", () => {
  // When docs/rules.md changes: npx vitest run tests/rulebook.test.ts -u, then translate what changed.
  it("are those of the documentation", async () => {
    const lines = english().map((rule) => `  ${JSON.stringify(rule)}`);
    await expect(`[\n${lines.join(",\n")}\n]\n`).toMatchFileSnapshot("../src/rules/en.json");
    expect(lines.length).toBeGreaterThan(140);
  });

  it("have no remarks for those who build the game", async () => {
    const before = docs.replace(/\s+/g, " ");
    expect(NOTES.filter(([note]) => !plain(before).includes(note))).toEqual([]);
    for (const language of Object.keys(LANGUAGES) as Language[]) {
      const told = (await loadRules(language)).map(({ section, text }) => `${section} ${text}`);
      expect(told.filter((text) => /\[R|_|content file|recon|Inhaltsdatei|archivos de|fichiers de| {2}|\( /.test(text))).toEqual([]);
    }
    expect(forPlayers("[R] One [R]. Two ([R] three), four [R]")).toBe("One. Two (three), four");
  });

  const others = (Object.keys(LANGUAGES) as Language[]).filter((language) => language !== "en");
  describe.each(others)("in %s", (language) => {
    let original: Rule[] = [];
    let rules: Rule[] = [];
    beforeAll(() => {
      original = BOOKS["../src/rules/en.json"] ?? [];
      rules = BOOKS[`../src/rules/${language}.json`] ?? [];
    });

    it("are all there, in the same sections", () => {
      expect(rules.map((rule) => rule.id)).toEqual(original.map((rule) => rule.id));
      const beginnings = (book: Rule[]): string[] => book.map((rule) => rule.section.split(" ")[0] ?? "");
      expect(beginnings(rules)).toEqual(beginnings(original));
    });

    it("name the same rules and rulings", () => {
      expect(cited(rules)).toEqual(cited(original));
      expect(rulings(rules)).toEqual(rulings(original));
    });

    it("are translated whole", () => {
      const texts = new Map(original.map((rule) => [rule.id, rule.text]));
      const short = rules.filter(({ id, text }) => text.length < 0.8 * (texts.get(id)?.length ?? 0));
      expect(short).toEqual([]);
      expect(rules.filter(({ id, text }) => text === texts.get(id) || /["']/.test(text))).toEqual([]);
    });
  });
});
