/** One's own tables, and which of them wait for one. */

import { api } from "../../lib/api";
import type { TableCard } from "../../protocol";

const LESSON = "lesson:"; // how the server names the tables of lessons
const AGAIN = 20_000;
const LIVE = ["running", "open", "unreadable"];

export class MyTables {
  all = $state.raw<TableCard[] | null>(null);
  turns = $state.raw<ReadonlySet<string>>(new Set());
  problem = $state.raw<unknown>(null);

  /** Under way or not begun yet; those that wait for one first, then the latest; damaged ones last. */
  running = $derived.by(() => {
    const live = (this.all ?? []).filter((table) => LIVE.includes(table.state));
    const rank = (table: TableCard): number => (this.turns.has(table.table) ? 0 : 1 + LIVE.indexOf(table.state));
    return live.toSorted((a, b) => rank(a) - rank(b) || b.changed_at - a.changed_at);
  });

  over = $derived((this.all ?? []).filter((table) => table.state === "over"));

  async load(): Promise<void> {
    try {
      const [{ tables }, turns] = await Promise.all([api.mine(), api.turns()]);
      this.all = tables.filter((table) => !table.title.startsWith(LESSON));
      this.turns = new Set(turns.tables);
      this.problem = null;
    } catch (problem) {
      this.problem = problem;
    }
  }

  /** Looks again now and then while the page is seen. */
  watch(): () => void {
    const timer = setInterval(() => {
      if (this.all && document.visibilityState === "visible") void this.load();
    }, AGAIN);
    return () => clearInterval(timer);
  }
}
