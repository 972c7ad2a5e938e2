/** The pending ask: its sentence, what lights up for it, what a pick on the board answers. */

import type { Lit, Pick } from "../board/types";
import { NOTHING_LIT } from "../board/types";
import { has, language, t } from "../lib/i18n.svelte";
import { abilityName, buildingName, cardName, helpOf, iconName, oneToken, partyName, placeName, standeeForms, standeeName, standeeWho, standeeWhom, thePet, tokenName } from "../lib/names";
import type { Item } from "../lib/story";
import { listed, type Values } from "../lib/words";
import type { Box, SeatView } from "../protocol";
import { isSpace, standeeOf, standeesAt } from "./read";

export type Parts = Readonly<Record<string, string>>;

/** What a pick means: an answer, or the first half of one. */
export interface Answer {
  choice?: string;
  chosen?: string | null;
}

const TURNS_UP = new Set(["run", "dance", "sprint", "push", "blow", "shoo", "place", "up-close", "step"]);
const PETS = new Set(["cat", "crow", "dog", "snake"]);

function distinct(names: (string | undefined)[]): string[] {
  return [...new Set(names.filter((name): name is string => name !== undefined))];
}

/** The standees a movement or a pair may begin with. */
export function firstStandees(view: SeatView): string[] {
  return distinct(view.parts.map((part) => part["standee"]));
}

/** The standee picked so far: the chosen one, or the only one there is. */
export function mover(view: SeatView, chosen: string | null): string | null {
  const standees = firstStandees(view);
  if (chosen !== null && standees.includes(chosen)) return chosen;
  return standees.length === 1 ? (standees[0] ?? null) : null;
}

/** The numbers of the choices that are still open once a standee is picked. */
export function choicesOf(view: SeatView, standee: string | null): number[] {
  return view.parts.flatMap((part, at) => (part["standee"] === standee ? [at] : []));
}

export function passes(view: SeatView): number[] {
  return view.parts.flatMap((part, at) => (part["pass"] ? [at] : []));
}

export function litFor(view: SeatView, chosen: string | null): Lit {
  const first = mover(view, chosen);
  const parts = view.parts;
  switch (view.shape) {
    case "move":
      return {
        standees: new Set(firstStandees(view)),
        spaces: new Set(first === null ? [] : distinct(choicesOf(view, first).map((at) => parts[at]?.["to"]))),
        chosen: first,
      };
    case "pair":
      return {
        standees: new Set(first === null ? firstStandees(view) : distinct(choicesOf(view, first).map((at) => parts[at]?.["by"]))),
        spaces: new Set(),
        chosen: first,
      };
    case "standee":
    case "somebody":
      return { standees: new Set(firstStandees(view)), spaces: new Set(), chosen: null };
    case "space":
    case "somewhere":
      return { standees: new Set(), spaces: new Set(distinct(parts.map((part) => part["space"]))), chosen: null };
    default:
      return NOTHING_LIT;
  }
}

/** The one choice with these parts, if there is. */
function found(view: SeatView, wanted: Parts): Answer {
  const at = view.parts.findIndex((part) => Object.entries(wanted).every(([key, value]) => part[key] === value));
  const choice = at < 0 ? undefined : view.choices[at];
  return choice === undefined ? {} : { choice };
}

/** What a pick on the board answers. */
export function answerTo(view: SeatView, chosen: string | null, pick: Pick): Answer {
  const lit = litFor(view, chosen);
  const standee = pickedStandee(view, lit, pick);
  const space = pick.space ?? (pick.standee ? standeeOf(view, pick.standee)?.at : undefined);
  switch (view.shape) {
    case "move":
      if (lit.chosen !== null && space !== undefined && lit.spaces.has(space) && (standee === null || standee === lit.chosen))
        return found(view, { standee: lit.chosen, to: space });
      return standee === null ? {} : { chosen: standee === chosen ? null : standee };
    case "pair":
      if (standee === null) return { chosen: null };
      return lit.chosen === null ? { chosen: standee } : found(view, { standee: lit.chosen, by: standee });
    case "standee":
    case "somebody":
      return standee === null ? {} : found(view, { standee });
    case "space":
    case "somewhere":
      return space === undefined ? {} : found(view, { space });
    default:
      return {};
  }
}

