import { fireEvent, render, screen, within } from "@testing-library/svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { explaining } from "../src/explain/explaining.svelte";
import TrayView from "../src/play/Tray.svelte";
import { EMPTY, isFull, keepForShot, lay, planOf, readPlan, shift, shotOf, shotsFor, takeBack, tap, turnsOfSlots, type Tray } from "../src/play/tray";
import type { SeatView, WhyNotView } from "../src/protocol";
import { boxOf } from "./fixtures";
import { party, standee, view } from "./town";

const BOX = boxOf("base");
const TOOLS = boxOf("extras");
const HAND = ["posse", "patrol", "showdown", "arrest"];

/** All plans of these cards, as the server offers them. */
function plans(cards: readonly string[], tools: readonly string[] = []): string[] {
  const all = [...cards, ...tools];
  const found: string[] = [];
  for (const a of all)
    for (const b of all)
      for (const c of all) {
        if (new Set([a, b, c]).size < 3) continue;
        const left = cards.filter((card) => ![a, b, c].includes(card));
        const words = `plan ${a} ${b} ${c}`;
        if ([a, b, c].some((card) => tools.includes(card))) found.push(...left.map((card) => `${words} shot ${card}`));
        else found.push(words);
      }
  return found;
}

/** Nobody to duel as the board stands. */
const NOBODY: WhyNotView = {
  certain: false,
  reasons: [{ code: "meets_nobody", rule: "DUEL-1", standees: ["sheriff"], others: [], spaces: ["c3"], buildings: [], party: null, token: null, number: null }],
};

function planning(more: Partial<SeatView> = {}): SeatView {
  return view({
    shape: "plan",
    question: "plan",
    awaited: ["sheriff", "outlaws"],
    choices: plans(HAND),
    playable: { posse: ["run-all"], patrol: ["sneak-all"], showdown: ["run", "duel"], arrest: ["sneak", "jail"] },
    why_not: { posse: { duel: NOBODY }, patrol: { jail: { ...NOBODY, certain: true } }, showdown: {}, arrest: {} },
    exact_slot: 0,
    order: [1, 2, 3].flatMap((): SeatView["order"] => [["sheriff", null], ["outlaws", null]]),
    parties: {
      sheriff: party("sheriff", { sheriff: standee("c3") }, { cards: HAND }),
      outlaws: party("outlaws", { "outlaw-1": standee("a1") }),
    },
    ...more,
  });
}

const tray = (...slots: (string | null)[]): Tray => ({ slots, shot: null });

describe("a tray", () => {
  it("reads the server's plans", () => {
    expect(readPlan("plan posse patrol arrest")).toEqual({ slots: ["posse", "patrol", "arrest"], shot: null });
    expect(readPlan("plan posse rifle arrest shot patrol")).toEqual({ slots: ["posse", "rifle", "arrest"], shot: "patrol" });
    expect(readPlan("unlock")).toBeNull();
  });

  it("fills the first free slot by taps, and empties it by another", () => {
    const two = tap(tap(EMPTY, "posse"), "arrest");
    expect(two.slots).toEqual(["posse", "arrest", null]);
    expect(tap(two, "posse").slots).toEqual([null, "arrest", null]);
    expect(takeBack(two, "arrest").slots).toEqual(["posse", null, null]);
  });

  it("changes places when a card is laid where another lies", () => {
    expect(lay(tray("posse", "patrol", "arrest"), "arrest", 0).slots).toEqual(["arrest", "patrol", "posse"]);
    expect(lay(tray("posse", null, null), "patrol", 0).slots).toEqual(["patrol", null, null]);
    expect(shift(tray("posse", "patrol", null), 0, 1).slots).toEqual(["patrol", "posse", null]);
    expect(shift(tray("posse", null, null), 0, -1).slots).toEqual(["posse", null, null]);
  });

  it("is a plan once three cards lie; the fourth is the second shot", () => {
    const full = tray("posse", "patrol", "arrest");
    expect(planOf(tray("posse", "patrol", null), plans(HAND))).toBeNull();
    expect(planOf(full, plans(HAND))).toBe("plan posse patrol arrest");
    expect(isFull(full)).toBe(true);
    expect(shotOf(full, HAND, plans(HAND))).toBe("showdown");
  });

  it("asks for the second shot where a tool leaves two cards", () => {
    const choices = plans(HAND, ["rifle"]);
    const full = tray("posse", "rifle", "arrest");
    expect(shotsFor(full, choices)).toEqual(["patrol", "showdown"]);
    expect(planOf(full, choices)).toBeNull();
    const named = keepForShot(full, "showdown");
    expect(planOf(named, choices)).toBe("plan posse rifle arrest shot showdown");
    expect(shotOf(named, [...HAND, "rifle"], choices)).toBe("showdown");
    expect(tap(full, "patrol").shot).toBe("patrol");
  });

  it("knows when its slots are resolved, also in pioneer mode", () => {
    const turns = [1, 2, 3].flatMap((): [string, null][] => [["sheriff", null], ["outlaws", null]]);
    expect(turnsOfSlots(turns, "outlaws", false)).toEqual([1, 3, 5]);
    expect(turnsOfSlots(turns, "outlaws", true)).toEqual([5, 3, 1]);
  });
});

