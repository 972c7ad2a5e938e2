/** The words of the end of a game; they come with it. */

import { OnDemand } from "../../lib/onDemand.svelte";
import type { Values } from "../../lib/words";

const words = new OnDemand("end");

/** Brings the words of the reader's language, if they are not there yet. */
export const loadEndWords = (name?: string): Promise<void> => words.load(name);

/** A text of the end in the reader's language. */
export const say = (key: string, values: Values = {}): string => words.plain(key, values);
