/** Which icons of one's cards cannot be played, and whether that is certain; `whyWords` says why. */

import type { SeatView, WhyNotView } from "../protocol";

/** Whether an icon cannot work either when its card is turned up from a slot (null: from wherever it is laid). */
export function isCertain(view: SeatView, why: WhyNotView, slot: number | null): boolean {
  return why.certain || (slot !== null && slot === view.exact_slot);
}

/** The icons of a card to cross out, as it lies in a slot of the plan or in hand (null). */
export function crossedOut(view: SeatView, card: string, slot: number | null): string[] {
  return Object.entries(view.why_not[card] ?? {}).flatMap(([icon, why]) => (isCertain(view, why, slot) ? [icon] : []));
}

/** When an icon is asked: those of the card that cannot be chosen. */
export function notOffered(view: SeatView): [icon: string, why: WhyNotView][] {
  return view.shape === "icon" ? Object.values(view.why_not).flatMap((icons) => Object.entries(icons)) : [];
}
