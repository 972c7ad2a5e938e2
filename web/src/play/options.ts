/** What a table agreed on, as sentences. */

import { t } from "../lib/i18n.svelte";
import { partyName } from "../lib/names";
import type { Options, TableInfo } from "../protocol";

export function optionsOf(info: TableInfo): Options {
  return info.options;
}

export function isReverse(info: TableInfo): boolean {
  return optionsOf(info).programming === "reverse";
}

export function optionSentences(info: TableInfo): string[] {
  const options = optionsOf(info);
  const said = [
    t(options.mode === "gunslinger" ? "play.options.gunslinger" : "play.options.basic"),
    t(isReverse(info) ? "play.options.reverse" : "play.options.straight"),
  ];
  if (options.solo) said.push(t("play.options.solo"));
  if (options.cactus && options.mode !== "gunslinger") said.push(t("play.options.cactus"));
  if (options.pets) said.push(t(options.pet_kind === "own" ? "play.options.own-pets" : "play.options.pets"));
  if (options.chicken) said.push(t("play.options.chicken"));
  if (options.tools) said.push(t("play.options.tools"));
  if (options.abilities?.length) said.push(t("play.options.abilities", { parties: options.abilities.map(partyName).join(", ") }));
  if (options.alternative?.length) said.push(t("play.options.alternative", { list: options.alternative.map((kind) => t(`effect.${kind}`)).join(", ") }));
  if (options.round_limit) said.push(t("play.options.rounds", { n: options.round_limit }));
  said.push(clockSentence(info));
  if (info.draw) said.push(t("play.options.draw"));
  if (info.rated) said.push(t("play.options.rated"));
  return said;
}

function clockSentence(info: TableInfo): string {
  const kind = info.clock.kind ?? "none";
  return t(`play.options.clock.${kind}`, { n: info.clock.days ?? 0 });
}
