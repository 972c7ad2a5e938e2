/** Bringing a word of one's own to the dice: promised by its hash, shown when everybody has promised. */

import type { Unsent } from "../lib/socket";
import type { ChairInfo, TableInfo } from "../protocol";
import { keep, newWord, wordBehind } from "./kept";
import { sealOf } from "./sha256";

export type Sitting = Extract<Unsent, { type: "sit" }>;
export type Showing = Extract<Unsent, { type: "reveal" }>;

const AGAIN = 2_000; // after a refusal, if it is still to be done

/** The numbers of one's own chairs. */
export function mine(info: TableInfo): number[] {
  return info.chairs.flatMap((chair, number) => (chair.yours ? [number] : []));
}

const isPerson = (chair: ChairInfo): boolean => chair.name !== null && chair.bot === null;
const isSilent = (chair: ChairInfo): boolean => isPerson(chair) && !chair.commitment && !chair.revealed;
const isSealed = (chair: ChairInfo): boolean => chair.commitment !== "" && !chair.revealed;

export function isFull(info: TableInfo): boolean {
  return info.chairs.every((chair) => chair.name !== null || chair.bot !== null);
}

/** The chair to sit down on: the one that is kept for oneself, else the first that is kept for nobody; -1: none. */
export function chairFor(info: TableInfo): number {
  const own = info.chairs.findIndex((chair) => chair.kept_for_you);
  return own >= 0 ? own : info.chairs.findIndex((chair) => chair.name === null && chair.bot === null && !chair.kept);
}

/** Takes a chair, or promises anew on one's own; the word is kept before it is promised. */
export function sitting(info: TableInfo, chair: number, own = ""): Required<Sitting> {
  const word = newWord(own);
  keep(info.table, info.commitment, { word });
  return { type: "sit", chair, commitment: sealOf(word) };
}

/** The word behind a promise, to be shown now; kept as one that is no secret any more. */
export function showing(info: TableInfo, chair: number, promise: string): Showing {
  const nonce = wordBehind(info.table, info.commitment, promise) ?? "";
  keep(info.table, info.commitment, { shown: nonce });
  return { type: "reveal", chair, nonce };
}

/** What this browser owes the dice now: promises first, then the words behind all of them. */
export function owed(info: TableInfo): (Sitting | Showing)[] {
  if (info.state !== "open") return [];
  const own = info.chairs.flatMap((chair, number) => (chair.yours ? [{ chair, number }] : []));
  const silent = own.filter(({ chair }) => isSilent(chair));
  if (silent.length) return silent.map(({ number }) => sitting(info, number));
  if (info.reveal_ms === null) return [];
  return own.flatMap(({ chair, number }) => {
    const nonce = isSealed(chair) ? wordBehind(info.table, info.commitment, chair.commitment) : undefined;
    return nonce === undefined ? [] : [{ type: "reveal" as const, chair: number, nonce }];
  });
}

/** Own chairs whose word is in another browser. */
export function elsewhere(info: TableInfo): number[] {
  return info.chairs.flatMap((chair, number) =>
    chair.yours && isSealed(chair) && wordBehind(info.table, info.commitment, chair.commitment) === undefined ? [number] : [],
  );
}

/** Whether a word can still be promised: nobody has shown one that was. */
export function mayPromise(info: TableInfo): boolean {
  return !info.chairs.some((chair) => chair.commitment && chair.revealed);
}

/** The names of those whose word the game waits for, once all chairs are taken. */
export function awaited(info: TableInfo): string[] {
  if (!isFull(info)) return [];
  const waiting = info.chairs.filter(isSealed);
  const silent = info.chairs.filter(isSilent);
  const begun = info.chairs.some((chair) => chair.revealed);
  const yet = waiting.length ? silent : silent.filter((chair) => chair.yours && !begun);
  return [...new Set((info.reveal_ms === null ? yet : waiting).map((chair) => chair.name ?? ""))];
}

/** Keeps its promises table frame by table frame. */
export class Promises {
  private info: TableInfo | null = null;
  private again: ReturnType<typeof setTimeout> | undefined;
  private readonly underWay = new Set<string>();

  constructor(private readonly send: (command: Unsent) => Promise<unknown>) {}

  follow(info: TableInfo): void {
    this.info = info;
    remember(info);
    if (info.chairs.some((chair, number) => isSilent(chair) && this.underWay.has(`sit ${info.commitment} ${number}`))) return;
    for (const sending of owed(info)) void this.do(info, sending);
  }

  close(): void {
    this.info = null;
    clearTimeout(this.again);
  }

  private async do(info: TableInfo, command: Sitting | Showing): Promise<void> {
    const mark = `${command.type} ${info.commitment} ${command.chair}`;
    if (this.underWay.has(mark)) return;
    this.underWay.add(mark);
    if (command.type === "reveal") keep(info.table, info.commitment, { shown: command.nonce });
    try {
      await this.send(command);
    } catch {
      clearTimeout(this.again);
      this.again = setTimeout(() => this.info && this.follow(this.info), AGAIN);
    } finally {
      this.underWay.delete(mark);
    }
  }
}

/** From the moment one's own word is shown nobody can change a promise: what they are is kept. */
function remember(info: TableInfo): void {
  if (info.state !== "open" || !info.chairs.some((chair) => chair.yours && chair.revealed && chair.commitment)) return;
  keep(info.table, info.commitment, { promises: info.chairs.flatMap((chair) => (chair.commitment ? [chair.commitment] : [])) });
}
