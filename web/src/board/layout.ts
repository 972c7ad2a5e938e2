/** Where everything lies: the town's 25 lots, the wilderness round them, corrals and train. */

export const LOT = 100;
export const STREET = 6;
export const SIDE = 30; // of wilderness left and right
export const COLUMNS = ["a", "b", "c", "d", "e"] as const;
export const ROWS = [5, 4, 3, 2, 1] as const; // north first, as on the screen
export const GATES = ["b", "c", "d"] as const; // the columns with a corral below and a wagon above
const PITCH = LOT + STREET;

export interface Area {
  x: number;
  y: number;
  w: number;
  h: number;
}

export interface Plan {
  width: number;
  height: number;
  town: Area;
  herd: boolean; // with corrals and train
  areas: ReadonlyMap<string, Area>;
  wilds: string; // everything outside the town, less what else can be picked there
}

const around = ({ x, y, w, h }: Area): string => `M${x} ${y}h${w}v${h}h${-w}z`;

function plan(herd: boolean): Plan {
  const top = herd ? 68 : 56;
  const bottom = herd ? 66 : 26;
  const side = COLUMNS.length * PITCH - STREET;
  const town = { x: SIDE, y: top, w: side, h: side };
  const width = side + 2 * SIDE;
  const height = side + top + bottom;
  const areas = new Map<string, Area>();
  COLUMNS.forEach((column, i) => {
    const x = SIDE + i * PITCH;
    ROWS.forEach((row, j) => areas.set(`${column}${row}`, { x, y: top + j * PITCH, w: LOT, h: LOT }));
    if (herd && (GATES as readonly string[]).includes(column)) {
      areas.set(`wagon-${column}`, { x, y: top - 62, w: LOT, h: 58 });
      areas.set(`corral-${column}`, { x, y: top + side + 12, w: LOT, h: 50 });
    }
  });
  const gates = [...areas].flatMap(([place, area]) => (place.includes("-") ? [area] : []));
  const all = { x: 0, y: 0, w: width, h: height };
  areas.set("wilderness", all);
  return { width, height, town, herd, areas, wilds: [all, town, ...gates].map(around).join("") };
}

const PLANS = { plain: plan(false), herd: plan(true) };

export function planOf(herd: boolean): Plan {
  return herd ? PLANS.herd : PLANS.plain;
}

/** The places in rows, as the arrow keys walk through them. */
export function rowsOf(herd: boolean): (string | null)[][] {
  const gates = (kind: string): (string | null)[] => [null, ...GATES.map((column) => `${kind}-${column}`), null];
  return [
    ...(herd ? [gates("wagon")] : []),
    ...ROWS.map((row) => COLUMNS.map((column) => `${column}${row}`)),
    ...(herd ? [gates("corral")] : []),
    [null, "wilderness", null, "jail", null],
  ];
}

const STEPS: Record<string, readonly [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  Home: [-9, 0],
  End: [9, 0],
};

/** The place an arrow key leads to; the same one at the edge. */
export function stepFrom(place: string, key: string, herd: boolean): string {
  const step = STEPS[key];
  const rows = rowsOf(herd);
  const r = rows.findIndex((row) => row.includes(place));
  if (!step || r < 0) return place;
  const c = rows[r]?.indexOf(place) ?? 0;
  const [across, down] = step;
  if (across) {
    const way = (rows[r] ?? []).flatMap((name, i) => (name !== null && (i - c) * across > 0 ? [name] : []));
    const far = Math.abs(across) > 1;
    return (across > 0 === far ? way.at(-1) : way[0]) ?? place;
  }
  const next = rows[r + down];
  return next ? nearest(next, c) ?? place : place;
}

function nearest(row: (string | null)[], column: number): string | null {
  for (const away of [0, 1, -1, 2, -2]) {
    const name = row[column + away];
    if (name) return name;
  }
  return null;
}
