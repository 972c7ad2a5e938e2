/** Who the bots are: people of the town, each with a face and a temper. Comes on demand. */

import { coat, EYES, FLAT, hat, head, bandana, SMILE } from "../art/faces";

export type Temper = "cheerful" | "bold" | "calm" | "gruff";

export interface Character {
  id: string;
  name: string; // the same in every language
  temper: Temper;
  drawing: string;
}

const behind = (tone: string): string => `${tone} M-11.5 9Q-14.5 -12 0 -12T11.5 9Q9 11 0 10T-11.5 9z;`;
const fringe = (tone: string): string => `${tone} M-9.8 1Q-11.5 -11 0 -11T9.8 1Q9 -4.5 4 -6 -4 -3 -9.8 1z;`;
const bun = (tone: string): string => `${tone} O0 -12.5 4.6;`;
const braid = (tone: string): string => `${tone} M8 3Q14 7 11.5 12 9.5 15 11.5 19 7 18.5 7.5 13 7.5 9 6.5 6z;`;
const beard = (tone: string, long = 15): string => `${tone} M-9.5 0Q-10.5 ${long - 2} 0 ${long}T9.5 0Q7.5 4.5 4 3.6H-4Q-7.5 4.5 -9.5 0z;`;
const moustache = (tone: string): string => `${tone} M-7.5 6Q-4.5 1.5 0 3.6 4.5 1.5 7.5 6 3.5 7.2 0 5.4 -3.5 7.2 -7.5 6z;`;
const sideburns = (tone: string): string => `${tone} M-9.5 -2Q-11 6 -7 8.5L-7.4 0zM9.5 -2Q11 6 7 8.5L7.4 0z;`;
const bowler = (tone: string): string => `${tone} M-9 -6Q-9.5 -17 0 -17T9 -6z;q M-9 -6L-8.8 -9H8.8L9 -6z;${tone} M-13 -6.4Q0 -2.8 13 -6.4 12 -3.4 0 -3.2T-13 -6.4z;`;
const bonnet = (tone: string): string => `${tone} M-12.5 6Q-16 -16 0 -17T12.5 6Q11 -6 0 -7.5T-12.5 6z;`;
const cap = (tone: string): string => `${tone} M-10 -5Q-11 -15 0 -15T10 -5z;d M-10 -5.4H10Q14 -4.5 14.5 -3 5 -4.6 -10 -3.2z;`;
const GLASSES = "t O-3.8 0.6 3.1;t O3.8 0.6 3.1;t M-0.8 0.2H0.8;";
const GOGGLES = "w O-4 -9.5 3.2;w O4 -9.5 3.2;";
const FRECKLES = "t M-6.4 3.4h0.2M-5 4.4h0.2M4.8 4.4h0.2M6.2 3.4h0.2;";
const PATCH = "k M-9.6 -3.2L9.4 2.6 9.2 3.8 -9.6 -2z;k O-3.6 0.4 2.8;";

function character(id: string, name: string, temper: Temper, drawing: string): Character {
  return { id, name, temper, drawing };
}

export const CAST: readonly Character[] = [
  character("clementine", "Clementine", "cheerful", `${behind("r")}${coat("g")}${head()}${EYES}${FRECKLES}${SMILE}${hat("y")}`),
  character("silas", "Silas", "gruff", `${coat("d")}${head()}${EYES}${beard("s")}${FLAT}${hat("d")}`),
  character("rosa", "Rosa", "bold", `${behind("k")}${coat("r")}${head("a")}${EYES}${SMILE}${braid("d")}${bandana("q")}${hat("r")}`),
  character("josiah", "Josiah", "calm", `${coat("u")}${head("b")}${EYES}${moustache("s")}${bandana("q")}${bowler("d")}`),
  character("marigold", "Marigold", "cheerful", `${coat("p")}${head()}${fringe("y")}${EYES}${GLASSES}${SMILE}${bonnet("p")}y O9 -10 2.6;`),
  character("ezra", "Ezra", "gruff", `${coat("b")}${head()}${EYES}${beard("b", 19)}${FLAT}${hat("a")}`),
  character("mei", "Mei", "calm", `${behind("k")}${coat("u")}${head("c")}${fringe("k")}${EYES}${SMILE}${bandana("q")}${cap("s")}${GOGGLES}`),
  character("buck", "Buck", "bold", `${coat("a")}${head()}${EYES}${moustache("d")}${bandana("q")}${hat("c")}`),
  character("pearl", "Pearl", "calm", `${bun("s")}${coat("g")}${head("a")}${fringe("s")}${EYES}${GLASSES}${FLAT}q M-4 10H4L2.6 13.5 0 12 -2.6 13.5z;`),
  character("otis", "Otis", "cheerful", `${coat("y")}${head("b")}${EYES}${SMILE}${bandana("q")}${cap("g")}`),
  character("nell", "Nell", "bold", `${behind("b")}${coat("d")}${head()}${EYES}${PATCH}${SMILE}${bandana("q")}${hat("b")}`),
  character("amos", "Amos", "gruff", `${coat("s")}${head("a")}${sideburns("d")}${EYES}${FLAT}${bandana("q")}d M-7 -3.4L-2 -2.6M7 -3.4L2 -2.6;`),
];

const STEPS = [1, 5, 7, 11]; // with any of them nobody sits at a table twice

/** A number for a word: the same wherever it is asked for. */
export function numberOf(word: string): number {
  let number = 2166136261;
  for (const letter of word) number = Math.imul(number ^ (letter.codePointAt(0) ?? 0), 16777619) >>> 0;
  return number;
}

/** Who sits on a chair of a table where a bot plays. */
export function castAt(table: string, chair: number): Character {
  const number = numberOf(table);
  const step = STEPS[(number >>> 8) % STEPS.length] ?? 1;
  return CAST[(number + chair * step) % CAST.length] as Character;
}
