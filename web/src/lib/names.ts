/** Things of the game by their names in the reader's language. */

import { has, t } from "./i18n.svelte";

const named = (kind: string) => (name: string | null | undefined): string =>
  name === null || name === undefined ? t("names.unknown") : t(`${kind}.${name}`);

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
export const toolName = cardName;

/** A space by its letter and number, any other place by its name. */
export function placeName(place: string | null | undefined): string {
  if (place === null || place === undefined) return t("names.unknown");
  return has(`place.${place}`) ? t(`place.${place}`) : place;
}

/** What an icon, token, building effect, event or counter does, in one sentence. */
export function helpOf(kind: string, name: string): string {
  return has(`${kind}.${name}.help`) ? t(`${kind}.${name}.help`) : "";
}

/** The id of the rule behind it. */
export function ruleOf(kind: string, name: string): string {
  return has(`${kind}.${name}.rule`) ? t(`${kind}.${name}.rule`) : "";
}
