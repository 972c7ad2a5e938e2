/** Why an icon cannot be played, as a sentence. Loaded with its words when somebody asks for the first time. */

import type { ReasonView, WhyNotView } from "../protocol";
import { language, t } from "./i18n.svelte";
import * as names from "./names";
import { OnDemand } from "./onDemand.svelte";
import { listed, type Values } from "./words";

const SOFT_HYPHEN = "\u00ad"; // names have them for plates and cards
const words = new OnDemand("why");

/** Brings the words of the reader's language, if they are not there yet. */
export const loadWords = (name?: string): Promise<void> => words.load(name);

/** One sentence with the figures, the buildings and the rule it is about; "" until its words are there. */
export function whyNot(reason: ReasonView): string {
  const why = words.say(`why.${reason.code}`, wordsFor(reason));
  return why && words.say("why.cited", { why, rule: reason.rule });
}

/** All that is in the way of an icon, the nearest to working first; not certain: it may still change. */
export function explain(why: WhyNotView, certain: boolean): string {
  const told = why.reasons.map(whyNot).filter(Boolean).join(" ");
  return told && !certain ? words.say("why.now", { why: told }) : told;
}

/** `who` would act, `by` stands in the way or would be needed; the same in the other case of their language. */
function wordsFor(reason: ReasonView): Values {
  const { standees, others, spaces, buildings, party, number } = reason;
  return {
    who: all(standees, names.standeeWho),
    whom: all(standees, names.standeeWhom),
    n: standees.length,
    by: all(others, names.standeeWho),
    them: all(others, names.standeeWhom),
    m: others.length,
    at: spaces.length ? t("names.place.at", { name: all(spaces, names.placeName) }) : "",
    there: all(buildings, names.atBuilding),
    party: names.partyWho(party),
    k: names.verbsOf(party),
    number: number ?? 0,
  };
}

function all(things: readonly string[], named: (name: string) => string): string {
  return listed(things.map(named), language()).replaceAll(SOFT_HYPHEN, "");
}
