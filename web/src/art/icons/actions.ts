/** The icons of the cards: lines on a grid of 24, after `|` what is filled. */

const BOOT = "M10 3h5v9l5 2.5q1.5 1 1.5 4H10zM10 18.5V21h3.5l1-2.5";
const STEPS = "O8 13.5 2.8 4O8 20.5 1.8O15.5 6 2.8 4O15.5 13 1.8";
const ALL = "O21 3 1.5O21 7 1.5O21 11 1.5";
const STEP = "O5 14.5 2.3 3.3O5 20.4 1.5";
const BULL = "M8 2.5q0 4.5 4.5 4.5h6Q23 7 23 2.5M11.5 7q0 6.5 2.5 10h3q2.5-3.5 2.5-10";
const BULL_EYES = "O13.8 10.5 1O17.2 10.5 1";
const COW = "M8.5 5.5Q10 9 12.8 8M23 5.5Q21.5 9 18.7 8M13.3 5.5q2.5-2.5 5 0 1.5 4 .7 7.5 1 5-3.3 5t-3.3-5q-.7-3.5.9-7.5zM12.5 13h6.5";
const COW_EYES = "O14.3 9.5.9O17.2 9.5.9";
const STRINGS = "M3 1.5h17M8 1.5v7M15.5 1.5v1";
const FAST = "M2 6h5M2 10h6M2 14h5";

