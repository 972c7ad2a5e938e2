import { describe, expect, it } from "vitest";
import { fill, pluralForms, slots } from "../src/lib/words";

describe("texts", () => {
  it("fills placeholders", () => {
    expect(fill("{who} runs to {to}", { who: "Anna", to: "c3" }, "en")).toBe("Anna runs to c3");
  });
  it("writes numbers as the language does", () => {
    expect(fill("{n} ×", { n: 0.5 }, "en")).toBe("0.5 ×");
    expect(fill("{n} ×", { n: 0.5 }, "de")).toBe("0,5 ×");
    expect(fill("{n} ×", { n: 1000 }, "de")).toBe("1000 ×");
  });
  it("leaves unknown placeholders to be seen", () => {
    expect(fill("{who} runs", {}, "en")).toBe("{who} runs");
  });
  it("chooses the plural form of the language", () => {
    const text = "{n, one: # horse, other: # horses} stolen";
    expect(fill(text, { n: 1 }, "en")).toBe("1 horse stolen");
    expect(fill(text, { n: 0 }, "en")).toBe("0 horses stolen");
    expect(fill("{n, one: # cheval, other: # chevaux}", { n: 0 }, "fr")).toBe("0 cheval");
  });
  it("knows the forms and slots of a text", () => {
    expect(pluralForms("one: a, b, other: c")).toEqual({ one: "a, b", other: "c" });
    expect(slots("{n, one: # of {what}, other: #} {who}")).toEqual(["n", "what", "who"]);
  });
});
