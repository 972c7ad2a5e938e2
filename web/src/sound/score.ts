/** The score, written as it goes: bar after bar from the game's name, the time of day and the tension.
 *
 * Eight bars are a verse with harmonies, a picking and two motifs of its own; within a verse no bar is quite like
 * another. Nothing of it is kept, so any bar can be written by itself.
 */

import { lotOf, oneOf, type Lot } from "./chance";

export type Voice = "guitar" | "harmonica" | "whistle" | "brush" | "tap" | "heart" | "cricket";

export interface Note {
  voice: Voice;
  at: number; // seconds from the beginning of the bar
  pitch: number; // in half steps, 60 is the middle c
  long: number; // seconds
  loud: number; // 0 to 1
}

export interface Mood {
  seed: string; // the game
  night: boolean;
  tension: number; // 0 to 1
}

export interface Bar {
  long: number; // seconds
  notes: Note[];
}

const VERSE = 8; // bars
const EIGHTHS = 8; // of a bar
const SWING = 0.12; // how much later the second of two eighths comes
const UNEVEN = 0.012; // seconds a hand is early or late
const TENSE = 0.62; // from here on it is a showdown
const BRUSHED = 0.15; // from here on there is percussion
const BEATING = 0.7; // and from here on a heart

type Scale = readonly number[];
type Progression = readonly [number, number, number, number]; // steps of the scale, one a bar
type Motif = readonly (readonly [step: number, eighths: number])[];

interface Way {
  scale: Scale;
  beats: number; // a minute
  progressions: readonly [Progression, ...Progression[]];
}

const DAY: Way = {
  scale: [0, 2, 4, 5, 7, 9, 10],
  beats: 90,
  progressions: [[0, 6, 3, 0], [0, 3, 0, 4], [0, 5, 3, 4], [0, 0, 6, 3], [0, 4, 3, 0]],
};
const NIGHT: Way = {
  scale: [0, 2, 3, 5, 7, 9, 10],
  beats: 66,
  progressions: [[0, 6, 0, 3], [0, 2, 6, 0], [0, 4, 3, 0], [0, 5, 6, 0]],
};
const SHOWDOWN: Way = {
  scale: [0, 1, 4, 5, 7, 8, 10],
  beats: 84,
  progressions: [[0, 1, 0, 1], [0, 0, 1, 0], [0, 3, 1, 0], [0, 6, 1, 0]],
};

// R the root, 3 and 5 its chord, 8 the octave; a point is a rest
const PICKINGS = ["R.358.53", "R..35.8.", "R.5.8.53", "R...3.5.", "R.83.538", "R.3.R.5.", "R5.38.5."] as const;
const DRIVING = ["R.RR5.RR", "RR.RR.R5", "R.R.RRR."] as const;
const CHORD: Readonly<Record<string, number>> = { R: 0, "3": 2, "5": 4, "8": 7 }; // steps of the scale above the root

const MOTIFS: readonly [Motif, ...Motif[]] = [
  [[4, 3], [3, 1], [2, 4]],
  [[0, 2], [2, 2], [4, 4]],
  [[4, 1], [5, 1], [4, 2], [2, 4]],
  [[7, 4], [6, 2], [4, 2]],
  [[2, 6], [1, 2]],
  [[0, 1], [1, 1], [2, 2], [0, 4]],
  [[4, 8]],
  [[6, 2], [4, 2], [2, 2], [0, 2]],
];
const ROOTS: readonly [number, ...number[]] = [50, 48, 52, 45];
const SHIFTS: readonly [number, ...number[]] = [0, 0, 5, -2, 3];

/** What the bars of a verse have in common. */
interface Verse {
  way: Way;
  root: number;
  progression: Progression;
  picking: string;
  motifs: readonly [Motif, Motif];
  pace: number;
  bare: boolean; // the guitar alone
}

function wayOf({ night, tension }: Mood): Way {
  return tension >= TENSE ? SHOWDOWN : night ? NIGHT : DAY;
}

function verse(mood: Mood, number: number): Verse {
  const lot = lotOf(`${mood.seed}/verse/${number}`);
  const home = oneOf(lotOf(`${mood.seed}/home`), ROOTS);
  const way = wayOf(mood);
  return {
    way,
    root: home + (number === 0 ? 0 : oneOf(lot, SHIFTS)),
    progression: oneOf(lot, way.progressions),
    picking: way === SHOWDOWN ? oneOf(lot, DRIVING) : oneOf(lot, PICKINGS),
    motifs: [turned(lot, oneOf(lot, MOTIFS)), turned(lot, oneOf(lot, MOTIFS))],
    pace: 0.96 + 0.08 * lot(),
    bare: lot() < 0.22,
  };
}

