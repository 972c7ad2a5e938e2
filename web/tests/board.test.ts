import { fireEvent, render, screen } from "@testing-library/svelte";
import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { figureOf } from "../src/art/figures";
import Board from "../src/board/Board.svelte";
import { arrange, type Guest } from "../src/board/arrange";
import { motions } from "../src/board/changes";
import { emphasisOf } from "../src/board/emphasis";
import { planOf, rowsOf, stepFrom } from "../src/board/layout";
import { plate } from "../src/board/plate";
import type { Lit, Pick } from "../src/board/types";
import { buildingName, standeeName } from "../src/lib/names";
import { box, party, standee, told, view } from "./town";

beforeAll(() => {
  window.matchMedia = (query) => ({ matches: false, media: query }) as MediaQueryList;
});

describe("figures on one space", () => {
  const area = { x: 0, y: 0, w: 100, h: 100 };
  const names = ["sheriff", "outlaw-1", "outlaw-2", "bull-rider", "cow-1", "dancer", "ranger", "tashunka"];

  it.each([1, 2, 3, 4, 5, 6, 7, 8].flatMap((count) => [[count, "none"], [count, "some"]] as const))("%i stand side by side when %s can be picked", (count, which) => {
    const guests: Guest[] = names.slice(0, count).map((name, i) => ({ name, stunned: i === 1 || i === 2, lit: which === "some" && i % 3 === 0 }));
    const spots = arrange(guests, area, 84);
    const boxes = spots.map((spot, i) => {
      const figure = figureOf(names[i] ?? "");
      const [w, h] = guests[i]?.stunned ? [figure.tall, figure.wide] : [figure.wide, figure.tall];
      return { left: spot.x - (w * spot.scale) / 2, right: spot.x + (w * spot.scale) / 2, top: spot.y - h * spot.scale, foot: spot.y };
    });
    boxes.forEach((one, i) => {
      expect(one.left).toBeGreaterThanOrEqual(0);
      expect(one.right).toBeLessThanOrEqual(100);
      expect(one.top).toBeGreaterThanOrEqual(-1);
      for (const other of boxes.slice(i + 1)) {
        const apart = one.right <= other.left || other.right <= one.left || one.foot <= other.top + 1 || other.foot <= one.top + 1;
        expect(apart, `${names[i]} of ${count}`).toBe(true);
      }
    });
  });
});

describe("figures that can be picked", () => {
  it("are larger than the others where it is crowded", () => {
    const guests = (lit: boolean): Guest[] => ["sheriff", "outlaw-1", "hunter-1", "dancer", "ranger", "bull-rider", "cow-1", "tashunka"].map((name, i) => ({ name, stunned: false, lit: lit && i === 2 }));
    const area = { x: 0, y: 0, w: 100, h: 100 };
    const [plain, picked] = [arrange(guests(false), area, 84), arrange(guests(true), area, 84)];
    expect(picked[2]?.scale).toBeGreaterThan(1.2 * (plain[2]?.scale ?? 1));
    expect(picked[2]?.scale).toBeGreaterThan(picked[1]?.scale ?? 1);
    const few = (lit: boolean): number[] => arrange(guests(lit).slice(1, 3), area, 84).map((spot) => spot.scale);
    expect(few(true)).toEqual(few(false));
  });
});

describe("name plates", () => {
  it("use one line where it fits, squeezed a little if need be", () => {
    expect(plate("Bank", 92, 10)).toMatchObject([{ text: "Bank", squeezed: false, broken: false }]);
    expect(plate("Telegrafenamtes", 92, 11)).toMatchObject([{ text: "Telegrafenamtes", squeezed: true }]);
  });
  it("break long names where they may be broken", () => {
    expect(plate("Bureau du télégraphe", 92, 13).map((line) => line.text)).toEqual(["Bureau du ", "télégraphe"]);
    expect(plate("Zeitungs\u00addruckerei", 92, 13).map((line) => [line.text, line.broken])).toEqual([["Zeitungs", true], ["druckerei", false]]);
    expect(plate("Eisenwarenhandlung", 92, 13).map((line) => line.text)).toHaveLength(2);
    expect(plate("Hen\u00adhouse", 92, 10).map((line) => line.text)).toEqual(["Henhouse"]);
  });
});

describe("the arrow keys", () => {
  it("walk through the town and beyond", () => {
    expect(stepFrom("a1", "ArrowRight", false)).toBe("b1");
    expect(stepFrom("a1", "ArrowUp", false)).toBe("a2");
    expect(stepFrom("a1", "ArrowLeft", false)).toBe("a1");
    expect(stepFrom("e4", "Home", false)).toBe("a4");
    expect(stepFrom("a4", "End", false)).toBe("e4");
    expect(stepFrom("a1", "ArrowDown", false)).toBe("wilderness");
    expect(stepFrom("wilderness", "ArrowRight", false)).toBe("jail");
  });
  it("reach train and corrals", () => {
    expect(stepFrom("a5", "ArrowUp", true)).toBe("wagon-b");
    expect(stepFrom("d1", "ArrowDown", true)).toBe("corral-d");
    const places = rowsOf(true).flat().filter((place) => place !== null && place !== "jail");
    expect(places.filter((place) => !planOf(true).areas.has(place ?? ""))).toEqual([]);
  });
});

