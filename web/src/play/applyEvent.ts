/** What an event changes on the table, for showing it step by step.
 *
 * This is presentation only: after the last step the server's view is shown as it came. What an
 * event does not tell, or what is not worth a step of its own, is left to that.
 */

import type { BuildingView, DuelView, PartyView, SeatView, StandeeView } from "../protocol";
import type { Item } from "../lib/table.svelte";
import { number, partyOfItem, partyOfStandee, standeesAt, turnsOf, word, words, type Turn } from "./read";

type Change = (view: SeatView, item: Item) => SeatView;

export function applyEvent(view: SeatView, item: Item): SeatView {
  return CHANGES[item.event]?.(view, item) ?? view;
}

/** The view while events are told: nobody is asked anything yet. */
export function unasked(view: SeatView): SeatView {
  if (!view.awaited.length && !view.choices.length && view.question === null) return view;
  return { ...view, awaited: [], choices: [], parts: [], question: null, shape: null };
}

function party(view: SeatView, name: string | null, change: (party: PartyView) => Partial<PartyView>): SeatView {
  const found = name === null ? undefined : view.parties[name];
  if (!found || name === null) return view;
  return { ...view, parties: { ...view.parties, [name]: { ...found, ...change(found) } } };
}

function standee(view: SeatView, name: string | null, change: Partial<StandeeView>): SeatView {
  if (name === null) return view;
  return party(view, partyOfStandee(view, name), (found) => {
    const before = found.standees[name];
    return before ? { standees: { ...found.standees, [name]: { ...before, ...change } } } : {};
  });
}

function building(view: SeatView, space: string | null, change: Partial<BuildingView>): SeatView {
  const found = space === null ? undefined : view.buildings[space];
  if (!found || space === null) return view;
  return { ...view, buildings: { ...view.buildings, [space]: { ...found, ...change } } };
}

/** A step towards (or away from) every goal that counts this. */
function count(view: SeatView, counter: string, by: number, only?: string | null): SeatView {
  let shown = view;
  for (const name of Object.keys(view.parties)) {
    if (only !== undefined && only !== name) continue;
    shown = party(shown, name, (found) => {
      const goal = found.goal as unknown as Record<string, [number, number]>;
      const [have, need] = goal[counter] ?? [0, 0];
      if (!need) return {};
      const next = Math.max(0, Math.min(have + by, need));
      return { goal: { ...found.goal, [counter]: [next, need] as unknown as never[] } };
    });
  }
  return shown;
}

function more(counts: Record<string, number>, name: string | null, by: number): Record<string, number> {
  if (name === null) return counts;
  const next = { ...counts, [name]: (counts[name] ?? 0) + by };
  return Object.fromEntries(Object.entries(next).filter(([, left]) => left > 0));
}

/** A party lays tokens on the archive. */
function archive(view: SeatView, name: string | null, tokens: readonly (string | null)[]): SeatView {
  let shown = view;
  for (const token of tokens) {
    if (token === null || token === "none") continue;
    shown = party(shown, name, (found) => ({ tokens: more(found.tokens, token, -1) }));
    shown = { ...shown, archive: more(shown.archive, token, 1) };
  }
  return shown;
}

function drawTargets(view: SeatView, item: Item): SeatView {
  const cards = number(item, "cards");
  const drawn = word(item, "building");
  const shown = party(view, partyOfItem(item), (found) => ({
    target_cards: found.target_cards + cards,
    targets: found.targets && drawn ? [...found.targets, drawn] : found.targets,
  }));
  return { ...shown, deck: Math.max(0, shown.deck - cards) };
}

/** A target card is shown and leaves the game. */
function useTarget(view: SeatView, item: Item): SeatView {
  const target = word(item, "building");
  const name = partyOfStandee(view, word(item, "standee") ?? "");
  const shown = party(view, name, (found) => ({
    target_cards: Math.max(0, found.target_cards - 1),
    targets: found.targets?.filter((one) => one !== target) ?? null,
    targets_seen: found.targets_seen.filter((one) => one !== target),
  }));
  return target === null ? shown : { ...shown, targets_gone: [...shown.targets_gone, target] };
}

function freed(view: SeatView, name: string | null): SeatView {
  if (name === null) return view;
  let shown = view;
  for (const one of Object.values(view.parties))
    for (const [captor, found] of Object.entries(one.standees))
      if (found.captive === name) shown = standee(shown, captor, { captive: null });
  return shown;
}

function newRound(view: SeatView, item: Item): SeatView {
  const parties = Object.fromEntries(
    Object.entries(view.parties).map(([name, found]) => [
      name,
      { ...found, locked: false, plan: null, unplayed: null, second_shot_used: false },
    ]),
  );
  const first = Object.keys(parties)[number(item, "first")] ?? view.first_player;
  const over = view.events?.now ?? null;
  const events = view.events && { ...view.events, now: null, discards: over ? [...view.events.discards, over] : view.events.discards };
  return { ...view, parties, events, round: number(item, "round"), first_player: first, active: null, turn: null, duel: null };
}

