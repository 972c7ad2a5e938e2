import { beforeAll, describe, expect, it } from "vitest";
import { LANGUAGES, loadLanguage, type Language } from "../src/lib/i18n.svelte";
import { sentence, SILENT } from "../src/lib/sentences";
import type { Item, ItemName } from "../src/lib/story";
import type { Box } from "../src/protocol";
import journal from "../../docs/journal.md?raw";
import schema from "../schema.json?raw";
import { boxOf, TABLES } from "./fixtures";
import { told } from "./town";

const box = boxOf("base");

const SAT = told("sat", { chair: 0, name: "Ben {who}" });
const OPENED = told("opened", { name: "anna" });
const SAID = told("said", { name: "Ben", text: "hello {name}" });

/** Notes of the table, and events that are rare in games of random players. */
const RARE: Item[] = [
  told("bot_sat", { chair: 1, name: "greedy" }),
  told("stood", { chair: 0 }),
  told("kicked", { chair: 0 }),
  told("game_started"),
  told("took_back", { seat: "sheriff" }),
  told("undo_asked", { seat: "sheriff" }),
  told("undo_answered", { seat: "outlaws", agreed: true }),
  told("undo_answered", { seat: "outlaws", agreed: false }),
  told("handed_over", { seat: "dancer", name: "greedy", text: "left" }),
  told("handed_over", { seat: "dancer", name: "greedy", text: "away" }),
  told("handed_over", { seat: "dancer", name: "greedy", text: "time" }),
  told("took_over", { seat: "dancer" }),
  told("rematched", { text: "t4bl3" }),
  told("closed"),
  told("unrevealed", { chair: 1, name: "Ben" }),
  told("redrawn", { name: "Ben", text: "5ea1" }),
  told("chose", { seat: "dancer" }),
  told("unlocked", { party: "sheriff" }),
  told("drawn"),
  told("lent", { party: "sheriff", standee: "outlaw-1" }),
  ...(["cat", "crow", "dog", "snake"] as const).map((pet) => told("pet_sent", { party: "sheriff", pet, standee: "outlaw-1" })),
  ...["ability", "pet"].map((token) => told("blessed", { party: "sheriff", rival: "outlaws", token })),
  told("target_kept", { party: "sheriff", discarded: 2, building: "bank" }),
  told("target_kept", { party: "sheriff", discarded: 1, building: null }),
  told("kept", { party: "sheriff", returned: 2, building: "bank" }),
];

interface Schema {
  $defs: Record<string, { anyOf?: { $ref: string }[]; properties?: { event?: { enum: ItemName[] } } }>;
}

/** The kinds of items of one of the protocol's unions. */
function kinds(union: "GameEvent" | "TableNote"): ItemName[] {
  const { $defs } = JSON.parse(schema) as Schema;
  return ($defs[union]?.anyOf ?? []).flatMap(({ $ref }) => $defs[$ref.replace("#/$defs/", "")]?.properties?.event?.enum ?? []);
}

/** The events that docs/journal.md lists. */
function documented(): string[] {
  const rows = (journal.split("| event | fields |")[1] ?? "").split("\n").filter((line) => line.startsWith("| `"));
  return rows.flatMap((line) => [...(line.split("|")[1] ?? "").matchAll(/`(\w+)`/g)].map((match) => match[1] ?? ""));
}

describe("what happened", () => {
  it("is tried out for every kind of item that the server knows", () => {
    const shown = new Set([OPENED, SAT, SAID, ...RARE, ...TABLES.flatMap(({ items }) => items)].map((item) => item.event));
    const all = [...kinds("GameEvent"), ...kinds("TableNote")];
    expect(all.length).toBeGreaterThan(100);
    expect(all.filter((kind) => !shown.has(kind))).toEqual([]);
  });

  it("is listed in the documents, event by event", () => {
    expect(documented().sort()).toEqual([...kinds("GameEvent")].sort());
  });

  describe.each(Object.keys(LANGUAGES) as Language[])("in %s", (language) => {
    beforeAll(() => loadLanguage(language));

    it.each(TABLES)("is told in sentences: $name", ({ box, items }) => {
      expect(items.flatMap((item) => faults(sentence(item, box), item, box))).toEqual([]);
    });

    it("is told of the table and of rare events", () => {
      expect([OPENED, ...RARE].flatMap((item) => faults(sentence(item, box), item, box))).toEqual([]);
    });

    it("leaves what people write as it is", () => {
      expect(sentence(SAID, box)).toMatch(/^Ben\s?: hello \{name\}$/);
      expect(sentence(SAT, box)).toContain("Ben {who} ");
      expect(sentence(OPENED, box)).toMatch(/^anna /);
    });
  });

  const EXAMPLES = {
    made: told("moved", { party: "sheriff", standee: "outlaw-1", from: "a1", to: "a2", how: "run" }),
    shown: told("tokens_shown", { party: "hunters", tokens: ["pipe", "reload"] }),
    plundered: told("plundered", { standee: "outlaw-2", building: "saloon" }),
  };
  const GOLDEN: [Language, keyof typeof EXAMPLES, string][] = [
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
    ["fr", "plundered", "Le hors-la-loi 2 pille le Saloon\u202f!"],
    ["de", "plundered", "Gesetzloser 2 raubt den Saloon aus!"],
  ];
  it.each(GOLDEN)("reads well in %s: %s", async (language, example, words) => {
    await loadLanguage(language);
    expect(sentence(EXAMPLES[example], box)).toBe(words);
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
  (item.event === "dealt" && item.building === null) || (item.event === "planned" && item.first === null);

/** Names of the content that are no words: outlaw-1, trading-post. */
function machineWords(box: Box): string[] {
  const words = [
    ...box.parties.flatMap((party) => [...party.standees, ...party.cards.flatMap((card) => [card.name, ...card.icons])]),
    ...box.buildings.map((building) => building.name),
    ...Object.keys(box.tokens),
  ];
  return words.filter((word) => word.includes("-"));
}
