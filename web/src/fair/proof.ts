/** Checking the dice of a game: what was promised before it, told at its start and proven at its end. */

import { field, type EventName, type Item, type ItemName, type ItemOf } from "../lib/story";
import type { Proof } from "../protocol";
import { SealedChance } from "./chance";
import { attemptFor, attemptsAt } from "./kept";
import { fromHex, hexOf, sealOf, sha256 } from "./sha256";

/** What does not fit; each has its sentence. */
export type Misfit = "seal" | "word" | "promises" | "kept-seal" | "kept-word" | "kept-promises" | "told" | "draws" | "parties" | "dice" | "abandoned";

export interface Verdict {
  misfits: Misfit[];
  draws: number;
  compared: "word" | "seal" | ""; // what this browser had kept to compare with
}

export type Told = Pick<ItemOf<"game_started">, "seal" | "nonces" | "commitments">;

/** The table as the page knows it. */
export interface Known {
  table: string;
  parties: readonly string[]; // as the table was opened with, before they were drawn
  story: readonly Item[];
}

const AT_ONCE = 8; // milliseconds without a break, so that the page stays alive
const EACH = 64; // draws between two looks at the clock

/** What the table said when the game began, if that part of the story is here. */
export function startOf(story: readonly Item[]): Told | undefined {
  return story.find((item) => item.event === "game_started");
}

/** What was told of the dice with it; null: they are not sealed. */
export function toldWith(start: Told | undefined): Told | null {
  return start?.seal ? start : null;
}

/** Whether these words were promised, and what this browser kept is among it. */
export function misfitsOf(table: string, told: Told, abandoned: readonly string[]): Misfit[] {
  const found: Misfit[] = [];
  const { seal, nonces, commitments } = told;
  if (commitments.length && !agree(nonces.map((nonce, n) => (commitments[n] === "" ? "" : sealOf(nonce))), commitments)) found.push("promises");
  if (attemptsAt(table).some((kept) => kept.seal !== seal && !abandoned.includes(kept.seal))) found.push("kept-seal");
  const kept = attemptFor(table, seal);
  const held = kept?.shown.filter((word) => !kept.promises.length || kept.promises.includes(sealOf(word))) ?? [];
  if (held.some((word) => !nonces.includes(word))) found.push("kept-word");
  if (kept?.promises.length && !agree(kept.promises, commitments.filter(Boolean))) found.push("kept-promises");
  return found;
}

/** How the start of a game fits what this browser kept; null: its dice are not sealed, or it is not here. */
export function atStart(table: string, start: Told | undefined, attempts: readonly { seal: string }[]): Omit<Verdict, "draws"> | null {
  const told = toldWith(start);
  if (!told) return null;
  return { misfits: misfitsOf(table, told, attempts.map((one) => one.seal)), compared: comparedAt(table, told.seal) };
}

/** Reckons everything anew; `progress` hears how much of it is done, from 0 to 1. */
export async function check(proof: Proof, known: Known, progress: (done: number) => void = () => undefined): Promise<Verdict> {
  const { seal, seed, nonces, commitments, abandoned } = proof;
  const misfits = new Set<Misfit>();
  if (!fits(seed, seal)) misfits.add("seal");
  if (!abandoned.every((one) => fits(one.seed, one.seal))) misfits.add("abandoned");
  const ours = misfitsOf(known.table, proof, abandoned.map((one) => one.seal));
  ours.forEach((misfit) => misfits.add(misfit));
  const told = toldWith(startOf(known.story));
  if (told && !(told.seal === seal && agree(told.nonces, nonces) && agree(told.commitments, commitments))) misfits.add("told");
  const chance = new SealedChance(seed, nonces);
  if (proof.drawn && !agree(chance.drawn(known.parties), proof.parties)) misfits.add("parties");
  if (!(await drawsFit(chance, proof.draws, progress))) misfits.add("draws");
  if (!diceFit(known.story, proof.draws)) misfits.add("dice");
  return { misfits: [...misfits], draws: proof.draws.length, compared: comparedAt(known.table, seal) };
}

function comparedAt(table: string, seal: string): Verdict["compared"] {
  const kept = attemptFor(table, seal);
  return kept?.shown.length ? "word" : kept ? "seal" : "";
}

function fits(seed: string, seal: string): boolean {
  return /^([0-9a-f]{2})+$/.test(seed) && hexOf(sha256(fromHex(seed))) === seal;
}

const agree = (some: readonly string[], others: readonly string[]): boolean =>
  some.length === others.length && some.every((one, n) => one === others[n]);

async function drawsFit(chance: SealedChance, draws: Proof["draws"], progress: (done: number) => void): Promise<boolean> {
  let until = performance.now() + AT_ONCE;
  for (const [number, [stream, n, value]] of draws.entries()) {
    if (chance.next(n, stream) !== value) return false;
    if (number % EACH === 0 && performance.now() > until) {
      progress(number / draws.length);
      await new Promise((on) => setTimeout(on));
      until = performance.now() + AT_ONCE;
    }
  }
  return true;
}

const ROLLS: ReadonlySet<ItemName> = new Set<EventName>(["rolled", "reloaded", "rerolled", "rolled_off", "broke_free", "tomahawk", "shot"]);
const DICE = 0;

/** Whether the dice that were told during the game are those of the proof, in their order.
 *
 * A story of which only the end is here is compared with the last of them.
 */
export function diceFit(story: readonly Item[], draws: Proof["draws"]): boolean {
  const rolled = draws.flatMap(([stream, , value]) => (stream === DICE ? [value + 1] : []));
  const told = story.filter((item) => ROLLS.has(item.event) || (item.event === "pet_used" && item.pet === "cat"));
  const isWhole = !story.length || story[0]?.n === 0;
  const from = isWhole ? [0] : rolled.map((_, n) => n).concat(rolled.length);
  return from.some((start) => follows(told, rolled, start));
}

/** A cat has all dice of a figure rolled again and tells their sum: two in a fast draw. */
function follows(told: readonly Item[], rolled: readonly number[], start: number): boolean {
  let at = start;
  for (const item of told) {
    let left = field(item, "die") ?? 0;
    do left -= rolled[at++] ?? 0;
    while (item.event === "pet_used" && left > 0 && at < rolled.length);
    if (left !== 0) return false;
  }
  return at === rolled.length;
}
