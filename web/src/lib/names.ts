/** Things of the game by their names in the reader's language. */

import { has, t } from "./i18n.svelte";
import type { Values } from "./words";

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
export const abilityName = named("ability");
export const toolName = cardName;

/**
 * A name as it stands inside a sentence, with its article and in the case the sentence needs. `who` does
 * something, `whom` it is done to, `whose` something is (nominative, accusative, genitive: sentences are
 * written so that no other case is needed); `the` building or animal, `at` a building, `one` token of a kind,
 * `from`, `to` and `at` a place. What only a content file of the player's own names gets its article from
 * `names.KIND.FORM`, so that every sentence holds for it too.
 */
const inSentence =
  (kind: string, form: string, bare: (name: Name) => string = named(kind)) =>
  (name: Name): string => {
    if (!name) return has(`names.somebody.${form}`) ? t(`names.somebody.${form}`) : t("names.unknown");
    if (has(`${kind}.${name}.${form}`)) return t(`${kind}.${name}.${form}`);
    return has(`names.${kind}.${form}`) ? t(`names.${kind}.${form}`, { name: bare(name) }) : bare(name);
  };

export const partyWho = inSentence("party", "who");
export const partyWhom = inSentence("party", "whom");
export const partyWhose = inSentence("party", "whose");
export const standeeWho = inSentence("standee", "who");
export const standeeWhom = inSentence("standee", "whom");
export const theBuilding = inSentence("building", "the");
export const atBuilding = inSentence("building", "at");
export const oneToken = inSentence("token", "one");
export const thePet = inSentence("pet", "the");

const MANY = new Set(["outlaws", "hunters", "dakota"]);
const FEMININE = new Set(["dancer", "dakota", "cow-1", "cow-2"]);

/** 1 or 2: whether the verbs of a party stand in the singular or the plural. */
export function verbsOf(party: Name): number {
  return party && MANY.has(party) ? 2 : 1;
}

/** 1 or 2: whether what is said of a figure is masculine or feminine, in languages that tell them apart. */
export function genderOf(standee: Name): number {
  return standee && FEMININE.has(standee) ? 2 : 1;
}

/** Every form of a party's name, for a sentence about it: each language takes the one it needs. */
export function partyForms(party: Name): Values {
  return { who: partyWho(party), whom: partyWhom(party), whose: partyWhose(party), n: verbsOf(party) };
}

/** Every form of a figure's name, for a sentence about it. */
export function standeeForms(standee: Name): Values {
  return { standee: standeeName(standee), who: standeeWho(standee), whom: standeeWhom(standee), f: genderOf(standee) };
}

/** A space by its letter and number, any other place by its name. */
export const placeName = (place: Name): string => (place && !has(`place.${place}`) ? place : named("place")(place));
export const fromPlace = inSentence("place", "from", placeName);
export const toPlace = inSentence("place", "to", placeName);
export const atPlace = inSentence("place", "at", placeName);

/** What an icon, token, building effect, event or counter does, in one sentence. */
export function helpOf(kind: string, name: string): string {
  return has(`${kind}.${name}.help`) ? t(`${kind}.${name}.help`) : "";
}

/** The ids of the rules behind it: `MOV-1, MOV-5`. */
export function ruleOf(kind: string, name: string): string {
  return has(`${kind}.${name}.rule`) ? t(`${kind}.${name}.rule`) : "";
}
