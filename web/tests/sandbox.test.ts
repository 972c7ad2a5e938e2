import { fireEvent, render, screen } from "@testing-library/svelte";
import { beforeAll, describe, expect, it, vi } from "vitest";
import Board from "../src/board/Board.svelte";
import { LANGUAGES, loadLanguage, type Catalogue, type Language } from "../src/lib/i18n.svelte";
import { ghostsOf, previewOf, reachOf, waysOf } from "../src/play/ghosts";
import { Sandbox } from "../src/play/sandbox.svelte";
import SandboxDesk from "../src/play/Sandbox.svelte";
import type { NotKnown, Refused, SeatView, Tried, TriedCard } from "../src/protocol";
import schema from "../schema.json";
import { boxOf } from "./fixtures";
import { party, standee, view } from "./town";

const BOX = boxOf("base");
const FILES = import.meta.glob<Catalogue>("../src/i18n/*/later/try.json", { eager: true, import: "default" });
const CODES = schema.$defs.NotKnown.properties.code.enum as NotKnown["code"][];

function card(more: Partial<TriedCard> = {}): TriedCard {
  return { slot: 0, card: "posse", standing: "done", icon: "run-all", why_not: {}, unknown: [], places: {}, could: {}, ...more };
}

function town(at: string, more: Partial<SeatView> = {}): SeatView {
  return view({ parties: { sheriff: party("sheriff", { sheriff: standee(at), "deputy-1": standee("b2") }) }, ...more });
}

/** The sheriff may run from where he is to b3, or stay. */
function running(at = "c3"): SeatView {
  const part = { verb: "run", standee: "sheriff", from: at };
  return town(at, { shape: "move", question: "run", choices: [`run sheriff ${at}-b3`, "run sheriff stays"], parts: [{ ...part, to: "b3" }, { ...part, to: at }] });
}

const answer = (of: SeatView, cards: TriedCard[]): Tried => ({ type: "try", id: "t", table: "t", seat: "sheriff", seq: 1, view: of, cards });

/** A server that runs with the first card laid, and then has nothing to ask. */
function server(): ReturnType<typeof vi.fn<(cards: (string | null)[], steps: string[]) => Promise<Tried>>> {
  return vi.fn((cards: (string | null)[], steps: string[]) => {
    const laid = cards.filter((one) => one !== null);
    const done = laid.map((name, slot) => card({ slot, card: name, places: { sheriff: "b3" } }));
    if (laid.length && !steps.length) return Promise.resolve(answer(running(), [card({ card: laid[0] ?? "", standing: "begun", places: { sheriff: "c3" } })]));
    return Promise.resolve(answer(town(laid.length ? "b3" : "c3"), done));
  });
}

const refusal: Refused = { type: "refused", id: "t", code: "too_fast", reason: "slow down" };
const begun = async (ask = server(), laid: (string | null)[] = ["posse", null, null], reverse = false): Promise<Sandbox> => {
  const sandbox = await Sandbox.begin(ask, laid, reverse, () => undefined);
  if (!sandbox) throw new Error("it did not begin");
  return sandbox;
};

beforeAll(async () => {
  window.matchMedia = (query) => ({ matches: true, media: query }) as MediaQueryList; // reduced motion
  await loadLanguage("en");
});

