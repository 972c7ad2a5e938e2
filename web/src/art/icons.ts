/** Which icon belongs to which name. */

import { path } from "./cut";
import { ACTIONS } from "./icons/actions";
import { COUNTERS, EFFECTS, EVENTS, PETS, TOKENS } from "./icons/things";
import { UI } from "./icons/ui";

export const TABLES = { icon: ACTIONS, token: TOKENS, event: EVENTS, pet: PETS, counter: COUNTERS, ui: UI, effect: EFFECTS };

export type IconKind = keyof typeof TABLES;

export interface Glyph {
  lines: string;
  solid: string;
}

const DOT = "|O12 12 4";
const known = new Map<string, Glyph>();

export function hasIcon(kind: IconKind, name: string): boolean {
  return Object.hasOwn(TABLES[kind], name);
}

/** The lines and the filled parts of an icon; a plain dot for a name nobody drew. */
export function glyph(kind: IconKind, name: string): Glyph {
  const key = `${kind} ${name}`;
  let found = known.get(key);
  if (!found) {
    const [lines = "", solid = ""] = (hasIcon(kind, name) ? TABLES[kind][name] ?? DOT : DOT).split("|");
    found = { lines: path(lines), solid: path(solid) };
    known.set(key, found);
  }
  return found;
}

/** The icon of what a building does: a token, an animal, or an effect of its own. */
export function effectIcon(effect: string): IconKind {
  return hasIcon("effect", effect) || !hasIcon("token", effect) ? "effect" : "token";
}
