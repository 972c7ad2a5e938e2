/** The event being told, as a sign over the space where it happens. */

import type { IconKind } from "../art/icons";
import { field, type EventName, type Item, type ItemName } from "../lib/story";
import type { SeatView } from "../protocol";

export interface Emphasis {
  place: string;
  kind: IconKind;
  name: string;
  loud: boolean; // with a burst round it
}

type Sign = readonly [IconKind, string, boolean?];

const SIGNS: Partial<Record<ItemName, Sign>> = {
  duel: ["icon", "duel", true],
  stunned: ["event", "shoot-out", true],
  recovered: ["icon", "recover"],
  escaped: ["counter", "escaped", true],
  jailed: ["icon", "jail", true],
  captured: ["icon", "capture", true],
  freed: ["icon", "release", true],
  released: ["icon", "release", true],
  broke_free: ["icon", "break-free", true],
  plundered: ["token", "plunder", true],
  horse_stolen: ["token", "horse", true],
  debt_paid: ["icon", "pay-debts", true],
  totem_built: ["token", "totem", true],
  chief_found: ["icon", "free-chief", true],
  chief_freed: ["icon", "free-chief", true],
  trapped: ["token", "trap", true],
  tomahawk: ["token", "tomahawk", true],
  shot: ["icon", "shoot", true],
  goring: ["icon", "stampede", true],
  gored: ["icon", "stampede", true],
  boarded: ["counter", "wagons", true],
  chicken_loose: ["token", "chicken", true],
  dynamite: ["token", "dynamite"],
  blast: ["token", "dynamite", true],
  cactus_moved: ["effect", "cactus"],
  looked: ["ui", "eye"],
} satisfies Partial<Record<EventName, Sign>>;

function whereIs(view: SeatView, standee: string | null | undefined): string | undefined {
  for (const party of Object.values(view.parties)) {
    const found = standee ? party.standees[standee] : undefined;
    if (found) return found.at;
  }
  return undefined;
}

/** The sign of an event and its place; null for what has none. */
export function emphasisOf(item: Item | null, view: SeatView): Emphasis | null {
  const sign = item ? SIGNS[item.event] : undefined;
  if (!item || !sign) return null;
  const told = [field(item, "space"), field(item, "to"), whereIs(view, field(item, "standee")), whereIs(view, field(item, "by"))];
  const place = told.find((at) => at && at !== "captive" && at !== "aside");
  return place ? { place, kind: sign[0], name: sign[1], loud: sign[2] ?? false } : null;
}
