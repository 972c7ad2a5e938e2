/** What the page says of sound; not needed before somebody clicks. */

import { OnDemand } from "../lib/onDemand.svelte";

export const words = new OnDemand("sound");
