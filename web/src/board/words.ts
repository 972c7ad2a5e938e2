/** The board in words, for who hears it. */

import { has, t } from "../lib/i18n.svelte";
import { buildingName, petName, placeName, standeeName } from "../lib/names";
import type { Box, BoxBuilding, SeatView, StandeeView } from "../protocol";

/** Everybody in the game with the party they belong to. */
export function everybody(view: SeatView): { name: string; party: string; standee: StandeeView }[] {
  return Object.entries(view.parties).flatMap(([party, { standees }]) =>
    Object.entries(standees).map(([name, standee]) => ({ name, party, standee })),
  );
}

/** Names may hold soft hyphens for the plates; nobody should hear them. */
const spoken = (text: string): string => text.replaceAll("\u00ad", "");

export function figureWords(name: string, standee: StandeeView): string {
  let who = standeeName(name);
  if (standee.stunned) who = t("board.stunned", { who });
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

function buildingWords(view: SeatView, box: Box, place: string): string[] {
  const building = view.buildings[place];
  if (!building) return [];
  const { name, face_up, pet } = building;
  if (!face_up) return [name === null ? t("board.shut") : t("board.known", { building: buildingName(name) })];
  const words = [buildingName(name)];
  words.push(...effectsOf(box.buildings.find((one) => one.name === name)).map(effectWords));
  if (pet) words.push(t("board.shows", { pet: petName(pet) }));
  return words;
}

export interface Said {
  lit: boolean;
  chosen: boolean;
  target: boolean;
}

/** A place of the board in one line: what is there and who. */
export function placeWords(view: SeatView, box: Box, place: string, said: Said): string {
  const things = buildingWords(view, box, place);
  if (said.target) things.push(t("board.target"));
  if (view.cactus === place) things.push(t("board.cactus"));
  if (view.chicken === place) things.push(t("board.chicken"));
  if (view.dynamite === place) things.push(t("board.dynamite"));
  if (view.duel?.space === place) things.push(t("board.duel"));
  for (const { name, standee } of everybody(view)) if (standee.at === place) things.push(figureWords(name, standee));
  if (said.chosen) things.push(t("board.chosen"));
  else if (said.lit) things.push(t("board.lit"));
  const space = placeName(place);
  return spoken(things.length ? t("board.place", { space, things: things.join(", ") }) : t("board.empty", { space }));
}
