/** The bots of a table as people: their faces and words come when somebody sees them for the first time. */

import { language } from "../lib/i18n.svelte";
import { OnDemand } from "../lib/onDemand.svelte";
import type { TableInfo } from "../protocol";
import type { Character } from "./cast";

let cast = $state.raw<typeof import("./cast") | null>(null);
export const words = new OnDemand("people");

/** Brings them, with the words of the reader's language. */
export async function meetPeople(name: string = language()): Promise<void> {
  const [drawn] = await Promise.all([import("./cast"), words.load(name)]);
  cast ??= drawn;
}

/** Who the bot on a chair is; null before they have come, and for people. */
export function botAt(info: Pick<TableInfo, "table" | "chairs">, chair: number): Character | null {
  return cast && info.chairs[chair]?.bot ? cast.castAt(info.table, chair) : null;
}

/** Who the bot is that plays a party. */
export function botOf(info: Pick<TableInfo, "table" | "chairs">, party: string): Character | null {
  return botAt(info, info.chairs.findIndex((chair) => chair.party === party));
}

/** What somebody is like, in a few words. */
export function temperOf({ id }: Character): string {
  return words.say(`people.temper.${id}`);
}
