/** The board in words, for who hears it. */

import { has, t } from "../lib/i18n.svelte";
import { buildingName, genderOf, petName, placeName, standeeName } from "../lib/names";
import type { BoxBuilding, SeatView, StandeeView } from "../protocol";

export interface Person {
  name: string;
  party: string;
  standee: StandeeView;
}

/** Everybody in the game with the party they belong to. */
export function everybody(view: SeatView): Person[] {
  return Object.entries(view.parties).flatMap(([party, { standees }]) =>
    Object.entries(standees).map(([name, standee]) => ({ name, party, standee })),
  );
}

/** Names may hold soft hyphens for the plates; nobody should hear them. */
const spoken = (text: string): string => text.replaceAll("\u00ad", "");

/** Who is where. */
export function byPlace(people: readonly Person[]): Map<string, Person[]> {
  const found = new Map<string, Person[]>();
  for (const one of people) {
    const there = found.get(one.standee.at);
    if (there) there.push(one);
    else found.set(one.standee.at, [one]);
  }
  return found;
}

export function figureWords(name: string, standee: StandeeView): string {
  let who = standeeName(name);
  if (standee.stunned) who = t("board.stunned", { who, f: genderOf(name) });
  if (standee.plunder) who = t("board.laden", { who });
  if (standee.captive !== null) who = t("board.captor", { who, captive: standeeName(standee.captive) });
  return spoken(who);
}

export function effectsOf(building: BoxBuilding | undefined): string[] {
  if (!building) return [];
  return [...new Set([building.enter, building.reveal, building.duel, ...building.marks])].filter(Boolean);
}

function effectWords(effect: string): string {
  return t("board.effect", { effect: has(`effect.${effect}`) ? t(`effect.${effect}`) : effect });
}

function buildingWords(building: SeatView["buildings"][string] | undefined, boxed: BoxBuilding | undefined): string[] {
  if (!building) return [];
  const { name, face_up, pet } = building;
  if (!face_up) return [name === null ? t("board.shut") : t("board.known", { building: buildingName(name) })];
  const words = [buildingName(name)];
  words.push(...effectsOf(boxed).map(effectWords));
  if (pet) words.push(t("board.shows", { pet: petName(pet) }));
  return words;
}

export interface Said {
  boxed: BoxBuilding | undefined;
  there: readonly Person[];
  lit: boolean;
  chosen: boolean;
  target: boolean;
}

/** A place of the board in one line: what is there and who. */
export function placeWords(view: SeatView, place: string, said: Said): string {
  const things = buildingWords(view.buildings[place], said.boxed);
  if (said.target) things.push(t("board.target"));
  if (view.cactus === place) things.push(t("board.cactus"));
  if (view.chicken === place) things.push(t("board.chicken"));
  if (view.dynamite === place) things.push(t("board.dynamite"));
  if (view.duel?.space === place) things.push(t("board.duel"));
  things.push(...said.there.map(({ name, standee }) => figureWords(name, standee)));
  if (said.chosen) things.push(t("board.chosen"));
  else if (said.lit) things.push(t("board.lit"));
  const space = placeName(place);
  return spoken(things.length ? t("board.place", { space, things: things.join(", ") }) : t("board.empty", { space }));
}
