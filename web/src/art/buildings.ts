/** Which front belongs to which building. */

import { cuts } from "./cut";
import { OUTSKIRTS } from "./outskirts";
import { arch, shopfront } from "./parts";
import { TOWN } from "./town";

const FRONTS: Record<string, string> = { ...TOWN, ...OUTSKIRTS };

/** Somebody's own building, from a content file of theirs. */
const PLAIN = arch("a") + shopfront();

export function front(name: string): string {
  return (hasFront(name) && FRONTS[name]) || PLAIN;
}

export function hasFront(name: string): boolean {
  return Object.hasOwn(FRONTS, name);
}

const FILLED = /[^lt]/;

/** The one shadow of a drawing: that of its first solid cut. */
export function shadow(drawing: string): string {
  return cuts(drawing).find((cut) => FILLED.test(cut.tone))?.d ?? "";
}
