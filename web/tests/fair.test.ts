import { render } from "@testing-library/svelte";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { SealedChance } from "../src/fair/chance";
import { attemptFor, attemptsAt, keep, newWord, wordBehind } from "../src/fair/kept";
import { awaited, chairFor, elsewhere, owed, Promises, sitting } from "../src/fair/promise";
import { check, diceFit, misfitsOf, startOf, toldWith, type Misfit } from "../src/fair/proof";
import { bytesOf, fromHex, hexOf, hmac, sealOf, sha256 } from "../src/fair/sha256";
import type { Unsent } from "../src/lib/socket";
import type { Item } from "../src/lib/story";
import { api } from "../src/lib/api";
import type { ChairInfo, Proof, TableInfo } from "../src/protocol";
import { table as anyTable, told } from "./town";
import Ended from "./parts/Ended.svelte";

interface Hashing {
  createHash(name: string): { update(data: Uint8Array): { digest(form: "hex"): string } };
  createHmac(name: string, key: Uint8Array): { update(data: Uint8Array): { digest(form: "hex"): string } };
}

// Written by fair/make.py: whole games of the engine's own sealed source.
interface Game {
  told: { parties: string[] };
  proof: Proof;
  story: Item[];
}
const GAMES = Object.entries(import.meta.glob<Game>("./fair/*.json", { eager: true, import: "default" })).map(([path, game]) => ({
  name: path.replace(/.*\/|\.json/g, ""),
  ...game,
}));
const game = (): Game => structuredClone(GAMES.find(({ name }) => name === "extras") as Game);

beforeEach(() => localStorage.clear());

