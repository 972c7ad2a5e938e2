/** What differs between two views that are shown one after the other: what the board has to act out. */

import { field, type EventName, type Item, type ItemName } from "../lib/story";
import type { SeatView, StandeeView } from "../protocol";

export type Motion = "walk" | "shove" | "rise" | "laden" | "";

const FORCED: ReadonlySet<string | undefined> = new Set(["push", "up-close"]);
const BY_FORCE: ReadonlySet<ItemName> = new Set<EventName>(["gored", "trapped", "jailed", "captured", "freed", "released", "broke_free", "blast"]);

/** Whether somebody is moved by others. */
export function isForced(item: Item): boolean {
  return FORCED.has(field(item, "how")) || BY_FORCE.has(item.event);
}

function all(view: SeatView): Map<string, StandeeView> {
  return new Map(Object.values(view.parties).flatMap((party) => Object.entries(party.standees)));
}

/** How each figure that changed gets from one view to the next. */
export function motions(before: SeatView | null, after: SeatView, now: Item | null): Map<string, Motion> {
  const found = new Map<string, Motion>();
  if (!before || before === after) return found;
  const then = all(before);
  const forced = now !== null && isForced(now);
  for (const [name, standee] of all(after)) {
    const was = then.get(name);
    if (!was) continue;
    if (was.at !== standee.at) found.set(name, forced ? "shove" : "walk");
    else if (was.stunned && !standee.stunned) found.set(name, "rise");
    else if (!was.plunder && standee.plunder) found.set(name, "laden");
  }
  return found;
}
