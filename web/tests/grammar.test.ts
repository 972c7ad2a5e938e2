/** Every sentence with every name, in every language: whole, well set, and with the right little words. */

import { beforeAll, describe, expect, it } from "vitest";
import { LANGUAGES, loadLanguage, t, type Catalogue, type Language } from "../src/lib/i18n.svelte";
import * as names from "../src/lib/names";
import { wordsFor } from "../src/lib/sentences";
import type { Item, ItemName } from "../src/lib/story";
import { fill, slots, type Values } from "../src/lib/words";
import { box } from "./town";

const FILES = import.meta.glob<Catalogue>("../src/i18n/*/**/*.json", { eager: true, import: "default" });
const TEXTS = (language: string): Catalogue =>
  Object.assign({}, ...Object.entries(FILES).flatMap(([path, texts]) => (path.includes(`/${language}/`) ? [texts] : []))) as Catalogue;

/** Everything there are forms of, and what only a content file of somebody's own names. */
const all = (kind: string, ...own: string[]): string[] => [
  ...Object.keys(TEXTS("en")).flatMap((key) => (key.startsWith(`${kind}.`) && key.split(".").length === 2 ? [key.slice(kind.length + 1)] : [])),
  ...own,
];
const PARTIES = all("party", "night-riders", "apaches");
const STANDEES = all("standee", "rider-1", "old-emma");
const BUILDINGS = all("building", "long-barn", "inn");
const PLACES = [...all("place"), "a1", "e5"];
const TOKENS = Object.keys(TEXTS("en")).flatMap((key) => (/^token\.(\w+)\.one$/.exec(key) ?? []).slice(1));

/** An event with every field that sentences speak of; each test changes one of them. */
const EVENT = {
  ...{ n: 0, depth: 0, seat: 0, party: "sheriff", rival: "outlaws", standee: "outlaw-1", by: "hunter-1", building: "bank", card: "posse", new: "chief" },
  ...{ first: "posse", second: "patrol", third: "arrest", unplayed: "showdown", icon: "run", token: "pipe", archived: "trap" },
  ...{ tokens: ["pipe", "trap"], pet: "cat", from: "a1", to: "b1", space: "c1", at: "d1", die: 3, total: 5, value: 2, round: 1 },
  ...{ cards: 2, left: 1, returned: 2, discarded: 2, name: "train" },
};
const FIELDS: Record<string, string[]> = {
  ...{ party: PARTIES, rival: PARTIES, standee: STANDEES, by: STANDEES, building: BUILDINGS, token: TOKENS, archived: TOKENS },
  ...{ pet: all("pet"), from: PLACES, to: PLACES, space: PLACES, at: PLACES },
};
const EVENTS = Object.entries(FIELDS).flatMap(([field, values]) => values.map((value) => ({ ...EVENT, [field]: value })));
const SAID = new Set(["log.said", "log.sat", "log.opened", "log.unrevealed"]); // they begin with what somebody is called

const keysFor = (beginnings: RegExp): string[] => Object.keys(TEXTS("en")).filter((key) => beginnings.test(key));

/** The texts that name a party, a figure or a thing in a sentence, filled with every name there is. */
function filled(beginnings: RegExp, forms: Values[]): { key: string; text: string }[] {
  return keysFor(beginnings).flatMap((key) => forms.map((values) => ({ key, text: t(key, values) })));
}

const REST = {
  ...{ name: "Ada", bot: "Hard", card: "Posse", place: "c3", space: "c3", from: "a1", to: "b1", dynamite: "c3", values: "+1", host: "Ada" },
  ...{ building: "Bank", round: 1, icon: "Run", have: 1, need: 2, value: 2, key: 1, slot: 1, turn: 1, title: "Ada", n: 1, event: "Train", cards: 3 },
};
/** Only parties have possessions. */
const PARTY_FORMS = (): Values[] =>
  PARTIES.map((party) => ({ ...REST, party: names.partyName(party), ...names.partyForms(party), ...listed(names.partyWhom(party), names.partyWho(party)) }));
