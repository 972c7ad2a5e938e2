/** What happened, told in the reader's language: one sentence an event, "" for what is not told. */

import type log from "../i18n/en/log.json";
import type { Box } from "../protocol";
import { language, t } from "./i18n.svelte";
import * as names from "./names";
import { done, field, type Doing, type FieldName, type Item, type ItemName, type ItemOf } from "./story";
import type { Values } from "./words";

/** Untold: it happens at every turn and shows in what follows, or another event says it. */
const UNTOLD = ["no_trap", "no_mix_up", "no_ability", "took_back", "chose"] as const satisfies ItemName[];
export const SILENT: ReadonlySet<ItemName> = new Set(UNTOLD);

const SOFT_HYPHEN = "\u00ad"; // names have them for plates and cards
const HITS_FROM = 3; // the least a shot or a tomahawk must roll

const hidden = (item: { building: string | null }): string => (item.building ? "" : "hidden");
const hitOrMiss = (item: { die: number }): string => (item.die >= HITS_FROM ? "hit" : "miss");
const givenUp = (item: { archived: string | null }): string => (item.archived ? "for" : "");
const tokens = (item: { tokens: string[] | null }): string => (item.tokens ? (item.tokens[0] === "none" ? "none" : "") : "hidden");

/** Events with more than one sentence: which one, as the end of its key. */
const VARIANTS: Partial<Doing<ItemName, [Box], string>> = {
  moved: (item) => item.how,
  turned_up: (item) => (item.standee ? "" : "first"),
  building_effect: effect,
  drew_target: (item) => (item.cards ? hidden(item) : "none"),
  broke_free: (item) => (item.standee ? "" : "blocked"),
  cactus_moved: (item) => (item.from ? "" : "first"),
  token_taken: givenUp,
  token_picked: givenUp,
  tokens_chosen: tokens,
  tokens_shown: tokens,
  pet_sent: (item) => item.pet,
  pet_used: (item) => item.pet,
  looked: hidden,
  looked_at: hidden,
  confused: hidden,
  drew_to_keep: hidden,
  kept: hidden,
  target_kept: hidden,
  explored: (item) => (item.holding ? "" : "back"),
  tomahawk: hitOrMiss,
  shot: hitOrMiss,
  events_put_back: (item) => (item.cards ? "" : "none"),
  tool_drawn: (item) => (item.card ? "" : "hidden"),
  handed_over: (item) => item.text,
};

/** Sentences that go by another name than their event. */
const RENAMED = {
  moved: (item, box) => (isMade(item, box) ? "made" : "moved"),
  building_effect: () => "effect",
  undo_answered: (item) => (item.agreed ? "undo_agreed" : "undo_refused"),
} satisfies Partial<Doing<ItemName, [Box], string>>;

/** Whatever can happen has a sentence: an item without one does not get past the type checker. */
type NameIn<Key> = Key extends `log.${infer Name}.${string}` ? Name : Key extends `log.${infer Name}` ? Name : never;
type Nothing<Left extends never> = Left;
export type Unsaid = Nothing<Exclude<ItemName, NameIn<keyof typeof log> | keyof typeof RENAMED | (typeof UNTOLD)[number]>>;

export function sentence(item: Item, box: Box): string {
  if (SILENT.has(item.event) || isOwnersSecret(item)) return "";
  const name = done(RENAMED, item, box) ?? item.event;
  const variant = done(VARIANTS, item, box);
  return t(variant ? `log.${name}.${variant}` : `log.${name}`, wordsFor(item, box)).replaceAll(SOFT_HYPHEN, "");
}

/** What was dealt to others and planned by them is told to nobody else: that it was, goes without saying. */
function isOwnersSecret(item: Item): boolean {
  return (item.event === "dealt" && !item.building) || (item.event === "planned" && !item.first);
}

/** Whether somebody moves a figure that is not theirs, as if it were. */
function isMade(item: ItemOf<"moved">, box: Box): boolean {
  if (item.how === "push" || item.how === "up-close") return false;
  const mover = box.parties.find((party) => party.name === item.party);
  return mover !== undefined && !mover.standees.includes(item.standee);
}

