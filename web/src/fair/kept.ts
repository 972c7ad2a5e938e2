/** What this browser keeps of the dice of its tables: the seals it was shown, and its own words.
 *
 * A word is secret until all are shown. It belongs to one seal: when the dice are sealed anew, so
 * are the words.
 */

import { sealOf } from "./sha256";

export interface Attempt {
  seal: string;
  words: string[]; // promised, or meant to be: the table tells which of them holds
  shown: string[]; // of them: shown to the server
  promises: string[]; // of the whole table, from the moment none could be changed any more
}

interface Kept {
  table: string;
  attempts: Attempt[];
}

const KEY = "cactustown.dice";
const MOST_TABLES = 50;
const MOST_ATTEMPTS = 20;
const MOST_WORDS = 40;
let here: Kept[] = []; // where the browser allows no storage: until the page is closed
let stored = true;

function read(): Kept[] {
  try {
    const saved: unknown = stored ? JSON.parse(localStorage.getItem(KEY) ?? "[]") : here;
    if (Array.isArray(saved)) here = saved as Kept[];
  } catch {
    // private windows of some browsers
  }
  return here;
}

/** What was kept of a table's attempts, the oldest first. */
export function attemptsAt(table: string): readonly Attempt[] {
  return read().find((one) => one.table === table)?.attempts ?? [];
}

export function attemptFor(table: string, seal: string): Attempt | undefined {
  return attemptsAt(table).find((one) => one.seal === seal);
}

/** Keeps more of an attempt; the table used last is forgotten last. */
export function keep(table: string, seal: string, more: { word?: string; shown?: string; promises?: string[] }): void {
  const others = read().filter((one) => one.table !== table);
  const attempts = [...attemptsAt(table)];
  const known = attempts.find((one) => one.seal === seal);
  const attempt = known ?? { seal, words: [], shown: [], promises: [] };
  if (!known) attempts.push(attempt);
  if (more.word !== undefined) attempt.words = [...attempt.words, more.word].slice(-MOST_WORDS);
  if (more.shown !== undefined && !attempt.shown.includes(more.shown)) attempt.shown = [...attempt.shown, more.shown];
  if (more.promises) attempt.promises = more.promises;
  here = [...others.slice(1 - MOST_TABLES), { table, attempts: attempts.slice(-MOST_ATTEMPTS) }];
  try {
    localStorage.setItem(KEY, JSON.stringify(here));
    stored = true;
  } catch {
    stored = false;
  }
}

/** The kept word behind a promise; undefined: it was made in another browser.
 *
 * A promise that was on its way while the dice were sealed anew holds for the new seal, unless its
 * word was shown before.
 */
export function wordBehind(table: string, seal: string, promise: string): string | undefined {
  const secret = (one: Attempt): string[] => one.words.filter((word) => one.seal === seal || !one.shown.includes(word));
  return attemptsAt(table).flatMap(secret).find((word) => sealOf(word) === promise);
}

const LONGEST_OWN = 40;
const PARTS = 4; // of 32 bits: nobody tries out 2^128

/** A word that nobody can guess; it may begin with one of the player's own. */
export function newWord(own = ""): string {
  // What the server takes for printable, whichever edition of Unicode it knows.
  const said = own.normalize("NFC").replace(/[^\p{L}\p{M}\p{N}\p{P}\p{S} ]|[\u{10000}-\u{10ffff}]/gu, "").trim();
  const luck = [...crypto.getRandomValues(new Uint32Array(PARTS))].map((part) => part.toString(36)).join("").slice(0, 24);
  return `${said.slice(0, LONGEST_OWN - 1).trim()} ${luck}`.trim();
}
