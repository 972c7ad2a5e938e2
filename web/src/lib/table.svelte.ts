/** A table as this browser knows it: what the server told, seat by seat. */

import type { Advice, Box, FromServer, Part, Refused, SeatView, TableInfo, Tried, Try, Update } from "../protocol";
import { Line, type Status, type Unsent } from "./socket";
import type { Item } from "./story";

export type Seat = string | null;
export interface News {
  seat: Seat;
  items: Item[];
  view: SeatView | null;
  caughtUp: boolean; // told on coming (back) to the table: missed, so told in one go
}

/** What one seat of this browser was told; null is a spectator.
 *
 * Of a long story the newest part is told first and the older ones are fetched, the latest first:
 * `story` has no gaps, but may not begin at the beginning yet.
 */
export class Lane {
  story = $state.raw<Item[]>([]);
  /** The whole story is here. */
  whole = $derived.by(() => this.begin === 0);
  /** Known from before, but not joined to `story`: what lies between is still to come. */
  private before: Item[] = [];
  view = $state.raw<SeatView | null>(null);
  canUndo = $state(false);
  canAskUndo = $state(false); // the others, to take one's last choice back
  clocks = $state.raw<Record<string, number>>({});
  clocksAt = $state(0);

  constructor(readonly seat: Seat) {}

  /** The number of the first item that is here. */
  get begin(): number {
    return this.story[0]?.n ?? this.first;
  }

  /** The number of the item to come next. */
  get end(): number {
    return this.begin + this.story.length;
  }

  private first = $state(0); // where the story begins while nothing of it is here

  /** Takes what an update tells; gives the items that were not known. */
  append(since: number, told: Item[]): Item[] {
    const items = told.filter((item) => item.n >= this.end);
    if (since > this.end) {
      this.before = [...this.before, ...this.story];
      this.story = [];
      this.first = since;
    }
    if (items.length) this.story = [...this.story, ...items];
    return items;
  }

  /** Takes an older part, if it joins on. */
  prepend(before: number, told: Item[]): void {
    const since = told[0]?.n ?? before;
    if (before !== this.begin || !told.length) return;
    const joins = (this.before.at(-1)?.n ?? -1) + 1 >= since;
    this.story = [...(joins ? this.before.filter((item) => item.n < since) : []), ...told, ...this.story];
    if (joins) this.before = [];
  }

  /** The story up to an item, as another seat knows it: from before this one was one's own. */
  startFrom(other: Lane, since: number): void {
    this.story = other.story.filter((item) => item.n < since);
  }
}

interface Looking {
  resolve: (view: SeatView | null) => void;
  reject: (refused: Refused) => void;
}

const PATIENCE = 2_000;
const CUT_OFF: Refused = { type: "refused", id: null, code: "offline", reason: "the line is broken" };

