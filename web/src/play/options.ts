/** What a table agreed on, as sentences. */

import { t } from "../lib/i18n.svelte";
import { lineUpSentences } from "../lib/lineup";
import { partyName } from "../lib/names";
import type { Box, Options, TableInfo } from "../protocol";

export function optionsOf(info: TableInfo): Options {
  return info.options;
}

export function isReverse(info: TableInfo): boolean {
  return optionsOf(info).programming === "reverse";
}

export function optionSentences(info: TableInfo, box: Box | null): string[] {
  const options = optionsOf(info);
  const said = [
    ...(box?.own ? [t("play.options.own-box")] : []),
    t(options.mode === "gunslinger" ? "play.options.gunslinger" : "play.options.basic"),
    t(isReverse(info) ? "play.options.reverse" : "play.options.straight"),
  ];
  if (options.solo) said.push(t("play.options.solo"));
  if (options.cactus && options.mode !== "gunslinger") said.push(t("play.options.cactus"));
  if (options.pets) said.push(t(options.pet_kind === "own" ? "play.options.own-pets" : "play.options.pets"));
  if (options.chicken) said.push(t("play.options.chicken"));
  if (options.tools) said.push(t("play.options.tools"));
  if (options.abilities?.length) said.push(t("play.options.abilities", { parties: options.abilities.map(partyName).join(", ") }));
  if (box) said.push(...lineUpSentences(box.line_up));
  if (options.even_sides) said.push(houseRule("even_sides"));
  if (options.screens === "closed") said.push(houseRule("screens"));
  if (options.round_limit) said.push(t("play.options.rounds", { n: options.round_limit }));
  said.push(clockSentence(info));
  if (info.draw) said.push(t("play.options.draw"));
  if (info.rated) said.push(t("play.options.rated"));
  return said;
}

function houseRule(name: string): string {
  return `${t(`extra.${name}`)}. ${t(`extra.${name}.help`)}`;
}

function clockSentence(info: TableInfo): string {
  const kind = info.clock.kind ?? "none";
  return t(`play.options.clock.${kind}`, { n: info.clock.days ?? 0 });
}
