/** What a table cannot have, and why: from what the server says it can be made of. */

import { t } from "../../lib/i18n.svelte";
import { me } from "../../lib/me.svelte";
import { partyForms, partyName, partyWho, partyWhom } from "../../lib/names";
import { listed, type Values } from "../../lib/words";
import type { BuildingGroup, Choices, Options } from "../../protocol";
import { ME, sameParties, withBots, type Wish } from "./wish";

type All = Required<Options>;

/** Why a party cannot come or go; empty: it can. */
export function whyNotParty(party: string, options: All, choices: Choices, language: string): string {
  const comes = !options.parties.includes(party);
  const then = comes ? [...options.parties, party] : options.parties.filter((other) => other !== party);
  const setups = choices.setups.filter((setup) => !setup.solo);
  if (setups.some((setup) => sameParties(setup.parties, then))) return "";
  const sizes = setups.map((setup) => setup.players);
  if (then.length > Math.max(...sizes)) return t("pages.why.too-many", { most: Math.max(...sizes) });
  if (then.length < Math.min(...sizes)) return t("pages.why.too-few", { least: Math.min(...sizes) });
  if (comes) return t("pages.why.needs-party", { ...partyForms(party), ...named("needed", neededBy(party, choices), language) });
  const needy = then.filter((other) => neededBy(other, choices).includes(party));
  return t("pages.why.needed-by", { ...partyForms(party), ...named("needy", needy, language) });
}

/** A list of parties for a sentence, in the forms that languages need there: `needy` and `needyWho`. */
function named(slot: string, parties: readonly string[], language: string): Values {
  return { [slot]: listed(parties.map(partyWhom), language), [`${slot}Who`]: listed(parties.map(partyWho), language) };
}

/** The parties without which this one never plays. */
function neededBy(party: string, choices: Choices): string[] {
  const possible = choices.setups.filter((setup) => !setup.solo && setup.parties.includes(party));
  return choices.parties.filter((other) => other !== party && possible.every((setup) => setup.parties.includes(other)));
}

export function comes(group: BuildingGroup, options: All): boolean {
  return options.alternative.includes(group.kind) || comesBy(group, options) !== "";
}

/** The party or the extra that brings a group of buildings along; empty: only who chooses it. */
export function comesBy(group: BuildingGroup, options: All): string {
  if (group.party && options.parties.includes(group.party)) return partyName(group.party);
  return group.option && options[group.option as keyof All] ? t(`extra.${group.option}`) : "";
}

/** Why the sides cannot be evened; empty: they can. */
export function whyNotEven({ parties, solo, programming }: All, choices: Choices): string {
  const setup = choices.setups.find((one) => one.solo === solo && sameParties(one.parties, parties));
  return setup?.even.includes(programming) ? "" : t("pages.why.even");
}

/** Why screens cannot be closed: there is nothing behind them. */
export function whyNotClosed(options: All): string {
  return options.mode === "gunslinger" ? "" : t("pages.why.mode", { mode: t("mode.gunslinger") });
}

/** Why a game cannot be rated; empty: it can. */
export function whyNotRated(wish: Wish): string {
  if (!me()?.login) return t("pages.why.account");
  const alone = wish.options.solo || wish.seats.filter((seat) => seat === ME).length > 1;
  return alone ? t("pages.why.rated") : "";
}

/** The wish without what its other parts no longer allow. */
export function fitted(wish: Wish, choices: Choices): Wish {
  const options = { ...wish.options };
  const known = (groups: BuildingGroup[], kinds: string[]): string[] => kinds.filter((kind) => groups.some((group) => group.kind === kind));
  options.alternative = known(choices.alternative, options.alternative);
  options.replace = choices.alternative.some((group) => comes(group, options)) ? known(choices.replace, options.replace) : [];
  options.even_sides &&= !whyNotEven(options, choices);
  if (whyNotClosed(options)) options.screens = "open";
  options.abilities = options.abilities.filter((party) => options.parties.includes(party));
  if (!options.pets) options.pet_kind = "any";
  const days = wish.clock.kind === "days" ? Math.min(Math.max(wish.clock.days, 1), choices.most_days) : 0;
  const fit = { ...withBots(wish, choices.bots), options, clock: { kind: wish.clock.kind, days } };
  return { ...fit, rated: fit.rated && !whyNotRated(fit) };
}

/** With the parties in their order round the table, each with its seat. */
export function seated(wish: Wish, choices: Choices): Wish {
  const seats = new Map(wish.options.parties.map((party, seat) => [party, wish.seats[seat] ?? ME]));
  const parties = choices.parties.filter((party) => seats.has(party));
  return { ...wish, options: { ...wish.options, parties }, seats: parties.map((party) => seats.get(party) ?? ME) };
}