describe("the tray on the screen", () => {
  const onsend = vi.fn<(choice: string) => void>();

  beforeEach(() => onsend.mockReset());

  const hand = (): HTMLElement => screen.getByRole("region", { name: "Your hand" });
  const card = (name: string): HTMLElement => within(hand()).getByRole("button", { name: new RegExp(`^${name}:`) });
  const lock = (): HTMLElement => screen.getByRole("button", { name: "Lock in" });

  it("is filled by taps and locked in", async () => {
    render(TrayView, { view: planning(), box: BOX, reverse: false, onsend });
    expect((lock() as HTMLButtonElement).disabled).toBe(true);
    for (const name of ["Arrest", "Posse", "Patrol"]) await fireEvent.click(card(name));
    expect(card("Showdown").textContent).toContain("Second shot");
    await fireEvent.click(lock());
    expect(onsend).toHaveBeenCalledExactlyOnceWith("plan arrest posse patrol");
  });

  it("explains a card for which there is no place", async () => {
    render(TrayView, { view: planning(), box: BOX, reverse: false, onsend });
    for (const name of ["Arrest", "Posse", "Patrol", "Showdown"]) await fireEvent.click(card(name));
    expect(explaining.topic).toEqual({ kind: "card", party: "sheriff", card: "showdown" });
    explaining.close();
  });

  it("understands the keys 1-4 and Enter", () => {
    const { component } = render(TrayView, { view: planning(), box: BOX, reverse: false, onsend });
    for (const key of ["4", "1", "2"]) expect(component.press(key)).toBe(true);
    expect(component.press("Enter")).toBe(true);
    expect(component.press("x")).toBe(false);
    expect(onsend).toHaveBeenCalledExactlyOnceWith("plan arrest posse patrol");
  });

  it("has its cards tried, by button or T, and takes over what was tried", async () => {
    const ontry = vi.fn(() => Promise.resolve());
    const { component, rerender } = render(TrayView, { view: planning(), box: BOX, reverse: false, onsend, ontry });
    await fireEvent.click(screen.getByRole("button", { name: "Try it" }));
    await vi.waitFor(() => expect(screen.getByRole("button", { name: "Try it" }).getAttribute("aria-busy")).toBe("false"));
    expect(component.press("t")).toBe(true);
    expect(ontry).toHaveBeenCalledTimes(2);
    component.layAll(["arrest", "patrol", "posse"]);
    expect(component.press("Enter")).toBe(true);
    expect(onsend).toHaveBeenCalledExactlyOnceWith("plan arrest patrol posse");
    await rerender({ online: false });
    expect((screen.getByRole("button", { name: "Try it" }) as HTMLButtonElement).disabled).toBe(true);
  });

  it("is put in order with the arrow keys", async () => {
    const { component } = render(TrayView, { view: planning(), box: BOX, reverse: false, onsend });
    for (const key of ["1", "2", "3"]) component.press(key);
    await fireEvent.keyDown(await screen.findByRole("button", { name: /Card 1: Posse/ }), { key: "ArrowRight" });
    await fireEvent.click(lock());
    expect(onsend).toHaveBeenCalledExactlyOnceWith("plan patrol posse showdown");
  });

  it("opens a locked plan by any edit, and keeps the cards", async () => {
    const locked = planning({ awaited: ["outlaws"], choices: ["unlock", ...plans(HAND)] });
    const own = party("sheriff", { sheriff: standee("c3") }, { cards: HAND, locked: true, plan: ["posse", "patrol", "arrest"], unplayed: "showdown" });
    const shown = { ...locked, parties: { ...locked.parties, sheriff: own } };
    const { rerender } = render(TrayView, { view: shown, box: BOX, reverse: false, onsend });
    expect(screen.getByText("Locked in")).toBeTruthy();
    await fireEvent.click(card("Patrol"));
    expect(onsend).toHaveBeenCalledExactlyOnceWith("unlock");
    await rerender({ view: planning(), box: BOX, reverse: false, onsend });
    await fireEvent.click(card("Showdown"));
    await fireEvent.click(lock());
    expect(onsend).toHaveBeenLastCalledWith("plan posse showdown arrest");
  });

  it("crosses out only what cannot work, and shows the turns of the slots", () => {
    render(TrayView, { view: planning(), box: BOX, reverse: true, onsend });
    expect(card("Patrol").textContent).toContain("Jail (cannot be played)");
    expect(card("Posse").textContent).not.toContain("cannot be played");
    const slots = screen.getByRole("region", { name: "Your plan" });
    expect([...slots.querySelectorAll(".number small")].slice(0, 3).map((one) => one.textContent)).toEqual(["turn 5", "turn 3", "turn 1"]);
  });

  it("lets tools be planned and a second shot be chosen", async () => {
    const own = party("sheriff", { sheriff: standee("c3") }, { cards: HAND, tools: ["rifle"], tool_cards: 1 });
    const shown = planning({ choices: plans(HAND, ["rifle"]) });
    render(TrayView, { view: { ...shown, parties: { ...shown.parties, sheriff: own } }, box: TOOLS, reverse: false, onsend });
    for (const name of ["Rifle", "Posse", "Arrest"]) await fireEvent.click(card(name));
    expect((lock() as HTMLButtonElement).disabled).toBe(true);
    expect(screen.getByText("Choose the second shot card.")).toBeTruthy();
    await fireEvent.click(card("Patrol"));
    await fireEvent.click(lock());
    expect(onsend).toHaveBeenCalledExactlyOnceWith("plan rifle posse arrest shot patrol");
  });

  it("forgets its cards with the round", async () => {
    const { rerender, component } = render(TrayView, { view: planning(), box: BOX, reverse: false, onsend });
    component.press("1");
    await rerender({ view: planning({ round: 2 }), box: BOX, reverse: false, onsend });
    expect(card("Posse").getAttribute("aria-pressed")).toBe("false");
  });

  it("says while the line is broken that the plan waits", async () => {
    const { rerender, component } = render(TrayView, { view: planning(), box: BOX, reverse: false, onsend });
    for (const key of ["1", "2", "3"]) component.press(key);
    await rerender({ view: planning(), box: BOX, reverse: false, onsend, sending: true, online: false });
    expect((lock() as HTMLButtonElement).disabled).toBe(true);
    expect(screen.getByRole("status").textContent).toContain("as soon as it is back");
    component.press("1");
    expect(card("Posse").getAttribute("aria-pressed")).toBe("true");
  });

  describe("by pointer", () => {
    const at = (x: number, y: number, pointerType: string): PointerEventInit => ({ clientX: x, clientY: y, pointerType, isPrimary: true, button: 0, bubbles: true });
    beforeEach(() => {
      vi.useFakeTimers();
      document.elementFromPoint = () => document.querySelector('[data-slot="1"]');
    });
    afterEach(() => void vi.useRealTimers());

    it("takes a card to a slot by mouse", async () => {
      render(TrayView, { view: planning(), box: BOX, reverse: false, onsend });
      await fireEvent(card("Arrest"), new PointerEvent("pointerdown", at(0, 0, "mouse")));
      await fireEvent(window, new PointerEvent("pointermove", at(90, 90, "mouse")));
      await fireEvent(window, new PointerEvent("pointerup", at(90, 90, "mouse")));
      expect(card("Arrest").textContent).toContain("Card 2");
    });

    it("takes a card by a finger that rested on it, and leaves a swipe to the page", async () => {
      render(TrayView, { view: planning(), box: BOX, reverse: false, onsend });
      await fireEvent(card("Arrest"), new PointerEvent("pointerdown", at(0, 0, "touch")));
      await fireEvent(window, new PointerEvent("pointermove", at(0, 40, "touch")));
      vi.advanceTimersByTime(500);
      await fireEvent(window, new PointerEvent("pointerup", at(0, 40, "touch")));
      expect(card("Arrest").getAttribute("aria-pressed")).toBe("false");

      await fireEvent(card("Arrest"), new PointerEvent("pointerdown", at(0, 0, "touch")));
      vi.advanceTimersByTime(500);
      await fireEvent(window, new PointerEvent("pointermove", at(0, 40, "touch")));
      const scroll = new Event("touchmove", { cancelable: true, bubbles: true });
      await fireEvent(window, scroll);
      expect(scroll.defaultPrevented).toBe(true);
      await fireEvent(window, new PointerEvent("pointerup", at(0, 40, "touch")));
      expect(card("Arrest").textContent).toContain("Card 2");
    });
  });
});
