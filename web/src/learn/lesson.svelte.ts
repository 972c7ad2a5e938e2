/** A mission being played: its table, its game, and how far one is. */

import { api } from "../lib/api";
import { comeIn } from "../lib/me.svelte";
import { prefs, savePrefs } from "../lib/prefs.svelte";
import { TableSession } from "../lib/table.svelte";
import { leave, start } from "../pages/tables/begin";
import { Game } from "../play/game.svelte";
import { ownStory, stepsDone, type Mission, type Step, type Words } from "./missions";

export class Lesson {
  session = $state.raw<TableSession | null>(null);
  game = $state.raw<Game | null>(null);
  read = $state.raw<ReadonlySet<string>>(new Set()); // steps that are only to be read
  problem = $state.raw<unknown>(null);

  constructor(readonly mission: Mission) {}

  count = $derived.by(() => (this.game ? stepsDone(this.mission, this.game.wholeStory, this.read) : 0));
  step: Step | null = $derived.by(() => this.mission.steps[this.count] ?? null);
  finished = $derived.by(() => this.game !== null && this.count === this.mission.steps.length);

  /** What the coach says now. */
  words: Words | null = $derived.by(() => {
    const view = this.game?.view;
    if (!view || !this.game) return null;
    return this.step?.says(view, ownStory(this.mission, this.game.wholeStory)) ?? { key: this.mission.end };
  });

  /** Comes back to the table, or begins anew where there is none or its game has ended. */
  async begin(table: string | null): Promise<string> {
    this.end();
    this.problem = null;
    await comeIn();
    const known = table ? await api.table(table).catch(() => null) : null;
    const again = known?.state === "running" ? known.table : null;
    const opened = again ?? (await api.lesson(this.mission.name)).table;
    if (!again) await start(opened, false); // the lesson's dice are given
    this.session = new TableSession(opened);
    this.game = new Game(this.session);
    return opened;
  }

  readIt(): void {
    if (this.step) this.read = new Set([...this.read, this.step.name]);
  }

  /** Remembers that the mission was finished. */
  keep(): void {
    if (prefs.learned.includes(this.mission.name)) return;
    prefs.learned = [...prefs.learned, this.mission.name];
    savePrefs();
  }

  /** Goes away: the server's bots bring the game to its end. */
  end(): void {
    const table = this.session?.table;
    this.game?.close();
    this.session?.close();
    this.game = null;
    this.session = null;
    this.read = new Set();
    if (table) void leave(table).catch(() => undefined); // it ends by itself at its round limit
  }
}
