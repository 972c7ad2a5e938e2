/** What an event changes on the table, for showing it step by step.
 *
 * This is presentation only: after the last step the server's view is shown as it came. What no
 * event tells is left to that; tests/law.test.ts lists it, and compares all the rest.
 */

import type { Box, BuildingView, DuelView, EventsView, PartyView, SeatView, StandeeView } from "../protocol";
import { done, type Doing, type EventName, type Item, type ItemOf, type Named } from "../lib/story";
import { partyOfStandee, standeeOf, standeesAt, type Turn } from "./read";

const HITS_FROM = 3; // the least a tomahawk must roll

/** The view after an event; without the box, what only the box tells is missing. */
export function applyEvent(view: SeatView, item: Item, box: Box | null): SeatView {
  return done(CHANGES, item, view, box) ?? view;
}

/** The view while events are told: nobody is asked anything yet. */
export function unasked(view: SeatView): SeatView {
  if (!view.awaited.length && !view.choices.length && view.question === null) return view;
  return { ...view, awaited: [], choices: [], parts: [], question: null, shape: null };
}

// -- parts of the view

function party(view: SeatView, name: string | null, change: (party: PartyView) => Partial<PartyView>): SeatView {
  const found = name === null ? undefined : view.parties[name];
  if (!found || name === null) return view;
  return { ...view, parties: { ...view.parties, [name]: { ...found, ...change(found) } } };
}

function standee(view: SeatView, name: string | null, change: Partial<StandeeView>): SeatView {
  if (name === null) return view;
  return party(view, partyOfStandee(view, name), ({ standees }) => {
    const before = standees[name];
    return before ? { standees: { ...standees, [name]: { ...before, ...change } } } : {};
  });
}

function building(view: SeatView, space: string | null, change: Partial<BuildingView>): SeatView {
  const found = space === null ? undefined : view.buildings[space];
  if (!found || space === null) return view;
  return { ...view, buildings: { ...view.buildings, [space]: { ...found, ...change } } };
}

/** A building by its name, and the animal it shows. */
function known(name: string, box: Box | null): Partial<BuildingView> {
  return { name, pet: box?.buildings.find((one) => one.name === name)?.pet ?? null };
}

function inDuel(view: SeatView, change: (duel: DuelView) => Partial<DuelView>): SeatView {
  return view.duel ? { ...view, duel: { ...view.duel, ...change(view.duel) } } : view;
}

function inEvents(view: SeatView, change: (events: EventsView) => Partial<EventsView>): SeatView {
  return view.events ? { ...view, events: { ...view.events, ...change(view.events) } } : view;
}

// -- goals

/** A step towards (or away from) every goal that counts this. */
function count(view: SeatView, counter: string, by: number, only?: string): SeatView {
  let shown = view;
  for (const name of Object.keys(view.parties)) {
    if (only !== undefined && only !== name) continue;
    shown = party(shown, name, ({ goal }) => {
      const [have, need] = goal[counter] ?? [0, 0];
      return need ? { goal: { ...goal, [counter]: [Math.max(0, Math.min(have + by, need)), need] } } : {};
    });
  }
  return shown;
}

/** A win over cattle alone does not count (COW-9). */
function countDuel(view: SeatView, winner: string, losers: readonly string[], box: Box | null): SeatView {
  const cattle = box?.parties.flatMap((one) => one.cattle) ?? [];
  return losers.every((one) => cattle.includes(one)) ? view : count(view, "duels", 1, winner);
}

/** Who wins has reached the whole goal, by whatever the last step was. */
function win(item: ItemOf<"won">, view: SeatView): SeatView {
  const shown = party(view, item.party, ({ goal }) => ({ goal: Object.fromEntries(Object.entries(goal).map(([counter, [, need]]) => [counter, [need, need]])) }));
  return { ...shown, result: item.party };
}

// -- tokens

function more(counts: Record<string, number>, name: string, by: number): Record<string, number> {
  const next = { ...counts, [name]: (counts[name] ?? 0) + by };
  return Object.fromEntries(Object.entries(next).filter(([, left]) => left > 0));
}

