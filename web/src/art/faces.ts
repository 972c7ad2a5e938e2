/** Parts that drawn people share: shoulders, heads, hats. Faces look at us from round the origin, 40 by 40. */

export const coat = (tone: string): string => `${tone} M-18 22Q-17 11 -6 10H6Q17 11 18 22z;`;
export const head = (tone = "x"): string => `${tone} R-3.5 6 7 7;${tone} O0 1 9.4 10;`;
export const EYES = "k O-3.6 0.5 1.3;k O3.6 0.5 1.3;";
export const SMILE = "t M-3.4 5Q0 8 3.4 5;";
export const FLAT = "t M-3 6H3;";
export const hat = (tone: string, band = "q"): string => `${tone} M-9 -7L-7 -17Q-3 -19.5 0 -17.5 3 -19.5 7 -17L9 -7z;${band} M-9 -7.5L-8.4 -10.6H8.4L9 -7.5z;${tone} M-17 -7.5Q0 -2.5 17 -7.5 15 -3.6 9 -3.4H-9Q-15 -3.6 -17 -7.5z;`;
export const bandana = (tone: string): string => `${tone} M-7 10.5Q0 14.5 7 10.5L8 14Q4 16 0 21 -4 16 -8 14z;`;

/** Somebody at this screen: all alike but for the colour of hat and bandana. */
export const COWPOKE = `${coat("c")}${head()}${EYES}${SMILE}${bandana("q")}${hat("q", "k")}`;
