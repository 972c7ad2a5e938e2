/** What everybody may see of one seat's view: shown while a shared screen is passed on. */

import type { PartyView, SeatView } from "../protocol";
import type { EventName, Item, ItemName, ItemOf } from "../lib/story";
import { partyOfItem, type Turn } from "./read";

/** Secret fields of events, by event: null in the public telling. */
const SECRET: Partial<Record<ItemName, readonly string[]>> = {
  dealt: ["building"],
  drew_target: ["building"],
  drew_to_keep: ["building"],
  kept: ["building"],
  target_kept: ["building"],
  planned: ["first", "second", "third", "unplayed"],
  tokens_chosen: ["tokens"],
  looked: ["space", "building"],
  looked_at: ["building"],
  confused: ["building"],
  tool_drawn: ["card"],
} satisfies { [Name in EventName]?: readonly (keyof ItemOf<Name>)[] };

export function publicItem(item: Item): Item {
  const fields = SECRET[item.event];
  return fields ? ({ ...item, ...Object.fromEntries(fields.map((field) => [field, null])) } as Item) : item;
}

/** The view without what only its seat may know, and with nothing to choose. */
export function publicView(view: SeatView): SeatView {
  const up = (turn: number): boolean => view.turn !== null && turn <= view.turn;
  return {
    ...view,
    seat: null,
    choices: [],
    parts: [],
    playable: {},
    why_not: {},
    exact_slot: null,
    order: view.order.map(([party, card], turn): Turn => [party, up(turn) ? card : null]),
    parties: Object.fromEntries(
      Object.entries(view.parties).map(([name, party]) => [name, name === view.seat ? publicParty(view, party) : { ...party, targets_seen: [] }]),
    ),
    buildings: Object.fromEntries(
      Object.entries(view.buildings).map(([space, building]) => [space, building.face_up ? building : { ...building, name: null, pet: null }]),
    ),
  };
}

/** With closed screens: of others' tokens only how many there are (GUN-7). */
export function behindScreens(view: SeatView): SeatView {
  const counted = (party: PartyView): PartyView => {
    const hidden = Object.values(party.tokens).reduce((sum, count) => sum + count, 0);
    return party.name === view.seat ? party : { ...party, tokens: hidden ? { hidden } : {} };
  };
  return { ...view, parties: Object.fromEntries(Object.entries(view.parties).map(([name, party]) => [name, counted(party)])) };
}

/** With closed screens: not which tokens another seat takes, leaves or gives up; what is used or shown is seen by all (GUN-7). */
export function behindScreen(item: Item, seat: string | null): Item {
  if (partyOfItem(item) === seat) return item;
  if (item.event === "not_blessed") return { ...item, event: "no_trap" }; // as untold: it would tell what is held
  if (item.event === "token_left") return { ...item, token: "hidden" };
  return item.event === "token_taken" || item.event === "token_picked" ? { ...item, token: "hidden", archived: item.archived && "hidden" } : item;
}

function publicParty(view: SeatView, party: PartyView): PartyView {
  const own = view.order.flatMap(([name, card], turn) =>
    name === party.name && card !== null && view.turn !== null && turn <= view.turn ? [card] : [],
  );
  const openTargets = view.automa !== null; // in solo they lie open
  return {
    ...party,
    plan: party.plan?.map((card) => (card !== null && own.includes(card) ? card : null)) ?? null,
    unplayed: party.second_shot_used ? party.unplayed : null,
    targets: openTargets ? party.targets : null,
    tools: null,
  };
}
