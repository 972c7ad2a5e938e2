/** Tests read English, as the page does once its words have come. */

import { loadLanguage } from "../src/lib/i18n.svelte";

await loadLanguage("en");
