/** What flies through the air when somebody wins: hats and the flowers of a cactus. */

/** Drawn about the origin; tone q is the colour of the bit. */
export const FLOWER = "q M0 -3Q-7 -14 0 -16 7 -14 0 -3zM3 -1Q15 -6 16 1 14 8 3 -1zM2 3Q10 13 4 16 -3 16 2 3zM-2 3Q-10 13 -4 16 3 16 -2 3zM-3 -1Q-15 -6 -16 1 -14 8 -3 -1z;y O0 0 4.5;";
export const HAT = "q M-18 6Q0 13 18 6 14 0 9 2L7 -10Q0 -6 -7 -10L-9 2Q-14 0 -18 6z;t M-9 2Q0 5 9 2;";

export interface Bit {
  x: number;
  y: number;
  size: number;
  turn: number;
  late: number; // seconds it has been falling for
  long: number; // seconds it falls
  drift: number;
  hat: boolean;
  tone: "pink" | "yellow" | "red" | "own";
}

const MANY = 36;
const TONES = ["pink", "own", "yellow", "red"] as const;
const SEED = 20_731;

/** Always the same ones: falling from above, or, where nothing moves, lying in the air. */
export function bits(moving: boolean): Bit[] {
  let last = SEED;
  const lot = (): number => (last = (last * 48_271) % 2_147_483_647) / 2_147_483_647;
  return Array.from({ length: MANY }, (_, at) => {
    const x = ((at + lot()) * 600) / MANY;
    const high = lot() * 330;
    return {
      x,
      y: moving ? -40 : high,
      size: 0.9 + lot() * 0.8,
      turn: Math.round(lot() * 360),
      late: lot() * 7,
      long: 5 + lot() * 4,
      drift: lot() * 120 - 60,
      hat: at % 3 === 0,
      tone: TONES[at % TONES.length] ?? "own",
    };
  });
}
