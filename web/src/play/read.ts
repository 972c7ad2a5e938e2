/** Reading views, boxes and stories. */

import type { Box, BoxCard, BoxParty, PartyView, SeatView, StandeeView } from "../protocol";
import type { Item } from "../lib/table.svelte";

export type Turn = readonly [party: string, card: string | null];

/** Every turn of the round: whose it is, and the card where one may know it. */
export function turnsOf(view: SeatView): Turn[] {
  return view.order as unknown as Turn[];
}

export interface Goal {
  counter: string;
  have: number;
  need: number;
}

export function goalsOf(party: PartyView): Goal[] {
  const goal = party.goal as unknown as Record<string, [number, number]>;
  return Object.entries(goal).map(([counter, [have, need]]) => ({ counter, have, need }));
}

/** How far a party is, from 0 to 1. */
export function progressOf(party: PartyView): number {
  const goals = goalsOf(party);
  const need = goals.reduce((sum, goal) => sum + goal.need, 0);
  return need ? goals.reduce((sum, goal) => sum + Math.min(goal.have, goal.need), 0) / need : 0;
}

export function partyOfStandee(view: SeatView, standee: string): string | null {
  for (const [name, party] of Object.entries(view.parties)) if (standee in party.standees) return name;
  return null;
}

export function standeeOf(view: SeatView, standee: string): StandeeView | null {
  for (const party of Object.values(view.parties)) {
    const found = party.standees[standee];
    if (found) return found;
  }
  return null;
}

export function standeesAt(view: SeatView, space: string): string[] {
  return Object.values(view.parties).flatMap((party) =>
    Object.entries(party.standees).flatMap(([name, standee]) => (standee.at === space ? [name] : [])),
  );
}

export function boxParty(box: Box, party: string): BoxParty | null {
  return box.parties.find((one) => one.name === party) ?? null;
}

export function boxCard(box: Box, party: string, card: string): BoxCard | null {
  return boxParty(box, party)?.cards.find((one) => one.name === card) ?? null;
}

/** The party an item tells of: the game's events name it, the table's notes call it seat. */
export function partyOfItem(item: Item): string | null {
  if (typeof item["party"] === "string") return item["party"];
  return typeof item["seat"] === "string" ? item["seat"] : null;
}

export function word(item: Item, field: string): string | null {
  const value = item[field];
  return typeof value === "string" ? value : null;
}

export function number(item: Item, field: string): number {
  const value = item[field];
  return typeof value === "number" ? value : 0;
}

export function words(item: Item, field: string): string[] {
  const value = item[field];
  return Array.isArray(value) ? value.filter((one): one is string => typeof one === "string") : [];
}

/** Whether a place is one of the 25 spaces of the town. */
export function isSpace(place: string): boolean {
  return /^[a-e][1-5]$/.test(place);
}
