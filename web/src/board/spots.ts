/** Where every figure is drawn, also those in jail, on the run, on the train or out of sight. */

import { arrange, type Spot } from "./arrange";
import type { Area, Plan } from "./layout";
import { byPlace, type Person } from "./words";

type People = readonly Person[];
export interface Seen extends Spot {
  shown: boolean;
}

const FLOOR = 47; // of wagons and corrals
const JAIL_WINDOW = { x: 44, y: 18, w: 42, h: 37 };
const INMATES = [0.68, 0.64, 0.46]; // how large one, two or three of them are drawn
const RIDER = 34; // the room of one who escaped

/** The barred window of the office that stands on this lot. */
export function jailAt(office: Area | undefined): Area | undefined {
  return office && { ...JAIL_WINDOW, x: office.x + JAIL_WINDOW.x, y: office.y + JAIL_WINDOW.y };
}

export function spotsOf(people: People, plan: Plan, jail: Area | undefined, feet: ReadonlyMap<string, number>, lit: ReadonlySet<string>): Map<string, Seen> {
  const found = new Map<string, Seen>();
  for (const [place, there] of byPlace(people)) {
    const spots = spotsAt(place, there, plan, jail, feet, lit);
    there.forEach((one, i) => {
      const spot = spots[i];
      if (spot) found.set(one.name, { ...spot, shown: true });
    });
  }
  for (const { name } of people) if (!found.has(name)) found.set(name, { ...outOfSight(name, people, found, plan), shown: false });
  return found;
}

function spotsAt(place: string, there: People, plan: Plan, jail: Area | undefined, feet: ReadonlyMap<string, number>, lit: ReadonlySet<string>): Spot[] {
  const guests = there.map(({ name, standee }) => ({ name, stunned: standee.stunned, lit: lit.has(name) }));
  if (place === "jail") return jail ? inJail(there, jail, lit) : [];
  if (place === "wilderness") return there.map((_, i) => ({ x: 22 + i * RIDER, y: plan.town.y - 9, scale: 0.85 }));
  const area = plan.areas.get(place);
  if (!area) return [];
  const lot = feet.get(place);
  return arrange(guests, area, area.y + (lot ?? FLOOR), lot === undefined);
}

/** Behind the bars; before them, large enough to be picked, when one may be let out. */
function inJail(there: People, jail: Area, lit: ReadonlySet<string>): Spot[] {
  const out = there.some(({ name }) => lit.has(name));
  const scale = out ? 0.85 : (INMATES[there.length - 1] ?? 0.4);
  const step = scale * (out ? 36 : 31);
  const x = jail.x + jail.w / 2 - (out ? 15 : 0) - ((there.length - 1) * step) / 2;
  return there.map((_, i) => ({ x: x + i * step, y: jail.y + jail.h + (out ? 4 : -1), scale }));
}

/** A captive vanishes into the hunter's shadow; who waits aside comes from the south. */
function outOfSight(name: string, people: People, found: ReadonlyMap<string, Spot>, plan: Plan): Spot {
  const captor = people.find(({ standee }) => standee.captive === name)?.name;
  const at = captor === undefined ? undefined : found.get(captor);
  return { x: at?.x ?? plan.width / 2, y: at?.y ?? plan.height, scale: 0.3 };
}
