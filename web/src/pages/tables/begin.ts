/** Opening a table and starting its game. */

import { api } from "../../lib/api";
import { comeIn } from "../../lib/me.svelte";
import { go } from "../../lib/router.svelte";
import { Line } from "../../lib/socket";
import type { FromServer, Refused, TableInfo } from "../../protocol";
import { OPEN, toSend, type Wish } from "./wish";

const NONCE_WORDS = 4;
const PATIENCE = 15_000;

/** Opens the table and goes there; where no seat is open, its game has begun. */
export async function open(wish: Wish): Promise<void> {
  await comeIn();
  const { table } = await api.open(toSend(wish));
  if (!wish.seats.includes(OPEN)) await start(table);
  go(`/t/${table}`);
}

/** Starts the game of a table that one hosts, with a word of one's own mixed into the dice. */
export async function start(table: string, fair = true): Promise<void> {
  await atTable(table, async (line, info) => {
    const own = info.chairs.flatMap((chair, number) => (chair.yours ? [number] : []));
    if (fair) await Promise.all(own.map((chair) => line.send("sit", { chair, nonce: nonce() })));
    await line.send("start");
  });
}

/** A bot plays on for all own seats, so that a game one leaves comes to its end; a game of bots alone is closed. */
export async function leave(table: string): Promise<void> {
  await atTable(table, async (line, info) => {
    const seats = info.chairs.flatMap((chair) => (chair.yours && chair.party && !chair.stand_in ? [chair.party] : []));
    if (info.you_host && info.chairs.every((chair) => chair.bot)) await line.send("close");
    else await Promise.all(seats.map((seat) => line.send("leave", { seat })));
  });
}

/** Gives a table up that has not begun: who opened it closes it, others stand up. */
export async function giveUp(table: string): Promise<void> {
  await atTable(table, async (line, info) => {
    const own = info.chairs.flatMap((chair, number) => (chair.yours ? [number] : []));
    if (info.you_host) await line.send("close");
    else await Promise.all(own.map((chair) => line.send("stand", { chair })));
  });
}

/** Does something at a table without showing it. */
function atTable(table: string, act: (line: Line, info: TableInfo) => Promise<unknown>): Promise<void> {
  return new Promise((resolve, reject) => {
    let acting = false;
    const done = (problem?: Error): void => {
      clearTimeout(late);
      line.close();
      if (problem) reject(problem);
      else resolve();
    };
    const late = setTimeout(() => done(new Error("no answer")), PATIENCE);
    const hear = (frame: FromServer): void => {
      if (frame.type === "refused" && frame.id === null) done(new Error(frame.reason));
      if (frame.type !== "table" || acting) return;
      acting = true;
      act(line, frame).then(
        () => done(),
        (refused: Refused) => done(new Error(refused.reason)),
      );
    };
    const line = new Line(
      () => ({ type: "hello", table }),
      hear,
      (status) => {
        if (status === "closed") done(new Error("no session"));
      },
    );
  });
}

function nonce(): string {
  return [...crypto.getRandomValues(new Uint32Array(NONCE_WORDS))].map((word) => word.toString(36)).join("");
}