const listed = (whom: string, who: string): Values => ({ needed: whom, needy: whom, neededWho: who, needyWho: who });
const ASK_FORMS = (): Values[] => [
  ...STANDEES.map((standee) => ({ ...THINGS(), ...names.standeeForms(standee), by: names.standeeWho(standee), byWhom: names.standeeWhom(standee) })),
  ...TOKENS.map((token) => ({ ...THINGS(), token: names.oneToken(token), for: names.oneToken(token) })),
  ...all("pet").map((pet) => ({ ...THINGS(), pet: names.thePet(pet) })),
  ...PLACES.map((place) => ({ ...THINGS(), place: names.placeName(place), from: names.placeName(place), to: names.placeName(place) })),
];
const THINGS = (): Values => ({
  ...{ ...REST, ...names.standeeForms(null), standee: names.standeeName("sheriff"), by: names.standeeWho(null), byWhom: names.standeeWhom(null) },
  ...{ token: names.oneToken("pipe"), for: names.oneToken("trap"), pet: t("ask.pet") },
});

/**
 * Slips that names bring into a sentence: two articles, one that should have melted with the word before it, the
 * wrong case. What happened begins with who did it; a question may begin with whom it is about.
 */
const SLIPS: Record<Language, RegExp[]> = {
  en: [/\b(the|an?) (the|an?)\b/i, /\ba [aeio]/i, /’s’s|s’s\b|’s of\b/],
  es: [
    /(?<!\p{L})(a|de) el(?!\p{L})/iu,
    /(?<!\p{L})(el|la|los|las|al|del) (el|la|los|las|al|del)(?!\p{L})/iu,
    /(?<!\p{L})(a|de|con|contra|por|sin|para|sobre|en) (al|a la|a los|a las|del)(?!\p{L})/iu,
    /(?<!\p{L})(captura|cornea|esquiva|desplazan?|atraen?|correr|bailar|escondidas|apoya ahora|llevan?|llevaba) (el|la|los|las) /u,
    /^¡?(Al|A los|A la (bailarina|vaca)|A (Dakota|Tashunka)) /u,
  ],
  fr: [
    /(?<!\p{L})(de|à) (le|les)(?!\p{L})/iu,
    /(?<![\p{L}’])(les?|la|une?|du|des|aux?) (les?|la|une?|du|des|aux?|l’)(?!\p{L})/iu,
    /(?<!\p{L})(l[ea]|de|que|ne|se|je) [aeiouéèêâîôAEIOUÉÈÊ]\p{L}\p{L}/u,
  ],
  de: [
    /(?<![\p{L}-]|, )(der|die|das|den|dem|des|eine?n?) (der|die|das|den|dem|des|eine?n?)(?!\p{L})/iu,
    /(?<!\p{L})(für|gegen|durch|ohne|an|auf|schiebt|schieben|lässt|lassen|lockt|locken|nimmt|unterstützt|spielt) (der (Sheriff|Ranger|Cowboy|Bullenreiter|einsame)|Gesetzloser)/u,
    /^(Den|Gesetzlosen \d)/u,
  ],
};

function faults(language: Language, key: string, text: string): string[] {
  const slips = SLIPS[language].filter((slip) => slip.test(text) && (key.startsWith("log.") || !slip.source.startsWith("^")));
  if (slips.length) return [`${key}: ${slips.join(" ")}: ${text}`];
  const isClean = !/[{}]| {2}|undefined|\bnull\b|NaN|\bnames\./.test(text);
  return isClean ? [] : [`${key}: ${text}`];
}

const isWhole = (text: string): boolean => /^[¡¿„“«]?\u00a0?[\p{Lu}\p{N}]/u.test(text) && /[.!?…]$/.test(text);

