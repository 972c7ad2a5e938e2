import { render, screen } from "@testing-library/svelte";
import { beforeAll, describe, expect, it } from "vitest";
import type { Item, ItemName, ItemOf } from "../src/lib/story";
import FaceOff from "../src/play/FaceOff.svelte";
import { duelStory } from "../src/play/duelStory";
import { isRolled, oddsOf, sidesOf } from "../src/play/odds";
import { adviceOf } from "../src/play/shot";
import type { DuelView, PartyView, SeatView } from "../src/protocol";
import { boxOf } from "./fixtures";
import { party, standee, told, view } from "./town";

const BOX = boxOf("base");
const OWNER: Record<string, string> = { sheriff: "sheriff", "deputy-1": "sheriff", "outlaw-1": "outlaws", "hunter-1": "hunters" };

beforeAll(() => {
  window.matchMedia = (query) => ({ matches: true, media: query }) as MediaQueryList; // reduced motion
});

function duel(dice: Record<string, number | null>, modifiers: Record<string, number>, initiator = "sheriff"): DuelView {
  const sides: Record<string, string[]> = {};
  for (const name of Object.keys(dice)) (sides[OWNER[name] ?? ""] ??= []).push(name);
  return { space: "c3", initiator, dice, sides, modifiers };
}

function duelling(going: DuelView, more: Record<string, Partial<PartyView>> = {}): SeatView {
  return view({
    duel: going,
    turn: 0,
    parties: {
      sheriff: party("sheriff", { sheriff: standee("c3"), "deputy-1": standee("c3") }, { cards: ["posse", "patrol", "showdown", "arrest"], ...more["sheriff"] }),
      outlaws: party("outlaws", { "outlaw-1": standee("c3") }, { cards: ["ride", "shadows", "gunfight", "heist"], ...more["outlaws"] }),
      hunters: party("hunters", { "hunter-1": standee("c3") }, { cards: ["trail", "stalk", "rustle", "bounty"], ...more["hunters"] }),
    },
  });
}

const two = (sheriff: number | null, outlaw: number | null, modifiers = {}): DuelView =>
  duel({ sheriff, "outlaw-1": outlaw }, { sheriff: 0, outlaws: 0, ...modifiers });

describe("odds", () => {
  it("of two fresh dice are 21 to 15: ties are the initiator's", () => {
    const odds = oddsOf(duelling(two(null, null)));
    expect(odds["sheriff"]).toBeCloseTo(21 / 36);
    expect(odds["outlaws"]).toBeCloseTo(15 / 36);
  });

  it("count modifiers and a second shot that may be fired", () => {
    expect(oddsOf(duelling(two(null, null, { outlaws: 6 })))["sheriff"]).toBe(0);
    expect(oddsOf(duelling(two(2, 4)), { sheriff: 2 })["sheriff"]).toBe(1);
    expect(oddsOf(duelling(two(2, 4)))["sheriff"]).toBe(0);
  });

  it("take the best die of a party", () => {
    const odds = oddsOf(duelling(duel({ sheriff: null, "deputy-1": null, "outlaw-1": null }, { sheriff: 0, outlaws: 0 }, "outlaws")));
    expect(odds["sheriff"]).toBeCloseTo(125 / 216);
  });

  it("share a tie without the initiator evenly", () => {
    const odds = oddsOf(duelling(duel({ sheriff: 1, "outlaw-1": 5, "hunter-1": 5 }, { sheriff: 0, outlaws: 0, hunters: 0 })));
    expect(odds).toEqual({ sheriff: 0, outlaws: 0.5, hunters: 0.5 });
  });

  it("sum up to one, with two dice each in a fast draw as well", () => {
    const odds = oddsOf(duelling(duel({ sheriff: null, "outlaw-1": null, "hunter-1": 9 }, { sheriff: 1, outlaws: 0, hunters: 0 })), {}, 2);
    expect(Object.values(odds).reduce((sum, one) => sum + one)).toBeCloseTo(1);
  });

  it("know the sides, the initiator first", () => {
    const going = duelling(duel({ "outlaw-1": 3, sheriff: 5 }, { outlaws: 1, sheriff: 0 }));
    expect(sidesOf(going.duel as DuelView).map(({ party, total }) => [party, total])).toEqual([["sheriff", 5], ["outlaws", 4]]);
    expect(isRolled(going.duel as DuelView)).toBe(true);
    expect(oddsOf(view())).toEqual({});
  });
});

