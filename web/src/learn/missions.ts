/** The missions: real games on the server that begin in a situation of their own, each with an aim.
 *
 * A mission is fulfilled when the game tells that its aim came about, whichever way one went.
 */

import { buildingName, cardName } from "../lib/names";
import { type EventName, type Item } from "../lib/story";
import { partyOfItem } from "../play/read";
import type { Observation } from "./remarks";

export interface Mission {
  name: string;
  me: string;
  figures: readonly string[]; // its picture
  minutes: number;
  round: number; // in which it begins; what lies before is how the situation came about
  aim: EventName;
  by?: string; // the party that must bring it about, where several can
  remarks?: readonly Observation[]; // what only this coach has to say
}

const RUMOUR: Observation = {
  name: "rumour",
  when: ({ asked, view }) => asked && view.choices.includes("run outlaw-1 a1-a2") && { spot: '.board [data-standee="outlaw-1"] .hit, .board [data-place="a2"] .hit' },
};

/** In pioneer order what is laid later acts earlier: the way must lie above the plunder. */
const ORDER: readonly Observation[] = [
  {
    name: "wrong-order",
    again: true,
    when: ({ asked, view, slots }) => asked && view.question === "plan" && slots.every((card) => card !== null) && slots.includes("heist") && slots.indexOf("heist") > slots.indexOf("ride") && { spot: ".tray .slot .card", values: cards("heist", "ride") },
  },
  {
    name: "backwards",
    when: ({ asked, view, slots }) => asked && view.question === "plan" && slots.some((card) => card === null) && typeof view.buildings["a2"]?.name === "string" && { spot: '.hand [data-card="heist"]', values: { ...cards("heist", "ride"), building: buildingName(view.buildings["a2"].name) } },
  },
];

export const MISSIONS: readonly Mission[] = [
  { name: "duel", me: "sheriff", figures: ["deputy-1", "outlaw-2"], minutes: 2, round: 2, aim: "jailed" },
  { name: "move", me: "outlaws", figures: ["outlaw-1", "outlaw-2"], minutes: 3, round: 1, aim: "plundered", remarks: [RUMOUR] },
  { name: "escape", me: "outlaws", figures: ["outlaw-2", "sheriff"], minutes: 3, round: 2, aim: "escaped" },
  { name: "hunters", me: "hunters", figures: ["hunter-1", "outlaw-1"], minutes: 2, round: 2, aim: "captured" },
  { name: "dancer", me: "dancer", figures: ["dancer"], minutes: 3, round: 2, aim: "debt_paid" },
  { name: "pioneer", me: "outlaws", figures: ["outlaw-1", "deputy-2"], minutes: 3, round: 2, aim: "plundered", remarks: ORDER },
  { name: "gunslinger", me: "sheriff", figures: ["sheriff", "outlaw-3"], minutes: 3, round: 2, aim: "duel_won", by: "sheriff" },
  { name: "ranger", me: "ranger", figures: ["ranger"], minutes: 2, round: 2, aim: "duel_won", by: "ranger" },
  { name: "dakota", me: "dakota", figures: ["dakota", "tashunka"], minutes: 3, round: 3, aim: "chief_freed" },
  { name: "cowboy", me: "cowboy", figures: ["bull-rider", "cow-1"], minutes: 3, round: 3, aim: "boarded" },
  { name: "solo", me: "outlaws", figures: ["outlaw-1", "ranger"], minutes: 2, round: 3, aim: "escaped" },
];

/** Whether a story, from the mission's beginning on, tells that its aim came about. */
export function isFulfilled({ round, aim, by }: Mission, story: readonly Item[]): boolean {
  const begin = story.findIndex((item) => item.event === "round" && item.round === round);
  return begin >= 0 && story.slice(begin).some((item) => item.event === aim && (by === undefined || partyOfItem(item) === by));
}

/** The names of two cards for a sentence: {first}, {second}. */
function cards(first: string, second: string): Record<"first" | "second", string> {
  return { first: cardName(first), second: cardName(second) };
}
