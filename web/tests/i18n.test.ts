import { describe, expect, it } from "vitest";
import { LANGUAGES, type Catalogue, type Language } from "../src/lib/i18n.svelte";
import { pluralForms, slots } from "../src/lib/words";
import type { Box } from "../src/protocol";
import rules from "../../docs/rules.md?raw";

const OTHERS = (Object.keys(LANGUAGES) as Language[]).filter((language) => language !== "en");
const FILES = import.meta.glob<Catalogue>("../src/i18n/*/**/*.json", { eager: true, import: "default" });
const SOURCES = import.meta.glob<string>(["../src/**/*.svelte", "../src/**/*.ts", "!../src/protocol.d.ts"], {
  eager: true,
  query: "?raw",
  import: "default",
});
const SOURCE = Object.values(SOURCES).join("\n");

/** Keys that the source puts together: how they begin, and how they go on where that is not any name. */
const DYNAMIC: Record<string, string[]> = {
  ...anyOf("party.", "standee.", "building.", "card.", "icon.", "token.", "event.", "pet.", "counter.", "bot."),
  ...anyOf("place.", "ability.", "effect.", "mode.", "programming.", "extra.", "log."),
  ...anyOf("ask.q.", "ask.shape.", "ask.yes.", "ask.no.", "ask.effect.", "board.letter.", "pages.device."),
  ...anyOf("play.key.", "play.menu.motion.", "play.menu.theme.", "play.options.clock.", "play.refused.", "sound.heard.", "aids.tip."),
  ...anyOf("play.fair.misfit.", "why.", "explain.", "hint.", "try.unknown.", "end.how.", "coach.", "learn."),
  ...anyOf("tables.ready.", "tables.colour.", "people.", "people.temper."),
  "play.fair.compared": ["", "-seal", "-word"],
  ...anyOf("names.", "names.somebody."),
  "play.": ["log", "chat", "notes"],
  "sound.": ["volume", "music", "effects"],
};
const NO_KEYS = ["cactustown."]; // names in the browser's storage

function anyOf(...beginnings: string[]): Record<string, string[]> {
  return Object.fromEntries(beginnings.map((beginning) => [beginning, []]));
}

const isDynamic = (key: string): boolean =>
  Object.entries(DYNAMIC).some(([beginning, endings]) =>
    endings.length ? endings.some((ending) => key === beginning + ending) : key.startsWith(beginning),
  );

/** Texts that are the same in English and other languages, because the languages are. */
const EVERYWHERE = [
  ...["Cactus Town", "{title} · Cactus Town", "{name} · {bot}", "Dakota", "Tashunka", "Tomahawk", "Derringer"],
  ...["Normal", "Bot: {bot}", "Bots", "Extras", "Chat"],
  ...["iPhone", "iPad", "Mac", "Chromebook"],
];
const ALIKE: Record<string, string[]> = {
  es: ["No", "Sheriff", "Hotel", "Casino", "Cactus", "animal: {pet}", "{hours} h {minutes} min"],
  fr: [
    ...["Ranger", "Saloon", "Mission", "Casino", "Justice", "Totem", "Lasso", "Duel", "Sprint"],
    ...["Volume", "fanfare", "Duels"],
    ...["Train", "Expert", "Solo", "Dynamite", "Cactus", "Notes", "Menu", "Sections", "Pause", "{hours} h {minutes} min"],
  ],
  de: [
    ...["Sheriff", "Cowboy", "Ranger", "Saloon", "Bank", "Hotel", "Mission", "Totem", "Stampede", "Lasso"],
    ...["Greenhorn", "Solo", "Showdown", "Lobby", "Name", "Start"],
  ],
};

interface Text {
  language: string;
  area: string;
  key: string;
  text: string;
}

const TEXTS: Text[] = Object.entries(FILES).flatMap(([path, catalogue]) => {
  const [language = "", ...folders] = path.replace(/.*i18n\/|\.json/g, "").split("/");
  const area = folders.join("/");
  return Object.entries(catalogue).map(([key, text]) => ({ language, area, key, text }));
});
const ENGLISH = new Map(TEXTS.filter(({ language }) => language === "en").map(({ key, text }) => [key, text]));

const keysOf = (language: string, area: string): string[] =>
  TEXTS.filter((text) => text.language === language && text.area === area).map(({ key }) => key);
const named = (texts: Text[]): string[] => texts.map(({ language, key, text }) => `${language} ${key}: ${text}`);

