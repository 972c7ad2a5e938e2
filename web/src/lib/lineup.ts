/** The buildings of a town in words (BLD-1, BLD-2). */

import type { IdleGroup, LineUp } from "../protocol";
import { has, language, t } from "./i18n.svelte";
import { buildingName, partyName } from "./names";
import { listed } from "./words";

const SOFT_HYPHEN = "\u00ad";

export function buildingsOf(group: { buildings: string[] }): string {
  return group.buildings.map(buildingName).join(", ").replaceAll(SOFT_HYPHEN, "");
}

/** Why the buildings of a group do nothing in this game. */
export function whyIdle(group: IdleGroup): string {
  return t("pages.idle", { needs: listed(group.missing.map(needName), language()) });
}

function needName(name: string): string {
  if (name === "gunslinger") return t("mode.gunslinger");
  if (name === "cactus-mark") return t("pages.idle.mark");
  return has(`extra.${name}`) ? t(`extra.${name}`) : partyName(name);
}

/** What comes into town for what, and what of it is there for its name only. */
export function lineUpSentences({ comes, leaves, idle }: LineUp): string[] {
  if (!comes.length) return [];
  const named = (groups: LineUp["comes"]): string => groups.map(buildingsOf).join(", ");
  const idly = idle.map((one) => `${named(comes.filter((group) => group.kind === one.kind))}: ${whyIdle(one)}`);
  return [t("play.options.line-up", { come: named(comes), leave: named(leaves) }), ...idly];
}
