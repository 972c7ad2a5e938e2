/** Fair dice as a player meets them: in the waiting room, during the game, at its end. */

import { fireEvent, render, screen, waitFor } from "@testing-library/svelte";
import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { attemptFor, keep } from "../src/fair/kept";
import { sealOf } from "../src/fair/sha256";
import { api, ApiError } from "../src/lib/api";
import type { Item } from "../src/lib/story";
import Menu from "../src/play/Menu.svelte";
import Notices from "../src/play/Notices.svelte";
import Proof from "../src/play/Proof.svelte";
import Room from "../src/play/Room.svelte";
import type { ChairInfo, Proof as Proven, TableInfo } from "../src/protocol";
import extras from "./fair/extras.json";
import { CHOICES } from "./choices";
import { box, table as anyTable, told } from "./town";

const PROOF = extras.proof as Proven;
const STORY = extras.story as Item[];
const SEAL = PROOF.seal;

beforeAll(() => {
  HTMLDialogElement.prototype.showModal = function (this: HTMLDialogElement) {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function (this: HTMLDialogElement) {
    this.open = false;
  };
});
beforeEach(() => {
  vi.restoreAllMocks();
  localStorage.clear();
  vi.spyOn(api, "choices").mockResolvedValue(CHOICES);
});

function chair(name: string, more: Partial<ChairInfo> = {}): ChairInfo {
  return { party: "sheriff", who: null, name, bot: null, stand_in: null, present: true, yours: false, commitment: "", revealed: false, kept: null, kept_for_you: false, ...more };
}

function table(chairs: ChairInfo[], more: Partial<TableInfo> = {}): TableInfo {
  return anyTable({ chairs, options: extras.told, commitment: SEAL, ...more });
}

function room(info: TableInfo) {
  const send = vi.fn().mockResolvedValue(1);
  const session = { send, lanes: [], box: null, again: vi.fn() };
  const page = render(Room, { session, info });
  return { send, show: (next: TableInfo) => page.rerender({ session, info: next }) };
}

const startButton = (): HTMLButtonElement => screen.getByRole("button", { name: /Start the game|Waiting for/ });

describe("the waiting room", () => {
  it("promises and shows a word by itself, and says whom the game waits for", async () => {
    const { send, show } = room(table([chair("Anna", { yours: true }), chair("Bert", { commitment: "b" })]));
    await waitFor(() => expect(send).toHaveBeenCalledOnce());
    expect(startButton().disabled).toBe(true);
    const { commitment } = send.mock.calls[0]?.[0] as { commitment: string };
    await show(table([chair("Anna", { yours: true, commitment }), chair("Bert", { commitment: "b" })], { reveal_ms: 23_000 }));
    await waitFor(() => expect(send).toHaveBeenCalledTimes(2));
    expect(send.mock.calls[1]).toEqual([{ type: "reveal", chair: 0, nonce: attemptFor("t", SEAL)?.words[0] }]);
    await show(table([chair("Anna", { yours: true, commitment, revealed: true }), chair("Bert", { commitment: "b" })], { reveal_ms: 23_000 }));
    expect(screen.getByText("Waiting for the secret word of Bert: 0:23")).toBeTruthy();
    expect([startButton().disabled, startButton().textContent]).toEqual([true, "Waiting for Bert …"]);
    await show(table([chair("Anna", { yours: true, commitment, revealed: true }), chair("Bert", { commitment: "b", revealed: true })]));
    expect([startButton().disabled, startButton().textContent]).toEqual([false, "Start the game"]);
  });
  it("says what came to nothing, and because of whom", () => {
    const attempts = [
      { seal: "1", commitments: [], failed: ["Bert", "Cleo"], by: null, at: 1 },
      { seal: "2", commitments: [], failed: [], by: "Anna", at: 2 },
    ];
    room(table([chair("Anna", { yours: true, commitment: "a" })], { attempts, barred: true }));
    expect(screen.getByText(/the secret word of Bert and Cleo did not come in time/)).toBeTruthy();
    expect(screen.getByText(/Anna freed a seat after secret words/)).toBeTruthy();
    expect(screen.getByText(/cannot sit at this table any more/)).toBeTruthy();
  });
  it("lets one promise anew from another browser, as long as nobody has shown a word", async () => {
    const { send, show } = room(table([chair("Anna", { yours: true, commitment: "elsewhere" })]));
    expect(send).not.toHaveBeenCalled();
    await fireEvent.click(screen.getByRole("button", { name: "Bring a new word from here" }));
    expect(send).toHaveBeenCalledWith({ type: "sit", chair: 0, commitment: sealOf(attemptFor("t", SEAL)?.words[0] ?? "") });
    await show(table([chair("Anna", { yours: true, commitment: "elsewhere" }), chair("Bert", { commitment: "b", revealed: true })]));
    expect(screen.queryByRole("button", { name: "Bring a new word from here" })).toBeNull();
    expect(screen.getByText(/Open the table there in time/)).toBeTruthy();
  });
  it("takes a word of the player’s own for a beginning", async () => {
    const { send } = room(table([chair("Anna", { yours: true, commitment: "a" }), chair("Bert")]));
    keep("t", SEAL, { word: "a" });
    await fireEvent.input(screen.getByLabelText(/Begin your secret word/), { target: { value: "saguaro" } });
    await fireEvent.submit(screen.getByLabelText(/Begin your secret word/).closest("form") as HTMLFormElement);
    expect(send.mock.lastCall?.[0]).toEqual({ type: "sit", chair: 0, commitment: sealOf(attemptFor("t", SEAL)?.words.at(-1) ?? "") });
    expect(attemptFor("t", SEAL)?.words.at(-1)).toMatch(/^saguaro \w+$/);
  });
});

describe("a running game", () => {
  const props = { onleave: vi.fn(), onhelp: vi.fn(), onpanel: vi.fn(), onclose: vi.fn(), over: false, info: table([], { state: "running" }) };
  it("says in its menu that the dice are sealed", () => {
    render(Menu, { ...props, box: box(), dice: { misfits: [], compared: "word" } });
    expect(screen.getByText(/The dice of this game are sealed.*your secret word included/)).toBeTruthy();
  });
  it("warns where something does not fit", () => {
    const rest = { status: "open" as const, error: "", looking: false, over: false, onback: vi.fn(), onconsent: vi.fn(), onreturn: vi.fn() };
    render(Notices, { ...rest, info: props.info, misfits: ["kept-seal"] });
    expect(screen.getByRole("alert").textContent).toContain("shown another seal");
  });
});

describe("the end", () => {
  const info = table([], { state: "over" });

  it("says that nobody chose the dice, and what was compared", async () => {
    keep("t", SEAL, { word: PROOF.nonces[1] ?? "", shown: PROOF.nonces[1] ?? "", promises: PROOF.commitments });
    vi.spyOn(api, "proof").mockResolvedValue(PROOF);
    render(Proof, { info, story: STORY });
    expect(await screen.findByText("The dice were sealed before the first card, and nobody chose them.")).toBeTruthy();
    expect(screen.getByText(new RegExp(`worked out ${PROOF.draws.length} dice and draws again.*your secret word are those`))).toBeTruthy();
    expect(screen.getByText(`cactustown verify cactustown-t.json --seal ${SEAL} --nonce '${PROOF.nonces[1]}'`)).toBeTruthy();
  });
  it("says what is wrong", async () => {
    keep("t", "another seal", { word: "w" });
    vi.spyOn(api, "proof").mockResolvedValue(PROOF);
    render(Proof, { info, story: STORY });
    const alert = await screen.findByRole("alert");
    expect(alert.textContent).toContain("Something is wrong with the dice of this game!");
    expect(alert.textContent).toContain("shown another seal");
    expect(screen.queryByText(/nobody chose them/)).toBeNull();
  });
  it("asks for no proof of a game that was played on from another", () => {
    const proof = vi.spyOn(api, "proof");
    render(Proof, { info, story: [told("game_started", { seal: "" })] });
    expect(screen.getByText(/its dice are not sealed/)).toBeTruthy();
    expect(proof).not.toHaveBeenCalled();
  });
  it("believes the server that there is none, if the beginning of the story is not here", async () => {
    vi.spyOn(api, "proof").mockRejectedValue(new ApiError(404, "not_found", "…"));
    render(Proof, { info, story: STORY.slice(9) });
    expect(await screen.findByText(/its dice are not sealed/)).toBeTruthy();
  });
  it("can be tried again without a line", async () => {
    vi.spyOn(api, "proof").mockRejectedValueOnce(new ApiError(0, "offline", "…")).mockResolvedValue(PROOF);
    render(Proof, { info, story: STORY });
    await fireEvent.click(await screen.findByRole("button"));
    expect(await screen.findByText(/nobody chose them/)).toBeTruthy();
  });
});
