/** A town to look at: a basic game as it is set up, made of the box in force. */

import type { Aid, Aids, BuildingView, PartyView, SeatView } from "../protocol";

const SPACES = [1, 2, 3, 4, 5].flatMap((row) => [..."abcde"].map((column) => `${column}${row}`));
const OFFICE = "c3";
const APART = 5; // buildings of different kinds are seen

/** The aids of those who play in the town. */
export function playing({ parties, box }: Aids): Aid[] {
  const names = new Set(box.parties.map(({ name }) => name));
  return parties.filter(({ party }) => names.has(party.name));
}

export function townOf(aids: Aids): SeatView {
  const parties = playing(aids);
  const starts = new Set(parties.flatMap(({ start }) => start));
  const names = aids.box.buildings.map(({ name }) => name).filter((name) => name !== aids.box.office);
  const open = SPACES.filter((space) => starts.has(space));
  const buildings = Object.fromEntries(
    SPACES.map((space): [string, BuildingView] => {
      if (space === OFFICE) return [space, { name: aids.box.office, face_up: true, pet: null }];
      const name = starts.has(space) ? (names[(open.indexOf(space) * APART) % names.length] ?? null) : null;
      return [space, { name, face_up: name !== null, pet: null }];
    }),
  );
  return {
    ...{ seat: null, round: 1, first_player: "", active: null, awaited: [], question: null, shape: null },
    ...{ choices: [], parts: [], playable: {}, why_not: {}, exact_slot: null, result: null, events: null, automa: null },
    ...{ cactus: null, chicken: null, pets: {}, founder: null, exploration: false, dynamite: null, kept: [], duel: null },
    ...{ reserve: {}, archive: {}, targets_gone: [], deck: 0, order: [], turn: null },
    parties: Object.fromEntries(parties.map((aid) => [aid.party.name, partyOf(aid)])),
    buildings,
  };
}

function partyOf({ party, start }: Aid): PartyView {
  const standees = party.standees.map((name, at) => [name, { at: start[at] ?? "aside", stunned: false, plunder: false, captive: null }]);
  return {
    name: party.name,
    standees: Object.fromEntries(standees) as PartyView["standees"],
    ...{ goal: {}, cards: [], locked: false, plan: null, unplayed: null, second_shot_used: false },
    ...{ targets: null, target_cards: 0, targets_seen: [], tokens: {}, tools: null, tool_cards: 0, tools_used: [], ability: null },
  };
}
