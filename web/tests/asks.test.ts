import { fireEvent, render, screen } from "@testing-library/svelte";
import { beforeEach, describe, expect, it, vi } from "vitest";
import Ask from "../src/play/Ask.svelte";
import { answerTo, askSentence, effectOf, labelOf, litFor, mover } from "../src/play/asks";
import type { SeatView } from "../src/protocol";
import { boxOf } from "./fixtures";
import { party, standee, told, view } from "./town";

const BOX = boxOf("extras");
type Parts = Record<string, string>;

function asking(shape: string, question: string, choices: Record<string, Parts>, more: Partial<SeatView> = {}): SeatView {
  return view({
    shape,
    question,
    awaited: ["sheriff"],
    choices: Object.keys(choices),
    parts: Object.values(choices),
    parties: {
      sheriff: party("sheriff", { sheriff: standee("c3"), "deputy-1": standee("b2") }, { targets: ["saloon"] }),
      outlaws: party("outlaws", { "outlaw-1": standee("c4", { stunned: true }), "outlaw-2": standee("a5") }),
      hunters: party("hunters", { "hunter-1": standee("c4"), "hunter-2": standee("e1") }),
    },
    buildings: { c4: { name: "gunsmith", face_up: true }, b3: { name: "saloon", face_up: true } },
    ...more,
  });
}

const run = (standee: string, from: string, to: string): Parts => ({ verb: "run", standee, from, to });
const RUN = asking("move", "run", {
  "run sheriff c3-c4": run("sheriff", "c3", "c4"),
  "run sheriff stays": run("sheriff", "c3", "c3"),
  "run sheriff c3-d3": run("sheriff", "c3", "d3"),
  "run deputy-1 b2-b3": run("deputy-1", "b2", "b3"),
  stay: { verb: "run", pass: "yes" },
});
const PAIR = asking("pair", "capture", {
  "capture outlaw-1 by hunter-1": { verb: "capture", standee: "outlaw-1", by: "hunter-1" },
  "capture outlaw-2 by hunter-1": { verb: "capture", standee: "outlaw-2", by: "hunter-1" },
  "capture outlaw-2 by hunter-2": { verb: "capture", standee: "outlaw-2", by: "hunter-2" },
});

const onchoose = vi.fn<(choice: string) => void>();
const onchosen = vi.fn<(standee: string | null) => void>();
const onhint = vi.fn<(at: number | null) => void>();

beforeEach(() => {
  onchoose.mockReset();
  onchosen.mockReset();
  onhint.mockReset();
});

function show(asked: SeatView, chosen: string | null = null, hinted: number | null = null): ReturnType<typeof render> {
  return render(Ask, { view: asked, box: BOX, story: [], chosen, hinted, sentence: "Choose.", onchoose, onchosen, onhint });
}

const press = (name: string | RegExp): Promise<boolean> => fireEvent.click(screen.getByRole("button", { name }));

describe("an ask", () => {
  it("keeps the focus on its buttons when it is told again", async () => {
    const { rerender } = show(RUN);
    const button = screen.getByRole("button", { name: /Sheriff c3/ });
    button.focus();
    await rerender({ view: { ...RUN } });
    expect(document.activeElement).toBe(screen.getByRole("button", { name: /Sheriff c3/ }));
    expect(button.isConnected).toBe(true);
  });
});