function effect(item: ItemOf<"building_effect">, box: Box): string {
  const reveal = box.buildings.find((building) => building.name === item.building)?.reveal ?? "";
  return ["run-own", "run-rival", "sneak-own", "stampede"].includes(reveal) ? reveal : "other";
}

type Maker = (item: Item, box: Box) => string | number;

const standee: Maker = (item) => names.standeeWho(field(item, "standee"));
const card =
  (which: "card" | "new" | "first" | "second" | "third" | "unplayed"): Maker =>
  (item) =>
    names.cardName(word(field(item, which)));
const there: Maker = (item) => names.atBuilding(field(item, "building"));
const other = (item: Item, box: Box): string | undefined => field(item, "rival") ?? field(item, "victim") ?? partyOf(item, box);

/**
 * Every placeholder: `who` is the party that acts, `party` and `whose` the other one if there is
 * one, `figure` and `whom` the figure it is about, `by` and `animal` the one that does it.
 */
const WORDS: Record<string, Maker> = {
  n: (item, box) => names.verbsOf(partyOf(item, box)),
  who: (item, box) => names.partyWho(partyOf(item, box)),
  whose: (item, box) => names.partyWhose(other(item, box)),
  party: (item, box) => names.partyWhom(other(item, box)),
  figure: standee,
  f: (item) => names.genderOf(field(item, "standee")),
  whom: (item) => names.standeeWhom(field(item, "standee")),
  by: (item) => names.standeeWho(field(item, "by")),
  animal: (item) => names.standeeWhom(field(item, "by")),
  from: (item) => names.fromPlace(field(item, "from") ?? field(item, "space")),
  to: (item) => names.toPlace(field(item, "to") ?? field(item, "back")),
  at: (item) => names.atPlace(word(field(item, "at")) ?? field(item, "space") ?? field(item, "to")),
  space: (item) => names.placeName(field(item, "space")),
  building: (item) => names.buildingName(field(item, "building")),
  target: (item) => names.theBuilding(field(item, "building")),
  there,
  card: card("card"),
  new: card("new"),
  first: card("first"),
  second: card("second"),
  third: card("third"),
  unplayed: card("unplayed"),
  icon: (item) => names.iconName(field(item, "icon")),
  token: (item) => names.oneToken(field(item, "token")),
  archived: (item) => names.oneToken(field(item, "archived")),
  tokens: (item) => new Intl.ListFormat(language()).format((field(item, "tokens") ?? []).map(names.oneToken)),
  pet: (item) => names.thePet(field(item, "pet")),
  name: (item) => (item.event.startsWith("event") ? names.eventName(field(item, "name")) : (field(item, "name") ?? "")),
  help: (item) => names.helpOf("event", field(item, "name") ?? ""),
  bot: (item) => names.botName(field(item, "name")),
  text: (item) => field(item, "text") ?? "",
};

/** The words for the placeholders of an event, each made only when its sentence asks for it. */
export function wordsFor(item: Item, box: Box): Values {
  const number = (name: string): number | undefined => {
    const value = field(item, name as FieldName); // or no field, and then no number
    return typeof value === "number" ? value : undefined;
  };
  return new Proxy<Values>(
    {},
    {
      has: (_, name) => typeof name === "string" && (name in WORDS || number(name) !== undefined),
      get: (_, name) => WORDS[String(name)]?.(item, box) ?? number(String(name)),
    },
  );
}

/** The game names the party beside its seat's number, the table names the party as the seat. */
function partyOf(item: Item, box: Box): string | undefined {
  return item.event === "round" ? box.parties[item.first]?.name : (field(item, "party") ?? word(field(item, "seat")));
}

/** What is a word, and no number: a round's first is a seat, and a table's seat a party. */
function word(value: string | number | null | undefined): string | undefined {
  return typeof value === "string" ? value : undefined;
}
