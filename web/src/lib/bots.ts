/** The bots a server offers: what they are like, and which one plays where nobody chose. */

import type { BotChoice } from "../protocol";
import { helpOf } from "./names";

const USUAL = ["normal", "greedy"]; // the first of these that is offered

export function usualBot(bots: readonly BotChoice[]): string {
  return USUAL.find((name) => bots.some((bot) => bot.name === name)) ?? bots[0]?.name ?? "";
}

/** How a bot plays, in a sentence. */
export function aboutBot(name: string, bots: readonly BotChoice[]): string {
  return helpOf("bot", name) || (bots.find((bot) => bot.name === name)?.about ?? "");
}
