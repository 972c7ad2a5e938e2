/** Things that stand about on the board and round it. */

/** The cactus, the chicken and dynamite, standing on the origin. */
export const CACTUS =
  "k O0 -1 20 4;n M-9 -1V-52Q-9 -62 0 -62T9 -52V-26H15Q19 -26 19 -30V-38Q19 -44 24 -44T29 -38V-26Q29 -14 17 -14H9V-1z;n M-9 -18H-18Q-29 -18 -29 -30V-38Q-29 -44 -24 -44T-19 -38V-32Q-19 -29 -16 -29H-9z;t M-3 -54V-8M4 -54V-8M-24 -38V-30M24 -38V-24;f O0 -63 5;y O0 -63 2;";
export const CHICKEN =
  "k O0 -1 17 4;l M-5 -8V-1M6 -8V-1;x M-24 -34Q-24 -48 -13 -48T-3 -34Q10 -30 20 -42 28 -8 4 -6 -20 -6 -24 -34z;f M-20 -46Q-24 -56 -16 -54 -14 -60 -9 -54 -3 -54 -8 -46z;y M-24 -38L-33 -34 -24 -31z;k O-15 -39 2.2;r M-24 -31Q-26 -24 -22 -25T-20 -31z;l M-6 -22Q2 -14 10 -22;";
export const DYNAMITE = "r M-13 -22H-5V-1H-13zM-4 -22H4V-1H-4zM5 -22H13V-1H5z;d M-14 -15H14V-9H-14z;l M0 -22Q0 -31 6 -31T11 -36;y S12 -37 5;";

/** A wagon on the rails and the engine, in a box 100 wide; the floor is at 50. */
export const WAGON_BACK = "b M6 14H94V50H6z;t M6 26H94M6 38H94;l M6 10V50M94 10V50M50 14V50;";
export const WAGON_FRONT = "a M3 40H97V54H3z;l M97 51H106;k O22 57 7;k O78 57 7;s O22 57 3;s O78 57 3;";
export const ENGINE =
  "d M10 44V6H40V44z;b M4 2H46V9H4z;w M16 14H34V26H16z;r M40 20H84Q92 20 92 32V44H40z;d M62 20V4H58L56 -3H76L74 4H70V20z;y O84 18 5;k O22 52 9;k O50 52 9;k O76 54 7;s O22 52 4;s O50 52 4;s O76 54 3;r M92 44L102 58H84z;s M4 40H94V46H4z;";
export const PUFF = "M60 -5Q50 0 48 -6 36 -4 40 -11 38 -18 50 -15 60 -19 66 -12 76 -10 70 -5z";
export const CORRAL_BACK = "b M4 8H10V52H4zM90 8H96V52H90zM47 8H53V22H47z;a M4 14H96V19H4z;";
export const CORRAL_FRONT = "b M3 30H9V56H3zM91 30H97V56H91z;a M3 36H97V41H3zM3 46H97V51H3z;";

/** Far away things of the wilderness. */
export const MESAS = "M0 60V40L22 38 28 16H64L70 36 108 38 116 26H150L158 40 232 42 240 34 268 32 276 42 372 42 384 20H428L438 8H470L476 22 504 24 512 40 552 42 560 32H584V60z";
export const BUSH = "n M-12 0Q-15 -8 -8 -9 -8 -16 0 -15 8 -16 8 -9 15 -8 12 0z;t M-4 -4L-6 -8M3 -3L5 -9M0 -6V-11;";
export const ROCK = "s M-14 0L-10 -9 0 -12 9 -7 13 0z;t M-2 -11L2 -5 9 -4;";
export const SKULL = "x M-5 0L-7 -8Q-15 -8 -15 -16 -10 -12 -6 -13 0 -16 6 -13 10 -12 15 -16 15 -8 7 -8L5 0z;k O-3 -7 1.6;k O3 -7 1.6;";
