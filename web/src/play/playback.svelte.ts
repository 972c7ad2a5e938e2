/** Shows what happened step by step: the server's news in, a view to show out.
 *
 * The view shown runs behind the server's while events are told, and is exactly the server's once
 * they are. News that was missed (the page was hidden, the line broken) is not told again but kept
 * in `missed`, to be read.
 */

import type { Box, SeatView } from "../protocol";
import { prefs, wantsMotion } from "../lib/prefs.svelte";
import type { EventName, Item, ItemName, Named } from "../lib/story";
import type { News, Seat } from "../lib/table.svelte";
import { applyEvent, unasked } from "./applyEvent";

export { applyEvent } from "./applyEvent";

/** What is told with what follows it, or is nothing to look at. */
type AtOnce = Named<
  | "started" | "dealt" | "round" | "locked" | "unlocked" | "planned" | "automa_deck" | "undone"
  | "no_second_shot" | "tokens_chosen" | "no_reload" | "no_reroll" | "no_trap" | "no_pet" | "no_ability" | "no_mix_up" | "no_shoot_out"
  | "token_left" | "token_used" | "token_picked" | "not_blessed" | "blessing_wasted" | "pet_left" | "pet_free"
  | "founder_taken" | "founder_left" | "founder_passed" | "explored" | "events_put_back"
  | "drew_target" | "drew_to_keep" | "kept" | "target_kept" | "looked_at" | "tool_drawn" | "tools_shuffled"
>;

/** Milliseconds an event is shown at speed 1. */
const STEP: Partial<Record<ItemName, number>> = {
  card: 350,
  nothing: 300,
  action: 200,
  moved: 300,
  stayed: 150,
  turned_up: 320,
  building_effect: 200,
  escaped: 350,
  duel: 350,
  lent: 350,
  rolled: 900, // the dice tumble for 600 and rest
  reloaded: 900,
  rerolled: 900,
  rolled_off: 900,
  tied: 350,
  second_shot: 700,
  unplayed_shown: 500,
  tokens_shown: 500,
  duel_won: 900,
  duel_off: 350,
  stunned: 300,
  freed: 300,
  plundered: 350,
  horse_stolen: 350,
  debt_paid: 350,
  totem_built: 350,
  chief_found: 350,
  chief_freed: 350,
  recovered: 250,
  jailed: 350,
  captured: 350,
  released: 350,
  broke_free: 700,
  cactus_moved: 350,
  trapped: 350,
  token_taken: 200,
  blessed: 350,
  pet_taken: 250,
  pet_sent: 350,
  pet_used: 600,
  chicken_loose: 350,
  chicken_gone: 150,
  event: 700,
  event_discarded: 500,
  tomahawk: 700,
  shot: 700,
  goring: 300,
  gored: 300,
  dodged: 250,
  boarded: 350,
  mixed_up: 350,
  confused: 300,
  looked: 250,
  dynamite: 300,
  blast: 350,
  ability: 250,
  card_changed: 250,
  won: 350,
  drawn: 350,
} satisfies Record<Exclude<EventName, AtOnce>, number>;
const TOGETHER: ReadonlySet<ItemName> = new Set<EventName>(["rolled", "rolled_off", "dealt", "tokens_shown", "stunned"]); // shown at the same time
const HURRY_AT = 14; // steps waiting before they are shown at double speed
const MOST_WAITING = 60; // and before they are no longer shown at all

interface Step {
  items: Item[]; // none: the server's view itself
  view: SeatView | null;
}

export class Playback {
  shown = $state.raw<SeatView | null>(null);
  now = $state.raw<Item | null>(null);
  told = $state(0); // so much of the story has been shown
  busy = $state(false);
  missed = $state.raw<Item[]>([]);
  private seat: Seat | undefined;
  private steps: Step[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;

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
    if (!wantsMotion()) {
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

  /** Forgets what was missed: it has been read. */
  read(): void {
    this.missed = [];
  }

  stop(): void {
    clearTimeout(this.timer);
    this.steps = [];
    this.busy = false;
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
        this.timer = setTimeout(() => this.next(), time);
        return;
      }
      step = this.steps.shift();
    }
    this.busy = false;
    this.now = null;
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
    if (time) this.now = last;
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
