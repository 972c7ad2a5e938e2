/** One browser's side of a running game: whose eyes look, what is shown, what is asked. */

import type { Lit, Pick } from "../board/types";
import { NOTHING_LIT, type Ghosts } from "../board/types";
import { has, t } from "../lib/i18n.svelte";
import { sound } from "../lib/sound";
import type { Unsent } from "../lib/socket";
import type { Item } from "../lib/story";
import type { Lane, Seat, TableSession } from "../lib/table.svelte";
import type { ChairInfo, Options, Refused, SeatView } from "../protocol";
import { answerTo, litFor, type Parts } from "./asks";
import { ghostsOf } from "./ghosts";
import { asksOpenly, isToBeSeen, withQuestion } from "./openly";
import { Playback } from "./playback.svelte";
import type { Sandbox } from "./sandbox.svelte";
import { behindScreen, behindScreens, publicItem, publicView } from "./secrets";
import { sinceLastTurn } from "./summary";

const ERROR_SHOWN = 6_000;

export class Game {
  /** At a shared screen: who holds the device and may see a seat's secrets. */
  holder = $state<string | null>(null);
  /** The board of an earlier moment, looked at. */
  moment = $state.raw<{ n: number; view: SeatView } | null>(null);
  /** The standee picked for a choice of two steps. */
  chosen = $state<string | null>(null);
  /** The choice looked at: hovered or focused. */
  hinted = $state<number | null>(null);
  /** Cards being tried on the board. */
  sandbox = $state.raw<Sandbox | null>(null);
  error = $state("");
  /** A choice is on its way to the server, or one is being taken back. */
  sending = $state(false);
  /** What was told last, for who listens rather than looks. */
  said = $state.raw<Item[]>([]);
  readonly playback: Playback;
  private lastEyes = $state<Seat>(null);
  private answered = $state.raw<SeatView | null>(null); // the view, as the server sent it, whose ask has been answered
  private seen = $state.raw<Readonly<Record<string, number>>>({}); // at a shared screen: each seat's story up to where its player has looked
  private deciding = false; // the holder was asked something
  private errorTimer: ReturnType<typeof setTimeout> | undefined;
  private readonly unsubscribe: () => void;
  private opened = false;

  constructor(readonly session: TableSession) {
    this.playback = new Playback((items) => this.heard(items), () => session.box);
    this.unsubscribe = session.onNews((news) => this.playback.take(news));
  }

  close(): void {
    this.unsubscribe();
    this.playback.stop();
    clearTimeout(this.errorTimer);
  }

  // -- whose eyes

  get mine(): string[] {
    return this.session.mine;
  }

  /** Several seats share this screen. */
  get shared(): boolean {
    return this.mine.length > 1;
  }

  chair(seat: Seat): ChairInfo | null {
    return this.session.info?.chairs.find((chair) => chair.party === seat) ?? null;
  }

  /** The seat whose lane is shown; null is a spectator. */
  eyes: Seat = $derived.by(() => {
    const mine = this.session.mine;
    if (mine.length > 1) return this.holder ?? this.openFor ?? (this.lastEyes !== null && mine.includes(this.lastEyes) ? this.lastEyes : (mine[0] ?? null));
    return mine[0] ?? null;
  });

  /** Only what everybody may see is shown. */
  masked = $derived(this.shared && this.holder === null);

  lane = $derived.by(() => this.session.lanes.find((lane) => lane.seat === this.eyes));

  /** Whether one of the own seats has to act, however much of it has been shown. */
  seatsToAct = $derived.by(() => {
    const awaited = this.session.lanes[0]?.view?.awaited ?? [];
    return this.mine.filter((seat) => awaited.includes(seat) && !this.chair(seat)?.stand_in);
  });

  /** At a shared screen: who is asked next, as far as that was shown. */
  private next: string | null = $derived.by(() => {
    if (!this.masked || this.playback.busy || this.moment) return null;
    const shown = this.playback.shown?.awaited ?? [];
    return this.seatsToAct.find((seat) => shown.includes(seat) && this.session.lane(seat)?.view?.awaited.includes(seat)) ?? null;
  });

  /** At a shared screen: who was told a secret that they have not seen yet. */
  toSee: string | null = $derived.by(() => {
    if (!this.masked || this.playback.busy || this.moment) return null;
    return this.mine.find((seat) => this.hasToSee(seat)) ?? null;
  });

  /** At a shared screen: who is asked something while everybody looks on. */
  openFor: string | null = $derived.by(() => {
    const { box } = this.session;
    const view = this.next !== null && this.toSee === null ? this.session.lane(this.next)?.view : null;
    return view && box && asksOpenly(view, box, this.closed) ? this.next : null;
  });