/** A party lays tokens on the archive. */
function archive(view: SeatView, name: string, ...tokens: (string | null)[]): SeatView {
  let shown = view;
  for (const token of tokens) {
    if (token === null || token === "none") continue;
    shown = party(shown, name, (found) => ({ tokens: more(found.tokens, token, -1) }));
    shown = { ...shown, archive: more(shown.archive, token, 1) };
  }
  return shown;
}

/** Takes a token from somewhere, perhaps for another one. */
function take(item: ItemOf<"token_taken" | "token_picked">, view: SeatView, from: "reserve" | "archive"): SeatView {
  const shown = party(archive(view, item.party, item.archived), item.party, ({ tokens }) => ({ tokens: more(tokens, item.token, 1) }));
  return { ...shown, [from]: more(shown[from], item.token, -1) };
}

/** Where somebody has a blessing, the use of a token was told before it came to anything (ALT-2). */
function use(view: SeatView, name: string, token: string): SeatView {
  const told = Object.values(view.parties).some((one) => one.name !== name && one.tokens["blessing"]);
  return told ? view : archive(view, name, token);
}

// -- target cards

function draw(view: SeatView, name: string, cards: number, drawn: string | null): SeatView {
  const shown = party(view, name, ({ target_cards, targets }) => ({
    target_cards: target_cards + cards,
    targets: targets && drawn ? [...targets, drawn] : targets,
  }));
  return { ...shown, deck: Math.max(0, shown.deck - cards) };
}

/** Loses so many cards, this one among them as far as it is known. */
function lose(view: SeatView, name: string | null, cards: number, target?: string | null): SeatView {
  const others = (targets: string[]): string[] => targets.filter((one) => one !== target);
  return party(view, name, ({ target_cards, targets, targets_seen }) => ({
    target_cards: Math.max(0, target_cards - cards),
    targets: targets && others(targets),
    targets_seen: others(targets_seen),
  }));
}

/** A target card is shown and leaves the game. */
function useTarget({ standee, building }: { standee: string; building: string }, view: SeatView): SeatView {
  const shown = lose(view, partyOfStandee(view, standee), 1, building);
  return { ...shown, targets_gone: [...shown.targets_gone, building] };
}

function lookAt({ victim, building }: ItemOf<"looked_at">, view: SeatView): SeatView {
  return party(view, victim, ({ targets, targets_seen }) => (targets || building === null ? {} : { targets_seen: [...new Set([...targets_seen, building])] }));
}

// -- figures

function placed(view: SeatView, name: string | null, at: string | null): SeatView {
  return standee(view, name, { at: at ?? "aside", stunned: false });
}

function freed(item: ItemOf<"freed">, view: SeatView): SeatView {
  return count(standee(placed(view, item.standee, item.to), item.by, { captive: null }), "captive", -1);
}

/** Out of jail; that a captive goes free is told by itself. */
function breakFree(item: ItemOf<"broke_free">, view: SeatView): SeatView {
  const jailed = item.standee !== null && standeeOf(view, item.standee)?.at === "jail";
  return jailed ? count(placed(view, item.standee, item.to), "jailed", -1) : view;
}

// -- rounds and cards

/** The event of a round is discarded after it. */
function endRound(view: SeatView): SeatView {
  return { ...inEvents(view, ({ now, discards }) => (now ? { now: null, discards: [...discards, now] } : {})), duel: null };
}

function newRound(item: ItemOf<"round">, view: SeatView): SeatView {
  const seats = Object.keys(view.parties);
  const further = item.first - seats.indexOf(view.first_player) + seats.length;
  const next = (name: string): string => seats[(seats.indexOf(name) + further) % seats.length] ?? name;
  const begun = seats.reduce((shown, name) => party(shown, name, () => ({ locked: false, plan: null, unplayed: null, second_shot_used: false })), endRound(view));
  return { ...begun, round: item.round, first_player: next(view.first_player), order: view.order.map(([name]): Turn => [next(name), null]), active: null, turn: null };
}

function lockIn(item: ItemOf<"locked" | "automa_deck">, view: SeatView): SeatView {
  return party(view, item.party, () => ({ locked: true, plan: [null, null, null] }));
}

function laid(view: SeatView, turn: number, card: string): SeatView["order"] {
  return view.order.map(([whose, before], at): Turn => [whose, at === turn ? card : before]);
}

