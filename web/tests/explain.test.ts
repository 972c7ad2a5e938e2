import { render, screen } from "@testing-library/svelte";
import { flushSync } from "svelte";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import Explain from "../src/explain/Explain.svelte";
import { explaining } from "../src/explain/explaining.svelte";
import type { WhyNotView } from "../src/protocol";
import { boxOf } from "./fixtures";
import { view } from "./town";

const WIDE = 300;
let high = 100;
const sized: (() => void)[] = []; // told when something has another size

beforeEach(() => {
  high = 100;
  vi.spyOn(HTMLElement.prototype, "offsetWidth", "get").mockReturnValue(WIDE);
  vi.spyOn(HTMLElement.prototype, "offsetHeight", "get").mockImplementation(() => high);
  const observe = function (this: { seen: () => void }): void {
    sized.push(this.seen);
  };
  vi.stubGlobal("ResizeObserver", class { seen: () => void; constructor(seen: () => void) { this.seen = seen; } observe = observe; unobserve = (): void => undefined; disconnect = (): void => undefined; });
});
afterEach(() => {
  explaining.close();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** Something on the screen, `top` pixels from its upper edge. */
function thing(top: number): Element {
  const element = document.createElement("button");
  element.getBoundingClientRect = (): DOMRect => ({ left: 400, right: 440, top, bottom: top + 40, width: 40, height: 40 }) as DOMRect;
  return element;
}

const told = (line: string) => ({ kind: "told" as const, title: "Told", lines: [line] });

it("stands above what it explains where there is no room below, and stays there whatever comes to stand in it", () => {
  render(Explain, { view: view({}), box: boxOf("base") });
  flushSync(() => explaining.show(told("short"), thing(innerHeight - 60)));
  const slip = screen.getByRole("dialog");
  const place = [slip.style.left, slip.style.top];
  expect(place).toEqual([`${420 - WIDE / 2}px`, `${innerHeight - 60 - 8 - 100}px`]);
  high = 250;
  flushSync(() => sized.forEach((hear) => hear()));
  expect([slip.style.left, slip.style.top]).toEqual(place);
});

it("is another slip when it explains something else: none goes across the screen", () => {
  render(Explain, { view: view({}), box: boxOf("base") });
  flushSync(() => explaining.show(told("one"), thing(20)));
  const first = screen.getByRole("dialog");
  expect(first.style.top).toBe("68px");
  flushSync(() => explaining.show(told("two"), thing(200)));
  expect(screen.getByRole("dialog")).not.toBe(first);
  expect(first.isConnected).toBe(false);
});

it("is not seen before the words it needs are there", async () => {
  const why: WhyNotView = { certain: true, reasons: [{ code: "lies", rule: "MOV-2", standees: ["sheriff"], others: [], spaces: ["c3"], buildings: [], party: null, token: null, number: null }] };
  render(Explain, { view: view({}), box: boxOf("base") });
  flushSync(() => explaining.show({ kind: "icon", name: "run", why, certain: true }, thing(20)));
  expect(screen.queryByRole("dialog")).toBeNull();
  const slip = await screen.findByRole("dialog");
  expect(slip.querySelector(".why")?.textContent.trim()).not.toBe("");
});