  /** At a shared screen: who should take the device now, to choose or to see something secret. */
  curtainFor: string | null = $derived.by(() => this.toSee ?? (this.openFor === null ? this.next : null));

  private hasToSee(seat: string): boolean {
    const from = this.seen[seat];
    return from !== undefined && (this.session.lane(seat)?.story ?? []).some((item) => item.n >= from && isToBeSeen(item));
  }

  /** The one who holds the device is seen by nobody else: their seat is shown. */
  open(seat: string): void {
    this.holder = seat;
    this.deciding = false;
    this.follow();
  }

  /** Lets go of the device. */
  pass(): void {
    if (this.holder === null) return;
    this.hasSeen(this.holder);
    this.lastEyes = this.holder;
    this.holder = null;
  }

  /** Whoever holds a shared screen only looks: there is nothing for them to decide. */
  looking = $derived.by(() => {
    const view = this.holder !== null && !this.sending ? this.session.lane(this.holder)?.view : null;
    return this.shared && view?.awaited.includes(view.seat ?? "") === false;
  });

  /** Who is asked openly looks at their own cards, or hides them again. */
  turnCards(): void {
    if (this.holder !== null) this.pass();
    else if (this.openFor !== null) this.open(this.openFor);
  }

  /** A shared screen is let go of as soon as its holder has decided, unless there is something new to see for them. */
  letGo(): void {
    const view = this.holder === null ? null : this.session.lane(this.holder)?.view;
    if (!view || this.holder === null) return;
    if (view.awaited.includes(this.holder)) this.deciding = true;
    else if (this.deciding && !this.hasToSee(this.holder)) this.pass();
  }

  /** Who looks has seen all that was told to this seat. */
  private hasSeen(seat: string): void {
    this.seen = { ...this.seen, [seat]: this.session.lane(seat)?.end ?? 0 };
  }

  /** Turns to the seat whose eyes look now. */
  follow(): void {
    const lane = this.lane;
    if (!lane) return;
    if (this.shared) {
      this.lastEyes = this.eyes; // who was asked last: what they chose is shown as they were told it
      this.mine.filter((seat) => !(seat in this.seen) && this.session.lane(seat)?.view).forEach((seat) => this.hasSeen(seat));
    }
    if (this.playback.following !== lane.seat || !this.playback.shown) {
      this.chosen = null;
      this.playback.follow(lane.seat, lane.view, lane.end);
    }
    if (!this.opened && lane.view) this.opened = this.tellWhatWasMissed(lane);
  }

  /** Who comes (back) to a running game reads what happened since their last turn; whether that is known yet. */
  private tellWhatWasMissed(lane: Lane): boolean {
    if (lane.view?.result || this.shared) return true;
    const missed = sinceLastTurn(lane.story, lane.seat);
    if (missed.length === lane.story.length && !lane.whole) return false; // that turn is in the part to come
    const begun = lane.story.some((item) => item.event === "card");
    if (begun) this.playback.missed = missed.filter((item) => item.n < this.playback.told);
    return true;
  }

  // -- what is shown

  /** The table as it is shown; an earlier one while looking back. */
  view: SeatView | null = $derived.by(() => {
    const shown = this.moment?.view ?? this.playback.shown;
    const seen = shown && this.masked && !this.moment ? publicView(shown) : shown;
    const veiled = seen && this.closed ? behindScreens(seen) : seen;
    return veiled && shown && !this.moment && this.openFor !== null && this.openFor === shown.seat ? withQuestion(veiled, shown) : veiled;
  });

  /** The story as far as it has been shown. */
  story: Item[] = $derived.by(() => {
    const lane = this.lane;
    const told = lane ? lane.story.slice(0, Math.max(0, this.playback.told - lane.begin)) : [];
    return this.veiled(this.masked ? told.map(publicItem) : told);
  });

  /** The same up to the moment that is looked at. */
  toldThen: Item[] = $derived.by(() => {
    const at = this.moment?.n;
    return at === undefined ? this.story : this.story.filter((item) => item.n <= at);
  });

  /** What is being shown. */
  now: Item | null = $derived.by(() => this.veiled(this.playback.now ? [this.playback.now] : [])[0] ?? null);

  missed: Item[] = $derived.by(() => this.veiled(this.playback.missed));

  /** House rule: which tokens others have is theirs to remember (GUN-7). */
  private get closed(): boolean {
    return (this.session.info?.options as Options | undefined)?.screens === "closed";
  }

