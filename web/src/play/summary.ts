/** What happened since a seat last did something. */

import type { EventName, Item, ItemName } from "../lib/story";
import { partyOfItem } from "./read";

const OWN_DOING: ReadonlySet<ItemName> = new Set<EventName>(["locked", "action", "moved", "stayed", "second_shot", "no_second_shot", "token_taken", "cactus_moved", "no_trap", "trapped"]);

/** The items after the seat's last own doing; all of a running round for a spectator. */
export function sinceLastTurn(story: readonly Item[], seat: string | null): Item[] {
  const last = story.findLastIndex((item) =>
    seat === null ? item.event === "round" : OWN_DOING.has(item.event) && partyOfItem(item) === seat,
  );
  return story.slice(last + 1);
}