describe("what happened between two views", () => {
  const moved = (at: string) => view({ parties: { outlaws: party("outlaws", { "outlaw-1": standee(at) }) } });

  it("is walked, or shoved when forced", () => {
    expect(motions(moved("a1"), moved("a2"), null).get("outlaw-1")).toBe("walk");
    expect(motions(moved("a1"), moved("a2"), told("moved", { how: "push" })).get("outlaw-1")).toBe("shove");
    expect(motions(null, moved("a2"), null).size).toBe(0);
  });
  it("has a sign where it happened", () => {
    expect(emphasisOf(told("duel", { space: "b2" }), view())).toMatchObject({ place: "b2", name: "duel" });
    expect(emphasisOf(told("stunned", { standee: "outlaw-3" }), view())?.place).toBe("e5");
    expect(emphasisOf(told("round"), view())).toBeNull();
  });
});

describe("the board", () => {
  let picks: Pick[];
  beforeEach(() => {
    picks = [];
  });
  const onpick = (pick: Pick): void => void picks.push(pick);
  const lit = (spaces: string[], standees: string[] = [], chosen: string | null = null): Lit => ({ spaces: new Set(spaces), standees: new Set(standees), chosen });
  const cell = (place: string): Element => {
    const found = document.querySelector(`[data-place="${place}"]`);
    if (!found) throw new Error(`no ${place}`);
    return found;
  };

  it("is a grid with every space in words", () => {
    const gunsmith = { a1: { name: "gunsmith", face_up: true, pet: null } };
    render(Board, { view: view({ buildings: gunsmith, cactus: "d4" }), box: box() });
    expect(screen.getByRole("grid")).toBeTruthy();
    expect(screen.getAllByRole("gridcell")).toHaveLength(27);
    const label = cell("a1").getAttribute("aria-label") ?? "";
    expect(label).toContain("a1");
    expect(label).toContain(buildingName("gunsmith"));
    expect(label).toContain(standeeName("outlaw-1"));
    expect(cell("b1").getAttribute("aria-label")).toContain("closed shutters");
    expect(cell("d4").getAttribute("aria-label")).toContain("cactus");
  });

  it("lets lit spaces be picked by click, others not", async () => {
    render(Board, { view: view(), box: box(), lit: lit(["a2", "wilderness"]), onpick });
    await fireEvent.click(cell("a2"));
    await fireEvent.click(cell("a3"));
    await fireEvent.click(cell("wilderness"));
    expect(picks).toEqual([{ space: "a2" }, { space: "wilderness" }]);
    expect(cell("a2").getAttribute("aria-label")).toContain("can be chosen");
    expect(cell("a2").querySelector(".ring")).toBeTruthy();
    expect(cell("a3").querySelector(".ring")).toBeNull();
  });

  it("lets them be picked by keys: one stop, arrows, Enter", async () => {
    render(Board, { view: view(), box: box(), lit: lit(["b3"]), onpick });
    const stops = screen.getAllByRole("gridcell").filter((one) => one.getAttribute("tabindex") === "0");
    expect(stops).toEqual([cell("b3")]);
    (cell("b3") as SVGElement).focus();
    await fireEvent.keyDown(cell("b3"), { key: "ArrowRight" });
    expect(document.activeElement).toBe(cell("c3"));
    await fireEvent.keyDown(cell("c3"), { key: "Enter" });
    await fireEvent.keyDown(cell("c3"), { key: "ArrowLeft" });
    await fireEvent.keyDown(cell("b3"), { key: " " });
    expect(picks).toEqual([{ space: "b3" }]);
  });

  it("lets lit figures be picked, also by their space when there is but one", async () => {
    render(Board, { view: view(), box: box(), lit: lit([], ["sheriff", "deputy-1", "deputy-2"], "sheriff"), onpick });
    await fireEvent.click(screen.getByRole("button", { name: new RegExp(standeeName("deputy-2")) }));
    await fireEvent.keyDown(cell("c3"), { key: "Enter" });
    expect(picks).toEqual([{ standee: "deputy-2" }, { standee: "sheriff" }]);
    await fireEvent.keyDown(cell("b2"), { key: "Enter" });
    const asked = screen.getByRole("dialog", { name: "Who" }); // two stand there: a list asks which
    const names = [...asked.querySelectorAll("button")].map((button) => button.textContent ?? "");
    expect(names.length).toBe(2);
    expect(names[1]).toContain(standeeName("deputy-2"));
    await fireEvent.click(asked.querySelectorAll("button")[0] as Element);
    expect(picks.at(-1)).toEqual({ standee: "deputy-1" });
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(screen.getByRole("button", { name: new RegExp(standeeName("sheriff")) }).getAttribute("aria-pressed")).toBe("true");
  });

  it("explains a place that cannot be picked", async () => {
    const onexplain = vi.fn();
    render(Board, { view: view(), box: box(), lit: lit(["b3"], []), onpick, onexplain });
    await fireEvent.click(cell("a1"));
    expect(onexplain.mock.calls.map(([place]) => place as string)).toEqual(["a1"]);
    await fireEvent.click(cell("b3"));
    expect(onexplain.mock.calls.length).toBe(1);
  });

  it("draws the way of a figure that has just moved, and an arrow where it was pushed", () => {
    const walked = told("moved", { standee: "sheriff", from: "c3", to: "c4", how: "run" });
    const { container, rerender } = render(Board, { view: view(), box: box(), now: walked });
    expect(container.querySelectorAll(".trail").length).toBe(1);
    expect(container.querySelectorAll(".trail .head").length).toBe(0);
    void rerender({ view: view(), box: box(), now: { ...walked, how: "push" } });
    return vi.waitFor(() => expect(container.querySelectorAll(".trail .head").length).toBe(1));
  });

  it("tells what the pointer and the keys are on", async () => {
    const onhint = vi.fn();
    render(Board, { view: view(), box: box(), onhint });
    await fireEvent.pointerEnter(cell("d2"));
    await fireEvent.pointerLeave(cell("d2"));
    expect(onhint.mock.calls).toEqual([[{ space: "d2" }], [null]]);
  });

  it("lays the stunned down and shows bag and captive", () => {
    const outlaws = party("outlaws", { "outlaw-1": standee("a1", { stunned: true, plunder: true }), "outlaw-2": standee("captive") });
    const hunters = party("hunters", { "hunter-1": standee("e1", { captive: "outlaw-2" }) });
    render(Board, { view: view({ parties: { outlaws, hunters } }), box: box() });
    const figure = (name: string) => document.querySelector(`[data-standee="${name}"]`);
    expect(figure("outlaw-1")?.querySelector(".lying")).toBeTruthy();
    expect(figure("outlaw-1")?.querySelector(".bag")).toBeTruthy();
    expect(figure("hunter-1")?.querySelector(".tied")).toBeTruthy();
    expect(figure("outlaw-2")?.closest(".gone")).toBeTruthy();
    expect(cell("a1").getAttribute("aria-label")).toMatch(/stunned.*plunder/);
    expect(cell("e1").getAttribute("aria-label")).toContain(standeeName("outlaw-2"));
  });

  it("keeps shutters closed, with an eye on those this seat has seen", async () => {
    const seen = { b4: { name: "saloon", face_up: false, pet: null } };
    const { rerender } = render(Board, { view: view({ buildings: seen }), box: box() });
    expect(cell("b5").querySelector(".plate, .secret")).toBeNull();
    expect(cell("b4").querySelector(".secret")).toBeTruthy();
    expect(cell("b4").querySelector(".shutters.open")).toBeNull();
    expect(cell("b4").getAttribute("aria-label")).toContain(buildingName("saloon"));
    await rerender({ view: view({ buildings: { b4: { name: "saloon", face_up: true, pet: null } } }) });
    expect(cell("b4").querySelector(".shutters.open")).toBeTruthy();
    expect(cell("b4").querySelector(".secret")).toBeNull();
  });

  it("marks the seat's own targets, the jail, corrals and train", () => {
    const sheriff = party("sheriff", { sheriff: standee("c3") }, { targets: ["gunsmith"] });
    const outlaws = party("outlaws", { "outlaw-1": standee("jail"), "outlaw-2": standee("wilderness", { plunder: true }) });
    const cowboy = party("cowboy", { "bull-rider": standee("corral-c"), "cow-1": standee("wagon-b"), "cow-2": standee("d2") });
    const buildings = { a2: { name: "gunsmith", face_up: true, pet: null } };
    render(Board, { view: view({ parties: { sheriff, outlaws, cowboy }, buildings }), box: box(true) });
    expect(cell("a2").getAttribute("aria-label")).toContain("your target");
    expect(cell("jail").getAttribute("aria-label")).toContain(standeeName("outlaw-1"));
    expect(cell("wilderness").getAttribute("aria-label")).toContain(standeeName("outlaw-2"));
    expect(cell("wagon-b").getAttribute("aria-label")).toContain(standeeName("cow-1"));
    expect(document.querySelector(".bars")).toBeTruthy();
  });

  it("acts out a move once, and not at all without motion", async () => {
    const before = view({ parties: { outlaws: party("outlaws", { "outlaw-1": standee("a1") }) } });
    const after = view({ parties: { outlaws: party("outlaws", { "outlaw-1": standee("a2") }) } });
    const { rerender } = render(Board, { view: before, box: box() });
    expect(document.querySelector(".walk")).toBeNull();
    await rerender({ view: after });
    expect(document.querySelector(".walk")).toBeTruthy();
    window.matchMedia = (query) => ({ matches: true, media: query }) as MediaQueryList;
    const still = render(Board, { view: before, box: box() });
    await still.rerender({ view: after });
    expect(still.container.querySelector(".walk")).toBeNull();
    window.matchMedia = (query) => ({ matches: false, media: query }) as MediaQueryList;
  });
});
