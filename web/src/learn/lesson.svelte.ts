/** A mission being played: its table, its game, and whether its aim has come about. */

import { api } from "../lib/api";
import { comeIn } from "../lib/me.svelte";
import { prefs, savePrefs } from "../lib/prefs.svelte";
import { TableSession } from "../lib/table.svelte";
import { leave, start } from "../pages/tables/begin";
import { Game } from "../play/game.svelte";
import { isFulfilled, type Mission } from "./missions";

export class Lesson {
  session = $state.raw<TableSession | null>(null);
  game = $state.raw<Game | null>(null);
  problem = $state.raw<unknown>(null);
  asked = $state(false); // the player wants to read the aim

  constructor(readonly mission: Mission) {}

  fulfilled = $derived.by(() => this.game !== null && isFulfilled(this.mission, this.game.wholeStory));
  /** The game is over, and the aim never came about. */
  missed = $derived.by(() => !this.fulfilled && this.game !== null && !this.game.playback.busy && Boolean(this.game.view?.result));

  /** Comes back to the table, or begins anew where there is none or its game has ended. */
  async begin(table: string | null): Promise<string> {
    this.end();
    this.problem = null;
    await comeIn();
    const known = table ? await api.table(table).catch(() => null) : null;
    const again = known?.state === "running" ? known.table : null;
    const opened = again ?? (await api.lesson(this.mission.name)).table;
    if (!again) await start(opened, false); // the lesson's dice are given
    this.asked = !again;
    this.session = new TableSession(opened);
    this.game = new Game(this.session);
    return opened;
  }

  /** Remembers that the mission was fulfilled. */
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
    if (table) void leave(table).catch(() => undefined); // it ends by itself at its round limit
  }
}
