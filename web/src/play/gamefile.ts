/** The file of a finished game: the proof of its dice, and where everything lay. */

import type { Box } from "../protocol";

export interface GameFile {
  chance: { commitment: string; seed: string; nonces: string[] };
  setup: number[];
  moves: unknown[];
  result: string | null;
}

const SIDE = 5;
const OFFICE = 12;

export function fileOf(table: string): string {
  return `/games/${encodeURIComponent(table)}.json`;
}

export async function fetchFile(table: string): Promise<GameFile | null> {
  try {
    const answer = await fetch(fileOf(table), { credentials: "same-origin" });
    const file = (await answer.json()) as Partial<GameFile>;
    return answer.ok && file.chance && file.setup ? (file as GameFile) : null;
  } catch {
    return null;
  }
}

/** Where the buildings lay: the file's first values of chance shuffled them.
 *
 * From the last card to the second each changed places with the one drawn; then they were laid from
 * the last, space by space, the office keeping the middle.
 */
export function townIn(file: GameFile, box: Box): Record<string, string> {
  const cards = box.buildings.map((building) => building.name).filter((name) => name !== box.office);
  for (let last = cards.length - 1, draw = 0; last > 0; last -= 1, draw += 1) {
    const other = file.setup[draw] ?? 0;
    [cards[last], cards[other]] = [cards[other] ?? "", cards[last] ?? ""];
  }
  const town: Record<string, string> = {};
  for (let space = 0; space < SIDE * SIDE; space += 1) {
    const name = `${"abcde"[space % SIDE]}${Math.floor(space / SIDE) + 1}`;
    town[name] = space === OFFICE ? box.office : (cards.pop() ?? "");
  }
  return town;
}
