/** Who won, and by what: what the one sentence of the end is made of. */

import * as names from "../../lib/names";
import { field, type Item } from "../../lib/story";
import type { Values } from "../../lib/words";
import type { Box, SeatView } from "../../protocol";
import { milestones, standing } from "./timeline";

export interface Victory {
  counter: string; // the part of the goal that was reached last
  item: Item | null; // by which event
}

/** The last step of whoever won; null where nobody did. */
export function victory(story: readonly Item[], end: SeatView, box: Box): Victory | null {
  if (end.result === null || end.result === "draw") return null;
  const last = milestones(story, end, box).findLast((step) => step.party === end.result && step.by > 0);
  return last ? { counter: last.counter, item: standing(story).find((item) => item.n === last.n) ?? null } : { counter: "", item: null };
}

/** The names a sentence about it needs. */
export function victoryWords(won: Victory, end: SeatView): Values {
  const figure = won.item && field(won.item, "standee");
  const building = won.item && field(won.item, "building");
  return { ...names.partyForms(end.result), round: end.round, figure: names.standeeWho(figure), f: names.genderOf(figure), at: names.atBuilding(building) };
}
