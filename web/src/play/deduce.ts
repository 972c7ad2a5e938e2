/** What follows from what one was told: which buildings, targets and cards are still possible.
 *
 * Only the seat's own view, the box and the seat's story are used, so nothing is told here that a
 * patient player with a pencil could not find out.
 */

import type { Box, SeatView } from "../protocol";
import type { Item } from "../lib/story";
import { boxCard } from "./read";

export interface Town {
  known: { building: string; space: string; secret: boolean }[]; // secret: only this seat has looked
  hidden: string[]; // buildings that lie somewhere face down
  spaces: string[]; // the spaces where they may lie
}

export interface Targets {
  party: string;
  cards: number; // so many it holds
  known: string[];
  possible: string[]; // what the cards not known may show
  impossible: string[];
}

export interface Cards {
  party: string;
  played: string[]; // turned up this round
  left: string[]; // to come, or unplayed
  unplayed: string | null;
  shots: number[]; // what the second shot may be worth; none: it cannot come any more
}

export function townOf(view: SeatView, box: Box): Town {
  const known: Town["known"] = [];
  const spaces: string[] = [];
  for (const [space, building] of Object.entries(view.buildings)) {
    if (building.name) known.push({ building: building.name, space, secret: !building.face_up });
    else spaces.push(space);
  }
  const seen = new Set(known.map((one) => one.building));
  const hidden = box.buildings.map((one) => one.name).filter((name) => !seen.has(name));
  return { known, hidden, spaces };
}

export function targetsOf(view: SeatView, box: Box, story: readonly Item[]): Targets[] {
  const everything = box.buildings.map((one) => one.name).filter((name) => name !== box.office);
  const gone = new Set(view.targets_gone);
  const seen = new Map(Object.entries(view.parties).map(([name, party]) => [name, party.targets ?? party.targets_seen]));
  return Object.entries(view.parties).flatMap(([name, party]) => {
    if (!party.target_cards) return [];
    const known = seen.get(name) ?? [];
    if (known.length >= party.target_cards) return [{ party: name, cards: party.target_cards, known, possible: [], impossible: [] }];
    const elsewhere = new Set([...gone, ...[...seen.values()].flat()]);
    const barred = new Set([...elsewhere, ...neverDealt(name, view, story)]);
    const possible = everything.filter((one) => !barred.has(one));
    return [{ party: name, cards: party.target_cards, known, possible, impossible: everything.filter((one) => barred.has(one) && !known.includes(one)) }];
  });
}

/** Buildings that none of a party's cards can show: it stood there when it was dealt (SET-5).
 *
 * Only while it holds nothing but what it was dealt; a card drawn later may show them.
 */
function neverDealt(party: string, view: SeatView, story: readonly Item[]): string[] {
  const drewLater = story.some((item) => drewer(item) === party);
  if (drewLater) return [];
  const starts = new Set(startsOf(party, view, story));
  return story.flatMap((item) => {
    return item.event === "turned_up" && item.standee === null && starts.has(item.space) ? [item.building] : [];
  });
}

/** Whose cards are no longer those that were dealt. */
function drewer(item: Item): string | null {
  if (item.event === "confused") return item.victim;
  return item.event === "drew_target" || item.event === "kept" || item.event === "target_kept" ? item.party : null;
}

/** Where a party's standees began: where their first movement came from, or where they still are. */
function startsOf(party: string, view: SeatView, story: readonly Item[]): string[] {
  const standees = view.parties[party]?.standees ?? {};
  return Object.entries(standees).map(([name, standee]) => {
    for (const item of story) if (item.event === "moved" && item.standee === name) return item.from;
    return standee.at;
  });
}

export function cardsOf(view: SeatView, box: Box): Cards[] {
  const turns = view.order;
  return Object.entries(view.parties).flatMap(([name, party]) => {
    if (name === view.seat || name === view.automa) return [];
    const up = turns.flatMap(([whose, card], turn) => (whose === name && card && view.turn !== null && turn <= view.turn ? [card] : []));
    const left = party.cards.filter((card) => !up.includes(card) && card !== party.unplayed);
    const toCome = turns.filter(([whose], turn) => whose === name && (view.turn === null || turn > view.turn)).length;
    const unplayed = party.unplayed ?? (toCome === 0 && left.length === 1 ? (left[0] ?? null) : null);
    const shots = party.second_shot_used ? [] : (unplayed ? [unplayed] : left).map((card) => boxCard(box, name, card)?.second_shot ?? 0);
    return [{ party: name, played: up, left, unplayed, shots: [...new Set(shots)].sort((a, b) => a - b) }];
  });
}
