/** The end of a game: who won and how, what decided it, what everybody planned, and one press to play again. */

import { fireEvent, render, screen, waitFor, within } from "@testing-library/svelte";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { api } from "../src/lib/api";
import { prefs } from "../src/lib/prefs.svelte";
import type { TableSession } from "../src/lib/table.svelte";
import * as begin from "../src/pages/tables/begin";
import { playAgain } from "../src/play/end/again";
import End from "../src/play/end/End.svelte";
import { allPlans } from "../src/play/end/plans";
import { placeOf, turningPoints } from "../src/play/end/turning";
import { victory, victoryWords } from "../src/play/end/victory";
import { loadEndWords, say } from "../src/play/end/words";
import type { ChairInfo, GameEvent, Replayed, SeatView, TableInfo } from "../src/protocol";
import { box, party, standee, table, told, view } from "./town";

const CHAIR: ChairInfo = {
  ...{ party: "sheriff", who: null, name: null, bot: null, stand_in: null, present: true, yours: false },
  ...{ commitment: "", revealed: false, kept: null, kept_for_you: false },
};

beforeAll(() => {
  prefs.motion = "none";
  HTMLDialogElement.prototype.showModal = function (this: HTMLDialogElement) {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function (this: HTMLDialogElement) {
    this.open = false;
  };
});

function town(round: number, result: string | null = null): SeatView {
  const sheriff = party("sheriff", { sheriff: standee("c3"), "deputy-1": standee("b2") }, { goal: { jailed: [2, 2] } });
  const outlaws = party("outlaws", { "outlaw-1": standee("jail"), "outlaw-2": standee("jail") }, { goal: { escaped: [0, 2] } });
  return view({ seat: null, round, result, parties: { sheriff, outlaws } });
}

/** A game told move by move. */
function game(...moves: GameEvent[][]): Replayed {
  let n = 0;
  const moments = moves.map((story, move) => ({ move, party: null, choice: null, story: story.map((item) => ({ ...item, n: n++ })), view: town(1) }));
  const last = moments.at(-1);
  if (last) last.view = town(9, "sheriff");
  return { seat: null, open: true, parties: ["sheriff", "outlaws"], names: ["Anna", null], options: {}, result: "sheriff", commitment: "", seed: "", nonces: [], box: box(), moments };
}

const round = (number: number): GameEvent => told("round", { round: number, first: 0 });
const jailed = (name: string): GameEvent => told("jailed", { standee: name, space: "c3" });
const card = told("card", { party: "sheriff", card: "posse", position: 1 });
const won = told("won", { party: "sheriff" });

const LONG = game(
  [round(1)],
  [card],
  [told("plundered", { standee: "outlaw-1", building: "bank" })],
  [round(2), card],
  [jailed("outlaw-1")],
  [told("turned_up", { standee: "deputy-1", space: "b2", building: "bank" })],
  [round(3), card],
  [told("stunned", { standee: "outlaw-2" })],
  [jailed("outlaw-2"), won],
);

describe("turning points", () => {
  it("are the largest steps towards a goal, in the order in which they came", () => {
    expect(turningPoints(LONG).map(({ at, round, item }) => [at, round, item.event])).toEqual([
      [2, 1, "plundered"],
      [4, 2, "jailed"],
      [8, 3, "jailed"],
    ]);
  });

  it("are no two of one round while others have something too", () => {
    const found = turningPoints(game([round(1), card], [jailed("outlaw-1")], [told("released", { standee: "outlaw-1", to: "b3" })], [jailed("outlaw-1")], [round(2), card], [round(3), card], [jailed("outlaw-2"), won]));
    expect(found.map((point) => point.round)).toEqual([1, 2, 3]);
  });

  it("fill up from one round where there is nothing else", () => {
    expect(turningPoints(game([round(1)], [card], [jailed("outlaw-1")], [card], [jailed("outlaw-2"), won])).map((point) => point.at)).toEqual([2, 3, 4]);
  });

  it("begin with the first choice, not with the deal", () => {
    const dealt = told("turned_up", { standee: null, space: "a1", building: "bank" });
    expect(turningPoints(game([dealt, round(1)], [card], [won])).map((point) => point.at)).toEqual([1, 2]);
  });

  it("are never what was taken back", () => {
    const found = turningPoints(game([round(1), card], [jailed("outlaw-2")], [told("undone", { events: 1 })], [round(2), card], [jailed("outlaw-1")], [round(3), card], [jailed("outlaw-2"), won]));
    expect(found.map((point) => point.at)).not.toContain(1);
  });

  it("look at the place where it happened", () => {
    expect(placeOf(jailed("outlaw-1"), town(1))).toBe("c3");
    expect(placeOf(told("stunned", { standee: "deputy-1" }), town(1))).toBe("b2");
  });
});

describe("who won and how", () => {
  const story = LONG.moments.flatMap((moment) => moment.story);
  beforeAll(() => loadEndWords("en"));

  it("is told by the last step", () => {
    const found = victory(story, town(3, "sheriff"), box());
    expect(found?.counter).toBe("jailed");
    expect(found && say(`end.how.${found.counter}`, victoryWords(found, town(3, "sheriff")))).toBe("The Sheriff wins in round 3: outlaw 2 was the last one missing behind bars.");
  });

  it("is nobody in a draw", () => {
    expect(victory(story, town(3, "draw"), box())).toBeNull();
  });
});

describe("all plans", () => {
  it("are those that were played, round by round", () => {
    const plan = (first: string): GameEvent => told("planned", { party: "sheriff", first, second: "patrol", third: "arrest", unplayed: "showdown" });
    const hidden = told("planned", { party: "outlaws", first: null, second: null, third: null, unplayed: null });
    expect(allPlans(game([round(1), plan("posse")], [told("undone", { events: 1 })], [plan("arrest"), hidden], [round(2)]))).toEqual([
      {
        round: 1,
        plans: [
          { party: "sheriff", cards: ["arrest", "patrol", "arrest"], unplayed: "showdown" },
          { party: "outlaws", cards: [], unplayed: null },
        ],
      },
    ]);
  });
});

describe("playing again", () => {
  const tableOf = (...chairs: Partial<ChairInfo>[]): TableInfo => table({ chairs: chairs.map((chair) => ({ ...CHAIR, ...chair })) });
  const sessionOf = (info: TableInfo): Pick<TableSession, "info" | "send"> => {
    const session = { info, send: vi.fn(() => ((session.info = { ...info, next_table: "after" }), Promise.resolve(1))) };
    return session;
  };

  it("begins at once against bots", async () => {
    const start = vi.spyOn(begin, "start").mockResolvedValue();
    await playAgain(sessionOf(tableOf({ yours: true }, { bot: "greedy" })));
    expect(start).toHaveBeenCalledWith("after");
    expect(location.pathname + location.search).toBe("/t/after");
  });

  it("waits for the others where there are any", async () => {
    const start = vi.spyOn(begin, "start").mockClear().mockResolvedValue();
    await playAgain(sessionOf(tableOf({ yours: true }, { name: "Bert" })));
    expect(start).not.toHaveBeenCalled();
    expect(location.pathname + location.search).toBe("/t/after?start");
  });

  it("is one press for those who were invited", async () => {
    vi.spyOn(api, "replay").mockResolvedValue(LONG);
    await loadEndWords("en");
    const info = { ...tableOf({ yours: true, name: "Anna" }), next_table: "after" };
    render(End, { session: sessionOf(info), view: town(3, "sheriff"), box: box(), info, story: [], eyes: "sheriff", onshow: () => {}, oncomplain: () => {} });
    await fireEvent.click(screen.getByRole("button", { name: "Join in" }));
    expect(location.pathname + location.search).toBe("/t/after?join");
  });
});

describe("the page of the end", () => {
  it("shows three boards, each of which can be shown and played on from, by the seat one looked through", async () => {
    vi.spyOn(api, "replay").mockResolvedValue(LONG);
    await loadEndWords("en");
    const shown: { n: number; view: SeatView }[] = [];
    const info = table({ chairs: [CHAIR, { ...CHAIR, party: "outlaws", yours: true, name: "Bo" }] });
    const { container } = render(End, { session: { info, send: () => Promise.resolve(0) }, view: town(3, "sheriff"), box: box(), info, story: [], eyes: "outlaws", onshow: (moment) => shown.push(moment), oncomplain: () => {} });
    expect(await screen.findAllByRole("button", { name: "Show" })).toHaveLength(3);
    expect(container.querySelectorAll(".picture svg [role='grid']")).toHaveLength(3);
    await fireEvent.click(screen.getAllByRole("button", { name: "Show" })[1] as HTMLElement);
    expect(shown[0]?.n).toBe(LONG.moments[4]?.story[0]?.n);
    await fireEvent.click(screen.getAllByRole("button", { name: "Play on from here" })[2] as HTMLElement);
    const dialog = within(await waitFor(() => screen.getByRole("dialog")));
    expect(dialog.getByRole("button", { name: "Outlaws" }).getAttribute("aria-pressed")).toBe("true");
  });
});