describe("whoever is borrowed", () => {
  // hunter-1 fights for the sheriff, who is not there himself
  const lent: DuelView = {
    space: "c3",
    initiator: "sheriff",
    dice: { "hunter-1": 3, "outlaw-1": 4 },
    sides: { sheriff: ["hunter-1"], outlaws: ["outlaw-1"] },
    modifiers: { sheriff: 2, outlaws: 0 },
  };

  it("fights for the borrower: modifiers, ties and odds are the borrower's", () => {
    expect(sidesOf(lent).map(({ party, standees, total }) => [party, standees, total])).toEqual([
      ["sheriff", ["hunter-1"], 5],
      ["outlaws", ["outlaw-1"], 4],
    ]);
    expect(oddsOf(duelling(lent))).toEqual({ sheriff: 1, outlaws: 0 });
    expect(oddsOf(duelling({ ...lent, modifiers: { sheriff: 1, outlaws: 0 } }))).toEqual({ sheriff: 1, outlaws: 0 });
  });

  it("is shown on the borrower's side", () => {
    const shown = duelling({ ...lent, modifiers: { sheriff: 0, outlaws: 0 } }, { sheriff: { unplayed: "arrest" } });
    const story = [told("duel", { party: "sheriff", space: "c3" })];
    render(FaceOff, { view: shown, duel: shown.duel as DuelView, box: BOX, items: [], story });
    expect(screen.getByText("The Outlaws are ahead.")).toBeTruthy();
    expect(screen.getByText(/Your second shot \(\+3\) would put you ahead/)).toBeTruthy();
    expect(screen.queryByText("Hunters")).toBeNull();
  });
});

const item = <Name extends ItemName>(n: number, event: Name, fields: Partial<Omit<ItemOf<Name>, "event">> = {}): ItemOf<Name> => ({ ...told(event, fields), n });

const STORY: Item[] = [
  item(0, "second_shot", { party: "hunters", card: "bounty", value: 4 }), // of an earlier duel
  item(1, "duel", { party: "sheriff", space: "c3" }),
  item(2, "tokens_shown", { party: "outlaws", tokens: ["bullet"] }),
  item(3, "tokens_shown", { party: "sheriff", tokens: ["none"] }),
  item(4, "no_second_shot", { party: "sheriff" }),
  item(5, "second_shot", { party: "outlaws", card: "heist", value: 3 }),
];

describe("the story of a duel", () => {
  it("begins with the latest duel", () => {
    expect(duelStory(STORY)).toMatchObject({
      shots: [{ party: "outlaws", card: "heist", value: 3 }],
      tokens: [{ party: "outlaws", tokens: ["bullet"] }, { party: "sheriff", tokens: [] }],
      declined: [], // who declined before the shot is asked again
      winner: null,
    });
    expect(duelStory([])).toBeNull();
  });

  it("ends with a winner, after a roll-off perhaps", () => {
    const rest = [item(6, "tied", { total: 5 }), item(7, "rolled_off", { party: "hunters", standee: "hunter-1", die: 6 }), item(8, "duel_won", { party: "hunters" })];
    expect(duelStory([...STORY, ...rest])).toMatchObject({ tied: true, rollOff: [{ standee: "hunter-1", die: 6 }], winner: "hunters" });
  });
});

