/** What a table can be made of, as the server says it. */

import type { BuildingGroup, Choices, SetupChoice } from "../src/protocol";

const PARTIES = ["ranger", "sheriff", "outlaws", "hunters", "dancer", "dakota", "cowboy"];
const BOOK = ["sheriff+outlaws", "sheriff+outlaws+hunters", "sheriff+outlaws+dancer", "outlaws+hunters+dancer", "sheriff+outlaws+hunters+dancer"];

function setups(): SetupChoice[] {
  const found: SetupChoice[] = [{ name: "solo", parties: ["outlaws"], players: 1, in_book: true, solo: true, even: [] }];
  for (let mask = 0; mask < 1 << PARTIES.length; mask += 1) {
    const parties = PARTIES.filter((_, bit) => mask & (1 << bit));
    const needy = parties.includes("sheriff") || parties.includes("hunters");
    if (parties.length < 2 || parties.length > 5 || (needy && !parties.includes("outlaws"))) continue;
    const name = parties.join("+");
    found.push({ name, parties, players: parties.length, in_book: BOOK.includes(name), solo: false, even: BOOK.includes(name) ? ["straight"] : [] });
  }
  return found;
}

function group(kind: string, buildings: string[], effect = "", party = "", option = ""): BuildingGroup {
  return { kind, buildings, effect, party, option };
}

export const CHOICES: Choices = {
  parties: PARTIES,
  setups: setups(),
  modes: ["basic", "gunslinger"],
  programmings: ["straight", "reverse"],
  extras: ["abilities", "pets", "chicken", "tools", "alternative"],
  pet_kinds: ["any", "own"],
  screens: ["open", "closed"],
  alternative: [
    group("cattle", ["cattle-yard", "weigh-house"], "stampede", "cowboy"),
    group("campfire", ["campfire", "lookout"], "tomahawk", "dakota"),
    group("poultry", ["hen-house", "egg-market"], "chicken", "", "chicken"),
    group("pets", ["cattery", "belfry", "kennel", "snake-pit"], "pet", "", "pets"),
    group("blessing", ["chapel", "mission"], "blessing"),
    group("founder", ["town-hall"], "founder"),
    group("dice", ["casino", "card-den"], "dice"),
    group("tool", ["toolshed", "workshop"], "tool"),
  ],
  replace: [group("money", ["bank", "assay-office"]), group("guest", ["hotel", "theatre"]), group("news", ["telegraph-office", "newspaper"])],
  abilities: ["borrow"],
  clocks: ["none", "relaxed", "fast", "days"],
  most_days: 14,
  most_rounds: 99,
  bots: [
    { name: "random", about: "Any choice.", rating: 0 },
    { name: "greedy", about: "The best choice.", rating: 700 },
  ],
};
