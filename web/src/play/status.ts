/** The one sentence that says what must be done now, and who is awaited. */

import { language, t } from "../lib/i18n.svelte";
import { botName, eventName, partyName, partyWho, partyWhom } from "../lib/names";
import { listed, type Values } from "../lib/words";
import type { ChairInfo, SeatView } from "../protocol";

/**
 * Parties with who plays them, in the forms of a sentence: `the Sheriff (Ada) and the Outlaws`. A bot's
 * level stands beside its party, and five of them fill a phone.
 */
export function playersForms(parties: readonly string[], chairs: readonly ChairInfo[]): Values {
  const named = (form: (party: string) => string): string => listed(parties.map((party) => withPlayer(party, form(party), chairs)), language());
  return { who: named(partyWho), whom: named(partyWhom) };
}

function withPlayer(party: string, words: string, chairs: readonly ChairInfo[]): string {
  const chair = chairs.find((one) => one.party === party);
  const name = chair?.bot ? null : chair?.stand_in ? botName(chair.stand_in) : chair?.name;
  return name ? t("play.status.party", { party: words, name }) : words;
}

/** Where the round stands: `Round 3 · Sheriff 2/3`, of their cards. */
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

/** Who is awaited; people by name. */
export function waitingWords(view: SeatView, chairs: readonly ChairInfo[]): string {
  const awaited = view.awaited.filter((party) => party !== view.seat);
  if (!awaited.length) return t("play.status.on");
  const locked = view.question === "plan" && view.seat !== null && view.parties[view.seat]?.locked;
  return t(locked ? "play.status.locked" : "play.status.waiting", playersForms(awaited, chairs));
}
