/** What happens in town, as it sounds: each a few layers of tones and noise, a little different every time. */

import type { Sound } from "../lib/sound";

export interface Layer {
  kind: OscillatorType | "noise";
  from: number; // hertz; of noise, where the filter sits
  to: number;
  at: number; // seconds
  long: number;
  loud: number;
  narrow?: number; // of noise: how narrow its band is
  rise?: number; // seconds until it is loud
}

const click = (at: number, from: number, loud: number, long = 0.03): Layer => ({ kind: "noise", from, to: from * 0.6, at, long, loud, narrow: 3 });
const tone = (at: number, hertz: number, long: number, loud: number, kind: OscillatorType = "sine"): Layer => ({ kind, from: hertz, to: hertz, at, long, loud, rise: 0.008 });

/** Iron rings in tones that are no harmony. */
const ring = (at: number, hertz: number, long: number, loud: number): Layer[] => [1, 1.48, 2.27, 3.61].map((times, n) => tone(at, hertz * times, long / (1 + n * 0.6), loud / (1 + n)));

export const EFFECTS: Record<Sound, readonly Layer[]> = {
  card: [
    { kind: "noise", from: 5200, to: 2200, at: 0, long: 0.09, loud: 0.5, narrow: 0.7, rise: 0.03 },
    click(0.1, 1500, 0.9, 0.04),
  ],
  step: [
    { kind: "sine", from: 120, to: 55, at: 0, long: 0.09, loud: 0.35 },
    { kind: "noise", from: 700, to: 320, at: 0.005, long: 0.06, loud: 0.22 },
    { kind: "sine", from: 110, to: 50, at: 0.19, long: 0.09, loud: 0.28 },
    { kind: "noise", from: 800, to: 360, at: 0.195, long: 0.06, loud: 0.18 },
  ],
  push: [
    { kind: "noise", from: 500, to: 1700, at: 0, long: 0.2, loud: 0.2, narrow: 0.8, rise: 0.12 },
    { kind: "sine", from: 150, to: 48, at: 0.18, long: 0.16, loud: 0.5 },
    { kind: "noise", from: 500, to: 200, at: 0.18, long: 0.12, loud: 0.3 },
  ],
  shutters: [
    { kind: "sawtooth", from: 180, to: 320, at: 0, long: 0.14, loud: 0.035, rise: 0.05 },
    click(0.13, 1100, 0.45, 0.05),
    click(0.2, 850, 0.4, 0.05),
    { kind: "sine", from: 210, to: 120, at: 0.2, long: 0.1, loud: 0.25 },
  ],
  shot: [
    { kind: "noise", from: 4200, to: 900, at: 0, long: 0.07, loud: 1.6, narrow: 0.4 },
    { kind: "noise", from: 1600, to: 160, at: 0.01, long: 0.4, loud: 0.9, narrow: 0.5 },
    { kind: "triangle", from: 170, to: 38, at: 0, long: 0.26, loud: 0.6 },
    { kind: "noise", from: 700, to: 240, at: 0.34, long: 0.3, loud: 0.08, narrow: 0.8, rise: 0.06 },
  ],
  coin: [...ring(0, 2100, 0.16, 0.13), ...ring(0.09, 2650, 0.3, 0.13), click(0, 6000, 0.12)],
  jail: [
    { kind: "sawtooth", from: 95, to: 130, at: 0, long: 0.22, loud: 0.05, rise: 0.1 },
    ...ring(0.2, 240, 0.7, 0.2),
    { kind: "noise", from: 2400, to: 900, at: 0.2, long: 0.12, loud: 0.4 },
    click(0.42, 3200, 0.3),
    click(0.48, 2500, 0.25),
  ],
  dice: [0, 0.08, 0.15, 0.25, 0.38, 0.43].flatMap((at, n) => [click(at, 2600 - 180 * n, 0.42 - 0.05 * n), { kind: "sine" as const, from: 420 - 20 * n, to: 260, at, long: 0.03, loud: 0.16 }]),
  fall: [
    { kind: "triangle", from: 380, to: 80, at: 0, long: 0.26, loud: 0.22 },
    { kind: "sine", from: 110, to: 42, at: 0.24, long: 0.2, loud: 0.55 },
    { kind: "noise", from: 420, to: 180, at: 0.24, long: 0.16, loud: 0.3 },
  ],
  turn: [tone(0, 587, 0.22, 0.13, "triangle"), tone(0.13, 880, 0.34, 0.13, "triangle"), tone(0.13, 1760, 0.2, 0.03)],
  goal: [392, 494, 587, 784].map((hertz, n) => tone(n * 0.06, hertz, 0.7 - n * 0.06, 0.15, "triangle")),
  win: [
    ...[392, 494, 587].map((hertz, n) => tone(n * 0.15, hertz, 0.3, 0.18, "triangle")),
    ...[392, 494, 587, 784].map((hertz) => tone(0.5, hertz, 1.1, 0.14, "triangle")),
    { kind: "noise", from: 5000, to: 3000, at: 0.5, long: 0.5, loud: 0.06, narrow: 0.6 },
  ],
};
