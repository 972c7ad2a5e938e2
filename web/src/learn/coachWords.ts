/** What the coach says; its words come with it. */

import { OnDemand } from "../lib/onDemand.svelte";

export const coachWords = new OnDemand("coach");
