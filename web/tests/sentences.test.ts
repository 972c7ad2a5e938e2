import { beforeAll, describe, expect, it } from "vitest";
import { LANGUAGES, loadLanguage, type Language } from "../src/lib/i18n.svelte";
import { sentence, SILENT } from "../src/lib/sentences";
import type { Item } from "../src/lib/table.svelte";
import type { Box } from "../src/protocol";
import journal from "../../docs/journal.md?raw";
import server from "../../src/cactustown/server/table.py?raw";

interface Told {
  box: Box;
  items: Item[];
}

// Written by fixtures/make.py from games of every module.
const FILES = import.meta.glob<Told>("./fixtures/*.json", { eager: true, import: "default" });
const TABLES = Object.entries(FILES).map(([path, told]) => ({ name: path.replace(/.*\/|\.json/g, ""), ...told }));
const box = TABLES[0]?.box as Box;

/** Notes of the table, as the server writes them: they name the party as the seat. */
const NOTES: Item[] = [
  { n: 0, event: "opened", at: 1, name: "anna" },
  { n: 1, event: "sat", at: 1, chair: 0, name: "Ben {who}" },
  { n: 2, event: "bot_sat", at: 1, chair: 1, name: "greedy" },
  { n: 3, event: "stood", at: 1, chair: 0 },
  { n: 4, event: "kicked", at: 1, chair: 0 },
  { n: 5, event: "game_started", at: 1 },
  { n: 6, event: "said", at: 1, name: "Ben", text: "hello {name}" },
  { n: 7, event: "took_back", at: 1, seat: "sheriff" },
  { n: 8, event: "undo_asked", at: 1, seat: "sheriff" },
  { n: 9, event: "undo_answered", at: 1, seat: "outlaws", agreed: true },
  { n: 10, event: "undo_answered", at: 1, seat: "outlaws", agreed: false },
  { n: 11, event: "handed_over", at: 1, seat: "dancer", name: "greedy", text: "left" },
  { n: 12, event: "handed_over", at: 1, seat: "dancer", name: "greedy", text: "away" },
  { n: 13, event: "handed_over", at: 1, seat: "dancer", name: "greedy", text: "time" },
  { n: 14, event: "took_over", at: 1, seat: "dancer" },
  { n: 15, event: "rematched", at: 1, text: "t4bl3" },
  { n: 16, event: "closed", at: 1 },
  { n: 16, event: "unrevealed", at: 1, chair: 1, name: "Ben" },
  { n: 16, event: "redrawn", at: 1, name: "Ben", text: "5ea1" },
  { n: 17, event: "chose", at: 1, seat: "dancer" },
];
const ITEMS: Item[] = [
  ...NOTES,
  { n: 0, event: "unlocked", depth: 1, seat: 0, party: "sheriff" },
  { n: 0, event: "drawn", depth: 0 },
  { n: 0, event: "lent", depth: 2, seat: 0, party: "sheriff", standee: "outlaw-1" },
  ...["cat", "crow", "dog", "snake"].map((pet) => ({ n: 0, event: "pet_sent", depth: 2, seat: 0, party: "sheriff", pet, standee: "outlaw-1" })),
  ...["ability", "pet"].map((token) => ({ n: 0, event: "blessed", depth: 2, seat: 0, party: "sheriff", rival: "outlaws", token })),
  { n: 0, event: "target_kept", depth: 1, seat: 0, party: "sheriff", discarded: 2, building: "bank" },
  { n: 0, event: "target_kept", depth: 1, seat: 0, party: "sheriff", discarded: 1, building: null },
  { n: 0, event: "kept", depth: 1, seat: 0, party: "sheriff", returned: 2, building: "bank" },
];

const quoted = (text: string): string[] => [...text.matchAll(/`(\w+)`/g)].map((match) => match[1] ?? "");

