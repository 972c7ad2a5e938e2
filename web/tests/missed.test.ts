import { render, screen } from "@testing-library/svelte";
import { expect, it } from "vitest";
import Missed from "../src/play/Missed.svelte";
import { box, told } from "./town";

const items = [told("jailed", { n: 1, standee: "outlaw-1", space: "c3" })];

it("tells a player what happened since their turn, and a spectator, who has none, of the round", () => {
  render(Missed, { items, box: box(), watching: false, onread: () => undefined });
  expect(screen.getByText("Since your last turn: one thing happened")).toBeTruthy();
  render(Missed, { items, box: box(), watching: true, onread: () => undefined });
  expect(screen.getByText("One thing has happened this round")).toBeTruthy();
});
