/** How a duel stands, as far as one may know: every die not yet rolled counts as it may fall. */

import type { DuelView, SeatView } from "../protocol";
import type { DuelStory } from "./duelStory";

const SIDES = [1, 2, 3, 4, 5, 6] as const;

export interface Side {
  party: string;
  standees: string[];
  best: number | null; // its best die so far; null: nothing rolled yet
  modifier: number;
  total: number | null;
}

/** The parties of a duel, the initiator first; who is borrowed fights for who borrowed it. */
export function sidesOf(duel: DuelView): Side[] {
  const sides = Object.entries(duel.sides).map(([party, standees]): Side => {
    const dice = standees.flatMap((standee) => duel.dice[standee] ?? []);
    const best = dice.length ? Math.max(...dice) : null;
    const modifier = duel.modifiers[party] ?? 0;
    return { party, standees, best, modifier, total: best === null ? null : best + modifier };
  });
  return sides.sort((a, b) => Number(b.party === duel.initiator) - Number(a.party === duel.initiator));
}

/** Those who smoked the pipe keep their place, without a roll: nobody else's moves for it (GUN-9). */
export function smokersOf(view: SeatView, duel: DuelView, told: DuelStory | null): Side[] {
  const out = told?.tokens.filter(({ party, tokens }) => tokens.includes("pipe") && !(party in duel.sides)) ?? [];
  return out.map(({ party }) => {
    const there = Object.entries(view.parties[party]?.standees ?? {}).filter(([, { at, stunned }]) => at === duel.space && !stunned);
    return { party, standees: there.map(([name]) => name), best: null, modifier: 0, total: null };
  });
}

/** The initiator first, then as they sit: an order that a whole duel keeps. */
export function inOrder(sides: readonly Side[], view: SeatView, duel: DuelView): Side[] {
  const seats = Object.keys(view.parties);
  const place = ({ party }: Side): number => (party === duel.initiator ? -1 : seats.indexOf(party));
  return sides.toSorted((a, b) => place(a) - place(b));
}

/** The chances of each roll: `chances[7]` is that of a 7. */
type Chances = number[];

function oneDie(): Chances {
  return [0, ...SIDES.map(() => 1 / SIDES.length)];
}

function added(a: Chances, b: Chances): Chances {
  const sum: Chances = Array.from({ length: a.length + b.length - 1 }, () => 0);
  a.forEach((pa, x) => b.forEach((pb, y) => (sum[x + y] = (sum[x + y] ?? 0) + pa * pb)));
  return sum;
}

function best(a: Chances, b: Chances): Chances {
  const found: Chances = Array.from({ length: Math.max(a.length, b.length) }, () => 0);
  a.forEach((pa, x) => b.forEach((pb, y) => (found[Math.max(x, y)] = (found[Math.max(x, y)] ?? 0) + pa * pb)));
  return found;
}

function certain(value: number): Chances {
  return Array.from({ length: value + 1 }, (_, at) => (at === value ? 1 : 0));
}

/** What a party's best die may come to. */
function rollOf(side: Side, duel: DuelView, dice: number): Chances {
  const fresh = dice === 2 ? added(oneDie(), oneDie()) : oneDie();
  return side.standees
    .map((standee) => duel.dice[standee] ?? null)
    .map((die) => (die === null ? fresh : certain(die)))
    .reduce(best);
}

/** The chance of each party to win as the duel stands, if nothing is added any more.
 *
 * `extra` adds to a party's roll: a second shot it may fire. `dice` is 2 in a fast draw. A tie is
 * the initiator's; others roll again, which is even for all of them.
 */
export function oddsOf(view: SeatView, extra: Record<string, number> = {}, dice = 1): Record<string, number> {
  const duel = view.duel;
  if (!duel) return {};
  const sides = sidesOf(duel);
  let standings: Standing[] = [{ high: -Infinity, leaders: [], chance: 1 }];
  for (const side of sides) {
    const roll = rollOf(side, duel, dice);
    const add = side.modifier + (extra[side.party] ?? 0);
    standings = merged(standings.flatMap((standing) => roll.flatMap((p, value) => (p ? [joined(standing, side.party, value + add, p)] : []))));
  }
  const odds: Record<string, number> = Object.fromEntries(sides.map((side) => [side.party, 0]));
  for (const { leaders, chance } of standings) {
    const winners = leaders.includes(duel.initiator) ? [duel.initiator] : leaders;
    for (const winner of winners) odds[winner] = (odds[winner] ?? 0) + chance / winners.length;
  }
  return odds;
}

/** The highest roll of the parties looked at so far, who has it, and how likely that is. */
interface Standing {
  high: number;
  leaders: string[];
  chance: number;
}

function joined(before: Standing, party: string, total: number, chance: number): Standing {
  const leaders = total > before.high ? [party] : total === before.high ? [...before.leaders, party] : before.leaders;
  return { high: Math.max(total, before.high), leaders, chance: before.chance * chance };
}

function merged(standings: Standing[]): Standing[] {
  const found = new Map<string, Standing>();
  for (const standing of standings) {
    const key = `${standing.high} ${standing.leaders.join()}`;
    const same = found.get(key);
    if (same) same.chance += standing.chance;
    else found.set(key, standing);
  }
  return [...found.values()];
}

/** Whether all dice lie on the table. */
export function isRolled(duel: DuelView): boolean {
  return Object.values(duel.dice).every((die) => die !== null);
}

/** Who would win as the dice lie; null before they do, and where a tie would be rolled off. */
export function leaderOf(duel: DuelView): string | null {
  if (!isRolled(duel)) return null;
  const sides = sidesOf(duel);
  const high = Math.max(...sides.map((side) => side.total ?? 0));
  const first = sides.filter((side) => side.total === high);
  if (first.some((side) => side.party === duel.initiator)) return duel.initiator;
  return first.length === 1 ? (first[0]?.party ?? null) : null;
}