export class TableSession {
  status = $state<Status>("connecting");
  info = $state.raw<TableInfo | null>(null);
  box = $state.raw<Box | null>(null);
  lanes = $state.raw<Lane[]>([]);
  refused = $state.raw<Refused | null>(null);
  missing = $state(false); // there is no such table
  crowded = $state(false); // so many people watch that there is no room for one more
  unreadable = $state(false); // its log is damaged; nothing can be told or done
  private seq: number | undefined;
  private piece: (TableInfo | Update)[] = []; // what tells of one thing that happened, as far as it has come
  private readonly line: Line;
  private readonly listeners = new Set<(news: News) => void>();
  private looks: Looking[] = [];
  private readonly fetching = new Set<Seat>(); // the seats whose older story has been asked for
  private retry: ReturnType<typeof setTimeout> | undefined;
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
    return seatsIn(this.info);
  }

  send(command: Unsent): Promise<number> {
    return this.line.send(command);
  }

  play(seat: string, choice: string): Promise<number> {
    return this.send({ type: "play", version: this.seq ?? 0, seat, choice });
  }

  undo(seat: string): Promise<number> {
    return this.send({ type: "undo", version: this.seq ?? 0, seat });
  }

  /** The board as a seat saw it when the story had this length. */
  look(seq: number, seat: Seat): Promise<SeatView | null> {
    return new Promise((resolve, reject) => {
      this.looks.push({ resolve, reject });
      this.line.say({ type: "look", seq, seat });
    });
  }

  /** What a good player would choose in place of a seat, and why: told to this browser alone. */
  hint(seat: string): Promise<Advice> {
    return this.line.hint(seat);
  }

  /** What cards could do while planning, after these choices: told to this browser alone. */
  tryCards(seat: string, cards: Try["cards"], steps: string[]): Promise<Tried> {
    return this.line.tryCards(seat, cards, steps);
  }

  /** Comes to the table anew, under the name one has now. */
  again(): void {
    this.line.again();
  }

  close(): void {
    clearTimeout(this.retry);
    this.line.close();
  }

  private statusIs(status: Status): void {
    this.status = status;
    this.piece = []; // it is told again on the next line
    if (status === "open") {
      this.greeted.clear();
      this.fetching.clear();
      return;
    }
    for (const look of this.looks) look.reject(CUT_OFF); // looks are not sent again
    this.looks = [];
  }

  private take(frame: FromServer): void {
    if (frame.type === "table" || frame.type === "update") {
      this.piece.push(frame);
      if (this.isWhole(frame)) this.takePiece();
      return;
    }
    this.takePiece();
    switch (frame.type) {
      case "box":
        this.box = frame.box;
        break;
      case "story":
        this.older(frame);
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
    if (frame.id === null && frame.code === "too_fast") this.askAgain();
    if (frame.id === null && frame.code === "no_table") this.missing = true;
    else if (frame.id === null && frame.code === "crowded") this.crowded = true;
    else if (frame.id === null && this.looks.length) this.looks.shift()?.reject(frame);
    else if (frame.id === null && frame.code === "unreadable") this.unreadable = true;
    else this.refused = frame;
  }

  /** Whether all has come that tells of what happened: of the table, then of every seat of this browser.
   *
   * In between a screen with several seats would ask one what another has answered, or what was taken back.
   */
  private isWhole(latest: TableInfo | Update): boolean {
    if (latest.type === "table") return this.seq !== undefined && latest.seq <= this.seq; // else updates follow
    const info = this.piece.findLast((frame) => frame.type === "table") ?? this.info;
    const end = (seat: string): number | undefined =>
      this.piece.findLast((frame) => frame.type === "update" && frame.seat === seat)?.seq ?? this.lane(seat)?.end;
    return latest.seat === null || seatsIn(info).every((seat) => end(seat) === latest.seq);
  }

  private takePiece(): void {
    const piece = this.piece;
    this.piece = [];
    const news: News[] = [];
    for (const frame of piece) {
      if (frame.type === "table") this.info = frame;
      else news.push(this.update(frame));
    }
    for (const one of news) for (const listener of this.listeners) listener(one);
  }

  private update(frame: Update): News {
    let lane = this.lane(frame.seat);
    if (!lane) {
      lane = new Lane(frame.seat);
      const before = this.lanes[0];
      if (before) lane.startFrom(before, frame.since);
      this.lanes = frame.seat === null ? [...this.lanes, lane] : [...this.lanes.filter((l) => l.seat !== null), lane];
    }
    const items = lane.append(frame.since, frame.story);
    lane.view = frame.view;
    lane.canUndo = frame.can_undo;
    lane.canAskUndo = frame.can_ask_undo;
    lane.clocks = frame.clocks;
    lane.clocksAt = performance.now();
    this.seq = frame.seq;
    const caughtUp = !this.greeted.has(frame.seat) && !this.greeted.has(null);
    this.greeted.add(frame.seat);
    this.fetch(lane);
    return { seat: frame.seat, items, view: frame.view, caughtUp };
  }

  /** Asks for the part before what is known, until the story is whole: the newest is shown meanwhile. */
  private fetch(lane: Lane): void {
    if (lane.whole || this.fetching.has(lane.seat)) return;
    this.fetching.add(lane.seat);
    this.line.say({ type: "story", seat: lane.seat, before: lane.begin });
  }

  private older(frame: Part): void {
    this.fetching.delete(frame.seat);
    const lane = this.lane(frame.seat);
    lane?.prepend(frame.before, frame.story);
    if (lane) this.fetch(lane);
  }

  /** Something said was one too many, perhaps a question for the older story. */
  private askAgain(): void {
    clearTimeout(this.retry);
    this.retry = setTimeout(() => {
      this.fetching.clear();
      this.lanes.forEach((lane) => this.fetch(lane));
    }, PATIENCE);
  }
}

function seatsIn(info: TableInfo | null): string[] {
  return (info?.chairs ?? []).flatMap((chair) => (chair.yours && chair.party ? [chair.party] : []));
}
