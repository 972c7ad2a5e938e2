/** A table as this browser knows it: what the server told, seat by seat. */

import type { Box, FromServer, Refused, SeatView, TableInfo, Update } from "../protocol";
import { Line, type Status } from "./socket";

export type Seat = string | null;
export interface Item {
  n: number;
  event: string;
  depth?: number;
  [field: string]: unknown;
}
export interface News {
  seat: Seat;
  items: Item[];
  view: SeatView | null;
  caughtUp: boolean; // told on coming (back) to the table: missed, so told in one go
}

/** What one seat of this browser was told; null is a spectator. */
export class Lane {
  story = $state.raw<Item[]>([]);
  view = $state.raw<SeatView | null>(null);
  canUndo = $state(false);
  clocks = $state.raw<Record<string, number>>({});
  clocksAt = $state(0);

  constructor(readonly seat: Seat) {}
}

interface Looking {
  resolve: (view: SeatView | null) => void;
  reject: (refused: Refused) => void;
}

const CUT_OFF: Refused = { type: "refused", id: null, code: "offline", reason: "the line is broken" };

export class TableSession {
  status = $state<Status>("connecting");
  info = $state.raw<TableInfo | null>(null);
  box = $state.raw<Box | null>(null);
  lanes = $state.raw<Lane[]>([]);
  refused = $state.raw<Refused | null>(null);
  missing = $state(false); // there is no such table
  unreadable = $state(false); // its log is damaged; nothing can be told or done
  private seq: number | undefined;
  private readonly line: Line;
  private readonly listeners = new Set<(news: News) => void>();
  private looks: Looking[] = [];
  private readonly greeted = new Set<Seat>(); // the seats told since the line was last opened

  constructor(readonly table: string) {
    this.line = new Line(
      () => ({ type: "hello", table, ...(this.seq === undefined ? {} : { since: this.seq }) }),
      (frame) => this.take(frame),
      (status) => this.statusIs(status),
    );
  }

  /** Calls back with everything that happens, for animation and sound. */
  onNews(listener: (news: News) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  lane(seat: Seat): Lane | undefined {
    return this.lanes.find((lane) => lane.seat === seat);
  }

  /** The seats this browser plays. */
  get mine(): string[] {
    return (this.info?.chairs ?? []).flatMap((chair) => (chair.yours && chair.party ? [chair.party] : []));
  }

  send(type: string, fields: object = {}): Promise<number> {
    return this.line.send(type, fields);
  }

  play(seat: string, choice: string): Promise<number> {
    return this.send("play", { version: this.seq ?? 0, seat, choice });
  }

  undo(seat: string): Promise<number> {
    return this.send("undo", { version: this.seq ?? 0, seat });
  }

  /** The board as a seat saw it when the story had this length. */
  look(seq: number, seat: Seat): Promise<SeatView | null> {
    return new Promise((resolve, reject) => {
      this.looks.push({ resolve, reject });
      this.line.say({ type: "look", seq, seat });
    });
  }

  close(): void {
    this.line.close();
  }

  private statusIs(status: Status): void {
    this.status = status;
    if (status === "open") {
      this.greeted.clear();
      return;
    }
    for (const look of this.looks) look.reject(CUT_OFF); // looks are not sent again
    this.looks = [];
  }

  private take(frame: FromServer): void {
    switch (frame.type) {
      case "box":
        this.box = frame.box;
        break;
      case "table":
        this.info = frame;
        break;
      case "update":
        this.update(frame);
        break;
      case "moment":
        this.looks.shift()?.resolve(frame.view);
        break;
      case "refused":
        this.isRefused(frame);
        break;
    }
  }

  private isRefused(frame: Refused): void {
    if (frame.id === null && frame.code === "no_table") this.missing = true;
    else if (frame.id === null && this.looks.length) this.looks.shift()?.reject(frame);
    else if (frame.id === null && frame.code === "unreadable") this.unreadable = true;
    else this.refused = frame;
  }

  private update(frame: Update): void {
    let lane = this.lane(frame.seat);
    if (!lane) {
      lane = new Lane(frame.seat);
      const before = this.lanes[0];
      if (before) lane.story = before.story.slice(0, frame.since);
      this.lanes = frame.seat === null ? [...this.lanes, lane] : [...this.lanes.filter((l) => l.seat !== null), lane];
    }
    const next = (lane.story.at(-1)?.n ?? -1) + 1;
    const items = (frame.story as Item[]).filter((item) => item.n >= next);
    if (items.length) lane.story = [...lane.story, ...items];
    lane.view = frame.view;
    lane.canUndo = frame.can_undo;
    lane.clocks = frame.clocks;
    lane.clocksAt = performance.now();
    this.seq = frame.seq;
    const caughtUp = !this.greeted.has(frame.seat) && !this.greeted.has(null);
    this.greeted.add(frame.seat);
    for (const listener of this.listeners) listener({ seat: frame.seat, items, view: frame.view, caughtUp });
  }
}
