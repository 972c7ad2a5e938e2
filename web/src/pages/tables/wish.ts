/** A table as somebody wishes for it, before it is opened. */

import { prefs, savePrefs } from "../../lib/prefs.svelte";
import { usualBot } from "../../lib/bots";
import type { BotChoice, Choices, Options, TableWish } from "../../protocol";

export const ME = "me";
export const OPEN = "open";
export const BOT = "bot"; // whichever is usual where the table will be
const EASY = "easy";
export const USUAL_PARTIES = ["sheriff", "outlaws", "hunters", "dancer"];

/** With whom one plays. */
export type Company = "bots" | "friends" | "hot-seat";
export type Preset = Company | "solo";

/** Everything one can wish for; `seats` belong to `options.parties`, one each: me, open or a bot. */
export interface Wish {
  options: Required<Options>;
  seats: string[];
  public: boolean;
  rated: boolean;
  draw: boolean;
  clock: { kind: string; days: number };
  title: string;
  stand_in: string; // the bot that plays on for who leaves
}

export function usualOptions(): Required<Options> {
  return {
    parties: [...USUAL_PARTIES],
    mode: "basic",
    programming: "straight",
    cactus: false,
    round_limit: 0,
    solo: false,
    abilities: [],
    pets: false,
    pet_kind: "any",
    chicken: false,
    tools: false,
    alternative: [],
    replace: [],
    screens: "open",
    even_sides: false,
  };
}

/** Drawn once and kept until a game is opened: the party one plays is the same on every page. */
function kept(): number {
  if (prefs.luck === null) {
    prefs.luck = Math.random();
    savePrefs();
  }
  return prefs.luck;
}

/** The usual table: all four parties, bots, and one seat drawn for who plays. */
export function usualWish(random: () => number = kept): Wish {
  const options = usualOptions();
  const mine = Math.floor(random() * options.parties.length);
  return {
    options,
    seats: options.parties.map((_, seat) => (seat === mine ? ME : BOT)),
    public: false,
    rated: false,
    draw: false,
    clock: { kind: "none", days: 0 },
    title: "",
    stand_in: BOT,
  };
}

/** The first table of a newcomer: two parties that are quickly understood, and an easy opponent. */
export function firstWish(): Wish {
  const usual = usualWish();
  return { ...usual, options: { ...usual.options, parties: ["sheriff", "outlaws"] }, seats: [ME, EASY] };
}

/** The same table for another way of coming together. */
export function presetOf(wish: Wish, preset: Preset): Wish {
  if (preset === "solo") {
    return { ...wish, options: { ...wish.options, parties: ["outlaws"], solo: true, abilities: [] }, seats: [ME], public: false, rated: false, draw: false };
  }
  const parties = wish.options.solo ? [...USUAL_PARTIES] : wish.options.parties;
  const own = Math.max(0, wish.options.solo ? parties.indexOf("outlaws") : wish.seats.indexOf(ME));
  const others = { bots: BOT, friends: OPEN, "hot-seat": ME }[preset];
  return {
    ...wish,
    options: { ...wish.options, parties, solo: false },
    seats: parties.map((_, seat) => (seat === own ? ME : others)),
  };
}

/** Which way of coming together a wish is nearest to. */
export function presetNow(wish: Wish): Preset {
  if (wish.options.solo) return "solo";
  if (wish.seats.includes(OPEN)) return "friends";
  return wish.seats.filter((seat) => seat === ME).length > 1 ? "hot-seat" : "bots";
}

/** The wish of last time, if this server can still fulfil it. */
export function lastWish(choices?: Choices): Wish | null {
  try {
    const saved = JSON.parse(prefs.lastTable) as Partial<Wish>;
    const usual = usualWish();
    const wish = { ...usual, ...saved, options: { ...usual.options, ...saved.options }, title: "" };
    if (wish.seats.length !== wish.options.parties.length) return null;
    return choices && !isKnown(wish, choices) ? null : wish;
  } catch {
    return null;
  }
}

export function rememberWish(wish: Wish): void {
  prefs.lastTable = JSON.stringify({ ...wish, title: "" });
  savePrefs();
}

function isKnown(wish: Wish, choices: Choices): boolean {
  const bots = choices.bots.map((bot) => bot.name);
  const setup = choices.setups.find((one) => one.solo === wish.options.solo && sameParties(one.parties, wish.options.parties));
  return setup !== undefined && wish.seats.every((seat) => seat === ME || seat === OPEN || seat === BOT || bots.includes(seat));
}

export function sameParties(some: readonly string[], others: readonly string[]): boolean {
  return some.length === others.length && some.every((party) => others.includes(party));
}

/** What *Play now* opens: the last table with bots in the free seats, else the usual one, and at first the one for newcomers. */
export function playNowWish(): Wish {
  const last = lastWish();
  if (!last?.seats.includes(ME)) return prefs.played ? usualWish() : firstWish();
  const seats = last.seats.map((seat) => (seat === OPEN ? BOT : seat));
  return { ...last, seats, public: false, rated: false };
}

/** With bots that the server offers: the usual one for those that it does not. */
export function withBots(wish: Wish, bots: readonly BotChoice[]): Wish {
  const offered = (name: string): string => (bots.some((bot) => bot.name === name) ? name : usualBot(bots));
  const seats = wish.seats.map((seat) => (seat === ME || seat === OPEN ? seat : offered(seat)));
  return { ...wish, seats, stand_in: offered(wish.stand_in) };
}

export function toSend(wish: Wish): TableWish {
  return wish as TableWish; // its seats are as many as there are parties: the server checks that
}

/** The list with one more name, or without it if it stands there already. */
export function toggled(list: readonly string[], one: string): string[] {
  return list.includes(one) ? list.filter((other) => other !== one) : [...list, one];
}