function turnUp(view: SeatView, item: Item): SeatView {
  const name = partyOfItem(item);
  const turns = turnsOf(view);
  const turn = turns.findIndex(([whose], at) => whose === name && at > (view.turn ?? -1));
  if (turn < 0) return { ...view, active: name };
  const card = word(item, "card");
  const order = turns.map((one, at): Turn => (at === turn ? [one[0], card] : one));
  const shown = party(view, name, ({ plan }) => ({
    plan: plan?.map((one, slot) => (slot === number(item, "position") - 1 ? card : one)) ?? null,
  }));
  return { ...shown, active: name, turn, duel: null, order: order as unknown as never[][] };
}

function planned(view: SeatView, item: Item): SeatView {
  const cards = [word(item, "first"), word(item, "second"), word(item, "third")];
  return party(view, partyOfItem(item), () => ({ locked: true, plan: cards, unplayed: word(item, "unplayed") }));
}

function duelBegins(view: SeatView, item: Item): SeatView {
  const space = word(item, "space") ?? "";
  const dice: DuelView["dice"] = {};
  const sides: DuelView["sides"] = {};
  const modifiers: DuelView["modifiers"] = {};
  for (const name of standeesAt(view, space)) {
    const owner = partyOfStandee(view, name) ?? "";
    if (view.parties[owner]?.standees[name]?.stunned) continue;
    dice[name] = null;
    sides[owner] = [...(sides[owner] ?? []), name];
    modifiers[owner] = 0;
  }
  return { ...view, duel: { space, initiator: partyOfItem(item) ?? "", dice, sides, modifiers } };
}

/** Somebody fights the duel for whoever borrowed it. */
function changesSides(view: SeatView, item: Item): SeatView {
  const name = word(item, "standee");
  const borrower = partyOfItem(item);
  if (!view.duel || name === null || borrower === null) return view;
  const left = Object.entries(view.duel.sides).map(([party, standees]) => [party, standees.filter((one) => one !== name)] as const);
  const sides = Object.fromEntries(left.filter(([, standees]) => standees.length));
  sides[borrower] = [...(sides[borrower] ?? []), name];
  const modifiers = Object.fromEntries(Object.keys(sides).map((party) => [party, view.duel?.modifiers[party] ?? 0]));
  return { ...view, duel: { ...view.duel, sides, modifiers } };
}

function die(view: SeatView, name: string | null, value: number): SeatView {
  if (!view.duel || name === null || !(name in view.duel.dice)) return view;
  return { ...view, duel: { ...view.duel, dice: { ...view.duel.dice, [name]: value } } };
}

function rolled(view: SeatView, item: Item): SeatView {
  const name = word(item, "standee");
  const before = view.duel?.dice[name ?? ""] ?? 0; // two dice are added up in a fast draw
  return die(view, name, before + number(item, "die"));
}

function secondShot(view: SeatView, item: Item): SeatView {
  const name = partyOfItem(item);
  const shown = party(view, name, () => ({ second_shot_used: true, unplayed: word(item, "card") }));
  if (!shown.duel || name === null) return shown;
  const modifier = (shown.duel.modifiers[name] ?? 0) + number(item, "value");
  return { ...shown, duel: { ...shown.duel, modifiers: { ...shown.duel.modifiers, [name]: modifier } } };
}

function pet(view: SeatView, item: Item, holder: string | null): SeatView {
  const name = word(item, "pet");
  return name === null ? view : { ...view, pets: { ...view.pets, [name]: holder } };
}

function nextEvent(view: SeatView, item: Item, now: boolean): SeatView {
  const name = word(item, "name");
  if (!view.events || name === null) return view;
  const left = Math.max(0, view.events.left - 1);
  return { ...view, events: now ? { ...view.events, left, now: name } : { ...view.events, left, discards: [...view.events.discards, name] } };
}

function placed(view: SeatView, item: Item): SeatView {
  return standee(view, word(item, "standee"), { at: word(item, "to") ?? "aside", stunned: false });
}