function turnUp({ party: name, card, position }: ItemOf<"card">, view: SeatView): SeatView {
  const turn = view.order.findIndex(([whose], at) => whose === name && at > (view.turn ?? -1));
  if (turn < 0) return { ...view, active: name };
  const shown = party(view, name, ({ cards, plan, tools, tool_cards, tools_used }) => ({
    plan: plan && plan.map((one, slot) => (slot === position - 1 ? card : one)),
    ...(tool_cards && !cards.includes(card) && { tools: tools && tools.filter((one) => one !== card), tool_cards: tool_cards - 1, tools_used: [...tools_used, card] }),
  }));
  return { ...shown, active: name, turn, duel: null, order: laid(view, turn, card) };
}

/** The unplayed card takes the place of the one turned up (RAN-7). */
function mixUp({ party: name, card }: ItemOf<"mixed_up">, view: SeatView): SeatView {
  const turn = view.turn ?? 0;
  const before = view.order[turn]?.[1] ?? null;
  const shown = party(view, name, ({ plan }) => ({ plan: plan && plan.map((one) => (one === before ? card : one)), unplayed: before, second_shot_used: true }));
  return { ...shown, order: laid(view, turn, card) };
}

// -- duels

function duelBegins(item: ItemOf<"duel">, view: SeatView): SeatView {
  const duel: DuelView = { space: item.space, initiator: item.party, dice: {}, sides: {}, modifiers: {} };
  for (const name of standeesAt(view, item.space)) {
    const owner = partyOfStandee(view, name) ?? "";
    if (view.parties[owner]?.standees[name]?.stunned) continue;
    duel.dice[name] = null;
    duel.sides[owner] = [...(duel.sides[owner] ?? []), name];
    duel.modifiers[owner] = 0;
  }
  return { ...view, duel };
}

/** The same duel with other sides; who is on none is out of it. */
function withSides(duel: DuelView, sides: DuelView["sides"]): Partial<DuelView> {
  const there = Object.entries(sides).filter(([, standees]) => standees.length);
  return {
    sides: Object.fromEntries(there),
    dice: Object.fromEntries(there.flatMap(([, standees]) => standees.map((one) => [one, duel.dice[one] ?? null]))),
    modifiers: Object.fromEntries(there.map(([name]) => [name, duel.modifiers[name] ?? 0])),
  };
}

/** Somebody fights the duel for whoever borrowed it. */
function changesSides(item: ItemOf<"lent">, view: SeatView): SeatView {
  return inDuel(view, (duel) => {
    const sides = Object.fromEntries(Object.entries(duel.sides).map(([name, standees]) => [name, standees.filter((one) => one !== item.standee)]));
    return withSides(duel, { ...sides, [item.party]: [...(sides[item.party] ?? []), item.standee] });
  });
}

function die(view: SeatView, name: string | null, value: number | null): SeatView {
  return inDuel(view, ({ dice }) => (name !== null && name in dice ? { dice: { ...dice, [name]: value } } : {}));
}

/** How many dice everybody rolls in a duel (RAN-6). */
function diceEach(view: SeatView): number {
  return view.events?.now === "fast-draw" ? 2 : 1;
}

/** Of two dice the second is added; what is rolled after that is rolled for something else. */
function rolled(item: ItemOf<"rolled">, view: SeatView): SeatView {
  const before = view.duel?.dice[item.standee] ?? null;
  return before !== null && diceEach(view) < 2 ? view : die(view, item.standee, (before ?? 0) + item.die);
}

const halfRolled = new WeakSet<SeatView>(); // of two dice rolled again the first one lies

/** All dice of a standee are rolled again; of two each is an event of its own. */
function rolledAgain(item: ItemOf<"reloaded" | "rerolled">, view: SeatView): SeatView {
  if (halfRolled.has(view)) return die(view, item.standee, (view.duel?.dice[item.standee ?? ""] ?? 0) + item.die);
  const shown = die(view, item.standee, item.die);
  if (diceEach(view) > 1) halfRolled.add(shown);
  return shown;
}

function modify(view: SeatView, name: string, by: number): SeatView {
  return inDuel(view, ({ modifiers }) => (name in modifiers ? { modifiers: { ...modifiers, [name]: (modifiers[name] ?? 0) + by } } : {}));
}

