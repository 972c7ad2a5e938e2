/** What the reveal tells: whose card is up, what it is played for, and who is about to win. */

import type { EventName, Item, ItemName } from "../lib/story";
import type { SeatView } from "../protocol";
import { goalsOf, partyOfItem } from "./read";

export interface Revealed {
  party: string;
  card: string | null; // null: its owner keeps what it was to themselves
  icon: string | null; // chosen; null: not yet
  turn: number;
}

/** The card turned up last, as far as the story was told; null before the first of a round. */
export function revealed(view: SeatView, story: readonly Item[]): Revealed | null {
  if (view.turn === null) return null;
  const [party, card] = view.order[view.turn] ?? [];
  if (party === undefined) return null;
  const begin = story.findLastIndex((item) => item.event === "card");
  const action = begin < 0 ? undefined : story.slice(begin + 1).findLast((item) => item.event === "action" && item.party === party);
  return { party, card: card ?? null, icon: action?.event === "action" ? action.icon : null, turn: view.turn };
}

/** What can take a party a step nearer to its goal. */
const STEPS: ReadonlySet<ItemName> = new Set<EventName>(["jailed", "captured", "escaped", "horse_stolen", "debt_paid", "duel_won", "totem_built", "chief_freed", "boarded"]);

/** The party that has just come within one step of its goal. */
export function nearlyThere(view: SeatView, now: Item | null): string | null {
  if (!now || !STEPS.has(now.event) || view.result) return null;
  for (const party of Object.values(view.parties)) {
    const goals = goalsOf(party);
    const left = goals.reduce((sum, goal) => sum + Math.max(0, goal.need - goal.have), 0);
    const counted = goals.some((goal) => goal.have > 0 && COUNTED_BY[goal.counter]?.includes(now.event));
    const acted = partyOfItem(now) === null || partyOfItem(now) === party.name;
    if (left === 1 && counted && acted) return party.name;
  }
  return null;
}

/** The events that move a counter. */
const COUNTED_BY: Record<string, readonly ItemName[]> = {
  jailed: ["jailed"],
  escaped: ["escaped"],
  captive: ["captured"],
  horses: ["horse_stolen"],
  debts: ["debt_paid"],
  duels: ["duel_won"],
  totems: ["totem_built"],
  chief: ["chief_freed"],
  wagons: ["boarded"],
};
