/** How the board talks with what is round it. */

/** What is lit up and can be picked. */
export interface Lit {
  spaces: ReadonlySet<string>; // a1 … e5, jail, wilderness, corral-b …
  standees: ReadonlySet<string>;
  chosen: string | null; // the standee or space picked so far
}

export interface Pick {
  space?: string;
  standee?: string;
}

export const NOTHING_LIT: Lit = { spaces: new Set(), standees: new Set(), chosen: null };

/** The way of a figure over several places. */
export interface Way {
  standee: string;
  party: string;
  stops: readonly string[];
}

/** What is drawn though it is not so: figures that have only been tried, and where a choice would lead. */
export interface Ghosts {
  ways: readonly Way[]; // gone already; these figures are drawn pale
  preview: Way | null; // of the choice looked at
  reach: ReadonlyMap<string, number>; // place → the card by which somebody could be there
}