describe("each shape has its widget", () => {
  it("an icon of the card", async () => {
    show(asking("icon", "icon", { run: { verb: "icon", icon: "run" }, duel: { verb: "icon", icon: "duel" } }));
    await press("Duel");
    expect(onchoose).toHaveBeenCalledExactlyOnceWith("duel");
  });

  it("a movement: who, then where", async () => {
    const { rerender } = show(RUN);
    expect(screen.queryByRole("button", { name: /c4/ })).toBeNull();
    await press(/Sheriff c3/);
    expect(onchosen).toHaveBeenCalledExactlyOnceWith("sheriff");
    await rerender({ chosen: "sheriff" });
    await press("c4 · Gunsmith");
    expect(onchoose).toHaveBeenCalledExactlyOnceWith("run sheriff c3-c4");
    await press("Stay on c3");
    expect(onchoose).toHaveBeenLastCalledWith("run sheriff stays");
    await press("Nobody runs");
    expect(onchoose).toHaveBeenLastCalledWith("stay");
  });

  it("a movement of the only one who can: straight to where", async () => {
    show(asking("move", "dance", { "dance dancer a3-b2": { verb: "dance", standee: "dancer", from: "a3", to: "b2" } }));
    await press("b2 · face down");
    expect(onchoose).toHaveBeenCalledExactlyOnceWith("dance dancer a3-b2");
  });

  it("a space, or none", async () => {
    show(asking("somewhere", "look", { "no look": { verb: "look", pass: "yes" }, "look c4": { verb: "look", space: "c4" } }));
    await press("c4 · Gunsmith");
    await press("Look at nothing");
    expect(onchoose.mock.calls).toEqual([["look c4"], ["no look"]]);
  });

  it("a standee, or nobody", async () => {
    show(asking("somebody", "reload", { "no reload": { verb: "reload", pass: "yes" }, "reload sheriff": { verb: "reload", standee: "sheriff" } }));
    await press("Sheriff");
    await press("Keep the roll");
    expect(onchoose.mock.calls).toEqual([["reload sheriff"], ["no reload"]]);
  });

  it("a pair: whom, then by whom", async () => {
    const { rerender } = show(PAIR);
    await press("Outlaw 2");
    expect(onchosen).toHaveBeenCalledExactlyOnceWith("outlaw-2");
    await rerender({ chosen: "outlaw-2" });
    await press("Outlaw 2, by hunter 2");
    expect(onchoose).toHaveBeenCalledExactlyOnceWith("capture outlaw-2 by hunter-2");
    await press("Somebody else");
    expect(onchosen).toHaveBeenLastCalledWith(null);
  });

  it("yes or no, in words that say what it does", async () => {
    show(asking("yes-no", "second-shot", { "no second shot": { verb: "second shot", pass: "yes" }, "second shot": { verb: "second shot" } }));
    await press("Fire the second shot");
    await press("Keep it");
    expect(onchoose.mock.calls).toEqual([["second shot"], ["no second shot"]]);
  });

  it("a token, for another if there is no room", async () => {
    show(
      asking("take", "take", {
        "leave trap": { verb: "take", token: "trap", pass: "yes" },
        "take trap": { verb: "take", token: "trap" },
        "take trap for bullet": { verb: "take", token: "trap", for: "bullet" },
      }),
    );
    await press("Take a trap");
    await press(/instead of Bullet/);
    await press("Leave it");
    expect(onchoose.mock.calls).toEqual([["take trap"], ["take trap for bullet"], ["leave trap"]]);
  });

  it("tokens, ticked one by one", async () => {
    const sets = ["none", "pipe", "bullet", "pipe bullet"];
    show(asking("tokens", "tokens", Object.fromEntries(sets.map((set) => [`tokens ${set}`, { verb: "tokens", tokens: set }]))));
    await press("No tokens");
    await press("Bullet");
    await press("Peace pipe");
    await press("Use these");
    expect(onchoose.mock.calls).toEqual([["tokens none"], ["tokens pipe bullet"]]);
  });

  it("one token of several", async () => {
    show(asking("tokens", "picker", { "tokens pipe": { verb: "picker", tokens: "pipe" }, "tokens trap": { verb: "picker", tokens: "trap" } }));
    await press("Trap");
    expect(onchoose).toHaveBeenCalledExactlyOnceWith("tokens trap");
  });

  it.each([
    ["building", "keep", "keep saloon", { verb: "keep", building: "saloon" }, "Saloon"],
    ["party", "confuse", "confuse outlaws", { verb: "confuse", party: "outlaws" }, "Outlaws"],
    ["card", "swap", "swap posse", { verb: "swap", card: "posse" }, "Posse"],
  ])("a %s by its name", async (shape, question, choice, part, label) => {
    show(asking(shape, question, { [choice]: part }));
    await press(label);
    expect(onchoose).toHaveBeenCalledExactlyOnceWith(choice);
  });

  it("a party, or none", async () => {
    show(asking("party", "bless-party", { "bless outlaws": { verb: "bless", party: "outlaws" }, "no bless": { verb: "bless", pass: "yes" } }));
    await press("Outlaws");
    await press("Cancel nothing");
    expect(onchoose.mock.calls).toEqual([["bless outlaws"], ["no bless"]]);
  });

  it("and what nobody thought of is a list of the server's words", async () => {
    show(asking("orbit", "comet", { "comet left": {}, "comet right": {} }, { question: null }));
    await press("comet left");
    expect(onchoose).toHaveBeenCalledExactlyOnceWith("comet left");
  });

  it("and tells the effect of what is looked at", async () => {
    const { rerender } = show(RUN, "sheriff");
    await fireEvent.focus(screen.getByRole("button", { name: "c4 · Gunsmith" }));
    expect(onhint).toHaveBeenCalledWith(0);
    await rerender({ hinted: 0 });
    expect(screen.getByText(/Gunsmith\. .*There: outlaw 1 and hunter 1\./)).toBeTruthy();
  });
});

