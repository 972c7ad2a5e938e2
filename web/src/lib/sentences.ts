/** What happened, told in the reader's language: one sentence an event, "" for what is not told. */

import type { Box } from "../protocol";
import { language, t } from "./i18n.svelte";
import * as names from "./names";
import type { Item } from "./table.svelte";
import type { Values } from "./words";

/** Untold: it happens at every turn and shows in what follows, or another event says it. */
export const SILENT: ReadonlySet<string> = new Set(["no_trap", "no_mix_up", "no_ability", "took_back", "chose"]);

const SOFT_HYPHEN = "\u00ad"; // names have them for plates and cards
const HITS_FROM = 3; // the least a shot or a tomahawk must roll

type Variant = (item: Item, box: Box) => string;

const hidden: Variant = (item) => (item["building"] ? "" : "hidden");
const hitOrMiss: Variant = (item) => (Number(item["die"]) >= HITS_FROM ? "hit" : "miss");
const givenUp: Variant = (item) => (item["archived"] ? "for" : "");
const tokens: Variant = (item) => (item["tokens"] ? (listOf(item, "tokens")[0] === "none" ? "none" : "") : "hidden");

/** Events with more than one sentence: which one, as the end of its key. */
const VARIANTS: Record<string, Variant> = {
  moved: (item) => String(item["how"]),
  turned_up: (item) => (item["standee"] ? "" : "first"),
  building_effect: effect,
  drew_target: (item, box) => (item["cards"] ? hidden(item, box) : "none"),
  broke_free: (item) => (item["standee"] ? "" : "blocked"),
  cactus_moved: (item) => (item["from"] ? "" : "first"),
  token_taken: givenUp,
  token_picked: givenUp,
  tokens_chosen: tokens,
  tokens_shown: tokens,
  pet_sent: (item) => String(item["pet"]),
  pet_used: (item) => String(item["pet"]),
  looked: hidden,
  looked_at: hidden,
  confused: hidden,
  drew_to_keep: hidden,
  kept: hidden,
  target_kept: hidden,
  explored: (item) => (item["holding"] ? "" : "back"),
  tomahawk: hitOrMiss,
  shot: hitOrMiss,
  events_put_back: (item) => (item["cards"] ? "" : "none"),
  tool_drawn: (item) => (item["card"] ? "" : "hidden"),
  handed_over: (item) => String(item["text"]),
};

/** Sentences that go by another name than their event. */
const RENAMED: Record<string, Variant> = {
  moved: (item, box) => (isMade(item, box) ? "made" : "moved"),
  building_effect: () => "effect",
  undo_answered: (item) => (item["agreed"] ? "undo_agreed" : "undo_refused"),
};

export function sentence(item: Item, box: Box): string {
  if (SILENT.has(item.event) || isOwnersSecret(item)) return "";
  const name = RENAMED[item.event]?.(item, box) ?? item.event;
  const variant = VARIANTS[item.event]?.(item, box);
  return t(variant ? `log.${name}.${variant}` : `log.${name}`, wordsFor(item, box)).replaceAll(SOFT_HYPHEN, "");
}

/** What was dealt to others and planned by them is told to nobody else: that it was, goes without saying. */
function isOwnersSecret(item: Item): boolean {
  return (item.event === "dealt" && !item["building"]) || (item.event === "planned" && !item["first"]);
}

/** Whether somebody moves a figure that is not theirs, as if it were. */
function isMade(item: Item, box: Box): boolean {
  if (item["how"] === "push" || item["how"] === "up-close") return false;
  const mover = box.parties.find((party) => party.name === item["party"]);
  return mover !== undefined && !mover.standees.includes(String(item["standee"]));
}

function effect(item: Item, box: Box): string {
  const reveal = box.buildings.find((building) => building.name === item["building"])?.reveal ?? "";
  return ["run-own", "run-rival", "sneak-own", "stampede"].includes(reveal) ? reveal : "other";
}

type Maker = (item: Item, box: Box) => string | number;

const standee: Maker = (item) => names.standeeWho(word(item, "standee"));
const card =
  (field: string): Maker =>
  (item) =>
    names.cardName(word(item, field));
const there: Maker = (item) => names.atBuilding(word(item, "building"));
const other = (item: Item, box: Box): string | undefined =>
  word(item, "rival") ?? word(item, "victim") ?? partyOf(item, box);

/**
 * Every placeholder: `who` is the party that acts, `party` and `whose` the other one if there is
 * one, `figure` and `whom` the figure it is about; a capital letter begins a sentence.
 */
const WORDS: Record<string, Maker> = {
  n: (item, box) => names.verbsOf(partyOf(item, box)),
  who: (item, box) => names.partyWho(partyOf(item, box)),
  Who: (item, box) => begin(names.partyWho(partyOf(item, box))),
  whose: (item, box) => names.partyWhose(other(item, box)),
  party: (item, box) => names.partyWhom(other(item, box)),
  figure: standee,
  Figure: (item, box) => begin(standee(item, box)),
  whom: (item) => names.standeeWhom(word(item, "standee")),
  by: (item) => names.standeeWhom(word(item, "by")),
  By: (item) => begin(names.standeeWho(word(item, "by"))),
  from: (item) => names.fromPlace(word(item, "from") ?? word(item, "space")),
  to: (item) => names.toPlace(word(item, "to") ?? word(item, "back")),
  at: (item) => names.atPlace(word(item, "at") ?? word(item, "space") ?? word(item, "to")),
  space: (item) => names.placeName(word(item, "space")),
  building: (item) => names.buildingName(word(item, "building")),
  target: (item) => names.theBuilding(word(item, "building")),
  there,
  There: (item, box) => begin(there(item, box)),
  card: card("card"),
  new: card("new"),
  first: card("first"),
  second: card("second"),
  third: card("third"),
  unplayed: card("unplayed"),
  icon: (item) => names.iconName(word(item, "icon")),
  token: (item) => names.oneToken(word(item, "token")),
  archived: (item) => names.oneToken(word(item, "archived")),
  tokens: (item) => new Intl.ListFormat(language()).format(listOf(item, "tokens").map(names.oneToken)),
  pet: (item) => names.thePet(word(item, "pet")),
  name: (item) => (item.event.startsWith("event") ? names.eventName(word(item, "name")) : (word(item, "name") ?? "")),
  help: (item) => names.helpOf("event", word(item, "name") ?? ""),
  bot: (item) => names.botName(word(item, "name")),
  text: (item) => word(item, "text") ?? "",
};

/** The words for the placeholders of an event, each made only when its sentence asks for it. */
function wordsFor(item: Item, box: Box): Values {
  return new Proxy<Values>(
    {},
    {
      has: (_, name) => typeof name === "string" && (name in WORDS || typeof item[name] === "number"),
      get: (_, name) => WORDS[String(name)]?.(item, box) ?? item[String(name)],
    },
  );
}

/** The game names the party beside its seat's number, the table names the party as the seat. */
function partyOf(item: Item, box: Box): string | undefined {
  const seat = item.event === "round" ? item["first"] : item["seat"];
  return word(item, "party") ?? (typeof seat === "number" ? box.parties[seat]?.name : word(item, "seat"));
}

function word(item: Item, field: string): string | undefined {
  const value = item[field];
  return typeof value === "string" ? value : undefined;
}

function listOf(item: Item, field: string): string[] {
  const value = item[field];
  return Array.isArray(value) ? value.map(String) : [];
}

function begin(words: string | number): string {
  const text = String(words);
  return text.charAt(0).toLocaleUpperCase(language()) + text.slice(1);
}
