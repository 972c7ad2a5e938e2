/** Opening a table and starting its game. */

import { mayPromise, mine, showing, sitting } from "../../fair/promise";
import { api } from "../../lib/api";
import { peopleFor, seatPeople, type Person } from "../../lib/atOneScreen.svelte";
import { comeIn } from "../../lib/me.svelte";
import { prefs, savePrefs } from "../../lib/prefs.svelte";
import { go } from "../../lib/router.svelte";
import { Line } from "../../lib/socket";
import type { FromServer, Refused, TableInfo } from "../../protocol";
import { ME, OPEN, toSend, type Wish } from "./wish";

const PATIENCE = 15_000;

/** Opens the table and goes there, where no seat is open, with its game begun; `people` share this screen. */
export async function open(wish: Wish, people: readonly Person[] = []): Promise<void> {
  await comeIn();
  const { table } = await api.open(toSend(wish));
  const own = wish.seats.filter((seat) => seat === ME).length;
  if (own > 1) seatPeople(table, peopleFor(own, people.length ? people : undefined));
  prefs.luck = null;
  savePrefs();
  if (!wish.seats.includes(OPEN)) await start(table);
  go(`/t/${table}`);
}

/** Starts the game of a table that one hosts and nobody else plays at; a word of one's own for
 * every own chair is mixed into the dice, promised and shown at once. */
export async function start(table: string, fair = true): Promise<void> {
  await atTable(table, async (line, info) => {
    if (fair && mayPromise(info)) {
      const promised = mine(info).map((chair) => sitting(info, chair));
      await Promise.all(promised.map((command) => line.send(command)));
      await Promise.all(promised.map(({ chair, commitment }) => line.send(showing(info, chair, commitment))));
    }
    await line.send({ type: "start" });
  });
}

/** A bot plays on for all own seats, so that a game one leaves comes to its end; a game of bots alone is closed. */
export async function leave(table: string): Promise<void> {
  await atTable(table, async (line, info) => {
    const seats = info.chairs.flatMap((chair) => (chair.yours && chair.party && !chair.stand_in ? [chair.party] : []));
    if (info.you_host && info.chairs.every((chair) => chair.bot)) await line.send({ type: "close" });
    else await Promise.all(seats.map((seat) => line.send({ type: "leave", seat })));
  });
}

/** Gives a table up that has not begun: who opened it closes it, others stand up or let go what is kept for them. */
export async function giveUp(table: string): Promise<void> {
  await atTable(table, async (line, info) => {
    if (info.you_host) await line.send({ type: "close" });
    else {
      const own = info.chairs.flatMap((chair, number) => (chair.yours || chair.kept_for_you ? [number] : []));
      await Promise.all(own.map((chair) => line.send({ type: "stand", chair })));
    }
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
