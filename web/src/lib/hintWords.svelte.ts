/** What a hint says, in sentences. Loaded with its words when somebody asks for one for the first time. */

import type { Advice, Reason } from "../protocol";
import * as names from "./names";
import { OnDemand } from "./onDemand.svelte";
import type { Values } from "./words";

/** A hint in the reader's language. */
export interface Hinted {
  advice: string; // what a good player would choose
  lead: string; // under which condition the reasons hold; "" for what happens at once
  reasons: string[]; // why, the strongest first
}

const words = new OnDemand("hints");

/** Brings the words of the reader's language, if they are not there yet. */
export const loadHintWords = (name?: string): Promise<void> => words.load(name);

/** Said while a hint is being thought of. */
export const thinking = (): string => say("hint.thinking");

/** The sentences of a hint, once its words are there; `label` is its choice as a button says it (`labelOf`). */
export function hinted(hint: Advice, label: string): Hinted {
  const [first = "", second = "", third = ""] = (hint.plan ?? []).map(names.cardName);
  const advice = hint.plan ? say("hint.plan", { first, second, third, shot: names.cardName(hint.shot) }) : say("hint.choice", { choice: label });
  const reasons = hint.reasons.map(because);
  if (!reasons.length) return { advice, lead: "", reasons: [say("hint.none")] };
  return { advice, lead: hint.plan ? say("hint.lead") : "", reasons };
}

function because(reason: Reason): string {
  const why = say(`hint.${reason.code}`, wordsFor(reason));
  if (reason.chance === undefined || reason.chance === null) return why;
  return say("hint.likely", { why: why.replace(/\.$/, ""), chance: reason.chance });
}

const say = (key: string, values: Values = {}): string => words.plain(key, values);

/** `who` is a standee of one's own, `other` somebody else's, `party` a party that does something and `rival` one it is done to. */
function wordsFor(reason: Reason): Values {
  const { standee, whom, party, space, building, counter, token, card, number, than } = reason;
  return {
    ...{ who: names.standeeWho(standee), whom: names.standeeWhom(standee) },
    ...{ other: names.standeeWho(whom), otherWhom: names.standeeWhom(whom) },
    ...{ party: names.partyWho(party), rival: names.partyWhom(party), n: names.verbsOf(party) },
    ...{ at: names.atPlace(space), building: names.buildingName(building) },
    ...{ counter: names.counterName(counter), token: names.oneToken(token), card: names.cardName(card) },
    ...{ number: number ?? 0, than: than ?? 0 },
  };
}