describe("catalogues", () => {
  const areas = [...new Set(TEXTS.map(({ area }) => area))];

  it.each(areas)("have every key of %s in every language", (area) => {
    for (const language of OTHERS) expect(keysOf(language, area).sort()).toEqual(keysOf("en", area).sort());
  });

  it("have every key once", () => {
    const english = TEXTS.filter(({ language }) => language === "en").map(({ key }) => key);
    expect(english.filter((key, number) => english.indexOf(key) !== number)).toEqual([]);
  });

  it("are used", () => {
    const unused = [...ENGLISH.keys()].filter((key) => !SOURCE.includes(`"${key}"`) && !isDynamic(key));
    expect(unused).toEqual([]);
  });

  it("have what is used", () => {
    const begins = new Set([...ENGLISH.keys()].map((key) => key.split(".")[0]));
    const literals = [...SOURCE.matchAll(/"([a-z]+)(\.[\w.-]+)"/g)].filter((found) => begins.has(found[1]));
    expect(literals.map((found) => `${found[1]}${found[2]}`).filter((key) => !ENGLISH.has(key))).toEqual([]);
    const called = [...SOURCE.matchAll(/(?<![.\w])(?:t|has)\(\s*"([^"]+)"/g)].map((found) => found[1] ?? "");
    expect(called.filter((key) => !ENGLISH.has(key))).toEqual([]);
  });

  it("are put together only from known beginnings, all of them in use", () => {
    const found = [...SOURCE.matchAll(/`([a-z]+\.[a-z.-]*)\$\{/g)].map((match) => match[1] ?? "");
    const beginnings = new Set(found.filter((beginning) => !NO_KEYS.some((other) => beginning.startsWith(other))));
    expect([...beginnings].filter((beginning) => !(beginning in DYNAMIC))).toEqual([]);
    for (const beginning of Object.keys(DYNAMIC))
      expect([...ENGLISH.keys()].filter((key) => key.startsWith(beginning)), beginning).not.toEqual([]);
  });

  it("have the placeholders of English", () => {
    const differs = ({ area, key, text }: Text): boolean =>
      things(area, text).join() !== things(area, ENGLISH.get(key) ?? "").join();
    expect(named(TEXTS.filter(differs))).toEqual([]);
  });

  it("are given what they speak of", () => {
    expect(CALLS.length).toBeGreaterThan(500);
    const missing = CALLS.flatMap(({ key, given }) => TEXTS.filter((text) => text.key === key).map(({ language, text }) => ({ language, key, lacks: slots(text).filter((slot) => !given.has(begun(slot))) })));
    expect(missing.filter(({ lacks }) => lacks.length).map(({ language, key, lacks }) => `${language} ${key}: ${lacks.join()}`)).toEqual([]);
  });

  it("have every plural form of their language", () => {
    expect(named(TEXTS.filter(({ language, text }) => !hasPlurals(language, text)))).toEqual([]);
  });

  it("are translated", () => {
    const isEnglish = ({ language, key, text }: Text): boolean =>
      language !== "en" && text === ENGLISH.get(key) && !key.endsWith(".rule") && !isSame(language, text);
    expect(named(TEXTS.filter(isEnglish))).toEqual([]);
  });

  it("are set as a printer would", () => {
    expect(named(TEXTS.filter(({ language, text }) => !isWellSet(language, text)))).toEqual([]);
  });
});

describe("names", () => {
  const boxes = import.meta.glob<{ box: Box }>("./fixtures/*.json", { eager: true, import: "default" });
  const words = new Set(Object.values(boxes).flatMap(({ box }) => wordsOf(box)));

  it("are there for everything in the box", () => {
    expect([...words].filter((word) => !ENGLISH.has(word))).toEqual([]);
  });

  it("are explained, with the rules behind them", () => {
    const explained = [...words].filter((word) => !/^(standee|building|card)\./.test(word));
    expect(explained.filter((word) => !ENGLISH.has(`${word}.help`))).toEqual([]);
    const cited = TEXTS.filter(({ key }) => key.endsWith(".rule"));
    expect(explained.filter((word) => !ENGLISH.has(`${word}.rule`))).toEqual([]);
    expect(named(cited.filter(({ key, text }) => text !== ENGLISH.get(key)))).toEqual([]);
    const ids = cited.flatMap(({ text }) => text.split(", "));
    expect(ids.filter((id) => !rules.includes(`- ${id} `) && !rules.includes(`. ${id} `))).toEqual([]);
  });
});

/** The keys of everything a game names. */
function wordsOf(box: Box): string[] {
  const all = (kind: string, names: (string | null)[]): string[] =>
    names.flatMap((name) => (name ? [`${kind}.${name}`] : []));
  const { parties, buildings } = box;
  return [
    ...all("party", parties.map((party) => party.name)),
    ...all("standee", parties.flatMap((party) => party.standees)),
    ...all("card", parties.flatMap((party) => party.cards.map((card) => card.name))),
    ...all("icon", parties.flatMap((party) => party.cards.flatMap((card) => card.icons))),
    ...all("counter", parties.flatMap((party) => Object.keys(party.goal))),
    ...all("ability", parties.map((party) => party.ability)),
    ...all("building", buildings.map((building) => building.name)),
    ...all("effect", buildings.flatMap((building) => [building.reveal, building.enter, building.duel, ...building.marks])),
    ...all("token", Object.keys(box.tokens)),
    ...all("event", Object.keys(box.events)),
    ...all("pet", box.pets),
  ];
}

/** `{Who}` is `{who}` with a capital letter. */
function begun(slot: string): string {
  return slot.charAt(0).toLowerCase() + slot.slice(1);
}

/** What functions that make the words for a sentence give. */
const FORMS: Record<string, string[]> = {
  partyForms: ["who", "whom", "whose", "n"],
  standeeForms: ["standee", "who", "whom", "f"],
  playersForms: ["who", "whom"],
};

/** Every `t("key", { … })` of the source whose words can be read off it. */
function callsOf(source: string): { key: string; given: Set<string> }[] {
  return [...source.matchAll(/(?<![.\w])t\(/g)].flatMap((call) => {
    const [first = "", values = ""] = parted(inside(source, call.index + call[0].length - 1));
    const keys = [...first.matchAll(/"([a-z]+\.[\w.-]+)"/g)].map((literal) => literal[1] ?? "").filter((key) => ENGLISH.has(key));
    const given = values.startsWith("{") ? parted(inside(values, 0)).map(givenBy) : [values ? givenBy(`...${values}`) : []];
    return given.includes(null) ? [] : keys.map((key) => ({ key, given: new Set(given.flatMap((names) => names ?? [])) }));
  });
}

/** What one part of an object gives: `who: …`, `who`, `...partyForms(…)`; null: that cannot be read off. */
function givenBy(part: string): string[] | null {
  const maker = /^\.\.\.(\w+)\(/.exec(part);
  if (part.startsWith("...")) return FORMS[maker?.[1] ?? ""] ?? null;
  const name = /^(\w+)/.exec(part);
  return name ? [name[1] ?? ""] : [];
}

/** What stands between a bracket and the one that closes it. */
function inside(source: string, open: number): string {
  let depth = 0;
  for (let at = open; at < source.length; at++) {
    if ("([{".includes(source.charAt(at))) depth++;
    if (")]}".includes(source.charAt(at)) && --depth === 0) return source.slice(open + 1, at);
  }
  return "";
}

/** Parts at commas that stand in no further bracket. */
function parted(list: string): string[] {
  const parts = [""];
  let depth = 0;
  for (const sign of list) {
    if ("([{".includes(sign)) depth++;
    if (")]}".includes(sign)) depth--;
    if (sign === "," && depth === 0) parts.push("");
    else parts[parts.length - 1] += sign;
  }
  return parts.map((part) => part.trim()).filter(Boolean);
}

const CALLS = callsOf(SOURCE);

/** What a sentence is about: every language names parties and figures in whatever case it needs. */
const PARTY = { whose: "who", party: "who", neededWho: "needed", needyWho: "needy", byWhom: "by" };
const ABOUT: Record<string, Record<string, string>> = {
  log: { ...PARTY, n: "who", whom: "figure", f: "figure" },
  why: { n: "who", whom: "who", m: "by", them: "by", k: "party" },
  end: { ...PARTY, whom: "who", f: "figure" },
};
const ELSEWHERE = { ...PARTY, whom: "who", standee: "who", f: "who" };

function things(area: string, text: string): string[] {
  const about: Record<string, string> = ABOUT[area] ?? ELSEWHERE;
  const found = new Set(slots(text).map(begun).map((slot) => about[slot] ?? slot));
  if (found.has("who")) found.delete("n"); // which number its verbs take
  return [...found].sort();
}

const PLURALS = new Map(Object.keys(LANGUAGES).map((language) => [language, pluralsOf(language)]));

/** Those that numbers of a game can have: no language of ours needs its form for millions. */
function pluralsOf(language: string): Set<string> {
  const rules = new Intl.PluralRules(language);
  return new Set(Array.from({ length: 1000 }, (_, count) => rules.select(count)));
}

function hasPlurals(language: string, text: string): boolean {
  const needed = PLURALS.get(language) ?? new Set<string>();
  const plurals = [...text.matchAll(/\{\w+,((?:[^{}]|\{\w+\})*)\}/g)].map((found) => pluralForms(found[1] ?? ""));
  return plurals.every((forms) => [...needed].every((form) => forms[form]) && Object.keys(forms).length === needed.size);
}

const isSame = (language: string, text: string): boolean =>
  EVERYWHERE.includes(text) || (ALIKE[language] ?? []).includes(text) || !/\p{L}{2}/u.test(text.replace(/\{\w+\}/g, ""));

function isWellSet(language: string, text: string): boolean {
  if (/["']|\.\.\.|^\s|\s$| {2}/.test(text)) return false;
  if (language === "fr") return !/[ \u00a0][;:!?]|«(?!\u00a0)|(?<!\u00a0)»/.test(text);
  if (language === "es") return !text.includes(" …") && count(text, "¿") === count(text, "?") && count(text, "¡") === count(text, "!");
  if (language === "de") return count(text, "„") === count(text, "“") && !text.includes("”");
  return count(text, "“") === count(text, "”");
}

const count = (text: string, sign: string): number => text.split(sign).length - 1;