export const ACTIONS: Record<string, string> = {
  run: `${BOOT}M2 7h4M3 11h3M2 15h4`,
  "run-all": `${BOOT}M2 9h4M3 13h3M2 17h4|${ALL}`,
  "run-bull-rider": `${BULL}${FAST}|${BULL_EYES}`,
  sprint: `${BOOT}M1 6l3 4-3 4M4.5 6l3 4-3 4`,
  sneak: `|${STEPS}`,
  "sneak-all": `|${STEPS}${ALL}`,
  "double-sneak": `M19 3l3 3-3 3M19 9l3 3-3 3|${STEPS}`,
  "horizontal-sneak": "M2 20h20M5 17l-3 3 3 3M19 17l3 3-3 3|O8 6.5 2.5 3.5O8 13 1.6O16 5 2.5 3.5O16 11.5 1.6",
  "vertical-sneak": "M20.5 2v20M17.5 5l3-3 3 3M17.5 19l3 3 3-3|O5.5 13.5 2.5 3.5O5.5 20 1.6O12.5 6 2.5 3.5O12.5 12.5 1.6",
  "sneak-bull-rider": `${BULL}|${BULL_EYES}${STEP}`,
  "sneak-cow": `${COW}|${STEP}${COW_EYES}`,
  "sneak-cows": `${COW}|${STEP}${COW_EYES}O4.5 4.5 2.3 3.3O4.5 10.3 1.4`,
  "sneak-herd": `M5 2q0 5 5 5h4q5 0 5-5M8.5 7q0 5 2 8h3q2-3 2-8|O4 16 2 3O4 21.3 1.4O12 18 2 3O12 22.5 1.2O20 16 2 3O20 21.3 1.4`,
  "sneak-then-run": "M12 3h4.5v9l4.5 2.5q1.5 1 1.5 4H12zM12 18.5V21h3l1-2.5|O5 13.5 2.6 3.7O5 20 1.7",
  "rival-sneaks": `${STRINGS}|${STEPS}`,
  "diagonal-runs": "M4 11h4v5l4 2.5v3H4zM13 13l8-8M15 4.5h6.5V11M9 7L4 2M4 6.5V2h4.5",
  dance: "M2 21v-7.5l10 4.5q5 1 6 3H9.5l-4-4V21zM12 12l8.5-8.5M14 3h7v7",
  duel: "|M1 3.5h9v-1h4l2.5 1-.3 1.7 1.6 6.3h-4l-1.5-4.7H10V8H7.5V6.5H1zM23 15h-9v-1h-4l-2.5 1 .3 1.7-1.6 6.3h4l1.5-4.7H14v1.2h2.5V18H23z",
  shoot: "M9 8h6q5 0 7 4-2 4-7 4H9zM13 8v8M2 9h3M1 12h4M2 15h3",
  "shoot-around": "O12 12 4M12 1v4M12 19v4M1 12h4M19 12h4M4 4l3 3M20 4l-3 3M4 20l3-3M20 20l-3-3|O12 12 1.5",
  jail: "R3 3 18 18M7.5 3v18M12 3v18M16.5 3v18",
  capture: "O13.5 8 8.5 5.5M7 12q-5 2-3 5 2 2 6 1t7 3|O13.5 6.5 2O13.5 11 3.5 2",
  release: "O6.5 12 4.5M11 12h11.5M17.5 12v4.5M21.5 12v3.5|O6.5 12 1.2",
  "free-prisoner": "M3 3h18M3 21h18M5 3v18M19 3v18M10 3v4q-3.5 5 0 10v4M14 3v4q3.5 5 0 10v4",
  "break-free": "M3 3v18M7 3v18M11 3v5M11 16v5M2 3h12M2 21h12M10 12h12M18 8l4 4-4 4",
  "pay-debts": "M5 2h14v20l-2.5-2-2 2-2.5-2-2.5 2-2-2L5 22zM8.5 9.5l2.5 3 5-5.5M9 16h6",
  peek: "M2 10q10-11 20 0-10 11-20 0zM5 21h14|O12 10 2.8",
  plunder: "M9 7q-6 4-6 9.5Q3 22 12 22t9-5.5Q21 11 15 7zM7.5 2h9L14.5 7h-5z|O12 14.5 3",
  "pull-diagonal": "M21 3L10.5 13.5M10.5 7v6.5H17|O5.5 18.5 3.5",
  "pull-far": "M23 12H10.5M14.5 7.5L10 12l4.5 4.5M18.5 8v8|O4.5 12 3.3",
  "up-close": "M23 12h-8M18.5 8L14.5 12l4 4|M6.5 8.5q-2-4-4.5-1.5t0 6l4.5 5.5L11 13q2.5-3.5 0-6t-4.5 1.5z",
  recover: "M12 8.5V15M5 5.5l7 4.5 7-4.5M8 21l4-6 4 6M3 22h18|O12 4 2.8",
  regroup: "M1.5 12h5M4 9l3 3-3 3M22.5 12h-5M20 9l-3 3 3 3M12 1.5v5M9 4l3 3 3-3M12 22.5v-5M9 20l3-3 3 3|O12 12 2.8",
  stampede: "M2 3q0 7 7 7h6q7 0 7-7M6.5 10q0 9 3.5 12h4q3.5-3 3.5-12M10 18.5h4|O9.7 13.5 1.2O14.3 13.5 1.2",
  "steal-horse": "M7 22q3-4 1-8l-4 2-2-3 5-6q2-3 5-3l1-3 2 4q7 3 6 17z|O10.5 8.5 1.2",
  "draw-target": "R2.5 3 13 18M19.5 9v6M16.5 12h6O9 12 4|O9 12 1.4",
  "draw-and-keep": "R9 8 12.5 14M6 18V5h12M3 15V2h12M12 15l2.5 3 4.5-5.5",
  track: "O14 9 6.5M18.7 13.7L22.5 18|O14 7.8 1.9 2.6O14 12.5 1.2O5 15.5 2 2.8O5 20.8 1.4",
  confuse: "R4.5 2 15 20M9 9q0-3 3-3t3 3q0 2-3 4v1.5|O12 18 1.4",
  "build-totem": "M7 2h10v6.5H7zM7 8.5h10V15H7zM8 15h8v7H8zM7 4L2 2.5V6l5 2M17 4l5-1.5V6l-5 2M10.5 18.5h3|O10 11.7 1.1O14 11.7 1.1O10 5 1O14 5 1",
  "free-chief": "M22 2Q9 2 7 13.5L2.5 22M7 13.5Q19 15 22 2M9 11l5.5 1M12 7l6 1M14 20h8M19 17l3 3-3 3",
};
