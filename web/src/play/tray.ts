/** The programming tray: three slots in order and the card for the second shot.
 *
 * What may be planned is exactly what the server offers; here is only how cards come to lie in a
 * tray and which offered plan that makes.
 */

export const SLOTS = 3;

export interface Tray {
  readonly slots: readonly (string | null)[]; // always three
  readonly shot: string | null; // chosen only where more than one card is left
}

export const EMPTY: Tray = { slots: [null, null, null], shot: null };

/** An offered plan as a tray; null for anything else that may be chosen, `unlock`. */
export function readPlan(choice: string): Tray | null {
  const [verb, ...rest] = choice.split(" ");
  if (verb !== "plan") return null;
  const shot = rest[SLOTS] === "shot" ? (rest[SLOTS + 1] ?? null) : null;
  return { slots: rest.slice(0, SLOTS), shot };
}

export function isFull(tray: Tray): boolean {
  return tray.slots.every((card) => card !== null);
}

/** The cards in hand that could still be the second shot, as the offered plans say. */
export function shotsFor(tray: Tray, choices: readonly string[]): string[] {
  if (!isFull(tray)) return [];
  return choices.flatMap((choice) => {
    const plan = readPlan(choice);
    return plan?.shot && plan.slots.join() === tray.slots.join() ? [plan.shot] : [];
  });
}

/** The card that would be the second shot: the chosen one, or the only one that can be. */
export function shotOf(tray: Tray, hand: readonly string[], choices: readonly string[]): string | null {
  const shots = shotsFor(tray, choices);
  if (shots.length) return tray.shot !== null && shots.includes(tray.shot) ? tray.shot : null;
  if (!isFull(tray)) return null;
  const left = hand.filter((card) => !tray.slots.includes(card));
  return left.length === 1 ? (left[0] ?? null) : null;
}

/** The offered choice this tray stands for, if it is a whole and legal plan. */
export function planOf(tray: Tray, choices: readonly string[]): string | null {
  if (!isFull(tray)) return null;
  const words = `plan ${tray.slots.join(" ")}`;
  if (choices.includes(words)) return words;
  const shots = shotsFor(tray, choices);
  const shot = shots.length === 1 ? shots[0] : tray.shot;
  const whole = `${words} shot ${shot ?? ""}`;
  return choices.includes(whole) ? whole : null;
}

/** Lays a card on a slot; what lay there changes places with it. */
export function lay(tray: Tray, card: string, slot: number): Tray {
  const from = tray.slots.indexOf(card);
  const before = tray.slots[slot] ?? null;
  const slots = tray.slots.map((one, at) => (at === slot ? card : at === from ? before : one));
  return { slots, shot: tray.shot === card ? before : tray.shot };
}

/** Names the second shot card; from a slot it is taken away. */
export function keepForShot(tray: Tray, card: string): Tray {
  return { slots: tray.slots.map((one) => (one === card ? null : one)), shot: card };
}

export function takeBack(tray: Tray, card: string): Tray {
  return { slots: tray.slots.map((one) => (one === card ? null : one)), shot: tray.shot === card ? null : tray.shot };
}

/** A tap on a card: off its slot if it lies there, else onto the first free slot, else it is the second shot. */
export function tap(tray: Tray, card: string): Tray {
  const free = tray.slots.indexOf(null);
  if (tray.slots.includes(card) || (free < 0 && tray.shot === card)) return takeBack(tray, card);
  return free < 0 ? keepForShot(tray, card) : lay(tray, card, free);
}

/** Earlier (-1) or later (1) in the order. */
export function shift(tray: Tray, slot: number, by: -1 | 1): Tray {
  const card = tray.slots[slot] ?? null;
  const to = slot + by;
  return card === null || to < 0 || to >= SLOTS ? tray : lay(tray, card, to);
}

/** The turns of the round (counted from 0) in which this party's slots are resolved. */
export function turnsOfSlots(order: readonly (readonly [string, string | null])[], party: string, reverse: boolean): number[] {
  const turns = order.flatMap(([whose], turn) => (whose === party ? [turn] : []));
  return reverse ? turns.toReversed() : turns;
}
