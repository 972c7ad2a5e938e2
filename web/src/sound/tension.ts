/** How exciting a game is just now, from what everybody may see: the score follows it. */

import { goalsOf } from "../play/read";
import type { PartyView, SeatView } from "../protocol";

const DUEL = 0.3; // what a duel adds
const LAST_ROUND = 0.25;
const LAST_EVENTS = 5; // of the Ranger's deck: from here on the Marshal is near

/** From 0, a quiet morning, to 1, a step before the end. `limit` is the number of rounds, 0 for as many as it takes. */
export function tension(view: SeatView, limit = 0): number {
  if (view.result !== null) return 0;
  const nearest = Math.max(0, ...Object.values(view.parties).map(nearness), marshal(view));
  const duel = view.duel ? DUEL : 0;
  const last = limit > 0 && view.round >= limit ? LAST_ROUND : 0;
  return Math.min(1, 0.75 * nearest + duel + last);
}

/** How near a party is to its goal; what its figures carry counts a little, for it is half the way. */
function nearness(party: PartyView): number {
  const goals = goalsOf(party);
  const need = goals.reduce((sum, goal) => sum + goal.need, 0);
  const have = goals.reduce((sum, goal) => sum + Math.min(goal.have, goal.need), 0);
  const carried = Object.values(party.standees).filter((standee) => standee.plunder && standee.at !== "wilderness" && standee.at !== "jail").length;
  const under = Math.min(0.5 * carried, Math.max(0, need - have - 0.5));
  return need ? (have + under) / need : 0;
}

/** How near the Marshal is, as the number of events that are left tells everybody. */
function marshal({ events }: SeatView): number {
  return events ? Math.max(0, 1 - Math.max(0, events.left - 1) / LAST_EVENTS) : 0;
}
