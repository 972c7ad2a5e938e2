import { describe, expect, it } from "vitest";
import { optionSentences } from "../src/play/options";
import type { LineUp, Options } from "../src/protocol";
import { box, table } from "./town";

const PLAIN: LineUp = { comes: [], leaves: [], idle: [] };

function said(options: Options, lineUp: LineUp = PLAIN): string[] {
  return optionSentences(table({ options }), { ...box(), line_up: lineUp });
}

describe("what a table agreed on", () => {
  it("is told, the plainest game with nothing more", () => {
    expect(said({})).toEqual([
      "Basic mode: buildings are only buildings.",
      "Straight programming: the first card laid is resolved first.",
      "No clock.",
    ]);
  });
  it("names the buildings that come and go, and those without effect", () => {
    const lineUp: LineUp = {
      comes: [
        { kind: "cattle", buildings: ["cattle-yard", "weigh-house"] },
        { kind: "founder", buildings: ["town-hall"] },
      ],
      leaves: [
        { kind: "news", buildings: ["telegraph-office", "newspaper"] },
        { kind: "money", buildings: ["bank"] },
      ],
      idle: [{ kind: "cattle", missing: ["gunslinger", "cowboy"] }],
    };
    expect(said({}, lineUp)).toContain("Buildings: Cattle Yard, Weigh House, Town Hall instead of Telegraph Office, Newspaper, Bank.");
    expect(said({}, lineUp)).toContain("Cattle Yard, Weigh House: No effect; missing: Gunslinger mode and Cowboy.");
    const noCactus: LineUp = { ...lineUp, idle: [{ kind: "cattle", missing: ["cactus-mark"] }] };
    expect(said({}, noCactus)).toContain("Cattle Yard, Weigh House: No effect; missing: a cactus building.");
  });
  it("tells the house rules", () => {
    const told = said({ even_sides: true, screens: "closed" }).join(" ");
    expect(told).toContain("Even sides. Start spaces and second shots differ from the printed box");
    expect(told).toContain("Closed screens. For people who like to remember");
    expect(said({ screens: "open", even_sides: false }).join(" ")).not.toContain("screens");
  });
  it("waits for the box to name buildings", () => {
    expect(optionSentences(table({ options: { alternative: ["dice"] } }), null)).toHaveLength(3);
  });
});
