/** What of the chat is news: not what was read, and not what one has said oneself. */

import type { Item, ItemOf } from "../lib/story";
import type { TableInfo } from "../protocol";

export function saidIn(story: readonly Item[]): ItemOf<"said">[] {
  return story.filter((item) => item.event === "said");
}

/** How many lines after item `read` others have said. */
export function unreadOf(said: readonly ItemOf<"said">[], read: number, info: TableInfo): number {
  const own = new Set(info.chairs.flatMap((chair) => (chair.yours ? [chair.who] : [])));
  const isOwn = (item: ItemOf<"said">): boolean => own.has(item.who) || (info.you_host && item.name === info.host);
  return said.filter((item) => item.n > read && !isOwn(item)).length;
}
