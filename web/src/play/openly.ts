/**
 * What may be asked at a shared screen while everybody looks on: that something can be chosen there tells nobody
 * a secret, and to choose well no secret must be looked at. `tests/laws/test_openly.py` holds the lists to account.
 */

import type { Item } from "../lib/story";
import type { Box, SeatView } from "../protocol";
import lists from "./openly.json";
import { boxCard } from "./read";
import { publicItem } from "./secrets";

const OPEN = new Set(lists.open);
const TOKENS = new Set(lists.tokens);
const TO_SEE = new Set(lists.toSee);
const TARGET_ICONS = new Set(lists.targetIcons);

/** Whether this seat's question can be asked with no curtain before it; with closed screens none that tells of tokens. */
export function asksOpenly(view: SeatView, box: Box, closedScreens: boolean): boolean {
  const question = view.question ?? "";
  if (TOKENS.has(question)) return !closedScreens;
  return OPEN.has(question) && !(question === "icon" && tellsTargets(view, box));
}

/** Which icons of a card can be chosen tells of targets, where one of them is played in a target. */
function tellsTargets(view: SeatView, box: Box): boolean {
  const [party, card] = view.order[view.turn ?? -1] ?? [];
  const icons = party && card ? boxCard(box, party, card)?.icons : undefined;
  return !icons || icons.some((icon) => TARGET_ICONS.has(icon));
}

/** The view of everybody, with what one seat is asked openly. */
export function withQuestion(everybodys: SeatView, own: SeatView): SeatView {
  const { seat, choices, parts, why_not } = own;
  return { ...everybodys, seat, choices, parts, why_not };
}

/** Whether an item tells its seat what it must look at by itself: others are told less of it. */
export function isToBeSeen(item: Item): boolean {
  return TO_SEE.has(item.event) && JSON.stringify(publicItem(item)) !== JSON.stringify(item);
}
