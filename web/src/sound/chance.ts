/** Numbers by lot that are the same for the same word: the score of a game is its own, and can be tested. */

export type Lot = () => number;

/** Draws from 0 to 1, always the same for this word. */
export function lotOf(word: string): Lot {
  let state = 2166136261;
  for (const letter of word) state = Math.imul(state ^ (letter.codePointAt(0) ?? 0), 16777619);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** One of a list that is never empty. */
export function oneOf<Thing>(lot: Lot, things: readonly [Thing, ...Thing[]]): Thing {
  return things[Math.floor(lot() * things.length)] ?? things[0];
}
