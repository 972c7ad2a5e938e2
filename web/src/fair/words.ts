/** The waiting for words, and draws that were given up, in sentences. */

import { language, t } from "../lib/i18n.svelte";
import type { AttemptInfo } from "../protocol";

export function listed(names: readonly string[]): string {
  return new Intl.ListFormat(language()).format(names);
}

export function givenUp({ failed, by }: AttemptInfo): string {
  return by === null ? t("play.fair.abandoned", { names: listed(failed) }) : t("play.fair.abandoned-by", { name: by });
}
