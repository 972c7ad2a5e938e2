/** Things of the game by their names in the reader's language. */

import { has, t } from "./i18n.svelte";

type Name = string | null | undefined;

/** What a content file of the player's own names and we have no word for: `long-bow` → Long bow. */
function plainly(name: string): string {
  const words = name.replaceAll("-", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const named =
  (kind: string) =>
  (name: Name): string => {
    if (name === null || name === undefined) return t("names.unknown");
    return has(`${kind}.${name}`) ? t(`${kind}.${name}`) : plainly(name);
  };

export const partyName = named("party");
export const standeeName = named("standee");
export const buildingName = named("building");
export const cardName = named("card");
export const iconName = named("icon");
export const tokenName = named("token");
export const eventName = named("event");
export const petName = named("pet");
export const counterName = named("counter");
export const botName = named("bot");
export const effectName = named("effect");
export const toolName = cardName;

/**
 * Names as they stand inside a sentence, with their article and in the right case:
 * `who` does something, `whom` it is done to, `whose` it is; `the` building or animal,
 * `at` a building, `one` token of a kind.
 */
const inSentence =
  (kind: string, form: string) =>
  (name: Name): string =>
    has(`${kind}.${name}.${form}`) ? t(`${kind}.${name}.${form}`) : named(kind)(name);

export const partyWho = inSentence("party", "who");
export const partyWhom = inSentence("party", "whom");
export const standeeWho = inSentence("standee", "who");
export const standeeWhom = inSentence("standee", "whom");
export const theBuilding = inSentence("building", "the");
export const oneToken = inSentence("token", "one");
export const thePet = inSentence("pet", "the");

/** Names of a content file of the player's own too need the little words of the language here. */
export function partyWhose(party: Name): string {
  return has(`party.${party}.whose`) || !party ? inSentence("party", "whose")(party) : t("names.whose", { party: partyName(party) });
}

export function atBuilding(building: Name): string {
  return has(`building.${building}.at`) || !building ? inSentence("building", "at")(building) : t("names.at-building", { building: buildingName(building) });
}

const MANY = new Set(["outlaws", "hunters", "dakota"]);

/** 1 or 2: whether the verbs of a party stand in the singular or the plural. */
export function verbsOf(party: Name): number {
  return party && MANY.has(party) ? 2 : 1;
}

/** A space by its letter and number, any other place by its name. */
export function placeName(place: Name): string {
  if (place === null || place === undefined) return t("names.unknown");
  return has(`place.${place}`) ? t(`place.${place}`) : place;
}

const placed =
  (form: "from" | "to" | "at") =>
  (place: Name): string =>
    has(`place.${place}.${form}`) ? t(`place.${place}.${form}`) : t(`names.${form}`, { place: placeName(place) });

export const fromPlace = placed("from");
export const toPlace = placed("to");
export const atPlace = placed("at");

/** What an icon, token, building effect, event or counter does, in one sentence. */
export function helpOf(kind: string, name: string): string {
  return has(`${kind}.${name}.help`) ? t(`${kind}.${name}.help`) : "";
}

/** The ids of the rules behind it: `MOV-1, MOV-5`. */
export function ruleOf(kind: string, name: string): string {
  return has(`${kind}.${name}.rule`) ? t(`${kind}.${name}.rule`) : "";
}
