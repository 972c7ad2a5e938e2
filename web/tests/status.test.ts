import { describe, expect, it } from "vitest";
import { waitingWords } from "../src/play/status";
import type { ChairInfo } from "../src/protocol";
import { view } from "./town";

function chair(party: string, more: Partial<ChairInfo>): ChairInfo {
  return {
    ...{ party, who: null, name: null, bot: null, stand_in: null, present: true, yours: false, commitment: "", revealed: false, kept: null, kept_for_you: false },
    ...more,
  };
}

describe("who is awaited", () => {
  const chairs = [chair("sheriff", { name: "Ada", yours: true }), chair("outlaws", { bot: "hard" }), chair("dancer", { name: "Lola" })];

  it("is told by name if it is a person, by party alone if it is a bot", () => {
    const words = waitingWords(view({ awaited: ["sheriff", "outlaws", "dancer"] }), chairs);
    expect(words).toBe("Waiting for the Outlaws and the Dancer (Lola).");
  });

  it("still names the bot that stands in for somebody", () => {
    const left = [chair("dancer", { name: "Lola", stand_in: "hard", present: false })];
    expect(waitingWords(view({ awaited: ["dancer"] }), left)).toBe("Waiting for the Dancer (Hard).");
  });
});