describe.each(Object.keys(LANGUAGES) as Language[])("every sentence with every name in %s", (language) => {
  beforeAll(() => loadLanguage(language));

  it("of what happened", () => {
    const told = keysFor(/^log\./).flatMap((key) => {
      const event = key.split(".")[1] as ItemName;
      return EVENTS.map((item) => ({ key, text: t(key, wordsFor({ ...item, event } as Item, box())).replaceAll("\u00ad", "") }));
    });
    expect(told.length).toBeGreaterThan(10_000);
    const wrong = told.flatMap(({ key, text }) => [...faults(language, key, text), ...(isWhole(text) || SAID.has(key) ? [] : [`not whole: ${key}: ${text}`])]);
    expect([...new Set(wrong)].slice(0, 40)).toEqual([]);
  });

  it("that asks for something, and every answer", () => {
    const asked = filled(/^ask\./, ASK_FORMS());
    const whole = asked.filter(({ key, text }) => /^ask\.(q|shape|effect)\./.test(key) && !isWhole(text.replaceAll("\u00ad", "")));
    const wrong = [...asked.flatMap(({ key, text }) => faults(language, key, text)), ...whole.map(({ key, text }) => `not whole: ${key}: ${text}`)];
    expect([...new Set(wrong)].slice(0, 40)).toEqual([]);
  });

  it("about a party elsewhere on the page", () => {
    const naming = keysFor(/^(play|pages|home)\./).filter((key) => slots(TEXTS(language)[key] ?? "").some((slot) => /^(who|whom|whose|party)$/i.test(slot)));
    expect(naming.length).toBeGreaterThan(15);
    const told = naming.flatMap((key) => PARTY_FORMS().map((values) => ({ key, text: t(key, values) })));
    expect([...new Set(told.flatMap(({ key, text }) => faults(language, key, text)))].slice(0, 40)).toEqual([]);
  });

  it("of who won and how", () => {
    const told = keysFor(/^end\.how\./).flatMap((key) =>
      PARTIES.flatMap((party) => [
        ...STANDEES.map((standee) => ({ key, values: { ...names.partyForms(party), figure: names.standeeWho(standee), f: names.genderOf(standee), at: names.atBuilding("bank") } })),
        ...BUILDINGS.map((building) => ({ key, values: { ...names.partyForms(party), figure: names.standeeWho("outlaw-1"), f: 1, at: names.atBuilding(building) } })),
      ]),
    );
    const texts = told.map(({ key, values }) => ({ key, text: fill(TEXTS(language)[key] ?? "", { ...values, round: 7, rounds: 7 }, language).replaceAll("\u00ad", "") }));
    const wrong = texts.flatMap(({ key, text }) => [...faults(language, key, text), ...(isWhole(text) ? [] : [`not whole: ${key}: ${text}`])]);
    expect([...new Set(wrong)].slice(0, 40)).toEqual([]);
  });

  it("in the line at the top: no longer than two short lines of a phone", () => {
    const longest = 60;
    const forms = [...STANDEES.map((standee) => ({ ...THINGS(), ...names.standeeForms(standee) })), ...TOKENS.map((token) => ({ ...THINGS(), token: names.oneToken(token) }))];
    const lines = [...filled(/^ask\.(q|shape)\./, forms), ...filled(/^play\.status\./, PARTY_FORMS())];
    const official = lines.filter(({ text }) => !/rider|emma|night|apaches/i.test(text)); // names of one's own have no end
    expect([...new Set(official.flatMap(({ key, text }) => (text.length > longest ? [`${text.length} ${key}: ${text}`] : [])))]).toEqual([]);
  });
});

describe("French", () => {
  const rules = Object.values(import.meta.glob<{ id: string; section: string; text: string }[]>("../src/rules/fr.json", { eager: true, import: "default" })).flat();
  const texts = [...Object.entries(TEXTS("fr")), ...rules.flatMap(({ id, section, text }) => [[`${id} (section)`, section] as const, [id, text] as const])];

  it("has a narrow space before high signs, so that none stands alone on a line", () => {
    const spoken = texts.filter(([key]) => !key.endsWith(".rule")).map(([key, text]) => [key, text.replace(/\{\w+,|\b(one|other):/g, "")] as const);
    expect(spoken.filter(([, text]) => /(?<![\u202f;:!?])[;:!?]/.test(text))).toEqual([]);
  });
});
