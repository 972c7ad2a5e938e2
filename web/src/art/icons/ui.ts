/** The icons of buttons and of the dice. */

const PIPS: Record<string, string> = {
  tl: "O7.5 7.5 1.7",
  tr: "O16.5 7.5 1.7",
  l: "O7.5 12 1.7",
  m: "O12 12 1.7",
  r: "O16.5 12 1.7",
  bl: "O7.5 16.5 1.7",
  br: "O16.5 16.5 1.7",
};
const die = (...pips: string[]): string =>
  `M5.5 3h13Q21 3 21 5.5v13q0 2.5-2.5 2.5h-13Q3 21 3 18.5v-13Q3 3 5.5 3z|${pips.map((pip) => PIPS[pip]).join("")}`;
const SPEAKER = "M3 9h4l6-5v16l-6-5H3z";

export const UI: Record<string, string> = {
  undo: "M4 4v6h6M4.5 10a8.5 8.5 0 1 1-.5 5",
  chat: "M3 4h18v12h-9l-5 5v-5H3zM8 8.5h8M8 12h5",
  log: "M6 2h12q3 0 3 3h-3v14q0 3-3 3H5q-3 0-3-3h11M6 19V2M10 7h5M10 11h5M10 15h3",
  notes: "M5 2h10l4 4v16H5zM15 2v4h4M8.5 11h7M8.5 15h7M8.5 19h4",
  clock: "O12 12 10M12 6v6l4 3",
  eye: "M1.5 12q10.5-12 21 0-10.5 12-21 0zO12 12 3.5",
  lock: "R4 10 16 12M8 10V7q0-4 4-4t4 4v3|O12 16 1.8",
  unlock: "R4 10 16 12M8 10V6q0-4 4-4t4 3|O12 16 1.8",
  "dice-1": die("m"),
  "dice-2": die("tl", "br"),
  "dice-3": die("tl", "m", "br"),
  "dice-4": die("tl", "tr", "bl", "br"),
  "dice-5": die("tl", "tr", "m", "bl", "br"),
  "dice-6": die("tl", "tr", "l", "r", "bl", "br"),
  check: "M4 13l5 6L20 5",
  cross: "M5 5l14 14M19 5L5 19",
  arrow: "M3 12h17M14 6l6 6-6 6",
  menu: "M3 6h18M3 12h18M3 18h18",
  settings: "M3 6h9M16 6h5M3 12h3M10 12h11M3 18h11M18 18h3O14 6 2O8 12 2O16 18 2",
  sound: `${SPEAKER}M16.5 9q2 3 0 6M19.5 6q4.5 6 0 12`,
  mute: `${SPEAKER}M17 9l5 6M22 9l-5 6`,
  replay: "M12 4a8.5 8.5 0 1 1-8 5.5M12 1v6L8 4zM10 9.5v6l5-3z",
  share: "O6 12 3O18 5 3O18 19 3M8.7 10.5l6.6-4M8.7 13.5l6.6 4",
  bot: "R4 8 16 12M12 8V4M1.5 12v4M22.5 12v4M9 16.5h6|O12 3 1.6O8.8 12.5 1.3O15.2 12.5 1.3",
  person: "O12 7.5 4.5M3 22q0-8 9-8t9 8",
  crown: "M3 19L2 7l6 5 4-8 4 8 6-5-1 12zM3 22h18",
  play: "M6 3l14 9-14 9z",
  pause: "R5 4 4.5 16R14.5 4 4.5 16",
  skip: "M4 4l11 8-11 8zM19 4v16",
  back: "M15 4l-9 8 9 8",
  forward: "M9 4l9 8-9 8",
  whole: "M9 3v6H3M15 3v6h6M9 21v-6H3M15 21v-6h6",
  home: "M2 12L12 3l10 9M5 10v11h14V10M10 21v-6h4v6",
  help: "O12 12 10M9 9.5q0-3 3-3t3 3q0 2-3 3.5v1|O12 17.5 1.3",
  plus: "M12 4v16M4 12h16",
  trash: "M3 6h18M6 6l1 16h10l1-16M9 6V3h6v3M10 10v8M14 10v8",
  bell: "M4 18q2-2 2-8t6-6q6 0 6 6t2 8zM12 4V2M10 21h4",
};
