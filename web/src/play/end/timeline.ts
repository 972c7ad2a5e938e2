/** The game as a whole: who came how far when, and figures to talk about afterwards. */

import { field, type EventName, type Item } from "../../lib/story";
import type { Box, GameEvent, SeatView } from "../../protocol";
import { applyEvent } from "../applyEvent";
import { goalsOf, partyOfItem, partyOfStandee } from "../read";

export interface Milestone {
  round: number;
  party: string;
  counter: string;
  by: number; // 1: a step towards the goal, -1: one back
  n: number; // the item of the story
}

/** The events that still stand: those taken back are left out. */
export function standing(story: readonly Item[]): GameEvent[] {
  const kept: GameEvent[] = [];
  for (const item of story) {
    if (!("depth" in item)) continue; // a note of the table
    if (item.event === "undone") kept.splice(Math.max(0, kept.length - item.events));
    else kept.push(item);
  }
  return kept;
}

export function milestones(story: readonly Item[], end: SeatView, box: Box): Milestone[] {
  let view: SeatView = { ...end, parties: withoutProgress(end) };
  let round = 0;
  const found: Milestone[] = [];
  for (const item of standing(story)) {
    if (item.event === "round") round = item.round;
    const next = applyEvent(view, item, box);
    for (const [name, party] of Object.entries(next.parties)) {
      const before = view.parties[name];
      if (!before || before.goal === party.goal) continue;
      const was = goalsOf(before);
      goalsOf(party).forEach((goal, at) => {
        const by = goal.have - (was[at]?.have ?? 0);
        if (by) found.push({ round, party: name, counter: goal.counter, by, n: item.n });
      });
    }
    view = next;
  }
  return found;
}

function withoutProgress(view: SeatView): SeatView["parties"] {
  return Object.fromEntries(
    Object.entries(view.parties).map(([name, party]) => [
      name,
      { ...party, goal: Object.fromEntries(goalsOf(party).map((goal) => [goal.counter, [0, goal.need] satisfies [number, number]])) },
    ]),
  );
}

export interface Figures {
  party: string;
  duels: number; // won
  steps: number;
  turnedUp: number;
  shots: number; // second shots fired
}

export function figures(story: readonly Item[], end: SeatView): Figures[] {
  const items = standing(story);
  const by = (event: EventName, whose: (item: Item) => string | null): Map<string, number> => {
    const counted = new Map<string, number>();
    for (const item of items) {
      const party = item.event === event ? whose(item) : null;
      if (party) counted.set(party, (counted.get(party) ?? 0) + 1);
    }
    return counted;
  };
  const owner = (item: Item): string | null => partyOfStandee(end, field(item, "standee") ?? "");
  const duels = by("duel_won", partyOfItem);
  const steps = by("moved", owner);
  const turnedUp = by("turned_up", owner);
  const shots = by("second_shot", partyOfItem);
  return Object.keys(end.parties).map((party) => ({
    party,
    duels: duels.get(party) ?? 0,
    steps: steps.get(party) ?? 0,
    turnedUp: turnedUp.get(party) ?? 0,
    shots: shots.get(party) ?? 0,
  }));
}