function secondShot({ party: name, card, value }: ItemOf<"second_shot">, view: SeatView): SeatView {
  return modify(party(view, name, () => ({ second_shot_used: name !== view.automa, unplayed: card })), name, value);
}

function showTokens(item: ItemOf<"tokens_shown">, view: SeatView): SeatView {
  const shown = archive(view, item.party, ...item.tokens);
  if (item.tokens.includes("pipe")) return inDuel(shown, (duel) => withSides(duel, { ...duel.sides, [item.party]: [] }));
  return item.tokens.includes("bullet") ? modify(shown, item.party, diceEach(view)) : shown;
}

/** Cancels a token of the duel, or one that was used outside of it. */
function bless(item: ItemOf<"blessed">, view: SeatView): SeatView {
  if (!view.duel) return use(view, item.party, "blessing");
  return item.token === "bullet" ? modify(view, item.rival, -diceEach(view)) : view;
}

// -- pets and events

function pet(view: SeatView, name: string, holder: string | null): SeatView {
  return { ...view, pets: { ...view.pets, [name]: holder } };
}

function helped(item: ItemOf<"pet_used">, view: SeatView): SeatView {
  const gone = pet(view, item.pet, null);
  if (item.pet === "dog") return modify(gone, item.party, 2 * diceEach(view));
  if (item.pet !== "crow") return die(gone, item.standee, item.die);
  return Object.keys(view.duel?.sides ?? {}).reduce((shown, name) => (name === item.party ? shown : modify(shown, name, -diceEach(view))), gone);
}

/** The next event comes off the deck: first those put back, nobody knows in which order. */
function nextEvent(item: ItemOf<"event" | "event_discarded">, view: SeatView): SeatView {
  return inEvents(view, ({ now, left, back, discards, shuffled }) => ({
    left: Math.max(0, left - 1),
    back: Math.max(0, back - 1),
    shuffled: shuffled.filter((_, at) => !back || at !== shuffled.indexOf(item.name)),
    now: item.event === "event" ? item.name : now,
    discards: item.event === "event" ? discards : [...discards, item.name],
  }));
}

function putBack(item: ItemOf<"events_put_back">, view: SeatView): SeatView {
  return inEvents(view, ({ left, shuffled, discards }) => ({ left: left + item.cards, back: item.cards, shuffled: [...shuffled, ...discards], discards: [] }));
}

/** What changes nothing on the table, or what another event beside it tells; what is taken back the view alone shows. */
type Unchanging = Named<
  | "started" | "nothing" | "action" | "stayed" | "building_effect" | "goring" | "gored" | "dodged" | "shot"
  | "no_second_shot" | "tied" | "rolled_off" | "no_reload" | "no_reroll" | "tokens_chosen" | "token_left"
  | "no_trap" | "not_blessed" | "blessing_wasted" | "founder_left" | "pet_left" | "no_pet" | "no_ability"
  | "no_mix_up" | "no_shoot_out" | "undone"
>;

