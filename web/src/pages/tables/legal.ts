/** What a table cannot have, and why: from what the server says it can be made of. */

import { t } from "../../lib/i18n.svelte";
import { me } from "../../lib/me.svelte";
import { partyName } from "../../lib/names";
import type { Choices, Need, Options } from "../../protocol";
import { ME, sameParties, withBots, type Wish } from "./wish";

type All = Required<Options>;

export function listed(words: readonly string[], language: string): string {
  return new Intl.ListFormat(language, { type: "conjunction" }).format(words);
}

/** Why a party cannot come or go; empty: it can. */
export function whyNotParty(party: string, options: All, choices: Choices, language: string): string {
  const comes = !options.parties.includes(party);
  const then = comes ? [...options.parties, party] : options.parties.filter((other) => other !== party);
  const setups = choices.setups.filter((setup) => !setup.solo);
  if (setups.some((setup) => sameParties(setup.parties, then))) return "";
  const sizes = setups.map((setup) => setup.players);
  if (then.length > Math.max(...sizes)) return t("pages.why.too-many", { most: Math.max(...sizes) });
  if (then.length < Math.min(...sizes)) return t("pages.why.too-few", { least: Math.min(...sizes) });
  if (comes) return t("pages.why.needs-party", { party: partyName(party), needed: listed(neededBy(party, choices).map(partyName), language) });
  const needy = then.filter((other) => neededBy(other, choices).includes(party));
  return t("pages.why.needed-by", { party: partyName(party), needy: listed(needy.map(partyName), language) });
}

/** The parties without which this one never plays. */
function neededBy(party: string, choices: Choices): string[] {
  const possible = choices.setups.filter((setup) => !setup.solo && setup.parties.includes(party));
  return choices.parties.filter((other) => other !== party && possible.every((setup) => setup.parties.includes(other)));
}

const OPTION_NAMES: Record<string, string> = { cactus: "extra.cactus", pets: "extra.pets", tools: "extra.tools", chicken: "extra.chicken" };
const MODE_NAMES: Record<string, string> = { basic: "mode.basic", gunslinger: "mode.gunslinger" };

/** Why an extra or a type of buildings cannot be chosen with these options; empty: it can. */
export function whyNotExtra(name: string, options: All, choices: Choices): string {
  const need = choices.needs.find((one) => one.name === name);
  if (!need) return "";
  if (need.mode && need.mode !== options.mode) return t("pages.why.mode", { mode: t(MODE_NAMES[need.mode] ?? need.mode) });
  const missing = need.options.find((option) => !isOn(option, options));
  if (missing) return t("pages.why.without", { name: t(OPTION_NAMES[missing] ?? missing) });
  const disturbing = need.without.find((option) => isOn(option, options));
  return disturbing ? t("pages.why.with", { name: t(OPTION_NAMES[disturbing] ?? disturbing) }) : "";
}

function isOn(option: string, options: All): boolean {
  if (option === "cactus") return options.cactus || options.mode === "gunslinger";
  return Boolean((options as unknown as Record<string, unknown>)[option]);
}

function fits(need: Need | undefined, options: All): boolean {
  if (!need) return true;
  if (need.mode && need.mode !== options.mode) return false;
  return need.options.every((option) => isOn(option, options)) && !need.without.some((option) => isOn(option, options));
}

/** Why a game cannot be rated; empty: it can. */
export function whyNotRated(wish: Wish): string {
  if (!me()?.login) return t("pages.why.account");
  const alone = wish.options.solo || wish.seats.filter((seat) => seat === ME).length > 1;
  return alone ? t("pages.why.rated") : "";
}

/** The wish without what its other parts no longer allow. */
export function fitted(wish: Wish, choices: Choices): Wish {
  const need = (name: string): Need | undefined => choices.needs.find((one) => one.name === name);
  const options = { ...wish.options };
  options.chicken &&= fits(need("chicken"), options);
  options.pets &&= fits(need("pets"), options);
  options.alternative = options.alternative.filter((kind) => fits(need(kind), options)).slice(0, choices.most_alternative);
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
