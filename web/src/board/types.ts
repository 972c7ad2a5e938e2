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
