import { render, screen } from "@testing-library/svelte";
import { expect, it } from "vitest";
import PartyCard from "../src/play/PartyCard.svelte";
import { party, standee, view } from "./town";

const OUTLAWS = party("outlaws", { "outlaw-1": standee("a1") }, { tool_cards: 2, target_cards: 3 });
const SHERIFF = party("sheriff", { sheriff: standee("c3") });
const OTHERS = ["hunters", "dancer"].map((name) => [name, party(name, {})] as const);

function show(...others: (typeof OTHERS)[number][]): void {
  const table = view({ parties: { sheriff: SHERIFF, outlaws: OUTLAWS, ...Object.fromEntries(others) } });
  render(PartyCard, { view: table, party: OUTLAWS, chair: null, awaited: false, ticking: false });
}

it("says how many tools and targets a party has", () => {
  show();
  expect(screen.getByRole("button", { name: "2 tools" }).textContent).toContain("2 tools");
});

it("says it in numbers beside the board where there are many parties, and in words to who listens", () => {
  show(...OTHERS);
  for (const [name, number] of [["2 tools", "2"], ["3 unknown", "3?"]] as const) {
    const chip = screen.getByRole("button", { name });
    expect(chip.querySelector("[aria-hidden]:not(svg)")?.textContent).toBe(number);
    expect(chip.querySelector(".hidden-text")?.textContent).toBe(name);
  }
});
