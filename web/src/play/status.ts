/** The one sentence that says what must be done now, and who is awaited. */

import { t } from "../lib/i18n.svelte";
import { botName, eventName, partyName } from "../lib/names";
import type { ChairInfo, SeatView } from "../protocol";

/** A party with who plays it: `Sheriff (Ada)`. */
export function partyAndPlayer(party: string, chairs: readonly ChairInfo[]): string {
  const chair = chairs.find((one) => one.party === party);
  const bot = chair?.bot ?? chair?.stand_in;
  const name = bot ? botName(bot) : chair?.name;
  return name ? t("play.status.party", { party: partyName(party), name }) : partyName(party);
}

/** Where the round stands: `Round 3 · Sheriff, card 2 of 3`. */
export function roundWords(view: SeatView): string {
  const event = view.events?.now;
  return event ? t("play.status.event", { round: turnWords(view), event: eventName(event) }) : turnWords(view);
}

function turnWords(view: SeatView): string {
  if (view.turn === null) return t("play.status.planning", { round: view.round });
  const turns = view.order;
  const party = turns[view.turn]?.[0] ?? "";
  const card = turns.filter(([whose], at) => whose === party && at <= (view.turn ?? 0)).length;
  const cards = turns.filter(([whose]) => whose === party).length;
  return t("play.status.turn", { round: view.round, party: partyName(party), card, cards });
}

/** Who is awaited; people by name. A bot's level stands beside its party, and five of them fill a phone. */
export function waitingWords(view: SeatView, chairs: readonly ChairInfo[]): string {
  const awaited = view.awaited.filter((party) => party !== view.seat);
  if (!awaited.length) return t("play.status.on");
  const isBot = (party: string): boolean => chairs.some((chair) => chair.party === party && chair.bot);
  const who = new Intl.ListFormat(document.documentElement.lang || "en", { type: "conjunction" }).format(
    awaited.map((party) => (isBot(party) ? partyName(party) : partyAndPlayer(party, chairs))),
  );
  const locked = view.question === "plan" && view.seat !== null && view.parties[view.seat]?.locked;
  return t(locked ? "play.status.locked" : "play.status.waiting", { who, n: awaited.length });
}
