/** Where several figures stand on one space: side by side, in two rows when they are many. */

import { figureOf } from "../art/figures";
import type { Area } from "./layout";

export interface Guest {
  name: string;
  stunned: boolean;
  lit?: boolean; // can be picked
}

export interface Spot {
  x: number; // of the feet's middle
  y: number;
  scale: number;
}

const LARGEST = 1;
const EDGE = 3; // kept free at the sides
const WORTH = 0.85; // one row is as good as two when its figures are nearly as large
const CROWDED = 0.75; // below that size, those that can be picked are drawn larger than the others
const LARGER = 1.6;

interface Drawn extends Guest {
  size: number; // beside the others
}

const wide = (guest: Drawn): number => guest.size * ((guest.stunned ? figureOf(guest.name).tall : figureOf(guest.name).wide) + 2);
const tall = (guest: Drawn): number => guest.size * ((guest.stunned ? figureOf(guest.name).wide + 8 : figureOf(guest.name).tall) + 1);
const sum = (numbers: number[]): number => numbers.reduce((total, n) => total + n, 0);

interface Rows {
  rows: Drawn[][];
  scale: number;
}

/** Splits into so many rows of about the same width. */
function split(guests: readonly Drawn[], count: number): Drawn[][] {
  const aim = sum(guests.map(wide)) / count;
  const rows: Drawn[][] = [[]];
  let used = 0;
  for (const guest of guests) {
    if (used + wide(guest) / 2 > aim * rows.length && rows.length < count && rows.at(-1)?.length) rows.push([]);
    rows.at(-1)?.push(guest);
    used += wide(guest);
  }
  return rows;
}

function fit(guests: readonly Drawn[], count: number, w: number, h: number): Rows {
  const rows = split(guests, count);
  const widest = Math.max(...rows.map((row) => sum(row.map(wide))));
  const height = sum(rows.map((row) => Math.max(...row.map(tall))));
  return { rows, scale: Math.min(LARGEST, w / widest, h / height) };
}

/** One spot a guest, within the area above its foot line, none over another; one alone stands aside, or in the middle. */
export function arrange(guests: readonly Guest[], area: Area, feet: number, centred = false): Spot[] {
  if (!guests.length) return [];
  const w = area.w - 2 * EDGE;
  const h = feet - area.y;
  const alike = inRows(guests.map((guest) => ({ ...guest, size: 1 })), w, h);
  const larger = guests.map((guest) => ({ ...guest, size: guest.lit ? LARGER : 1 }));
  const chosen = alike.scale < CROWDED && guests.some((guest) => guest.lit) ? inRows(larger, w, h) : alike;
  const spots: Spot[] = [];
  let y = feet;
  for (const row of [...chosen.rows].reverse()) {
    spots.unshift(...inRow(row, area.x + EDGE, w, y, chosen.scale, centred));
    y -= Math.max(...row.map(tall)) * chosen.scale;
  }
  return spots;
}

function inRows(guests: readonly Drawn[], w: number, h: number): Rows {
  const tries = [1, 2, 3].filter((count) => count <= guests.length).map((count) => fit(guests, count, w, h));
  const best = Math.max(...tries.map((one) => one.scale));
  return tries.find((one) => one.scale >= best * WORTH) ?? (tries[0] as Rows);
}

/** A row spreads to both sides, so that the sign of the building behind stays in sight. */
function inRow(row: Drawn[], left: number, w: number, y: number, scale: number, centred: boolean): Spot[] {
  const free = w - sum(row.map(wide)) * scale;
  const gap = row.length > 1 ? free / (row.length - 1) : 0;
  let x = left + (centred && row.length === 1 ? free / 2 : 0);
  return row.map((guest) => {
    const half = (wide(guest) * scale) / 2;
    const spot = { x: x + half, y, scale: scale * guest.size };
    x += 2 * half + gap;
    return spot;
  });
}
