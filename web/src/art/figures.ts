/**
 * The figures, drawn standing on the origin: colour and shape of the body are the party's
 * (tone q), hats and faces tell them apart, and who comes in numbers wears one.
 */

export interface Figure {
  drawing: string;
  wide: number; // the room it needs when it stands
  tall: number;
  label: string; // on the body
  y: number; // the label's foot
  dark: boolean; // the label is ink on a pale badge
}

const BASE = "k O0 -1 13 3.2;";
const HEAD = "x O0 -32 7.2;";
const EYES = "k O-2.8 -33 1.1;k O2.8 -33 1.1;";
const hat = (tone: string, crown = -47): string =>
  `${tone} M-14 -37Q0 -32 14 -37 11 -41 7.5 -40L6 ${crown}Q0 ${crown + 3} -6 ${crown}L-7.5 -40Q-11 -41 -14 -37z;`;
const MOUSTACHE = "k M-5.5 -28.5Q-3 -32 0 -30 3 -32 5.5 -28.5 2 -27.5 0 -28.8 -2 -27.5 -5.5 -28.5z;";

const VEST = `${BASE}q M-12 -2L-13 -18Q-12 -26 0 -26T13 -18L12 -2z;`;
const DIAMOND = `${BASE}q M0 -31L15 -14 7 -2H-7L-15 -14z;`;
const HEXAGON = `${BASE}q M-8 -26H8L14 -14 9 -2H-9L-14 -14z;`;
const TRIANGLE = `${BASE}q M0 -32L15 -2H-15z;`;
const BADGE = "x O0 -13.5 7;";

const DEPUTY = `${VEST}${HEAD}${EYES}${hat("a", -45)}${BADGE}`;
const OUTLAW = `${DIAMOND}${HEAD}${EYES}q M-8 -31Q0 -28 8 -31L0 -21z;${hat("d", -48)}x M0 -22L8.5 -12.5 0 -3.5 -8.5 -12.5z;`;
const HUNTER = `${HEXAGON}l M12.5 -3V-43;b M11 -24h3v-14h-3z;${HEAD}${EYES}b M-6.5 -30Q-6 -22 0 -22T6.5 -30Q0 -27 -6.5 -30z;${hat("q", -44)}x M6 -41Q14 -43 12 -52 6 -48 6 -41z;${BADGE}`;
const COW =
  "k O2 -1 16 3.2;x M-16 -2V-20Q-16 -26 -10 -26H7L10 -31H18L21 -25 19 -19H13V-2H8V-9H-10V-2z;k M-16 -20Q-16 -26 -10 -26 -7 -20 -12 -18z;l M11 -31L8 -36M17 -31L20 -36;k O16 -26 1.2;s M15 -22H20L19 -19H15z;q M-6 -27H6V-12H-6z;";

function figure(drawing: string, label = "", y = -9.5, dark = true, wide = 30, tall = 48): Figure {
  return { drawing, label, y, dark, wide, tall };
}