const CHANGES: Record<string, Change> = {
  round: newRound,
  locked: (view, item) => party(view, partyOfItem(item), () => ({ locked: true })),
  unlocked: (view, item) => party(view, partyOfItem(item), () => ({ locked: false, plan: null, unplayed: null })),
  planned,
  card: turnUp,
  moved: (view, item) => standee(view, word(item, "standee"), { at: word(item, "to") ?? "aside" }),
  boarded: (view, item) => count(standee(view, word(item, "standee"), { at: word(item, "to") ?? "aside" }), "wagons", 1),
  chief_freed: placed,
  trapped: (view, item) =>
    standee(archive(view, partyOfItem(item), ["trap"]), word(item, "standee"), { at: word(item, "back") ?? "aside" }),
  turned_up: (view, item) => building(view, word(item, "space"), { name: word(item, "building"), face_up: true }),
  looked: (view, item) => (word(item, "building") ? building(view, word(item, "space"), { name: word(item, "building") }) : view),
  escaped: (view, item) => count(standee(view, word(item, "standee"), { at: "wilderness" }), "escaped", 1),
  stunned: (view, item) => standee(view, word(item, "standee"), { stunned: true }),
  recovered: (view, item) => standee(view, word(item, "standee"), { stunned: false }),
  jailed: (view, item) => count(standee(view, word(item, "standee"), { at: "jail", stunned: false }), "jailed", 1),
  captured: (view, item) =>
    count(
      standee(standee(view, word(item, "standee"), { at: "captive", stunned: false }), word(item, "by"), {
        captive: word(item, "standee"),
      }),
      "captive",
      1,
    ),
  freed: (view, item) => count(freed(placed(view, item), word(item, "standee")), "captive", -1),
  released: (view, item) => count(placed(view, item), "jailed", -1),
  broke_free: (view, item) => (word(item, "to") ? freed(placed(view, item), word(item, "standee")) : view),
  plundered: (view, item) => standee(useTarget(view, item), word(item, "standee"), { plunder: true }),
  horse_stolen: (view, item) => count(useTarget(view, item), "horses", 1),
  debt_paid: (view, item) => count(useTarget(view, item), "debts", 1),
  totem_built: (view, item) => count(useTarget(view, item), "totems", 1),
  chief_found: (view, item) => count(useTarget(view, item), "chief", 1),
  dealt: drawTargets,
  drew_target: drawTargets,
  confused: (view, item) =>
    party(view, word(item, "victim"), (found) => ({ target_cards: Math.max(0, found.target_cards - 1) })),
  mixed_up: (view, item) => party(view, partyOfItem(item), () => ({ second_shot_used: true })),
  tomahawk: (view, item) => archive(view, partyOfItem(item), ["tomahawk"]),
  cactus_moved: (view, item) => ({ ...view, cactus: word(item, "to") }),
  chicken_loose: (view, item) => ({
    ...party(view, partyOfItem(item), (found) => ({ tokens: more(found.tokens, "chicken", -1) })),
    chicken: word(item, "space"),
  }),
  chicken_gone: (view) => ({ ...view, chicken: null, archive: more(view.archive, "chicken", 1) }),
  dynamite: (view, item) => ({ ...view, dynamite: word(item, "space") }),
  blast: (view) => ({ ...view, dynamite: null }),
  token_taken: (view, item) => {
    const token = word(item, "token");
    const shown = party(archive(view, partyOfItem(item), [word(item, "archived")]), partyOfItem(item), (found) => ({
      tokens: more(found.tokens, token, 1),
    }));
    return { ...shown, reserve: more(shown.reserve, token, -1) };
  },
  tokens_shown: (view, item) => archive(view, partyOfItem(item), words(item, "tokens")),
  duel: duelBegins,
  lent: changesSides,
  duel_off: (view) => ({ ...view, duel: null }),
  rolled,
  reloaded: (view, item) => die(view, word(item, "standee"), number(item, "die")),
  rerolled: (view, item) => die(view, word(item, "standee"), number(item, "die")),
  second_shot: secondShot,
  unplayed_shown: (view, item) => party(view, partyOfItem(item), () => ({ unplayed: word(item, "card") })),
  duel_won: (view, item) => count(view, "duels", 1, partyOfItem(item)),
  pet_taken: (view, item) => pet(view, item, partyOfItem(item)),
  pet_free: (view, item) => pet(view, item, null),
  pet_sent: (view, item) => pet(view, item, null),
  pet_used: (view, item) => {
    const dropped = pet(view, item, null);
    return number(item, "die") ? die(dropped, word(item, "standee"), number(item, "die")) : dropped;
  },
  founder_taken: (view, item) => ({ ...view, founder: partyOfItem(item) }),
  founder_passed: (view, item) => ({ ...view, founder: word(item, "rival") }),
  explored: (view, item) => ({ ...view, exploration: number(item, "holding") === 1 }),
  card_changed: (view, item) =>
    party(view, partyOfItem(item), (found) => ({
      cards: found.cards.map((card) => (card === word(item, "card") ? (word(item, "new") ?? card) : card)),
    })),
  tool_drawn: (view, item) =>
    party(view, partyOfItem(item), (found) => ({
      tool_cards: found.tool_cards + 1,
      tools: found.tools && word(item, "card") ? [...found.tools, word(item, "card") ?? ""] : found.tools,
    })),
  ability: (view, item) => party(view, partyOfItem(item), () => ({ ability: number(item, "left") })),
  event: (view, item) => nextEvent(view, item, true),
  event_discarded: (view, item) => nextEvent(view, item, false),
  won: (view, item) => ({ ...view, result: partyOfItem(item) }),
  drawn: (view) => ({ ...view, result: "draw" }),
};
