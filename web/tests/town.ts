/** A small town for tests: a view and a box as the server would send them. */

import type { ItemName, ItemOf } from "../src/lib/story";
import type { Box, BoxParty, BuildingView, PartyView, SeatView, StandeeView, TableInfo } from "../src/protocol";

export const SPACES = [1, 2, 3, 4, 5].flatMap((row) => ["a", "b", "c", "d", "e"].map((column) => `${column}${row}`));

/** An item of a story, number 0 if no other is given; whatever it does not say is of no account. */
export function told<Name extends ItemName>(event: Name, fields: Partial<Omit<ItemOf<Name>, "event">> = {}): ItemOf<Name> {
  return { n: 0, depth: 2, event, ...fields } as ItemOf<Name>;
}

/** What the server tells of a table, as far as it is of any account. */
export function table(more: Partial<TableInfo> = {}): TableInfo {
  const { options = {}, chairs = [], ...rest } = more;
  const open = { title: "", host: "Anna", you_host: true, public: false, rated: false, draw: false };
  const dice = { commitment: "", reveal_ms: null, attempts: [], barred: false };
  const others = { watching: 0, undo: null, next_table: null, previous: null, replaceable: [] };
  return { type: "table", table: "t", seq: 1, state: "open", clock: { kind: "none", days: 0 }, options, chairs, ...open, ...dice, ...others, ...rest };
}

export function standee(at: string, more: Partial<StandeeView> = {}): StandeeView {
  return { at, stunned: false, plunder: false, captive: null, ...more };
}

export function party(name: string, standees: Record<string, StandeeView>, more: Partial<PartyView> = {}): PartyView {
  return {
    name,
    standees,
    goal: {},
    cards: [],
    locked: false,
    plan: null,
    unplayed: null,
    second_shot_used: false,
    targets: null,
    target_cards: 0,
    targets_seen: [],
    tokens: {},
    tools: null,
    tool_cards: 0,
    tools_used: [],
    ability: null,
    ...more,
  };
}

export function view(more: Partial<SeatView> = {}): SeatView {
  const shut: BuildingView = { name: null, face_up: false, pet: null };
  const buildings: Record<string, BuildingView> = Object.fromEntries(SPACES.map((space) => [space, shut]));
  return {
    seat: "sheriff",
    round: 1,
    first_player: "sheriff",
    active: null,
    awaited: [],
    question: null,
    shape: null,
    choices: [],
    parts: [],
    playable: {},
    why_not: {},
    exact_slot: null,
    parties: {
      sheriff: party("sheriff", { sheriff: standee("c3"), "deputy-1": standee("b2"), "deputy-2": standee("b2") }),
      outlaws: party("outlaws", { "outlaw-1": standee("a1"), "outlaw-2": standee("a5"), "outlaw-3": standee("e5") }),
    },
    cactus: null,
    chicken: null,
    pets: {},
    founder: null,
    exploration: false,
    dynamite: null,
    kept: [],
    duel: null,
    reserve: {},
    archive: {},
    targets_gone: [],
    deck: 20,
    order: [],
    turn: null,
    result: null,
    events: null,
    automa: null,
    ...more,
    buildings: { ...buildings, c3: { name: "sheriffs-office", face_up: true, pet: null }, ...more.buildings },
  };
}

function boxParty(name: string, standees: string[], cattle: string[] = []): BoxParty {
  return { name, standees, cattle, cards: [], goal: {}, targets: 0, stunned: name === "outlaws", ability: null, automa: false };
}

export function box(herd = false): Box {
  const building = (name: string, enter = "", reveal = "") => ({ name, enter, reveal, duel: "", marks: [], pet: null });
  return {
    edition: "e1",
    parties: [
      boxParty("sheriff", ["sheriff", "deputy-1", "deputy-2"]),
      boxParty("outlaws", ["outlaw-1", "outlaw-2", "outlaw-3"]),
      ...(herd ? [boxParty("cowboy", ["bull-rider", "cow-1", "cow-2"], ["cow-1", "cow-2"])] : []),
    ],
    buildings: [building("gunsmith", "bullet"), building("saloon", "", "run-rival"), building("sheriffs-office")],
    office: "sheriffs-office",
    line_up: { comes: [], leaves: [], idle: [] },
    tokens: {},
    events: {},
    pets: [],
  };
}