describe("hashing", () => {
  // FIPS 180-4 and its examples, RFC 4231.
  it.each([
    ["", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"],
    ["abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"],
    ["abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"],
    ["a".repeat(1_000_000), "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"],
  ])("gives the published digest of %.9s…", (text, digest) => expect(sealOf(text)).toBe(digest));

  it.each([
    ["0b".repeat(20), hexOf(bytesOf("Hi There")), "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"],
    [hexOf(bytesOf("Jefe")), hexOf(bytesOf("what do ya want for nothing?")), "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"],
    ["aa".repeat(20), "dd".repeat(50), "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe"],
    ["aa".repeat(131), hexOf(bytesOf("Test Using Larger Than Block-Size Key - Hash Key First")), "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"],
  ])("gives the published code with the key %.9s…", (key, text, code) => expect(hexOf(hmac(fromHex(key))(fromHex(text)))).toBe(code));

  it("is the same as Node’s, whatever the length", async () => {
    const { createHash, createHmac } = await vi.importActual<Hashing>("node:crypto");
    const bytes = Uint8Array.from({ length: 300 }, (_, n) => (n * 151 + 7) % 256);
    for (let length = 0; length < bytes.length; length += 1) {
      const [key, text] = [bytes.slice(300 - length), bytes.slice(0, length)];
      expect(hexOf(sha256(text))).toBe(createHash("sha256").update(text).digest("hex"));
      expect(hexOf(hmac(key)(text))).toBe(createHmac("sha256", key).update(text).digest("hex"));
    }
  });
});

describe("the sealed source", () => {
  it.each(GAMES)("gives the dice, draws and parties of the engine: $name", ({ proof, told }) => {
    const chance = new SealedChance(proof.seed, proof.nonces);
    expect(proof.draws.map(([stream, n]) => chance.next(n, stream))).toEqual(proof.draws.map(([, , value]) => value));
    expect(chance.drawn(told.parties)).toEqual(proof.parties);
  });
});

/** A game whose page kept what it was shown, as a player's does. */
function played({ proof, story, told: opened }: Game): { proof: Proof; known: Parameters<typeof check>[1] } {
  const word = proof.nonces[0] ?? "";
  keep("t", proof.abandoned[0]?.seal ?? "", { word: "early" });
  keep("t", proof.seal, { word, shown: word, promises: proof.commitments });
  const { seal, nonces, commitments } = structuredClone(proof);
  const started = told("game_started", { seal, nonces, commitments, attempts: 1 });
  return { proof, known: { table: "t", parties: opened.parties, story: [started, ...story.slice(1)] } };
}

const flipped = (hex: string): string => (hex.startsWith("0") ? "1" : "0") + hex.slice(1);

describe("a proof", () => {
  it.each(GAMES)("is reckoned anew and fits: $name", async (fixture) => {
    const { proof, known } = played(structuredClone(fixture));
    expect(await check(proof, known)).toEqual({ misfits: [], draws: proof.draws.length, compared: "word" });
  });

  const TAMPERED: [string, Misfit[], (proof: Proof, story: Item[]) => void][] = [
    ["another seed", ["seal", "parties", "draws"], (proof) => (proof.seed = flipped(proof.seed))],
    ["a seed that is none", ["seal", "parties", "draws"], (proof) => (proof.seed = "x")],
    ["another seal", ["seal", "kept-seal", "told"], (proof) => (proof.seal = flipped(proof.seal))],
    ["a seed and seal of its own", ["kept-seal", "told", "parties", "draws"], reseal],
    ["another word", ["promises", "kept-word", "told", "parties", "draws"], (proof) => (proof.nonces[0] = "mine")],
    ["a word too few", ["promises", "told", "parties", "draws"], (proof) => proof.nonces.pop()],
    ["promises changed along with a word", ["kept-promises", "told", "parties", "draws"], repromise],
    ["another draw", ["draws"], (proof) => moved(proof.draws.find(([stream]) => stream === 1))],
    ["another die", ["draws", "dice"], (proof) => moved(proof.draws.find(([stream]) => stream === 0))],
    ["a die too few", ["dice"], (proof) => (proof.draws = cut(proof.draws))],
    ["a die of the board that was another", ["dice"], (_, story) => (story[4] = anotherDie(story[4]))],
    ["other parties", ["parties"], (proof) => proof.parties.reverse()],
    ["an attempt that is not told", ["kept-seal"], (proof) => proof.abandoned.pop()],
    ["an attempt of another seed", ["abandoned"], (proof) => proof.abandoned.forEach((one) => (one.seed = flipped(one.seed)))],
    ["another start than was told", ["told"], (_, story) => (story[0] = told("game_started", { ...startOf(story), nonces: [] }))],
  ];
  it.each(TAMPERED)("with %s does not", async (_, misfits, tamper) => {
    const { proof, known } = played(game());
    tamper(proof, known.story as Item[]);
    const verdict = await check(proof, known);
    expect(verdict.misfits.sort()).toEqual([...misfits].sort());
  });

  it("says what there was to compare", async () => {
    const { proof, story, told } = game();
    const known = { table: "unknown", parties: told.parties, story };
    expect(await check(proof, known)).toMatchObject({ misfits: [], compared: "" });
    keep("unknown", proof.seal, { word: "never shown" });
    expect(await check(proof, known)).toMatchObject({ misfits: [], compared: "seal" });
  });

  it("fits the end of a story, if only that is here", () => {
    const { proof, story } = game();
    const late = story.slice(20);
    expect(diceFit(late, proof.draws)).toBe(true);
    expect(diceFit(late.slice(0, -1), proof.draws.slice(0, 30))).toBe(false);
  });

  it("lets the page breathe while a long game is reckoned", async () => {
    let now = 0;
    vi.spyOn(performance, "now").mockImplementation(() => (now += 5));
    const { proof, known } = played(game());
    const chance = new SealedChance(proof.seed, proof.nonces);
    proof.draws = Array.from({ length: 1000 }, () => [1, 6, chance.next(6, 1)]);
    const heard: number[] = [];
    expect((await check(proof, { ...known, story: [] }, (done) => heard.push(done))).misfits).toEqual([]);
    expect(heard.length).toBeGreaterThan(3);
    expect(heard).toEqual([...heard].sort((a, b) => a - b));
    vi.restoreAllMocks();
  });
});

function reseal(proof: Proof): void {
  proof.seed = flipped(proof.seed);
  proof.seal = hexOf(sha256(fromHex(proof.seed)));
}

function repromise(proof: Proof): void {
  proof.nonces[1] = "another";
  proof.commitments[1] = sealOf("another");
}

function anotherDie(item: Item | undefined): Item {
  if (item?.event !== "rolled") throw new Error("no die was rolled there");
  return { ...item, die: (item.die % 6) + 1 };
}

function moved(draw: Proof["draws"][number] | undefined): void {
  if (draw) draw[2] = (draw[2] + 1) % draw[1];
}

/** Without the last die. */
function cut(draws: Proof["draws"]): Proof["draws"] {
  const last = draws.findLastIndex(([stream]) => stream === 0);
  return draws.filter((_, n) => n !== last);
}

describe("the start of a game", () => {
  it("is compared with what was kept", () => {
    const { proof, known } = played(game());
    const start = toldWith(startOf(known.story));
    expect(start).toMatchObject({ seal: proof.seal, nonces: proof.nonces, commitments: proof.commitments });
    const early = proof.abandoned.map((one) => one.seal);
    expect(misfitsOf("t", start ?? proof, early)).toEqual([]);
    expect(misfitsOf("t", start ?? proof, [])).toEqual(["kept-seal"]);
    expect(misfitsOf("t", { ...proof, nonces: ["a", "b", "c"] }, early)).toEqual(["promises", "kept-word"]);
  });
  it("of a game that was not sealed says nothing", () => {
    expect(toldWith(told("game_started", { seal: "" }))).toBeNull();
    expect(toldWith(startOf([]))).toBeNull();
  });
});

describe("words", () => {
  it("are kept for each table and seal, the last fifty tables of them", () => {
    for (let n = 0; n < 60; n += 1) keep(`t${n}`, "seal", { word: `w${n}` });
    keep("t10", "other", { word: "anew" });
    keep("t60", "seal", { word: "w60" });
    expect([attemptsAt("t9"), attemptsAt("t11")]).toEqual([[], []]);
    expect(attemptsAt("t10").map((one) => [one.seal, one.words])).toEqual([["seal", ["w10"]], ["other", ["anew"]]]);
    expect(JSON.parse(localStorage.getItem("cactustown.dice") ?? "[]")).toHaveLength(50);
  });
  it("stay until the page is closed where nothing can be stored", () => {
    const locked = (): never => {
      throw new Error("locked");
    };
    const spies = [vi.spyOn(Storage.prototype, "getItem").mockImplementation(locked), vi.spyOn(Storage.prototype, "setItem").mockImplementation(locked)];
    keep("private", "seal", { word: "w" });
    expect(attemptFor("private", "seal")?.words).toEqual(["w"]);
    spies.forEach((spy) => spy.mockRestore());
  });
  it("cannot be guessed, and may begin with one’s own", () => {
    expect(newWord()).toMatch(/^[0-9a-z]{16,24}$/);
    expect(newWord()).not.toBe(newWord());
    expect(newWord(" Dürre\n🌵\u200d! ")).toMatch(/^Dürre! [0-9a-z]{16,24}$/);
    const long = newWord("x".repeat(300));
    expect([long.length <= 64, long.startsWith("xxx")]).toEqual([true, true]);
  });
  it("that were shown under an earlier seal are no secret any more", () => {
    keep("t", "one", { word: "shown", shown: "shown" });
    keep("t", "one", { word: "on its way" });
    expect(wordBehind("t", "one", sealOf("shown"))).toBe("shown");
    expect(wordBehind("t", "two", sealOf("shown"))).toBeUndefined();
    expect(wordBehind("t", "two", sealOf("on its way"))).toBe("on its way");
  });
});

function chair(more: Partial<ChairInfo>): ChairInfo {
  return { party: "sheriff", who: null, name: null, bot: null, stand_in: null, present: false, yours: false, commitment: "", revealed: false, kept: null, kept_for_you: false, ...more };
}

function table(chairs: ChairInfo[], more: Partial<TableInfo> = {}): TableInfo {
  return anyTable({ chairs, commitment: "seal one", ...more });
}

const BERT = { name: "Bert", present: true };
const ME = { name: "Anna", yours: true, present: true };
const BOT = { name: "greedy", bot: "greedy" };

describe("the chair to sit down on", () => {
  it("is the one that is kept for oneself, and never one that is kept for somebody else", () => {
    const kept = { kept: "Bert" };
    expect(chairFor(table([chair(ME), chair(kept), chair({})]))).toBe(2);
    expect(chairFor(table([chair({}), chair({ kept: "Anna", kept_for_you: true })]))).toBe(1);
    expect(chairFor(table([chair(BOT), chair(kept)]))).toBe(-1);
  });
});

describe("a promise", () => {
  it("is made for every own chair that has none, and kept", () => {
    const sent = owed(table([chair(ME), chair(BERT), chair(BOT), chair(ME)]));
    expect(sent.map((one) => [one.type, one.chair])).toEqual([["sit", 0], ["sit", 3]]);
    expect(sent.map((one) => wordBehind("t", "seal one", one.type === "sit" ? (one.commitment ?? "") : ""))).toEqual(attemptFor("t", "seal one")?.words);
  });
  it("is shown when all have promised, and not before", () => {
    const { commitment = "" } = sitting(table([]), 0);
    const chairs = [chair({ ...ME, commitment }), chair({ ...BERT, commitment: "b" })];
    expect(owed(table(chairs))).toEqual([]);
    const nonce = attemptFor("t", "seal one")?.words[0];
    expect(owed(table(chairs, { reveal_ms: 9000 }))).toEqual([{ type: "reveal", chair: 0, nonce }]);
    expect(owed(table([chair({ ...ME, commitment, revealed: true })], { reveal_ms: 9000 }))).toEqual([]);
    expect(owed(table(chairs, { reveal_ms: 9000, state: "running" }))).toEqual([]);
  });
  it("of another browser is left alone", () => {
    const info = table([chair({ ...ME, commitment: "elsewhere" })], { reveal_ms: 9000 });
    expect([owed(info), elsewhere(info)]).toEqual([[], [0]]);
  });
  it("is waited for by name", () => {
    const [anna, bert] = [chair({ ...ME, commitment: "a" }), chair({ ...BERT, commitment: "b" })];
    expect(awaited(table([anna, bert], { reveal_ms: 9000 }))).toEqual(["Anna", "Bert"]);
    expect(awaited(table([{ ...anna, revealed: true }, bert], { reveal_ms: 9000 }))).toEqual(["Bert"]);
    expect(awaited(table([anna, chair(BERT)]))).toEqual(["Bert"]); // has not come yet
    expect(awaited(table([anna, chair({})]))).toEqual([]); // a chair is free
    expect(awaited(table([{ ...anna, revealed: true }, chair(BOT)]))).toEqual([]);
    expect(awaited(table([chair(ME), chair(BOT)]))).toEqual(["Anna"]); // about to promise
  });
});

describe("promises", () => {
  it("are kept by themselves, frame by frame, and made again when all is drawn anew", async () => {
    const sent: Unsent[] = [];
    const promises = new Promises((command) => Promise.resolve(sent.push(command)));
    const promised = (at: number): string => (sent[at]?.type === "sit" ? (sent[at].commitment ?? "") : "");
    const shown = (at: number): string => (sent[at]?.type === "reveal" ? sent[at].nonce : "");
    promises.follow(table([chair(ME), chair(BERT)]));
    promises.follow(table([chair(ME), chair(BERT)])); // the answer is still on its way
    await Promise.resolve();
    expect(sent.map(({ type }) => type)).toEqual(["sit"]);
    const commitment = promised(0);
    const chairs = [chair({ ...ME, commitment }), chair({ ...BERT, commitment: "b" })];
    promises.follow(table(chairs, { reveal_ms: 30_000 }));
    await Promise.resolve();
    const nonce = shown(1);
    expect(sealOf(nonce)).toBe(commitment);
    promises.follow(table([{ ...chairs[0], revealed: true } as ChairInfo, chairs[1] as ChairInfo], { reveal_ms: 20_000 }));
    expect(attemptFor("t", "seal one")).toMatchObject({ shown: [nonce], promises: [commitment, "b"] });
    promises.follow(table([chair(ME), chair({})], { commitment: "seal two" }));
    expect(sent.length).toBe(3);
    expect(promised(2)).toMatch(/^[0-9a-f]{64}$/);
    expect(promised(2)).not.toBe(commitment);
    promises.close();
  });
  it("are tried again after a refusal", async () => {
    vi.useFakeTimers();
    const send = vi.fn().mockRejectedValueOnce({ code: "too_fast" }).mockResolvedValue(1);
    const promises = new Promises(send);
    promises.follow(table([chair(ME)]));
    await vi.advanceTimersByTimeAsync(10_000);
    expect(send).toHaveBeenCalledTimes(2);
    promises.close();
    vi.useRealTimers();
  });
});

describe("the proof at the end of a game", () => {
  it("is given up quietly by somebody who goes on to another page meanwhile", async () => {
    const warned = vi.spyOn(console, "warn").mockImplementation(() => undefined);
    const { proof, story } = game();
    let answer: (proof: Proof) => void = () => undefined;
    vi.spyOn(api, "proof").mockReturnValue(new Promise((given) => (answer = given)));
    const session = { info: table([], { state: "over", options: { parties: ["sheriff", "outlaws"] } }), story };
    const { unmount } = render(Ended, { session });
    unmount();
    answer(proof);
    await new Promise((later) => setTimeout(later));
    expect(warned).not.toHaveBeenCalled();
    vi.restoreAllMocks();
  });
});
