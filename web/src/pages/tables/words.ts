/** A table in words. */

import { t } from "../../lib/i18n.svelte";
import { partyForms } from "../../lib/names";
import type { Clock, Options, TableCard } from "../../protocol";

export function titleOf(table: TableCard): string {
  return table.title || t("pages.table.of", { name: table.host });
}

export function stateWords(table: TableCard, free: number): string {
  if (table.state === "open") return free ? t("pages.table.open", { n: free }) : t("tables.full");
  if (table.state === "unreadable") return t("pages.table.unreadable");
  if (table.state === "running") return t("pages.table.running");
  if (table.result === "draw") return t("pages.table.drawn");
  return table.result ? t("pages.table.winner", partyForms(table.result)) : t("pages.table.closed");
}

/** The options worth naming: what differs from the plainest game. */
export function modeWords(options: Options): string {
  const extras: [boolean | undefined, string][] = [
    [options.cactus && options.mode !== "gunslinger", "extra.cactus"],
    [Boolean(options.abilities?.length), "extra.abilities"],
    [options.pets, "extra.pets"],
    [options.chicken, "extra.chicken"],
    [options.tools, "extra.tools"],
    [Boolean(options.alternative?.length), "extra.alternative"],
    [options.even_sides, "extra.even_sides"],
    [options.screens === "closed", "extra.screens"],
  ];
  return [
    options.solo ? t("extra.solo") : "",
    t(options.mode === "gunslinger" ? "mode.gunslinger" : "mode.basic"),
    options.programming === "reverse" ? t("pages.table.pioneer") : "",
    ...extras.filter(([on]) => on).map(([, key]) => t(key)),
  ]
    .filter(Boolean)
    .join(", ");
}

const CLOCKS: Record<string, string> = { none: "pages.clock.none", relaxed: "pages.clock.relaxed", fast: "pages.clock.fast", days: "pages.clock.days" };

export function clockName(kind: string): string {
  return t(CLOCKS[kind] ?? kind);
}

/** The clock of a table, empty where there is none. */
export function clockWords(clock: Clock): string {
  if (!clock.kind || clock.kind === "none") return "";
  return clock.kind === "days" ? t("pages.clock.so-many-days", { n: clock.days ?? 0 }) : clockName(clock.kind);
}

const UNITS: [Intl.RelativeTimeFormatUnit, number][] = [
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
];

/** How long ago something was, in the reader's language. */
export function ago(at: number, language: string, now = Date.now()): string {
  const past = Math.min(0, at - now);
  const [unit, size] = UNITS.find(([, length]) => past <= -length) ?? ["minute", 60_000];
  return new Intl.RelativeTimeFormat(language, { numeric: "auto" }).format(Math.round(past / size), unit);
}

const LEAST_MINUTES = 20;
const PARTY_MINUTES = 10; // for each of them
const EXTRA_MINUTES = 10; // for modes and extras that make a game longer

/** About how long a game takes among people, to the next ten minutes. */
export function minutesOf(options: Options): number {
  const longer = [options.mode === "gunslinger", options.tools, options.pets].filter(Boolean).length;
  return LEAST_MINUTES + PARTY_MINUTES * ((options.parties?.length ?? 1) - 1) + EXTRA_MINUTES * longer;
}
