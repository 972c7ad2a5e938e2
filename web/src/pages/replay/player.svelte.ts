/** A finished game being shown: where one is, and how it goes on by itself. */

import { prefs } from "../../lib/prefs.svelte";
import type { Item } from "../../lib/story";
import type { Replayed, ReplayMoment } from "../../protocol";

const A_MOMENT = 1_300; // ms at speed 1
const A_PLAN = 250; // nothing is seen of it

export class Player {
  game = $state.raw<Replayed | null>(null);
  at = $state(0);
  playing = $state(false);
  private timer: ReturnType<typeof setTimeout> | undefined;

  last = $derived(Math.max(0, (this.game?.moments.length ?? 0) - 1));
  moment: ReplayMoment | null = $derived(this.game?.moments[this.at] ?? null);
  items: Item[] = $derived(this.moment?.story ?? []);

  /** The story up to here. */
  story: Item[] = $derived.by(() => (this.game?.moments.slice(0, this.at + 1) ?? []).flatMap((moment) => moment.story));

  /** The moments with which rounds begin. */
  rounds: { round: number; at: number }[] = $derived.by(() => {
    const found: { round: number; at: number }[] = [];
    for (const [at, moment] of (this.game?.moments ?? []).entries()) {
      if (moment.view.round !== found.at(-1)?.round) found.push({ round: moment.view.round, at });
    }
    return found;
  });

  show(game: Replayed, at: number): void {
    this.game = game;
    this.seek(at);
  }

  seek(at: number): void {
    this.at = Math.min(Math.max(0, at), this.last);
  }

  step(by: number): void {
    this.pause();
    this.seek(this.at + by);
  }

  /** To the beginning of a round: this one's or the one before, or the next one's. */
  turnPage(by: 1 | -1): void {
    this.pause();
    const starts = this.rounds.map((round) => round.at);
    this.seek(by > 0 ? (starts.find((at) => at > this.at) ?? this.last) : (starts.findLast((at) => at < this.at) ?? 0));
  }

  /** To the moment in which something was told. */
  seekItem(item: Item): void {
    this.pause();
    const at = this.game?.moments.findIndex((moment) => moment.story.some((one) => one.n === item.n)) ?? -1;
    if (at >= 0) this.seek(at);
  }

  toggle(): void {
    if (this.playing) {
      this.pause();
      return;
    }
    if (this.at === this.last) this.at = 0;
    this.playing = true;
    this.wait();
  }

  pause(): void {
    this.playing = false;
    clearTimeout(this.timer);
  }

  private wait(): void {
    const seen = this.moment?.choice?.startsWith("plan ") ? A_PLAN : A_MOMENT;
    this.timer = setTimeout(() => {
      this.seek(this.at + 1);
      if (this.at === this.last) this.pause();
      else this.wait();
    }, seen / prefs.speed);
  }
}