const CHANGES: Doing<Exclude<EventName, Unchanging>, [SeatView, Box | null], SeatView> = {
  round: newRound,
  locked: lockIn,
  automa_deck: lockIn,
  unlocked: (item, view) => party(view, item.party, () => ({ locked: false, plan: null, unplayed: null })),
  planned: (item, view) => party(view, item.party, () => ({ locked: true, plan: [item.first, item.second, item.third], unplayed: item.unplayed })),
  card: turnUp,
  mixed_up: mixUp,
  unplayed_shown: (item, view) => party(view, item.party, () => ({ unplayed: item.card })),
  card_changed: (item, view) => party(view, item.party, ({ cards }) => ({ cards: cards.map((card) => (card === item.card ? item.new : card)) })),
  ability: (item, view) => party(view, item.party, () => ({ ability: item.left })),

  moved: (item, view) => standee(view, item.standee, { at: item.to }),
  trapped: (item, view) => standee(use(view, item.party, "trap"), item.standee, { at: item.back }),
  boarded: (item, view) => count(standee(view, item.standee, { at: item.to }), "wagons", 1),
  escaped: (item, view) => count(standee(view, item.standee, { at: "wilderness" }), "escaped", 1),
  stunned: (item, view) => standee(view, item.standee, { stunned: true }),
  recovered: (item, view) => standee(view, item.standee, { stunned: false }),
  jailed: (item, view) => count(placed(view, item.standee, "jail"), "jailed", 1),
  released: (item, view) => count(placed(view, item.standee, item.to), "jailed", -1),
  broke_free: breakFree,
  captured: (item, view) => count(standee(placed(view, item.standee, "captive"), item.by, { captive: item.standee }), "captive", 1),
  freed,
  chief_freed: (item, view) => count(placed(view, item.standee, item.to), "chief", 1),
  turned_up: (item, view, box) => building(view, item.space, { ...known(item.building, box), face_up: true }),
  looked: (item, view, box) => (item.building ? building(view, item.space, known(item.building, box)) : view),

  plundered: (item, view) => standee(useTarget(item, view), item.standee, { plunder: true }),
  horse_stolen: (item, view) => count(useTarget(item, view), "horses", 1),
  debt_paid: (item, view) => count(useTarget(item, view), "debts", 1),
  totem_built: (item, view) => count(useTarget(item, view), "totems", 1),
  chief_found: useTarget,
  dealt: (item, view) => draw(view, item.party, item.cards, item.building),
  drew_target: (item, view) => draw(view, item.party, item.cards, item.building),
  drew_to_keep: (item, view) => draw(view, item.party, 1, item.building),
  target_kept: (item, view) => lose(view, item.party, item.discarded),
  kept: (item, view) => ({ ...lose(view, item.party, item.returned), deck: view.deck + item.returned }),
  looked_at: lookAt,
  confused: (item, view) => lose(view, item.victim, 1, item.building),
  explored: (item, view) => ({ ...view, exploration: item.holding === 1 }),
  tool_drawn: (item, view) => party(view, item.party, ({ tool_cards, tools }) => ({ tool_cards: tool_cards + 1, tools: tools && item.card ? [...tools, item.card] : tools })),
  tools_shuffled: (item, view) => party(view, item.party, () => ({ tools_used: [] })),

  token_taken: (item, view) => take(item, view, "reserve"),
  token_picked: (item, view) => take(item, view, "archive"),
  token_used: (item, view) => (view.duel && item.token === "blessing" ? view : archive(view, item.party, item.token)), // shown in a duel it lies there already
  tokens_shown: showTokens,
  blessed: bless,
  tomahawk: (item, view, box) => {
    const shown = use(view, item.party, "tomahawk");
    return item.die < HITS_FROM ? shown : countDuel(shown, item.party, [item.standee], box);
  },
  cactus_moved: (item, view) => ({ ...view, cactus: item.to }),
  chicken_loose: (item, view) => {
    const shown = use(view, item.party, "chicken");
    return { ...shown, chicken: item.space, archive: more(shown.archive, "chicken", -1) }; // it is in town yet
  },
  chicken_gone: (_, view) => ({ ...view, chicken: null, archive: more(view.archive, "chicken", 1) }),
  dynamite: (item, view) => ({ ...view, dynamite: item.space }),
  blast: (_, view) => ({ ...view, dynamite: null }),
  founder_taken: (item, view) => ({ ...view, founder: item.party }),
  founder_passed: (item, view) => ({ ...view, founder: item.rival }),

  duel: duelBegins,
  lent: changesSides,
  duel_off: (_, view) => ({ ...view, duel: null }),
  rolled,
  reloaded: rolledAgain,
  rerolled: rolledAgain,
  second_shot: secondShot,
  duel_won: (item, view, box) => {
    const beaten = Object.entries(view.duel?.sides ?? {}).flatMap(([name, standees]) => (name === item.party ? [] : standees));
    return countDuel(view, item.party, beaten, box);
  },
  pet_taken: (item, view) => pet(view, item.pet, item.party),
  pet_free: (item, view) => pet(view, item.pet, null),
  pet_sent: (item, view) => pet(view, item.pet, null),
  pet_used: helped,

  event: nextEvent,
  event_discarded: nextEvent,
  events_put_back: putBack,
  won: win,
  drawn: (_, view) => ({ ...endRound(view), result: "draw" }),
};