/** The lit standee that was picked: itself, or the only one on the space. */
function pickedStandee(view: SeatView, lit: Lit, pick: Pick): string | null {
  if (pick.standee !== undefined) return lit.standees.has(pick.standee) ? pick.standee : null;
  if (pick.space === undefined) return null;
  const there = standeesAt(view, pick.space).filter((name) => lit.standees.has(name));
  return there.length === 1 ? (there[0] ?? null) : null;
}

// -- in words

/** A place with what is known to stand there: `b3 · Bank`. */
export function placeLabel(view: SeatView, place: string): string {
  const building = view.buildings[place];
  if (!building) return placeName(place);
  const name = building.name ? buildingName(building.name) : t("ask.hidden");
  return t("ask.place", { place: placeName(place), building: name });
}

/** A choice as a button says it. */
export function labelOf(view: SeatView, at: number): string {
  const part = view.parts[at] ?? {};
  const words = view.choices[at] ?? "";
  const verb = part["verb"] ?? view.question ?? "";
  if (part["pass"]) return either(`ask.no.${key(verb)}`, part["token"] ? "ask.no.take" : "ask.no", names(part));
  if (part["icon"]) return iconName(part["icon"]);
  if (part["to"]) return part["from"] === part["to"] ? t("ask.stays", names(part)) : t("ask.moves", names(part));
  if (part["by"]) return t("ask.by", names(part));
  if (part["for"]) return t("stage.exchange", { name: tokenName(part["for"]) });
  if (part["token"]) return t("ask.take-it", names(part));
  if (part["tokens"]) return tokensLabel(part["tokens"]);
  if (part["space"]) return placeLabel(view, part["space"]);
  if (part["standee"]) return standeeName(part["standee"]);
  if (part["building"]) return buildingName(part["building"]);
  if (part["party"]) return partyName(part["party"]);
  if (part["card"]) return cardName(part["card"]);
  return verb ? either(`ask.yes.${key(verb)}`, "ask.yes", names(part)) : words;
}

function tokensLabel(tokens: string): string {
  return tokens === "none" ? t("ask.no-tokens") : tokens.split(" ").map(tokenName).join(", ");
}

function key(verb: string): string {
  return verb.replaceAll(" ", "-");
}

function either(first: string, second: string, values: Values): string {
  return t(has(first) ? first : second, values);
}

/** Names of what a choice is about, for its texts. */
function names(part: Parts): Values {
  const named: Values = part["standee"] ? standeeForms(part["standee"]) : {};
  if (part["by"]) Object.assign(named, { by: standeeWho(part["by"]), byWhom: standeeWhom(part["by"]) });
  if (part["from"]) named["from"] = placeName(part["from"]);
  if (part["to"]) named["to"] = placeName(part["to"]);
  if (part["token"]) named["token"] = oneToken(part["token"]);
  if (part["for"]) named["for"] = oneToken(part["for"]);
  const verb = part["verb"] ?? "";
  if (PETS.has(verb)) named["pet"] = thePet(verb);
  return named;
}

/** What must be done now, in one sentence. */
export function askSentence(view: SeatView, story: readonly Item[], chosen: string | null): string {
  const question = view.question ?? "";
  const verb = view.parts[0]?.["verb"] ?? "";
  const values = contextOf(view, story, chosen);
  const first = view.shape === "move" || view.shape === "pair" ? mover(view, chosen) : null;
  const stage = first === null ? "" : ".where";
  for (const name of [`ask.q.${question}.${key(verb)}`, `ask.q.${question}${stage}`, `ask.q.${question}`, `ask.shape.${view.shape ?? ""}${stage}`])
    if (has(name)) return t(name, values);
  return t("ask.shape.any", values);
}

