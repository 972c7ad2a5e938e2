import { render, screen } from "@testing-library/svelte";
import { describe, expect, it } from "vitest";
import Card from "../src/art/Card.svelte";
import Icon from "../src/art/Icon.svelte";
import { front, hasFront } from "../src/art/buildings";
import { cuts, path } from "../src/art/cut";
import { hasSign } from "../src/art/emblems";
import { figureOf, hasFigure } from "../src/art/figures";
import { TABLES, effectIcon, glyph, hasIcon, type IconKind } from "../src/art/icons";
import * as props from "../src/art/props";
import type { BoxCard } from "../src/protocol";

const content = Object.values(import.meta.glob<string>("../../src/cactustown/content/e1/*.toml", { eager: true, query: "?raw", import: "default" })).join("\n");

/** All words of the lists under a key, and the names of tables of a kind, in the content files. */
function listed(key: string): string[] {
  const lists = [...content.matchAll(new RegExp(`^${key} = \\[([^\\]]*)\\]`, "gm"))].map((found) => found[1] ?? "");
  return [...new Set(lists.flatMap((list) => [...list.matchAll(/"([^"]+)"/g)].map((word) => word[1] ?? "")))];
}
function tables(kind: string): string[] {
  return [...content.matchAll(new RegExp(`^\\[${kind}\\.([\\w-]+)\\]`, "gm"))].map((found) => found[1] ?? "");
}
function values(key: string): string[] {
  return [...new Set([...content.matchAll(new RegExp(`^${key} = "([\\w-]+)"`, "gm"))].map((found) => found[1] ?? ""))];
}

describe("every name of the game has a drawing", () => {
  const missing = (names: string[], has: (name: string) => boolean): string[] => names.filter((name) => !has(name));
  const icon = (kind: IconKind) => (name: string) => hasIcon(kind, name);

  it("buildings", () => {
    expect(listed("buildings").length).toBeGreaterThan(40);
    expect(missing(listed("buildings"), hasFront)).toEqual([]);
  });
  it("icons of cards and tools, and of the automa", () => {
    const icons = listed("icons").map((name) => name.replace(/ .*/, ""));
    const rows = [...listed("target"), ...listed("otherwise")].flatMap((entry) => entry.split("/"));
    expect(icons.length).toBeGreaterThan(30);
    expect(missing([...icons, ...rows], icon("icon"))).toEqual([]);
  });
  it("tokens, events, pets, counters", () => {
    expect(missing([...tables("token"), "plunder", "captive", "horse", "debt", "founder", "exploration", "dynamite", "totem"], icon("token"))).toEqual([]);
    expect(missing(tables("event"), icon("event"))).toEqual([]);
    expect(missing(listed("pets"), icon("pet"))).toEqual([]);
    const goals = [...content.matchAll(/^goal = \{([^}]*)\}/gm)].flatMap((goal) => [...(goal[1] ?? "").matchAll(/(\w+) =/g)].map((found) => found[1] ?? ""));
    expect(missing(goals, icon("counter"))).toEqual([]);
  });
  it("what buildings do", () => {
    const effects = [...values("enter"), ...values("reveal"), ...values("duel"), ...listed("marks")];
    expect(missing(effects, (name) => hasIcon(effectIcon(name), name))).toEqual([]);
  });
  it("parties and their figures", () => {
    expect(missing(tables("party"), hasSign)).toEqual([]);
    expect(missing(listed("standees"), hasFigure)).toEqual([]);
  });
  it("paths that a browser can read", () => {
    const glyphs = Object.entries(TABLES).flatMap(([kind, table]) => Object.keys(table).map((name) => glyph(kind as IconKind, name)));
    const drawings = [...listed("buildings").map(front), ...listed("standees").map((name) => figureOf(name).drawing), ...Object.values(props)];
    const drawn = [...glyphs.flatMap(({ lines, solid }) => [lines, solid]), ...drawings.flatMap((drawing) => cuts(drawing).map((cut) => cut.d))];
    expect(drawn.length).toBeGreaterThan(500);
    expect(drawn.filter((d) => /NaN|[^MmLlHhVvCcSsQqTtAaZz\d\s.,-]/.test(d))).toEqual([]);
    expect(path("R1 2 3 4")).toBe("M1 2h3v4h-3z");
  });
  it("and an unknown name a dot", () => {
    const { container } = render(Icon, { kind: "icon", name: "no-such-thing" });
    expect(container.querySelectorAll("path")).toHaveLength(1);
    expect(glyph("ui", "constructor").solid).not.toBe("");
  });
});

describe("a card", () => {
  const card: BoxCard = { name: "posse", icons: ["run-all", "duel"], second_shot: 3, tool: false, waits: false };

  it("shows its second shot and crosses out what cannot work", () => {
    const { container } = render(Card, { card, party: "sheriff", crossed: ["run-all"] });
    expect(container.querySelector(".shot")?.textContent).toContain("3");
    expect(container.querySelectorAll(".idle")).toHaveLength(1);
    expect(container.textContent).toContain("Run all: cannot be played");
  });
  it("is different when it is a tool, and hides all on its back", () => {
    const tool = render(Card, { card: { ...card, tool: true }, party: "sheriff" });
    expect(tool.container.querySelector(".tool")).toBeTruthy();
    expect(tool.container.querySelector(".shot")).toBeNull();
    const back = render(Card, { card, party: "sheriff", back: true });
    expect(back.container.textContent?.trim()).toBe("S");
    expect(screen.getByRole("img", { name: /Face-down/ })).toBeTruthy();
  });
});