/** The kinds of events that docs/journal.md lists, and the notes of the table. */
function kinds(): string[] {
  const table = journal.split("| event | fields |")[1] ?? "";
  const rows = table.split("\n").filter((line) => line.startsWith("| `"));
  const events = rows.flatMap((line) => quoted(line.split("|")[1] ?? ""));
  const notes = [...server.matchAll(/Note\(\s*"(\w+)"/g)].map((match) => match[1] ?? "");
  return [...events, ...notes, "kicked", "stood"];
}

describe("what happened", () => {
  it("is known for every kind of event", () => {
    const shown = new Set([...ITEMS, ...TABLES.flatMap(({ items }) => items)].map((item) => item.event));
    expect(kinds().length).toBeGreaterThan(100);
    expect(kinds().filter((kind) => !shown.has(kind))).toEqual([]);
  });

  describe.each(Object.keys(LANGUAGES) as Language[])("in %s", (language) => {
    beforeAll(() => loadLanguage(language));

    it.each(TABLES)("is told in sentences: $name", ({ box, items }) => {
      expect(items.flatMap((item) => faults(sentence(item, box), item, box))).toEqual([]);
    });

    it("is told of the table and of rare events", () => {
      const ours = ITEMS.filter((item) => item.event !== "said" && item.event !== "sat");
      expect(ours.flatMap((item) => faults(sentence(item, box), item, box))).toEqual([]);
    });

    it("leaves what people write as it is", () => {
      expect(sentence(NOTES[6] as Item, box)).toMatch(/^Ben\s?: hello \{name\}$/);
      expect(sentence(NOTES[1] as Item, box)).toContain("Ben {who} ");
      expect(sentence(NOTES[0] as Item, box)).toMatch(/^anna /);
    });

  });

  const GOLDEN: [Language, string, string][] = [
    ["en", "made", "The Sheriff makes outlaw 1 run from a1 to a2."],
    ["es", "made", "El sheriff hace correr al forajido 1 de a1 a a2."],
    ["fr", "made", "Le shérif fait courir le hors-la-loi 1 de a1 à a2."],
    ["de", "made", "Der Sheriff lässt Gesetzlosen 1 von a1 nach a2 rennen."],
    ["en", "shown", "The Hunters show a peace pipe and a reload."],
    ["es", "shown", "Los cazarrecompensas muestran una pipa de la paz y una recarga."],
    ["fr", "shown", "Les chasseurs de primes montrent un calumet de la paix et une recharge."],
    ["de", "shown", "Die Kopfgeldjäger zeigen eine Friedenspfeife und einen Nachladen-Marker."],
    ["en", "plundered", "Outlaw 2 plunders the Saloon!"],
    ["es", "plundered", "¡El forajido 2 saquea la Cantina!"],
    ["fr", "plundered", "Le hors-la-loi 2 pille le Saloon\u00a0!"],
    ["de", "plundered", "Gesetzloser 2 raubt den Saloon aus!"],
  ];
  const EXAMPLES: Record<string, Item> = {
    made: { n: 1, event: "moved", seat: 0, party: "sheriff", standee: "outlaw-1", from: "a1", to: "a2", how: "run" },
    shown: { n: 1, event: "tokens_shown", seat: 2, party: "hunters", tokens: ["pipe", "reload"] },
    plundered: { n: 1, event: "plundered", standee: "outlaw-2", building: "saloon" },
  };
  it.each(GOLDEN)("reads well in %s: %s", async (language, example, told) => {
    await loadLanguage(language);
    expect(sentence(EXAMPLES[example] as Item, box)).toBe(told);
  });
});

/** What is not a whole sentence, or has placeholders, keys or words of the machine left in it. */
function faults(text: string, item: Item, box: Box): string[] {
  if (SILENT.has(item.event) || isSecret(item)) return text ? [`should not be told: ${text}`] : [];
  const isWhole = /^[¡\p{Lu}\p{N}].*[.!]$/u.test(text) || item.event === "opened";
  const isClean = !/[{}_#]|\blog\.|\.(who|whom|the|at|one)\b|undefined|\bnull\b|\bNaN\b/.test(text);
  const words = new Set(text.split(/[\s.,:;!?«»“”„¡()]+/u));
  const isHuman = !machineWords(box).some((word) => words.has(word));
  return isWhole && isClean && isHuman ? [] : [`${item.event}: ${text}`];
}

const isSecret = (item: Item): boolean =>
  (item.event === "dealt" && item["building"] === null) || (item.event === "planned" && item["first"] === null);

/** Names of the content that are no words: outlaw-1, trading-post. */
function machineWords(box: Box): string[] {
  const words = [
    ...box.parties.flatMap((party) => [...party.standees, ...party.cards.flatMap((card) => [card.name, ...card.icons])]),
    ...box.buildings.map((building) => building.name),
    ...Object.keys(box.tokens),
  ];
  return words.filter((word) => word.includes("-"));
}
