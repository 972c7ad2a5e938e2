/** Six games ready to be played: a picture each, one press, and bots wherever nobody else will sit. */

import { BOT, ME, OPEN, USUAL_PARTIES, usualOptions, type Company, type Wish } from "./wish";

export type ReadyName = "first" | "classic" | "gunslinger" | "stampede" | "everything" | "solo";

export interface Ready {
  name: ReadyName;
  options: Partial<Omit<Wish["options"], "parties">> & { parties: readonly string[] };
  bot: string; // the level that suits it; the usual one where the server has none of that name
  fronts: readonly string[]; // the picture: houses of the town
  figures: readonly [party: string, standee: string][]; // and who stands before them
}

const FIVE = ["sheriff", "outlaws", "hunters", "dancer", "cowboy"];

export const READY: readonly Ready[] = [
  {
    ...{ name: "first", options: { parties: ["sheriff", "outlaws"] }, bot: "easy", fronts: ["bank", "sheriffs-office", "saloon"] },
    figures: [["sheriff", "sheriff"], ["outlaws", "outlaw-1"]],
  },
  {
    ...{ name: "classic", options: { parties: USUAL_PARTIES }, bot: BOT, fronts: ["saloon", "hotel", "theatre"] },
    figures: [["sheriff", "sheriff"], ["outlaws", "outlaw-1"], ["hunters", "hunter-1"], ["dancer", "dancer"]],
  },
  {
    ...{ name: "gunslinger", options: { parties: USUAL_PARTIES, mode: "gunslinger" }, bot: BOT, fronts: ["gunsmith", "tobacconist", "blacksmith"] },
    figures: [["sheriff", "deputy-1"], ["outlaws", "outlaw-2"], ["hunters", "hunter-2"]],
  },
  {
    ...{ name: "stampede", options: { parties: ["sheriff", "outlaws", "hunters", "cowboy"], mode: "gunslinger" }, bot: BOT, fronts: ["livery-stable", "windmill", "cattle-yard"] },
    figures: [["cowboy", "cow-1"], ["cowboy", "bull-rider"], ["cowboy", "cow-2"]],
  },
  {
    ...{ name: "everything", bot: BOT, fronts: ["newspaper", "church", "water-tower"] },
    options: { parties: FIVE, mode: "gunslinger", tools: true, pets: true, chicken: true, abilities: FIVE },
    figures: [["sheriff", "sheriff"], ["outlaws", "outlaw-3"], ["hunters", "hunter-1"], ["dancer", "dancer"], ["cowboy", "bull-rider"]],
  },
  {
    ...{ name: "solo", options: { parties: ["outlaws"], solo: true }, bot: BOT, fronts: ["church", "bank", "town-well"] },
    figures: [["outlaws", "outlaw-1"], ["outlaws", "outlaw-2"], ["ranger", "ranger"]],
  },
];

/** The wish for a game that is ready; `people` share the screen, and what the table is like stays as it was. */
export function readyWish(ready: Ready, wish: Wish, company: Company, people: number): Wish {
  const parties = [...ready.options.parties];
  const options = { ...usualOptions(), ...ready.options, parties };
  if (options.solo) return { ...wish, options, seats: [ME], public: false, rated: false, draw: false };
  const own = ownSeat(wish, parties);
  const seats = parties.map((_, seat) => {
    if (company === "hot-seat") return seat < people ? ME : ready.bot;
    return seat === own ? ME : company === "friends" ? OPEN : ready.bot;
  });
  return { ...wish, options, seats, draw: false };
}

/** The seat of the party one plays, if it is there; else the first. */
function ownSeat(wish: Wish, parties: readonly string[]): number {
  const party = wish.options.parties[wish.seats.indexOf(ME)] ?? "";
  return Math.max(0, parties.indexOf(party));
}
