/** What is heard of a game: off until somebody switches it on; what makes the sounds is loaded then. */

import { isForced } from "../board/changes";
import type { Hall } from "../sound/studio";
import type { Mood } from "../sound/score";
import { prefs } from "./prefs.svelte";
import type { EventName, Item, ItemName } from "./story";

/** From the lightest to the weightiest. */
export const SOUNDS = ["card", "step", "push", "shutters", "shot", "coin", "jail", "dice", "fall", "turn", "goal", "win"] as const;
export type Sound = (typeof SOUNDS)[number];

const OF_EVENT: Partial<Record<ItemName, Sound>> = {
  card: "card",
  moved: "step",
  gored: "push",
  turned_up: "shutters",
  duel: "shot",
  second_shot: "shot",
  tomahawk: "shot",
  shot: "shot",
  blast: "shot",
  rolled: "dice",
  reloaded: "dice",
  rerolled: "dice",
  rolled_off: "dice",
  stunned: "fall",
  plundered: "coin",
  horse_stolen: "coin",
  debt_paid: "coin",
  totem_built: "coin",
  token_taken: "coin",
  jailed: "jail",
  captured: "jail",
  escaped: "goal",
  boarded: "goal",
  chief_freed: "goal",
  won: "win",
} satisfies Partial<Record<EventName, Sound>>;

type Caption = (sound: Sound) => void;

/** The sound of something that has just been shown. */
export function soundOf(item: Item): Sound | null {
  if (item.event === "moved" && isForced(item)) return "push";
  return OF_EVENT[item.event] ?? null;
}

class Speaker {
  private hall: Promise<Hall> | null = null;
  private readonly captions = new Set<Caption>();

  /** Calls back with every sound, so that it can be read as well. */
  onCaption(caption: Caption): () => void {
    this.captions.add(caption);
    return () => this.captions.delete(caption);
  }

  /** The sound of what has just been shown; of several things, the weightiest. */
  tell(items: readonly Item[]): void {
    const heard = items.flatMap((item) => soundOf(item) ?? []);
    const weightiest = heard.reduce<Sound | null>((best, one) => (best === null || SOUNDS.indexOf(one) > SOUNDS.indexOf(best) ? one : best), null);
    if (weightiest) this.play(weightiest);
  }

  play(sound: Sound): void {
    for (const caption of this.captions) caption(sound);
    if (!prefs.sound || document.hidden) return;
    void this.use(({ studio }) => studio.effect(sound));
  }

  /** Plays the score in this mood; null: no more of it. */
  follow(mood: Mood | null): void {
    if (mood || this.hall) void this.use(({ player }) => player.follow(mood));
  }

  /** Takes the settings as they are now. */
  mix(): void {
    const { volume, music, effects } = prefs;
    if (!prefs.sound && !this.hall) return;
    void this.use((hall) => {
      hall.studio.mix({ volume, music, effects });
      hall.listen(prefs.sound);
    });
  }

  /** Where there is no sound, or what makes it cannot be loaded, a game is played in silence. */
  private async use(what: (hall: Hall) => void): Promise<void> {
    if (typeof AudioContext === "undefined") return;
    if (!this.hall) {
      this.hall = import("../sound/studio").then((made) => new made.Hall());
      this.mix();
    }
    const hall = await this.hall.catch(() => (this.hall = null));
    if (hall) what(hall);
  }
}

export const sound = new Speaker();
