/** Shows what happened step by step: the server's news in, a view to show out.
 *
 * The view shown runs behind the server's while events are told, and is exactly the server's once
 * they are. News that was missed (the page was hidden, the line broken) is not told again but kept
 * in `missed`, to be read.
 */

import type { Box, SeatView } from "../protocol";
import { prefs, wantsSteps } from "../lib/prefs.svelte";
import type { EventName, Item, ItemName, Named } from "../lib/story";
import type { News, Seat } from "../lib/table.svelte";
import { applyEvent, unasked } from "./applyEvent";

export { applyEvent } from "./applyEvent";

/** What is told with what follows it, or is nothing to look at. */
type AtOnce = Named<
  | "started" | "dealt" | "locked" | "unlocked" | "planned" | "automa_deck" | "undone"
  | "tokens_chosen" | "no_reload" | "no_reroll" | "no_trap" | "no_pet" | "no_ability" | "no_mix_up" | "no_shoot_out"
  | "token_left" | "token_used" | "not_blessed" | "blessing_wasted" | "pet_left" | "pet_free"
  | "founder_taken" | "founder_left" | "founder_passed" | "explored" | "events_put_back"
  | "drew_target" | "drew_to_keep" | "kept" | "target_kept" | "looked_at" | "tool_drawn" | "tools_shuffled"
>;

/** Milliseconds an event is shown at speed 1. A card alone takes about 1,200. */
const STEP: Partial<Record<ItemName, number>> = {
  round: 700,
  card: 600,
  nothing: 700,
  action: 350,
  moved: 420,
  stayed: 250,
  turned_up: 420,
  building_effect: 500,
  escaped: 1700,
  duel: 900,
  lent: 500,
  rolled: 1300, // the dice fall for 600 and rest
  reloaded: 1200,
  rerolled: 1200,
  rolled_off: 1200,
  tied: 900,
  second_shot: 1500, // the card is turned first
  no_second_shot: 300,
  unplayed_shown: 700,
  tokens_shown: 900,
  duel_won: 1500,
  duel_off: 600,
  stunned: 700,
  freed: 900,
  plundered: 1700,
  horse_stolen: 1500,
  debt_paid: 1500,
  totem_built: 1500,
  chief_found: 1200,
  chief_freed: 1700,
  recovered: 600,
  jailed: 1900,
  captured: 1900,
  released: 1200,
  broke_free: 1700,
  cactus_moved: 500,
  trapped: 1200,
  token_taken: 500,
  token_picked: 500,
  blessed: 800,
  pet_taken: 500,
  pet_sent: 700,
  pet_used: 1000,
  chicken_loose: 900,
  chicken_gone: 250,
  event: 1800,
  event_discarded: 800,
  tomahawk: 1200,
  shot: 1200,
  goring: 700,
  gored: 700,
  dodged: 600,
  boarded: 1700,
  mixed_up: 800,
  confused: 500,
  looked: 400,
  dynamite: 600,
  blast: 900,
  ability: 800,
  card_changed: 500,
  won: 2200,
  drawn: 1500,
} satisfies Record<Exclude<EventName, AtOnce>, number>;
const TOGETHER: ReadonlySet<ItemName> = new Set<EventName>(["rolled", "rolled_off", "dealt", "tokens_shown", "stunned"]); // shown at the same time
const HURRY_AT = 40; // steps waiting before they are shown at double speed
const MOST_WAITING = 240; // and before they are no longer shown at all

interface Step {
  items: Item[]; // none: the server's view itself
  view: SeatView | null;
}

