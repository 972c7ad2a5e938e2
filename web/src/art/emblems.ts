/** The sign of each party: a shape on a grid of 24, and where its letter stands. */

export interface Sign {
  shape: string;
  y: number; // the letter's foot
  size: number;
}

const STAR = "M12 .5l3.3 7.1 7.7 1-5.7 5.3 1.5 7.6L12 17.8l-6.8 3.7 1.5-7.6L1 8.6l7.7-1z";

const SIGNS: Record<string, Sign> = {
  sheriff: { shape: STAR, y: 15.6, size: 8.5 },
  outlaws: { shape: "M12 .8L23.2 12 12 23.2.8 12z", y: 16, size: 11 },
  hunters: { shape: "M6.5 2.5h11L23 12l-5.5 9.5h-11L1 12z", y: 16, size: 11 },
  dancer: { shape: "M12 22.5L.8 9.5Q4 5 7.5 5 9.5 1.5 12 1.5T16.5 5Q20 5 23.2 9.5z", y: 15, size: 10.5 },
  ranger: { shape: "M1 12a11 11 0 0 1 22 0a11 11 0 0 1-22 0", y: 15.8, size: 10.5 },
  dakota: { shape: "M12 .8L23.5 22H.5z", y: 19.5, size: 10.5 },
  cowboy: { shape: "M2 11a10 10 0 0 1 20 0q0 6-2.5 11.5h-5l.8-3H8.7l.8 3h-5Q2 17 2 11z", y: 15.5, size: 10.5 },
};
const OTHER: Sign = { shape: "M2 2h20v20H2z", y: 16, size: 11 };

export function sign(party: string): Sign {
  return SIGNS[party] ?? OTHER;
}

export function hasSign(party: string): boolean {
  return Object.hasOwn(SIGNS, party);
}

const LIGHT = new Set(["outlaws", "ranger", "dakota"]);

/** A party's colour, and what can be read on it. */
export function colour(party: string): string {
  return hasSign(party) ? `var(--${party})` : "var(--ink-2)";
}

export function onColour(party: string): string {
  return LIGHT.has(party) ? "var(--on-light-party)" : "var(--on-party)";
}