describe("a sandbox", () => {
  it("tries cards step by step, and takes them back one by one", async () => {
    const ask = server();
    const sandbox = await begun(ask);
    expect(sandbox.asks).toBe(true);
    expect(sandbox.canGoBack).toBe(false);
    expect(sandbox.sentence(null)).toBe("Posse: Where does the sheriff run?");
    await sandbox.step("run sheriff c3-b3");
    expect(sandbox.asks).toBe(false);
    expect(sandbox.sentence(null)).toBe("Which card comes next?");
    await sandbox.add("patrol");
    expect(sandbox.slots).toEqual(["posse", "patrol", null]);
    expect(ask).toHaveBeenLastCalledWith(["posse", "patrol", null], ["run sheriff c3-b3"]);
    sandbox.back();
    expect(sandbox.slots).toEqual(["posse", null, null]);
    sandbox.back();
    expect(sandbox.asks).toBe(true);
    sandbox.back();
    expect(sandbox.slots).toEqual(["posse", null, null]); // what was laid before stays
  });

  it("lays its cards from the end where the order is reversed", async () => {
    const ask = server();
    const sandbox = await begun(ask, [null, "arrest", "posse"], true);
    expect(ask).toHaveBeenLastCalledWith([null, "arrest", "posse"], []);
    await sandbox.step("run sheriff stays");
    await sandbox.add("patrol");
    expect(sandbox.slots).toEqual(["patrol", "arrest", "posse"]);
  });

  it("stays as it is when something is refused, and does not begin at all when the first trial is", async () => {
    const told: Refused[] = [];
    const ask = server();
    const sandbox = await Sandbox.begin(ask, ["posse", null, null], false, (refused) => told.push(refused));
    ask.mockRejectedValueOnce(refusal);
    await sandbox?.step("run sheriff c3-b3");
    expect(sandbox?.view?.choices).toHaveLength(2);
    expect(sandbox?.busy).toBe(false);
    ask.mockRejectedValueOnce(refusal);
    expect(await Sandbox.begin(ask, [null, null, null], false, (refused) => told.push(refused))).toBeNull();
    expect(told).toEqual([refusal, refusal]);
  });

  it("says what cannot be known yet, of the card before too", async () => {
    const unknown: NotKnown[] = [{ code: "building", space: "b3", icon: null }, { code: "building", space: "a1", icon: null }];
    const note = async (...cards: TriedCard[]): Promise<string> => (await begun(vi.fn(() => Promise.resolve(answer(town("b3"), cards))))).note;
    expect(await note(card({ unknown }))).toBe("Nobody knows yet what is at b3 and a1.");
    expect(await note(card({ unknown }), card({ standing: "begun", icon: null }))).toBe("Nobody knows yet what is at b3 and a1.");
    expect(await note(card({ unknown: [{ code: "duel", space: "c3", icon: null }] }))).toBe("You can’t know yet who wins the duel at c3.");
    expect(await note(card({ icon: null }))).toBe("Posse could not do anything.");
    const reason = { code: "nobody_lies", rule: "ACT-1", standees: [], others: [], spaces: [], buildings: [], party: null, token: null, number: null };
    const why_not = { jail: { certain: false, reasons: [reason] } };
    expect(await note(card({ icon: null, why_not }))).toMatch(/^Posse: .+ACT-1/);
    expect(await note(card({ icon: "sneak", why_not }))).toBe("");
    const sneaks = await begun(vi.fn(() => Promise.resolve(answer(running(), [card({ standing: "begun", icon: "sneak", why_not })]))));
    expect(sneaks.aside).toMatch(/^Jail: .+ACT-1/);
    expect(await note(card())).toBe("");
  });
});

describe("the desk of a sandbox", () => {
  function shown(sandbox: Sandbox, more: { onlay?: (slots: (string | null)[]) => void; onclose?: () => void } = {}) {
    const game = { chosen: null, hinted: null, answer: (choice: string): void => void sandbox.step(choice) };
    return render(SandboxDesk, { game, box: BOX, sandbox, hand: ["posse", "patrol", "showdown", "arrest"], onlay: () => undefined, onclose: () => undefined, ...more });
  }

  it("asks the next step, then for the next card, and lays in what was tried", async () => {
    const onlay = vi.fn();
    const sandbox = await begun();
    const { component } = shown(sandbox, { onlay });
    await fireEvent.click(screen.getByRole("button", { name: /Stay/ }));
    await fireEvent.click(await screen.findByRole("button", { name: "Patrol" }));
    expect(screen.queryByRole("button", { name: "Posse" })).toBeNull();
    await vi.waitFor(() => expect(sandbox.cards).toHaveLength(2));
    await fireEvent.click(screen.getByRole("button", { name: "Use these" }));
    expect(onlay).toHaveBeenLastCalledWith(["posse", "patrol", null]);
    expect(component.press("1")).toBe(true); // the first card that is left
    await vi.waitFor(() => expect(sandbox.slots).toEqual(["posse", "patrol", "showdown"]));
    expect(component.press("u")).toBe(true);
    expect(sandbox.slots).toEqual(["posse", "patrol", null]);
  });

  it("is closed by its button and by Escape", async () => {
    const onclose = vi.fn();
    const { component } = shown(await begun(), { onclose });
    await fireEvent.click(screen.getByRole("button", { name: "Close" }));
    component.press("Escape");
    expect(onclose).toHaveBeenCalledTimes(2);
  });
});