describe("the stage", () => {
  const begun = [item(1, "duel", { party: "sheriff", space: "c3" })];

  it("tells the chances before the dice, and what is not known", () => {
    const shown = duelling(two(null, null), { sheriff: { unplayed: "arrest" } });
    render(FaceOff, { view: shown, duel: two(null, null), box: BOX, items: [], story: begun });
    expect(screen.getByText("58 %")).toBeTruthy();
    expect(screen.getByText("42 %")).toBeTruthy();
    expect(screen.getByText(/With your second shot \(\+3\): 92 %/)).toBeTruthy();
    expect(screen.getByText(/Outlaws may still fire a second shot \(\+1 to \+3\)/)).toBeTruthy();
    expect(screen.getByText(/count the dice only/)).toBeTruthy();
  });

  it("tells after the dice who is ahead and what is missing", () => {
    const going = two(5, 3, { outlaws: 1 });
    render(FaceOff, { view: duelling(going, { sheriff: { unplayed: "arrest" } }), duel: going, box: BOX, items: [], story: begun });
    expect(screen.getByText("The Sheriff is ahead.")).toBeTruthy();
    expect(screen.getByText("3 +1")).toBeTruthy();
    expect(screen.getByText("4")).toBeTruthy();
    expect(screen.getByText("needs 2 more")).toBeTruthy();
    expect(screen.queryByText(/With your second shot/)).toBeNull(); // who is winning is not asked
  });

  it("counts only shots that can still come", () => {
    const going = two(5, 3);
    const used = { outlaws: { second_shot_used: true } };
    render(FaceOff, { view: duelling(going, used), duel: going, box: BOX, items: [], story: begun });
    expect(screen.getByText(/Nobody can add anything/)).toBeTruthy();
  });

  it("names the winner", () => {
    const going = two(2, 6);
    render(FaceOff, { view: duelling(going), duel: going, box: BOX, items: [], story: [...begun, item(9, "duel_won", { party: "outlaws", total: 6 })] });
    expect(screen.getByText("The duel goes to the Outlaws!")).toBeTruthy();
  });

  it("keeps the place of a party that smoked the pipe, so that nobody's moves", async () => {
    const three = duel({ sheriff: null, "outlaw-1": null, "hunter-1": null }, { sheriff: 0, outlaws: 0, hunters: 0 }, "hunters");
    const places = (): (string | undefined)[] => [...container.querySelectorAll("li")].map((one) => one.querySelector(".name")?.textContent.trim().replace(/^. /, ""));
    const { container, rerender } = render(FaceOff, { view: duelling(three), duel: three, box: BOX, items: [], story: begun });
    const before = places();
    expect(before).toEqual(["Bounty hunters", "Sheriff", "Outlaws"]);

    const left: DuelView = { ...three, sides: { outlaws: ["outlaw-1"], hunters: ["hunter-1"] }, dice: { "outlaw-1": 4, "hunter-1": 2 } };
    const smoked = [...begun, item(2, "tokens_shown", { party: "sheriff", tokens: ["pipe"] })];
    await rerender({ view: duelling(left), duel: left, box: BOX, items: [], story: smoked });
    expect(places()).toEqual(before);
    const out = container.querySelector("li.out");
    expect(out?.textContent).toMatch(/Peace pipe/i);
    expect(out?.querySelectorAll(".figures svg")).toHaveLength(2); // the deputy stands there too
    expect(screen.getByText("The Outlaws are ahead.")).toBeTruthy();
  });

  it("is a new one for a duel that follows at once: nothing of the last one moves over", async () => {
    const [first, next] = [two(2, 6), { ...two(null, null), space: "e5" }];
    const { container, rerender } = render(FaceOff, { view: duelling(first), duel: first, box: BOX, items: [], story: begun });
    const stage = container.querySelector(".duel");
    await rerender({ view: duelling(first), duel: first, box: BOX, items: [], story: [...begun, item(2, "duel_won", { party: "outlaws", total: 6 })] });
    expect(container.querySelector(".duel")).toBe(stage);
    await rerender({ view: duelling(next), duel: next, box: BOX, items: [], story: [...begun, item(3, "duel", { party: "sheriff", space: "e5" })] });
    expect(container.querySelector(".duel")).not.toBe(stage);
  });

  it("lets the dice that were rolled fall, and no others", async () => {
    const going = two(5, 3);
    const rolled = [item(2, "rolled", { standee: "sheriff", die: 5 })];
    const { container, rerender } = render(FaceOff, { view: duelling(going), duel: going, box: BOX, story: begun, items: rolled });
    expect(container.querySelectorAll(".falling").length).toBe(1);
    await rerender({ view: duelling(going), duel: going, box: BOX, story: begun, items: [item(3, "second_shot", { party: "outlaws", card: "heist", value: 3 })] });
    expect(container.querySelectorAll(".falling").length).toBe(0);
  });
});

describe("a second shot", () => {
  const begun = [item(1, "duel", { party: "sheriff", space: "c3" })];
  const asked = (mine: number, theirs: number): ReturnType<typeof adviceOf> =>
    adviceOf(duelling(two(mine, theirs), { sheriff: { unplayed: "arrest" } }), BOX, duelStory(begun), 1);

  it("is proposed where it can win", () => {
    expect(asked(2, 4)).toEqual({ value: 3, chance: 1, fire: true });
  });

  it("is not where it would not be enough, and nothing says otherwise", () => {
    expect(asked(1, 6)).toEqual({ value: 3, chance: 0, fire: false });
    const going = two(1, 6);
    const shown = duelling(going, { sheriff: { unplayed: "arrest" } });
    render(FaceOff, { view: shown, duel: going, box: BOX, story: begun, items: [] });
    expect(screen.getByText(/would not be enough/).textContent).not.toMatch(/change/);
  });
});
