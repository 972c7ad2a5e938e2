/** What every party planned, round by round, now that nothing is secret. */

import type { Replayed } from "../../protocol";
import { standing } from "./timeline";

export interface Plan {
  party: string;
  cards: string[]; // in the order in which they were to be played
  unplayed: string | null; // kept for the second shot
}

export interface PlannedRound {
  round: number;
  plans: Plan[];
}

/** The last plan of every party counts: until all are locked in it may be changed. */
export function allPlans(game: Replayed): PlannedRound[] {
  const rounds: PlannedRound[] = [];
  for (const item of standing(game.moments.flatMap((moment) => moment.story))) {
    if (item.event === "round") rounds.push({ round: item.round, plans: [] });
    const now = rounds.at(-1);
    if (item.event !== "planned" || !now) continue;
    const cards = [item.first, item.second, item.third].flatMap((card) => (card ? [card] : []));
    now.plans = [...now.plans.filter((plan) => plan.party !== item.party), { party: item.party, cards, unplayed: item.unplayed }];
  }
  for (const { plans } of rounds) plans.sort((a, b) => game.parties.indexOf(a.party) - game.parties.indexOf(b.party));
  return rounds.filter(({ plans }) => plans.length > 0);
}
