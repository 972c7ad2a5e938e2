/** Reading views, boxes and stories. */

import type { Box, BoxCard, BoxParty, PartyView, SeatView, StandeeView } from "../protocol";
import { field, type Item } from "../lib/story";

/** Whose turn it is, and the card where one may know it. */
export type Turn = SeatView["order"][number];

export interface Goal {
  counter: string;
  have: number;
  need: number;
}

export function goalsOf(party: PartyView): Goal[] {
  return Object.entries(party.goal).map(([counter, [have, need]]) => ({ counter, have, need }));
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
  const seat = field(item, "seat");
  return field(item, "party") ?? (typeof seat === "string" ? seat : null);
}

/** Whether a place is one of the 25 spaces of the town. */
export function isSpace(place: string): boolean {
  return /^[a-e][1-5]$/.test(place);
}