const FIGURES: Record<string, Figure> = {
  sheriff: figure(`${VEST}${HEAD}${EYES}${MOUSTACHE}${hat("c")}y S0 -13 9.5;`),
  "deputy-1": figure(DEPUTY, "1"),
  "deputy-2": figure(DEPUTY, "2"),
  "outlaw-1": figure(OUTLAW, "1", -8.5),
  "outlaw-2": figure(OUTLAW, "2", -8.5),
  "outlaw-3": figure(OUTLAW, "3", -8.5),
  "hunter-1": figure(HUNTER, "1"),
  "hunter-2": figure(HUNTER, "2"),
  dancer: figure(
    `${BASE}q M-5 -27H5L6 -19 16 -2Q12 1 8 -2 4 1 0 -2 -4 1 -8 -2 -12 1 -16 -2L-6 -19z;t M-9 -12Q0 -6 9 -12M-11 -8Q0 -2 11 -8;b M-8 -30Q-11 -42 0 -42T8 -30L6 -26H-6z;x O0 -32 6.2;${EYES}r M-2 -29Q0 -27 2 -29z;b O0 -43 4;q M1 -45Q10 -46 9 -53 1 -52 1 -45z;x M-6 -16L-19 -22Q-19 -31 -10 -32z;t M-6 -16L-15.5 -29M-6 -16L-18.5 -26;`,
  ),
  ranger: figure(`${BASE}q O0 -14 13.5;x O0 -13.5 8.5;q O0 -13.5 4.5;${HEAD}k M-8 -35H8V-31Q4 -29.5 1 -32H-1Q-4 -29.5 -8 -31z;o O-3.3 -33 1.3;o O3.3 -33 1.3;${hat("x")}`),
  dakota: figure(
    `${TRIANGLE}y M-8.5 -14H8.5L11 -9H-11z;k M-9 -20Q-11 -42 0 -42T9 -20Q6 -20 5.5 -26H-5.5Q-6 -20 -9 -20z;x O0 -32 6.4;${EYES}y M-7 -38H7V-35H-7z;x M3 -40Q3 -52 9 -54 12 -46 6 -38z;t M5 -40L9 -51;`,
  ),
  tashunka: figure(
    `${TRIANGLE}r M-8.5 -14H8.5L11 -9H-11z;x M-6 -33L-17 -36Q-17 -41 -7 -37zM-6 -36L-14 -45Q-11 -48 -4 -39zM6 -33L17 -36Q17 -41 7 -37zM6 -36L14 -45Q11 -48 4 -39zM-3 -38L-5 -51Q0 -54 5 -51L3 -38z;k M-8 -22Q-9 -36 0 -38T8 -22z;x O0 -31.5 6.4;${EYES}r M-7.5 -38.5Q0 -41 7.5 -38.5V-35H-7.5z;`,
  ),
  "bull-rider": figure(
    "k O2 -1 19 3.2;b M-18 -2V-17Q-18 -23 -12 -23H8L11 -29H20L23 -21 20 -15H14V-2H8V-9H-11V-2z;x M11 -28Q5 -30 6 -37 9 -33 14 -31zM19 -28Q25 -30 24 -37 21 -33 16 -31z;k O18 -24 1.3;q M-8 -16V-33H4V-16H0V-22H-4V-16z;x O-2 -37 6;k O-3.5 -37.5 1;k O1 -37.5 1;y M-14 -41Q-2 -37 10 -41 7 -44 4 -43L3 -50Q-2 -48 -7 -50L-8 -43Q-11 -44 -14 -41z;",
    "",
    0,
    true,
    42,
    51,
  ),
  "cow-1": figure(COW, "1", -15.5, false, 38, 37),
  "cow-2": figure(COW, "2", -15.5, false, 38, 37),
};

/** A figure by name; one from somebody's own content file stands in a plain coat with its number. */
export function figureOf(name: string): Figure {
  return FIGURES[name] ?? figure(`${VEST}${HEAD}${EYES}${hat("b")}${BADGE}`, /\d+$/.exec(name)?.[0] ?? name.charAt(0).toUpperCase());
}

export function hasFigure(name: string): boolean {
  return Object.hasOwn(FIGURES, name);
}

/** What a figure carries: plunder in a bag, or a captive on a rope. */
export const BAG = "y M10 -13Q5 -10 5 -6 5 0 12.5 0T20 -6Q20 -10 15 -13zM8.5 -17h8L15 -13H10z;t M12.5 -9.5v6M10.5 -8h4M10.5 -5h4;";
export const TIED = "l M-6 -13L2 -16;x O-13 -10 8.5;k O-16 -13 1.3;k O-10 -13 1.3;";
export const TIED_CLOTH = "M-21.5 -10.5Q-13 -7 -4.5 -10.5L-13 2z";
export const DIZZY = "y S-16 -28 5;y S-3 -33 4;y S9 -29 5;";
