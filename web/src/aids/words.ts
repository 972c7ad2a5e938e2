/** What quick start and player aids say; loaded with them. */

import { OnDemand } from "../lib/onDemand.svelte";

export const words = new OnDemand("aids");
