/** Several people at one screen: how each of them is called, and their colour. Kept by this browser alone. */

import type { TableInfo } from "../protocol";
import { t } from "./i18n.svelte";

export interface Person {
  name: string; // "": nobody said; a number does
  colour: string; // one of COLOURS
}

export const COLOURS = ["ruby", "sage", "sky", "gold", "plum", "clay"] as const;
export const LONGEST_NAME = 24;
const KEY = "cactustown.people";
const MOST_TABLES = 30;

interface Kept {
  last: Person[]; // as they sat last time
  tables: [table: string, people: Person[]][];
}

function read(): Kept {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Kept>;
    return { last: (kept.last ?? []).map(sound), tables: kept.tables ?? [] };
  } catch {
    return { last: [], tables: [] };
  }
}

let kept = $state.raw<Kept>(read());

function sound({ name, colour }: Person): Person {
  return { name: String(name ?? "").slice(0, LONGEST_NAME), colour: (COLOURS as readonly string[]).includes(colour) ? colour : COLOURS[0] };
}

function keep(now: Kept): void {
  kept = now;
  try {
    localStorage.setItem(KEY, JSON.stringify(now));
  } catch {
    // private windows of some browsers
  }
}

/** So many people as sat here last time; who is new has a colour that is left. */
export function peopleFor(number: number, last: readonly Person[] = kept.last): Person[] {
  return Array.from({ length: number }, (_, at) => last[at] ?? { name: "", colour: COLOURS[at % COLOURS.length] ?? COLOURS[0] });
}

/** How many shared this screen last time; two who have never. */
export function keptPeople(): number {
  return Math.max(2, kept.last.length);
}

/** How somebody is called whose turn it is to sit down as number `at`. */
export function calledOf(person: Person, at: number): string {
  return person.name.trim() || t("tables.player", { n: at + 1 });
}

/** These people sit at a table, in the order of their chairs, and will be asked for next time. */
export function seatPeople(table: string, people: readonly Person[]): void {
  const sitting = people.map(sound);
  keep({ last: sitting, tables: [...kept.tables.filter(([name]) => name !== table), [table, sitting] as [string, Person[]]].slice(-MOST_TABLES) });
}

/** Those who share this screen, by the number of their chair; nobody where only one sits here. */
export function peopleAt(info: TableInfo): Map<number, Person> {
  const own = info.chairs.flatMap((chair, number) => (chair.yours ? [number] : []));
  if (own.length < 2) return new Map();
  const sitting = peopleFor(own.length, kept.tables.find(([name]) => name === info.table)?.[1] ?? []);
  return new Map(own.map((chair, at) => [chair, { ...(sitting[at] as Person), name: calledOf(sitting[at] as Person, at) }]));
}

/** The person of this screen who plays a party. */
export function personOf(info: TableInfo, party: string | null): Person | null {
  return peopleAt(info).get(info.chairs.findIndex((chair) => chair.party === party)) ?? null;
}

/** The table with those who share this screen under their own names. */
export function withPeople(info: TableInfo): TableInfo {
  const people = peopleAt(info);
  return { ...info, chairs: info.chairs.map((chair, number) => ({ ...chair, name: people.get(number)?.name ?? chair.name })) };
}
