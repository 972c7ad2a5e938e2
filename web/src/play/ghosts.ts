/** Figures that are not really there: where a choice would bring them, and where cards tried have. */

import type { Ghosts, Way } from "../board/types";
import type { SeatView, TriedCard } from "../protocol";
import { partyOfStandee, standeeOf } from "./read";

/** Where the figure of a choice would be; null if the choice moves nobody. */
export function previewOf(view: SeatView, at: number | null): Way | null {
  const part = (at === null ? null : view.parts[at]) ?? {};
  const standee = part["standee"];
  const from = standee === undefined ? undefined : standeeOf(view, standee)?.at;
  if (standee === undefined || from === undefined) return null;
  const by = part["by"] === undefined ? undefined : standeeOf(view, part["by"])?.at;
  const to = part["to"] ?? by ?? (part["verb"] === "jail" ? "jail" : undefined);
  return to === undefined || to === from ? null : { standee, party: partyOfStandee(view, standee) ?? "", stops: [from, to] };
}

/** The ways the own figures have gone by the cards tried, from where they really are. */
export function waysOf(real: SeatView, tried: SeatView, cards: readonly TriedCard[]): Way[] {
  const party = tried.seat ?? "";
  return Object.entries(real.parties[party]?.standees ?? {}).flatMap(([standee, { at }]) => {
    const stops = [at];
    for (const place of [...cards.map((card) => card.places[standee]), standeeOf(tried, standee)?.at])
      if (place !== undefined && place !== stops.at(-1)) stops.push(place);
    return stops.length > 1 ? [{ standee, party, stops }] : [];
  });
}

/** By which card at the earliest, counted from 1, a figure could be where it is not: of the one picked, or of all. */
export function reachOf(tried: SeatView, cards: readonly TriedCard[], chosen: string | null): Map<string, number> {
  const found = new Map<string, number>();
  const own = Object.keys(tried.parties[tried.seat ?? ""]?.standees ?? {});
  const whose = chosen !== null && own.includes(chosen) ? [chosen] : own;
  cards.forEach((card, at) => {
    for (const standee of whose)
      for (const place of card.could[standee] ?? []) if (!found.has(place) && standeeOf(tried, standee)?.at !== place) found.set(place, at + 1);
  });
  return found;
}

/** All of it; null where there is nothing to draw. */
export function ghostsOf(real: SeatView, shown: SeatView, cards: readonly TriedCard[] | null, chosen: string | null, hinted: number | null): Ghosts | null {
  const preview = previewOf(shown, hinted);
  if (cards === null) return preview && { ways: [], preview, reach: new Map() };
  return { ways: waysOf(real, shown, cards), preview, reach: reachOf(shown, cards, chosen) };
}
