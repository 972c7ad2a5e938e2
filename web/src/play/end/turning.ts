/** The moments that decided a game: the largest steps towards a goal, and back. */

import { field, type EventName } from "../../lib/story";
import type { GameEvent, Replayed, SeatView } from "../../protocol";
import { goalsOf, standeeOf } from "../read";
import { milestones } from "./timeline";

export interface TurningPoint {
  at: number; // the moment of the replay in which it happened
  round: number;
  item: GameEvent; // what is told of it
  weight: number;
}

const SHOWN = 3;
const DEAL = 0; // the moment before anybody chose anything

/** What matters where there were too few steps: far less than any step does. */
const STIRRING: Partial<Record<EventName, number>> = { plundered: 0.04, stunned: 0.02, duel_won: 0.01, turned_up: 0.002, card: 0.001 };

/** Three moments in the order in which they came; of one round only one, if there are enough others. */
export function turningPoints(game: Replayed): TurningPoint[] {
  const weightiest = candidates(game).sort((a, b) => b.weight - a.weight || b.at - a.at);
  const chosen: TurningPoint[] = [];
  const take = (may: (point: TurningPoint) => boolean): void => {
    for (const point of weightiest) if (chosen.length < SHOWN && !chosen.includes(point) && may(point)) chosen.push(point);
  };
  take((point) => chosen.every((other) => other.round !== point.round));
  take(() => true);
  return chosen.sort((a, b) => a.at - b.at);
}

interface Candidate extends TurningPoint {
  heaviest: number; // the weight of what is told of it
}

/** Every moment in which something happened that still stands. */
function candidates(game: Replayed): Candidate[] {
  const steps = weightOfSteps(game);
  const found = new Map<number, Candidate>();
  let round = 0;
  for (const { at, item } of standingEvents(game)) {
    if (item.event === "round") round = item.round;
    const weight = steps.get(item.n) ?? STIRRING[item.event] ?? 0;
    const known = found.get(at) ?? { at, round, item, weight: 0, heaviest: 0 };
    const told = weight > known.heaviest ? { item, heaviest: weight } : {};
    if (weight && at > DEAL) found.set(at, { ...known, ...told, weight: known.weight + weight });
  }
  return [...found.values()];
}

/** The events that were not taken back, and the moments in which they happened. */
function standingEvents(game: Replayed): { at: number; item: GameEvent }[] {
  const kept: { at: number; item: GameEvent }[] = [];
  game.moments.forEach(({ story }, at) => {
    for (const item of story) {
      if (item.event === "undone") kept.splice(Math.max(0, kept.length - item.events));
      else kept.push({ at, item });
    }
  });
  return kept;
}

/** How much the steps told by each event changed: the nearer a party is to its goal, the more. */
function weightOfSteps(game: Replayed): Map<number, number> {
  const end = game.moments.at(-1)?.view;
  const weights = new Map<number, number>();
  if (!end) return weights;
  const done = new Map<string, number>();
  for (const { party, by, n } of milestones(game.moments.flatMap((moment) => moment.story), end, game.box)) {
    const before = done.get(party) ?? 0;
    done.set(party, before + by);
    const goals = end.parties[party];
    const need = goals ? goalsOf(goals).reduce((sum, goal) => sum + goal.need, 0) : 1;
    weights.set(n, (weights.get(n) ?? 0) + Math.abs(near(before + by, need) - near(before, need)));
  }
  return weights;
}

const near = (have: number, need: number): number => (have / need) ** 2;

/** Where something happened; what is told of the jail happened at the office. */
export function placeOf(item: GameEvent, view: SeatView): string {
  const standee = field(item, "standee");
  return field(item, "space") ?? field(item, "to") ?? (standee && standeeOf(view, standee)?.at) ?? "c3";
}
