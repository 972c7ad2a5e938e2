/** Whether a second shot is worth firing, in words that agree with the button that is proposed. */

import type { Box, SeatView } from "../protocol";
import { cardsOf } from "./deduce";
import type { DuelStory } from "./duelStory";
import { isRolled, leaderOf, oddsOf, sidesOf } from "./odds";
import { boxCard, boxParty } from "./read";

/** A party that may still fire, and what its shot may be worth (none known: empty). */
export interface Answer {
  party: string;
  values: number[];
}

/** Second shots that may still come. Cattle shoot nothing, and nobody in a sandstorm. */
export function answersOf(view: SeatView, box: Box, told: DuelStory | null): Answer[] {
  const duel = view.duel;
  if (!duel || view.events?.now === "sandstorm" || told?.winner) return [];
  const leader = leaderOf(duel);
  const others = cardsOf(view, box);
  return sidesOf(duel).flatMap((side) => {
    const cattle = boxParty(box, side.party)?.cattle ?? [];
    const spent = view.parties[side.party]?.second_shot_used || told?.declined.includes(side.party);
    if (side.party === leader || spent || !side.standees.some((one) => !cattle.includes(one))) return [];
    const values = side.party === view.seat ? [ownShot(view, box)] : (others.find((one) => one.party === side.party)?.shots ?? []);
    return [{ party: side.party, values: values.filter((value): value is number => value !== null) }];
  });
}

function ownShot(view: SeatView, box: Box): number | null {
  const card = view.seat ? view.parties[view.seat]?.unplayed : null;
  return card && view.seat ? (boxCard(box, view.seat, card)?.second_shot ?? null) : null;
}

export interface Advice {
  value: number; // of the own shot
  chance: number; // to win with it, if nothing else is added
  fire: boolean; // what the page proposes
}

/** What one's own second shot would do; null where one has none to fire. */
export function adviceOf(view: SeatView, box: Box, told: DuelStory | null, dice: number): Advice | null {
  const value = answersOf(view, box, told).find((one) => one.party === view.seat)?.values[0];
  if (value === undefined || !view.seat) return null;
  const chance = oddsOf(view, { [view.seat]: value }, dice)[view.seat] ?? 0;
  return { value, chance, fire: !(view.duel && isRolled(view.duel)) || chance > 0 };
}
