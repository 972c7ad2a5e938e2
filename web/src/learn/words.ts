/** What the missions are called, what is to be done in them, and what was learned; loaded with their page. */

import { OnDemand } from "../lib/onDemand.svelte";

export const learnWords = new OnDemand("learn");