/** What was used last of all that a blessing may cancel. */
function used(story: readonly Item[]): string {
  const item = story.findLast((one) => one.event === "token_used" || one.event === "ability" || one.event === "pet_sent");
  if (item?.event === "pet_sent") return thePet(item.pet);
  return oneToken(item?.event === "ability" ? "ability" : item?.token);
}

/** What the sentences of asks may speak of. */
function contextOf(view: SeatView, story: readonly Item[], chosen: string | null): Values {
  const moved = story.findLast((item) => item.event === "moved");
  const standee = view.question === "trap" ? moved?.standee : mover(view, chosen);
  const verb = view.parts[0]?.["verb"] ?? "";
  const card = view.turn === null ? null : (view.order[view.turn]?.[1] ?? null);
  return {
    ...standeeForms(standee),
    card: card === null ? t("ask.card") : cardName(card),
    space: view.duel ? placeName(view.duel.space) : "",
    token: view.parts[0]?.["token"] ? oneToken(view.parts[0]["token"]) : used(story),
    pet: PETS.has(verb) ? thePet(verb) : t("ask.pet"),
    from: placeName(moved?.from),
    to: placeName(moved?.to),
    dynamite: placeName(view.dynamite),
  };
}

/** What a choice would do or meet, in a sentence or two; empty where the button says it all. */
export function effectOf(view: SeatView, box: Box, at: number): string {
  const part = view.parts[at] ?? {};
  if (part["pass"]) return "";
  if (part["icon"]) return helpOf("icon", part["icon"]);
  if (part["token"]) return helpOf("token", part["token"]);
  const place = part["to"] ?? part["space"];
  if (place !== undefined) return placeEffect(view, box, place, part);
  if (part["standee"]) {
    const at = standeeOf(view, part["standee"])?.at;
    return at ? t("ask.effect.stands", { who: standeeWho(part["standee"]), place: placeLabel(view, at) }) : "";
  }
  const verb = part["verb"] ?? "";
  if (verb === "ability") return abilityEffect(view, box);
  return PETS.has(verb) ? helpOf("pet", verb) : helpOf("icon", verb);
}

/** The name of the own ability, what it does, and how often it still works. */
function abilityEffect(view: SeatView, box: Box): string {
  const kind = box.parties.find((party) => party.name === view.seat)?.ability ?? "";
  const left = view.seat === null ? null : (view.parties[view.seat]?.ability ?? null);
  return [`${abilityName(kind)}: ${helpOf("ability", kind)}`, left === null ? "" : t("explain.left", { n: left })].filter(Boolean).join(" ");
}

function placeEffect(view: SeatView, box: Box, place: string, part: Parts): string {
  const said: string[] = [];
  const verb = part["verb"] ?? "";
  const building = view.buildings[place];
  if (!isSpace(place)) return has(`ask.effect.${place}`) ? t(`ask.effect.${place}`) : t("ask.effect.leaves", { place: placeName(place) });
  if (building?.name) {
    said.push(t(building.face_up ? "ask.effect.building" : "ask.effect.peeked", { building: buildingName(building.name) }));
    const help = part["from"] === place ? "" : enterHelp(box, building.name);
    if (building.face_up && help) said.push(help);
    if (view.seat && view.parties[view.seat]?.targets?.includes(building.name)) said.push(t("ask.effect.target"));
  } else {
    said.push(t(TURNS_UP.has(verb) ? "ask.effect.turns-up" : "ask.effect.hidden"));
  }
  const there = standeesAt(view, place).filter((name) => name !== part["standee"]);
  if (there.length) said.push(t("ask.effect.there", { who: listed(there.map(standeeWho), language()) }));
  return said.join(" ");
}

/** What entering a building does in this game. */
export function enterHelp(box: Box, name: string): string {
  const building = box.buildings.find((one) => one.name === name);
  const effect = building?.enter || (building?.marks.includes("cactus") ? "cactus" : "");
  return effect ? helpOf("effect", effect) : "";
}
