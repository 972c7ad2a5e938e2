/** The bots a server offers: what they are like, and which one plays where nobody chose. */

import type { BotChoice } from "../protocol";
import { t } from "./i18n.svelte";
import { helpOf } from "./names";

const USUAL = ["normal", "greedy"]; // the first of these that is offered

export function usualBot(bots: readonly BotChoice[]): string {
  return USUAL.find((name) => bots.some((bot) => bot.name === name)) ?? bots[0]?.name ?? "";
}

/** How a bot plays, in a sentence, and how strong it is. */
export function aboutBot(name: string, bots: readonly BotChoice[]): string {
  const bot = bots.find((offered) => offered.name === name);
  const about = helpOf("bot", name) || (bot?.about ?? "");
  return bot ? `${about} ${t("bot.rating", { rating: bot.rating })}` : about;
}
