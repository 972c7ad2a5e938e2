/** What the coach sees: the player's own view, and what can be read off it. Nothing hidden is in it. */

import type { Item } from "../lib/story";
import { boxCard, boxParty, isSpace, standeesAt } from "../play/read";
import type { Box, PartyView, SeatView, StandeeView } from "../protocol";

export interface Scene {
  view: SeatView;
  box: Box;
  story: readonly Item[]; // as far as it has been shown
  slots: readonly (string | null)[]; // the cards laid so far
  asked: boolean; // something is asked of this player now
  busy: boolean; // something is being shown
  reverse: boolean; // pioneers: the card laid last acts first
}

/** A figure and where it stands. */
export interface Figure {
  name: string;
  party: string;
  standee: StandeeView;
}

export const me = ({ view }: Scene): PartyView | undefined => (view.seat === null ? undefined : view.parties[view.seat]);

export function figures({ view }: Scene): Figure[] {
  return Object.values(view.parties).flatMap((party) => Object.entries(party.standees).map(([name, standee]) => ({ name, party: party.name, standee })));
}

export const mine = (scene: Scene): Figure[] => figures(scene).filter(({ party, standee }) => party === scene.view.seat && isSpace(standee.at));
export const others = (scene: Scene): Figure[] => figures(scene).filter(({ party, standee }) => party !== scene.view.seat && isSpace(standee.at));

/** Somebody of one's own who can act. */
export const able = (scene: Scene): Figure[] => mine(scene).filter(({ standee }) => !standee.stunned);

/** An opponent who lies there for one to take: only outlaws are ever taken. */
export const lying = (scene: Scene): Figure | undefined => others(scene).find(({ party, standee }) => party === "outlaws" && standee.stunned);

/** One of one's own and an opponent, both upright, in one building. */
export function meeting(scene: Scene): { own: Figure; other: Figure } | null {
  for (const own of able(scene)) {
    const other = others(scene).find(({ standee }) => standee.at === own.standee.at && !standee.stunned);
    if (other) return { own, other };
  }
  return null;
}

/** The own targets whose place is known. */
export function targets(scene: Scene): { building: string; space: string }[] {
  const wanted = me(scene)?.targets ?? [];
  return Object.entries(scene.view.buildings).flatMap(([space, { name }]) => (name !== null && wanted.includes(name) ? [{ building: name, space }] : []));
}

export function onTarget(scene: Scene): { own: Figure; building: string } | null {
  for (const { building, space } of targets(scene)) {
    const own = able(scene).find(({ standee }) => standee.at === space && !standee.plunder);
    if (own) return { own, building };
  }
  return null;
}

/** The cards in hand with one of these icons. */
export function cardsWith(scene: Scene, ...icons: string[]): string[] {
  const { box, view } = scene;
  return [...(me(scene)?.cards ?? [])].filter((card) => boxCard(box, view.seat ?? "", card)?.icons.some((icon) => icons.includes(icon)));
}

/** Whether this party has an icon at all. */
export const knows = ({ box, view }: Scene, icon: string): boolean => boxParty(box, view.seat ?? "")?.cards.some((card) => card.icons.includes(icon)) ?? false;

export const steps = (from: string, to: string): number => Math.abs(from.charCodeAt(0) - to.charCodeAt(0)) + Math.abs(from.charCodeAt(1) - to.charCodeAt(1));

export const isEdge = (space: string): boolean => /^([ae]|.[15])/.test(space);

/** Whether somebody else is there too. */
export const isShared = (scene: Scene, space: string): boolean => standeesAt(scene.view, space).length > 1;

/** How much a party still needs. */
export function left(party: PartyView): number {
  return Object.values(party.goal).reduce((sum, [have, need]) => sum + Math.max(0, need - have), 0);
}
