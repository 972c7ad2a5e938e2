/** What a bot says to what has just happened: seldom, and of what everybody has seen. */

import type { Item, ItemName } from "../lib/story";
import { field } from "../lib/story";
import { partyOfStandee } from "../play/read";
import { nearlyThere } from "../play/reveal";
import type { SeatView } from "../protocol";
import { numberOf } from "./cast";

export type Moment = "caught" | "duel-won" | "duel-lost" | "loot" | "near" | "won" | "lost";

/** A line: whose, and to what. */
export interface Line {
  party: string;
  moment: Moment;
  n: number; // the item it is about
}

const CAUGHT: ReadonlySet<ItemName> = new Set<ItemName>(["jailed", "captured"]);
const LOOT: ReadonlySet<ItemName> = new Set<ItemName>(["plundered", "horse_stolen", "debt_paid"]);
const ALWAYS: ReadonlySet<Moment> = new Set<Moment>(["near", "won", "lost"]);
const SELDOM = 2; // of so many other moments one is worth a line

/** What could be said to an item, the best first; `bots` are the parties that bots play. */
function moments(item: Item, view: SeatView, bots: ReadonlySet<string>): Line[] {
  const standee = field(item, "standee");
  const owner = typeof standee === "string" ? partyOfStandee(view, standee) : null;
  const line = (party: string | null | undefined, moment: Moment): Line[] => (party && bots.has(party) ? [{ party, moment, n: item.n }] : []);
  const near = line(nearlyThere(view, item), "near");
  if (CAUGHT.has(item.event)) return [...near, ...line(owner, "caught")];
  if (LOOT.has(item.event)) return [...near, ...line(owner, "loot")];
  if (item.event === "duel_won") {
    const losers = Object.keys(view.duel?.sides ?? {}).filter((party) => party !== item.party);
    return [...near, ...line(item.party, "duel-won"), ...losers.flatMap((party) => line(party, "duel-lost"))];
  }
  if (item.event === "won") return [...line(item.party, "won"), ...[...bots].flatMap((party) => line(party, "lost"))];
  return near;
}

/** Hears what is shown at a table and has a line for it now and then: one a round at most, whoever speaks. */
export class Banter {
  private spoken = 0; // the round of the last line

  constructor(private readonly table: string) {}

  hear(items: readonly Item[], view: SeatView, bots: ReadonlySet<string>): Line | null {
    if (view.round <= this.spoken) return null;
    const line = items.flatMap((item) => moments(item, view, bots)).find((one) => this.isWorthIt(one));
    if (!line) return null;
    this.spoken = view.round;
    return line;
  }

  private isWorthIt({ moment, n }: Line): boolean {
    return ALWAYS.has(moment) || numberOf(`${this.table} ${n}`) % SELDOM === 0;
  }
}