  private veiled(items: Item[]): Item[] {
    return this.closed ? items.map((item) => behindScreen(item, this.masked ? null : this.eyes)) : items;
  }

  /** The same once nothing of it is missing: for whatever would draw wrong conclusions from a part. */
  wholeStory: Item[] = $derived.by(() => (this.lane?.whole ? this.story : []));

  /** Whether a choice of the shown seat is wanted now. */
  asked = $derived.by(() => {
    const view = this.view;
    if (!view || this.moment || this.playback.busy || this.playback.shown === this.answered) return false;
    if (this.sending && view.shape !== "plan") return false; // one answer at a time
    return view.choices.length > 0 && !this.chair(view.seat)?.stand_in && !this.session.info?.undo;
  });

  /** The table as the board shows it: as it would be, while cards are tried. */
  onBoard: SeatView | null = $derived.by(() => this.sandbox?.view ?? this.view);

  /** Whether something can be answered on the board. */
  private answerable = $derived.by(() => (this.sandbox ? this.sandbox.asks : this.asked));

  lit: Lit = $derived(this.answerable && this.onBoard ? litFor(this.onBoard, this.chosen) : NOTHING_LIT);

  /** Where the choice looked at would lead, and what cards tried have come to. */
  ghosts: Ghosts | null = $derived.by(() => {
    if (!this.view || !this.onBoard || !(this.answerable || this.sandbox)) return null;
    return ghostsOf(this.view, this.onBoard, this.sandbox?.cards ?? null, this.chosen, this.hinted);
  });

  // -- answering

  async choose(choice: string): Promise<void> {
    const view = this.view;
    const told = this.playback.shown;
    if (!this.asked || !view?.seat) return;
    if (this.holder !== null) this.hasSeen(this.holder); // who answers has looked
    this.chosen = null;
    this.hinted = null;
    this.playback.read();
    if (view.shape !== "plan") this.answered = told; // plans stay open to changes
    this.sending = true;
    try {
      await this.session.play(view.seat, choice);
    } catch (refused) {
      if (this.answered === told) this.answered = null;
      this.complain(refused as Refused);
    } finally {
      this.sending = false;
    }
  }

  /** Answers the question, or the one that is only tried. */
  answer(choice: string): void {
    if (!this.sandbox) return void this.choose(choice);
    this.chosen = null;
    this.hinted = null;
    void this.sandbox.step(choice);
  }

  pick(pick: Pick): void {
    if (!this.answerable || !this.onBoard) return;
    const { choice, chosen } = answerTo(this.onBoard, this.chosen, pick);
    if (chosen !== undefined) this.chosen = chosen;
    if (choice !== undefined) this.answer(choice);
  }

  /** The choice a pick would make, to tell what it would do. */
  hint(pick: Pick | null): void {
    const view = this.onBoard;
    if (!this.answerable || !view || pick === null) {
      this.hinted = null;
      return;
    }
    const { choice } = answerTo(view, this.chosen, pick);
    this.hinted = choice === undefined ? null : view.choices.indexOf(choice);
  }

  parts(at: number): Parts {
    return this.view?.parts[at] ?? {};
  }

  async send(command: Unsent): Promise<boolean> {
    try {
      await this.session.send(command);
      return true;
    } catch (refused) {
      this.complain(refused as Refused);
      return false;
    }
  }

  /** Whose choice can be taken back: at a shared screen anybody's who sits there. */
  undoSeat: string | null = $derived.by(() => {
    const seats = this.shared && this.holder === null ? this.mine : this.eyes === null ? [] : [this.eyes];
    return seats.find((seat) => this.session.lane(seat)?.canUndo) ?? (this.masked ? null : this.eyes);
  });

  async undo(): Promise<void> {
    if (!this.undoSeat) return;
    this.sending = true;
    try {
      await this.session.undo(this.undoSeat);
    } catch (refused) {
      this.complain(refused as Refused);
    } finally {
      this.sending = false;
    }
  }

  // -- looking back

  async look(item: Item): Promise<void> {
    try {
      const view = await this.session.look(item.n + 1, this.masked ? null : this.eyes);
      if (view) this.moment = { n: item.n, view };
    } catch (refused) {
      this.complain(refused as Refused);
    }
  }

  backToNow(): void {
    this.moment = null;
  }

  complain(refused: Refused): void {
    const key = `play.refused.${refused.code}`;
    this.error = t(has(key) ? key : "play.refused");
    clearTimeout(this.errorTimer);
    this.errorTimer = setTimeout(() => (this.error = ""), ERROR_SHOWN);
  }

  private heard(items: Item[]): void {
    this.said = this.veiled(items);
    sound.tell(items);
  }
}
