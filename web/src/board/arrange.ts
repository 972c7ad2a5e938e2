/** Where several figures stand on one space: side by side, in two rows when they are many. */

import { figureOf } from "../art/figures";
import type { Area } from "./layout";

export interface Guest {
  name: string;
  stunned: boolean;
}

export interface Spot {
  x: number; // of the feet's middle
  y: number;
  scale: number;
}

const LARGEST = 1;
const EDGE = 3; // kept free at the sides
const WORTH = 0.85; // one row is as good as two when its figures are nearly as large

const wide = (guest: Guest): number => (guest.stunned ? figureOf(guest.name).tall : figureOf(guest.name).wide) + 2;
const tall = (guest: Guest): number => (guest.stunned ? figureOf(guest.name).wide + 8 : figureOf(guest.name).tall) + 1;
const sum = (numbers: number[]): number => numbers.reduce((total, n) => total + n, 0);

interface Rows {
  rows: Guest[][];
  scale: number;
}

/** Splits into so many rows of about the same width. */
function split(guests: readonly Guest[], count: number): Guest[][] {
  const aim = sum(guests.map(wide)) / count;
  const rows: Guest[][] = [[]];
  let used = 0;
  for (const guest of guests) {
    if (used + wide(guest) / 2 > aim * rows.length && rows.length < count && rows.at(-1)?.length) rows.push([]);
    rows.at(-1)?.push(guest);
    used += wide(guest);
  }
  return rows;
}

function fit(guests: readonly Guest[], count: number, w: number, h: number): Rows {
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
  const tries = [1, 2, 3].filter((count) => count <= guests.length).map((count) => fit(guests, count, w, h));
  const best = Math.max(...tries.map((one) => one.scale));
  const chosen = tries.find((one) => one.scale >= best * WORTH) ?? (tries[0] as Rows);
  const spots: Spot[] = [];
  let y = feet;
  for (const row of [...chosen.rows].reverse()) {
    spots.unshift(...inRow(row, area.x + EDGE, w, y, chosen.scale, centred));
    y -= Math.max(...row.map(tall)) * chosen.scale;
  }
  return spots;
}

/** A row spreads to both sides, so that the sign of the building behind stays in sight. */
function inRow(row: Guest[], left: number, w: number, y: number, scale: number, centred: boolean): Spot[] {
  const free = w - sum(row.map(wide)) * scale;
  const gap = row.length > 1 ? free / (row.length - 1) : 0;
  let x = left + (centred && row.length === 1 ? free / 2 : 0);
  return row.map((guest) => {
    const half = (wide(guest) * scale) / 2;
    const spot = { x: x + half, y, scale };
    x += 2 * half + gap;
    return spot;
  });
}