export class Playback {
  shown = $state.raw<SeatView | null>(null);
  now = $state.raw<Item | null>(null);
  told = $state(0); // so much of the story has been shown
  busy = $state(false);
  /** All that is being shown at once; `now` is the last of it. */
  items = $state.raw<Item[]>([]);
  /** Stands still for as long as somebody wants to look. */
  held = $state(false);
  missed = $state.raw<Item[]>([]);
  private seat: Seat | undefined;
  private steps: Step[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;
  private endsAt = 0; // of the step being shown
  private left = 0; // milliseconds of it while it is held

  /** `onitems` hears of everything as it is shown, for sounds and for who listens. */
  constructor(
    private readonly onitems: (items: Item[]) => void = () => undefined,
    private readonly box: () => Box | null = () => null,
  ) {}

  /** Shows a seat's table from now on, at once as it is. */
  follow(seat: Seat, view: SeatView | null, told: number): void {
    this.seat = seat;
    this.missed = [];
    this.jump(view, told);
  }

  get following(): Seat | undefined {
    return this.seat;
  }

  take(news: News): void {
    if (news.seat !== this.seat) return;
    const told = (news.items.at(-1)?.n ?? this.told - 1) + 1;
    const away = news.caughtUp || document.hidden;
    if (away && this.shown) this.missed = [...this.missed, ...news.items];
    if (away || !this.shown || !news.view || isTakenBack(news.items)) {
      this.jump(news.view, told);
      return;
    }
    if (!wantsSteps()) {
      this.onitems(news.items);
      this.jump(news.view, told);
      return;
    }
    this.steps.push(...inSteps(news.items), { items: [], view: news.view });
    if (this.steps.length > MOST_WAITING) this.skip();
    else if (!this.busy) this.next();
  }

  /** Shows the end at once. */
  skip(): void {
    const rest = this.steps.flatMap((step) => step.items);
    const last = this.steps.findLast((step) => step.view !== null)?.view ?? this.shown;
    if (rest.length) this.onitems(rest);
    this.jump(last, (rest.at(-1)?.n ?? this.told - 1) + 1);
  }

  /** On to the next thing without waiting. */
  goOn(): void {
    if (!this.busy) return;
    this.held = false;
    clearTimeout(this.timer);
    this.next();
  }

  hold(): void {
    if (!this.busy || this.held) return;
    this.held = true;
    clearTimeout(this.timer);
    this.left = Math.max(0, this.endsAt - performance.now());
  }

  letGo(): void {
    if (!this.held) return;
    this.held = false;
    this.wait(this.left);
  }

  /** Forgets what was missed: it has been read. */
  read(): void {
    this.missed = [];
  }

  stop(): void {
    clearTimeout(this.timer);
    this.steps = [];
    this.busy = false;
    this.held = false;
    this.items = [];
  }

  private jump(view: SeatView | null, told: number): void {
    this.stop();
    this.shown = view;
    this.now = null;
    this.told = Math.max(told, this.told);
  }

  private next(): void {
    let step = this.steps.shift();
    while (step) {
      const time = this.show(step);
      if (time > 0) {
        this.busy = true;
        this.wait(time);
        return;
      }
      step = this.steps.shift();
    }
    this.busy = false;
    this.now = null;
    this.items = [];
  }

  private wait(time: number): void {
    this.endsAt = performance.now() + time;
    this.timer = setTimeout(() => this.next(), time);
  }

  /** Shows a step; how long it stays. */
  private show(step: Step): number {
    if (step.view) {
      this.shown = step.view;
      return 0;
    }
    const last = step.items.at(-1);
    if (!last || !this.shown) return 0;
    this.shown = step.items.reduce((view, item) => applyEvent(view, item, this.box()), unasked(this.shown));
    this.told = last.n + 1;
    const time = Math.max(...step.items.map((item) => STEP[item.event] ?? 0));
    if (time) {
      this.now = last;
      this.items = step.items;
    }
    this.onitems(step.items);
    return time / prefs.speed / (this.steps.length > HURRY_AT ? 2 : 1);
  }
}

function isTakenBack(items: Item[]): boolean {
  return items.some((item) => item.event === "undone");
}

function inSteps(items: Item[]): Step[] {
  const steps: Step[] = [];
  for (const item of items) {
    const before = steps.at(-1)?.items;
    if (before && TOGETHER.has(item.event) && before[0]?.event === item.event) before.push(item);
    else steps.push({ items: [item], view: null });
  }
  return steps;
}
