/** The event being told, as a sign over the space where it happens. */

import type { IconKind } from "../art/icons";
import type { Item } from "../lib/table.svelte";
import type { SeatView } from "../protocol";

export interface Emphasis {
  place: string;
  kind: IconKind;
  name: string;
  loud: boolean; // with a burst round it
}

type Sign = readonly [IconKind, string, boolean?];

const SIGNS: Record<string, Sign> = {
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
};

function whereIs(view: SeatView, standee: unknown): string | null {
  for (const party of Object.values(view.parties)) {
    const found = typeof standee === "string" ? party.standees[standee] : undefined;
    if (found) return found.at;
  }
  return null;
}

/** The sign of an event and its place; null for what has none. */
export function emphasisOf(item: Item | null, view: SeatView): Emphasis | null {
  const sign = item ? SIGNS[item.event] : undefined;
  if (!item || !sign) return null;
  const told = [item["space"], item["to"], whereIs(view, item["standee"]), whereIs(view, item["by"])];
  const place = told.find((at): at is string => typeof at === "string" && at !== "captive" && at !== "aside");
  return place ? { place, kind: sign[0], name: sign[1], loud: sign[2] ?? false } : null;
}
