/** The bots of a table as people: their faces come when somebody sees them for the first time, their words when they are wanted. */

import { OnDemand } from "../lib/onDemand.svelte";
import type { TableInfo } from "../protocol";
import type { Character } from "./cast";

let cast = $state.raw<typeof import("./cast") | null>(null);
export const words = new OnDemand("people");

/** Brings their faces and names. */
export async function meetPeople(): Promise<void> {
  cast ??= await import("./cast");
}

/** Brings what they say, and what is said of them, in the reader's language. */
export const hearPeople = (name?: string): Promise<void> => words.load(name);

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