/** A motif upside down, backwards or as it is. */
function turned(lot: Lot, motif: Motif): Motif {
  const way = lot();
  if (way < 0.25) return motif.map(([step, eighths]) => [4 - step, eighths]);
  return way < 0.45 ? motif.toReversed() : motif;
}

/** A bar of the score. */
export function bar(mood: Mood, number: number): Bar {
  const of = verse(mood, Math.floor(number / VERSE));
  const lot = lotOf(`${mood.seed}/bar/${number}`);
  const beats = of.way.beats * of.pace * (1 + 0.22 * mood.tension);
  const long = (60 / beats) * 4;
  const chord = of.progression[(number % VERSE) % of.progression.length] ?? 0;
  const hand: Hand = { lot, eighth: long / EIGHTHS, of, chord, mood };
  const place = number % VERSE;
  return { long, notes: [...guitar(hand), ...(of.bare ? [] : melody(hand, place)), ...percussion(hand), ...night(hand)] };
}

interface Hand {
  lot: Lot;
  eighth: number;
  of: Verse;
  chord: number;
  mood: Mood;
}

/** The half steps of a step of the scale, however far up or down. */
function pitch({ of }: Hand, step: number): number {
  const octave = Math.floor(step / of.way.scale.length);
  return of.root + 12 * octave + (of.way.scale[step - octave * of.way.scale.length] ?? 0);
}

/** When an eighth is played: swung, and by a hand. */
function when({ lot, eighth, of }: Hand, at: number): number {
  const swung = of.way === SHOWDOWN ? 0 : (at % 2) * SWING * eighth;
  return Math.max(0, at * eighth + swung + (lot() - 0.5) * 2 * UNEVEN);
}

function guitar(hand: Hand): Note[] {
  const { lot, of, chord, eighth } = hand;
  return [...of.picking].flatMap((string, at): Note[] => {
    const step = CHORD[string];
    const left = at > 0 && lot() < 0.16;
    const other = lot() < 0.12 ? 2 : 0; // a finger on the string beside it
    if (step === undefined || left) return [];
    const loud = (at === 0 ? 0.5 : 0.3) + 0.12 * lot();
    return [{ voice: "guitar", at: when(hand, at), pitch: pitch(hand, chord + step + (at ? other : 0)), long: of.way === SHOWDOWN ? eighth * 0.9 : 1.6, loud }];
  });
}

/** A motif of the verse now and then: by day the harmonica, by night and in a showdown a whistle far away as well. */
function melody(hand: Hand, place: number): Note[] {
  const { lot, of, chord, mood, eighth } = hand;
  const often = of.way === SHOWDOWN ? 0.35 : mood.night ? 0.4 : 0.5;
  if (lot() > often + (place % 4 === 1 ? 0.25 : 0)) return [];
  const voice: Voice = lot() < (mood.night ? 0.5 : 0.2) ? "whistle" : "harmonica";
  const motif = of.motifs[place % 4 < 2 ? 0 : 1];
  const up = 7 + (voice === "whistle" ? 7 : 0);
  const slower = mood.night && motif.length < 3 ? 1.5 : 1;
  let at = lot() < 0.3 ? 1 : 0;
  return motif.flatMap(([step, eighths]): Note[] => {
    const begin = at;
    at += eighths * slower;
    if (begin >= EIGHTHS || (begin > 0 && lot() < 0.12)) return [];
    const drift = lot() < 0.15 ? 1 : 0;
    return [{ voice, at: when(hand, begin), pitch: pitch(hand, chord + up + step + drift), long: eighths * slower * eighth * 0.92, loud: 0.2 + 0.1 * lot() }];
  });
}

function percussion(hand: Hand): Note[] {
  const { lot, mood } = hand;
  const notes: Note[] = [];
  const hit = (voice: Voice, at: number, long: number, loud: number): void => void notes.push({ voice, at: when(hand, at), pitch: 0, long, loud: loud * (0.8 + 0.4 * lot()) });
  if (mood.tension >= BRUSHED) for (const at of [2, 6]) hit("brush", at, 0.18, 0.12 + 0.2 * mood.tension);
  if (mood.tension >= BRUSHED) for (let at = 1; at < EIGHTHS; at += 2) if (lot() < mood.tension * 0.8) hit("tap", at, 0.05, 0.1 + 0.15 * mood.tension);
  if (mood.tension >= BEATING) for (const at of [0, 0.75, 4, 4.75]) hit("heart", at, 0.3, at % 4 === 0 ? 0.6 : 0.4);
  return notes;
}

function night(hand: Hand): Note[] {
  const { lot, mood, eighth } = hand;
  if (!mood.night || lot() > 0.55) return [];
  return [{ voice: "cricket", at: lot() * 5 * eighth, pitch: 108 + Math.floor(lot() * 3), long: 0.5 + 0.7 * lot(), loud: 0.05 + 0.04 * lot() }];
}
