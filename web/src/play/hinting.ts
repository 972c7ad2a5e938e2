/** What a good player would do: asked of the server, told on a slip beside the button, shown by a ring. Loaded when somebody asks. */

import { explaining } from "../explain/explaining.svelte";
import type { Topic } from "../explain/topics";
import { spotlight } from "../learn/spotlight";
import { hinted, loadHintWords, thinking } from "../lib/hintWords.svelte";
import { t } from "../lib/i18n.svelte";
import type { Advice, Refused, SeatView } from "../protocol";
import { labelOf } from "./asks";
import type { Game } from "./game.svelte";

let dim: () => void = () => undefined;

/** Asks for a hint and shows it, unless the player has turned to something else meanwhile. */
export async function showHint(game: Game, view: SeatView, button: Element | null): Promise<void> {
  await loadHintWords();
  if (view.seat === null) return;
  const waiting = slip(thinking());
  explaining.show(waiting, button);
  try {
    const hint = await game.session.hint(view.seat);
    if (explaining.topic !== waiting) return;
    const at = view.choices.indexOf(hint.choice);
    const { advice, lead, reasons } = hinted(hint, at < 0 ? hint.choice : labelOf(view, at));
    explaining.topic = slip(advice, ...(lead ? [lead] : []), ...reasons);
    shine(view, hint, at);
  } catch (refused) {
    if (explaining.topic === waiting) explaining.close();
    game.complain(refused as Refused);
  }
}

function slip(...lines: string[]): Topic {
  return { kind: "told", title: t("play.hint"), lines };
}

/** A ring round what is advised, until something is pressed. */
function shine(view: SeatView, hint: Advice, at: number): void {
  const screen = document.querySelector(".game");
  if (!screen) return;
  dim();
  const end = spotlight(screen, hint.plan ? hint.plan.map((card) => `.hand [data-card="${card}"]`).join() : spotOf(view, at));
  const done = (): void => {
    end();
    removeEventListener("pointerdown", done, true);
    removeEventListener("keydown", done, true);
  };
  dim = done;
  addEventListener("pointerdown", done, true);
  addEventListener("keydown", done, true);
}

function spotOf(view: SeatView, at: number): string {
  const part = view.parts[at] ?? {};
  const space = part["to"] ?? part["space"];
  return [
    ...(part["standee"] ? [`.board [role="button"][data-standee="${part["standee"]}"] .hit`] : []),
    ...(space ? [`.board [data-place="${space}"] .hit`] : []),
    `.ask .option:not(.on-board)[data-choice="${view.choices[at] ?? ""}"]`,
  ].join();
}