describe("the board", () => {
  it("lights standees first, then spaces", () => {
    expect(litFor(RUN, null)).toEqual({ standees: new Set(["sheriff", "deputy-1"]), spaces: new Set(), chosen: null });
    expect(litFor(RUN, "sheriff")).toEqual({ standees: new Set(["sheriff", "deputy-1"]), spaces: new Set(["c4", "c3", "d3"]), chosen: "sheriff" });
    expect(mover(RUN, "outlaw-1")).toBeNull();
  });

  it("answers picks of a movement", () => {
    expect(answerTo(RUN, null, { standee: "sheriff" })).toEqual({ chosen: "sheriff" });
    expect(answerTo(RUN, null, { space: "c3" })).toEqual({ chosen: "sheriff" }); // the only one there
    expect(answerTo(RUN, "sheriff", { space: "d3" })).toEqual({ choice: "run sheriff c3-d3" });
    expect(answerTo(RUN, "sheriff", { standee: "hunter-1" })).toEqual({ choice: "run sheriff c3-c4" }); // where he stands
    expect(answerTo(RUN, "sheriff", { space: "c3" })).toEqual({ choice: "run sheriff stays" });
    expect(answerTo(RUN, "sheriff", { standee: "deputy-1" })).toEqual({ chosen: "deputy-1" });
    expect(answerTo(RUN, "sheriff", { space: "e5" })).toEqual({});
  });

  it("answers picks of every other shape", () => {
    const cactus = asking("space", "cactus", { "cactus d1": { verb: "cactus", space: "d1" } });
    expect(litFor(cactus, null).spaces).toEqual(new Set(["d1"]));
    expect(answerTo(cactus, null, { space: "d1" })).toEqual({ choice: "cactus d1" });
    const jail = asking("standee", "jail", { "jail outlaw-1": { verb: "jail", standee: "outlaw-1" } });
    expect(answerTo(jail, null, { space: "c4" })).toEqual({ choice: "jail outlaw-1" });
    expect(answerTo(jail, null, { standee: "sheriff" })).toEqual({});
    expect(litFor(PAIR, "outlaw-2").standees).toEqual(new Set(["hunter-1", "hunter-2"]));
    expect(answerTo(PAIR, "outlaw-2", { standee: "hunter-2" })).toEqual({ choice: "capture outlaw-2 by hunter-2" });
    expect(answerTo(PAIR, null, { standee: "outlaw-2" })).toEqual({ chosen: "outlaw-2" });
    const icon = asking("icon", "icon", { run: { verb: "icon", icon: "run" } });
    expect(answerTo(icon, null, { space: "c3" })).toEqual({});
  });

  it("takes a running outlaw out of town", () => {
    const leave = asking("move", "run", { "run outlaw-2 a5-wilderness": { verb: "run", standee: "outlaw-2", from: "a5", to: "wilderness" } });
    expect(answerTo(leave, null, { space: "wilderness" })).toEqual({ choice: "run outlaw-2 a5-wilderness" });
    expect(effectOf(leave, BOX, 0)).toContain("for good");
  });
});

describe("the sentence", () => {
  it("goes from who to where", () => {
    expect(askSentence(RUN, [], null)).toBe("Choose who runs and where.");
    expect(askSentence(RUN, [], "deputy-1")).toBe("Where does deputy 1 run?");
  });

  it("asks at once where to if only one can, and says what is done", () => {
    const alone = asking("move", "dance", { "dance dancer c3-d4": { verb: "dance", standee: "dancer", from: "c3", to: "d4" } });
    expect(askSentence(alone, [], null)).toBe("Where does the dancer dance?");
    const one = asking("move", "run", { "run ranger c3-d3": { verb: "run", standee: "ranger", from: "c3", to: "d3" } });
    expect(askSentence(one, [], null)).toBe("Where does the ranger run?");
    const plunder = asking("standee", "target-act", { "plunder outlaw-2": { verb: "plunder", standee: "outlaw-2" } });
    expect(askSentence(plunder, [], null)).toBe("Choose who plunders.");
  });

  it("speaks of what has just happened", () => {
    const trap = asking("yes-no", "trap", { "no trap": { verb: "trap", pass: "yes" }, trap: { verb: "trap" } });
    expect(askSentence(trap, [told("moved", { standee: "outlaw-1", from: "c3", to: "c4" })], null)).toBe("Outlaw 1: c3 → c4. Spring your trap?");
  });

  it("names what a blessing would cancel: a token, an ability or a pet", () => {
    const blessing = asking("yes-no", "blessing", { "no blessing": { verb: "blessing", pass: "yes" }, blessing: { verb: "blessing" } });
    const trap = told("token_used", { token: "trap" });
    const cat = told("pet_sent", { n: 1, pet: "cat", standee: "outlaw-1" });
    const ability = told("ability", { n: 2, left: 1 });
    expect(askSentence(blessing, [trap], null)).toContain("uses a trap.");
    expect(askSentence(blessing, [trap, cat], null)).toContain("uses the cat.");
    expect(askSentence(blessing, [trap, cat, ability], null)).toContain("uses a special ability.");
  });

  it("is there for asks that are new: by their shape, or at all", () => {
    expect(askSentence(asking("standee", "lasso", { a: { verb: "lasso", standee: "sheriff" } }), [], null)).toBe("Choose somebody.");
    expect(askSentence(asking("orbit", "comet", { a: {} }), [], null)).toBe("Choose what to do.");
  });

  it("tells what a place means", () => {
    const at = RUN.choices.indexOf("run deputy-1 b2-b3");
    expect(effectOf(RUN, BOX, at)).toContain("One of your targets!");
    expect(effectOf(RUN, BOX, RUN.choices.indexOf("run sheriff c3-d3"))).toBe("Face down; it will be revealed.");
    expect(labelOf(RUN, at)).toBe("Deputy 1 to b3");
  });
});