describe("ghosts", () => {
  it("stand where a choice would lead, and nowhere if nobody moves", () => {
    expect(previewOf(running(), 0)).toEqual({ standee: "sheriff", party: "sheriff", stops: ["c3", "b3"] });
    expect(previewOf(running(), 1)).toBeNull();
    expect(previewOf(running(), null)).toBeNull();
    const jail = view({ parties: { outlaws: party("outlaws", { "outlaw-1": standee("c3") }) }, choices: ["jail outlaw-1"], parts: [{ verb: "jail", standee: "outlaw-1" }] });
    expect(previewOf(jail, 0)?.stops).toEqual(["c3", "jail"]);
    expect(ghostsOf(running(), running(), null, null, null)).toBeNull();
  });

  it("leave a trail from where the figure really is, over every card", () => {
    const cards = [card({ places: { sheriff: "c2", "deputy-1": "b2" } }), card({ places: { sheriff: "b2", "deputy-1": "b2" } })];
    expect(waysOf(town("c3"), town("b1"), cards)).toEqual([{ standee: "sheriff", party: "sheriff", stops: ["c3", "c2", "b2", "b1"] }]);
  });

  it("say by which card a figure could be where", () => {
    const cards = [card({ could: { sheriff: ["c3", "b3"], "deputy-1": ["b2", "a2"] } }), card({ standing: "to-come", could: { sheriff: ["b3", "a3"] } })];
    expect([...reachOf(town("c3"), cards, null)]).toEqual([["b3", 1], ["a2", 1], ["a3", 2]]);
    expect([...reachOf(town("c3"), cards, "sheriff")]).toEqual([["b3", 1], ["a3", 2]]);
  });

  it("are drawn over the board, and real figures that were moved are pale", async () => {
    const ghosts = ghostsOf(town("c3"), town("b3"), [card({ places: { sheriff: "b3" }, could: { "deputy-1": ["a2"] } })], null, null);
    const { container } = render(Board, { view: town("b3"), box: BOX, ghosts, tried: true });
    await vi.waitFor(() => expect(container.querySelectorAll(".ghosts .way")).toHaveLength(1));
    expect(container.querySelector(".ghosts .mark")?.textContent).toBe("1");
    expect(container.querySelectorAll(".figure.pale")).toHaveLength(1);
  });
});

describe("a figure led by hand", () => {
  it("is picked, looked at where it is led, and put down on a lit space", async () => {
    const onpick = vi.fn();
    const onhint = vi.fn();
    const lit = { standees: new Set(["sheriff"]), spaces: new Set(["b3"]), chosen: null };
    const { container } = render(Board, { view: running(), box: BOX, lit, leads: true, onpick, onhint });
    const figure = container.querySelector("[role='button'][data-standee='sheriff']") as Element;
    const there = container.querySelector("[data-place='b3'] .hit") as Element;
    document.elementsFromPoint = () => [there];
    const pointer = { isPrimary: true, button: 0, pointerId: 1 };
    await fireEvent.pointerDown(figure, { ...pointer, clientX: 10, clientY: 10 });
    await fireEvent.pointerMove(there, { ...pointer, clientX: 13, clientY: 10 });
    expect(onpick).not.toHaveBeenCalled();
    await fireEvent.pointerMove(there, { ...pointer, clientX: 60, clientY: 10 });
    expect(onpick).toHaveBeenLastCalledWith({ standee: "sheriff" });
    expect(onhint).toHaveBeenLastCalledWith({ space: "b3" });
    await fireEvent.pointerUp(there, { ...pointer, clientX: 60, clientY: 10 });
    expect(onpick).toHaveBeenLastCalledWith({ space: "b3" });
    expect(onpick).toHaveBeenCalledTimes(2);
  });
});

describe.each(Object.keys(LANGUAGES) as Language[])("cards tried in %s", (language) => {
  it("have words for all that cannot be known, and the same as in English", () => {
    const keys = Object.keys(FILES[`../src/i18n/${language}/later/try.json`] ?? {});
    expect(keys.filter((key) => key.startsWith("try.unknown.")).map((key) => key.replace("try.unknown.", "")).sort()).toEqual([...CODES].sort());
    expect(keys).toEqual(Object.keys(FILES["../src/i18n/en/later/try.json"] ?? {}));
  });
});
