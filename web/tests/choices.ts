/** What a table can be made of, as the server says it. */

import type { Choices, SetupChoice } from "../src/protocol";

const PARTIES = ["ranger", "sheriff", "outlaws", "hunters", "dancer", "dakota", "cowboy"];
const BOOK = ["sheriff+outlaws", "sheriff+outlaws+hunters", "sheriff+outlaws+dancer", "outlaws+hunters+dancer", "sheriff+outlaws+hunters+dancer"];

function setups(): SetupChoice[] {
  const found: SetupChoice[] = [{ name: "solo", parties: ["outlaws"], players: 1, in_book: true, solo: true }];
  for (let mask = 0; mask < 1 << PARTIES.length; mask += 1) {
    const parties = PARTIES.filter((_, bit) => mask & (1 << bit));
    const needy = parties.includes("sheriff") || parties.includes("hunters");
    if (parties.length < 2 || parties.length > 5 || (needy && !parties.includes("outlaws"))) continue;
    const name = parties.join("+");
    found.push({ name, parties, players: parties.length, in_book: BOOK.includes(name), solo: false });
  }
  return found;
}

export const CHOICES: Choices = {
  parties: PARTIES,
  setups: setups(),
  modes: ["basic", "gunslinger"],
  programmings: ["straight", "reverse"],
  extras: ["abilities", "pets", "chicken", "tools", "alternative"],
  pet_kinds: ["any", "own"],
  alternative: ["blessing", "founder", "picker", "dice", "tool", "no-cactus"],
  most_alternative: 4,
  needs: [
    { name: "chicken", mode: "gunslinger", options: [], without: [] },
    { name: "pets", mode: null, options: [], without: [] },
    ...["blessing", "founder", "picker", "dice"].map((name) => ({ name, mode: "gunslinger", options: [], without: [] })),
    { name: "tool", mode: "gunslinger", options: ["tools"], without: [] },
    { name: "no-cactus", mode: null, options: ["cactus"], without: ["pets"] },
  ],
  abilities: ["borrow"],
  clocks: ["none", "relaxed", "fast", "days"],
  most_days: 14,
  most_rounds: 99,
  bots: [
    { name: "random", about: "Any choice.", rating: 0 },
    { name: "greedy", about: "The best choice.", rating: 700 },
  ],
};
