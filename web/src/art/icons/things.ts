/** Tokens, events, pets, effects of buildings and what is counted towards a goal. */

import { ACTIONS } from "./actions";

const a = (name: string): string => ACTIONS[name] ?? "";
const CACTUS = "M9.5 22V5q0-3 2.5-3t2.5 3v9h2q2 0 2-2V9.5q0-1.5 1.5-1.5t1.5 1.5V13q0 4-4 4h-3v5M9.5 18h-3q-4 0-4-4v-3q0-1.5 1.5-1.5t1.5 1.5v2q0 2 2 2h2";
const COACH = "M3 4h18l-2.5 10h-13zM8 7h3v3H8zM14 7h3v3h-3zO7 18.5 3.5O17 17.5 4.5";
const SNAKE = "M3 21h11a4.5 4.5 0 0 0 0-9H9.5a4.5 4.5 0 0 1 0-9H17l3.5 2.5L17 8h-4M20.5 5.5H23|O16 5.3 1";

export const TOKENS: Record<string, string> = {
  blessing: "M9 11h6v11H9zM12 11V9M2.5 6l2 1M21.5 6l-2 1M2 12h2.5M22 12h-2.5|M12 9q-4-2 0-8 4 6 0 8z",
  bullet: "M8 10q0-5 4-8 4 3 4 8v8H8zM6.5 18h11v4h-11zM8 13h8",
  chicken: "M4 9.5Q4 4.5 8 4.5t5 5Q18 10 21 5q2 13-8 13.5-9 0-9-9zM4 8L1 9.5l3 1.5M10 18.5V22M14 18.5V22M6 4.5q0-3 2.5-2.5t2 3|O7.5 8.5 1",
  hidden: "O12 12 10M9 9.5q0-3 3-3t3 3q0 2-3 3.5v1|O12 17.5 1",
  pipe: "M1.5 21.5L15 10M14 11V5.5h6V10q0 3-3 3h-3M17 3q-2-1 0-2M8 16l-2-4M10.5 14l-2-4",
  reload: "O12 12 10|O12 6.5 2O12 17.5 2O7.2 9.2 2O16.8 9.2 2O7.2 14.8 2O16.8 14.8 2O12 12 1",
  tomahawk: "M5 22.5L16.5 3M15 1.5l3.5 2M13.5 8L8 4.5Q4 7 3.5 12l7.5 1zM15.5 8.5l3 4M14 11l3 4",
  trap: "M2 15A10 10 0 0 1 22 15L18.7 10.5 15.3 15 12 10.5 8.7 15 5.3 10.5zM2 19h20M12 15v4M2 15v4M22 15v4",
  plunder: a("plunder"),
  captive: "M5 21q0-11 7-11t7 11zM5.5 14.5h13M5 18h14|O12 5 3.3",
  horse: a("steal-horse"),
  debt: "M5 2h14v20l-2.5-2-2 2-2.5-2-2.5 2-2-2L5 22zM9 7h6M9 11h6M9 15h3",
  founder: "O12 8.5 6.5M8 14l-2.5 8 6.5-3 6.5 3L16 14|S12 8.5 4",
  exploration: "O12 12 10|M17 7l-3 7-7 3 3-7z",
  dynamite: "M4.5 10h5v12h-5zM9.5 10h5v12h-5zM14.5 10h5v12h-5zM4.5 16h15M12 10V7q0-3 3-3t3-2|O19 2 1.3",
  totem: a("build-totem"),
};

export const EVENTS: Record<string, string> = {
  sandstorm: "M2 8h13a3.5 3.5 0 1 0-3.5-3.5M2 13h17a3 3 0 1 1-3 3M4 18h6a2.5 2.5 0 1 1-2.5 2.5",
  "mix-up": "M2 6h4q4 0 6 6t6 6h4M2 18h4q4 0 6-6t6-6h4M19 3l3 3-3 3M19 15l3 3-3 3",
  distraction: "M3 3h18v13h-9l-5 5v-5H3zM12 6v4|O12 13 1.3",
  train: "M3 16V7h8v9M11 10h9v6M2 7h10M15 10V5h4v5M2 16h18l2.5 3M16 3q3-2 6-1|O6.5 19 2.5O12 19 2.5O17.5 19 2.5",
  stagecoach: COACH,
  "dry-well": "M4 13h16v9H4zM6 13V8M18 13V8M2.5 8L12 2l9.5 6zM8 22l2-4 3 1 2-6",
  snake: SNAKE,
  "shoot-out": "M12 1l2.5 6L20 4l-1.5 6 5 2-5 2L20 20l-5.5-3L12 23l-2.5-6L4 20l1.5-6-5-2 5-2L4 4l5.5 3z|O12 12 2.5",
  "fast-draw": "M1 4h5M1 8h2M1 12h4|M6 6h9V5h4.5l2.5 1.5-.5 2 2 8.5h-5l-2-6H14v1.5h-2.5V11H6z",
  tumbleweed: "O12 13 8.5M5 10q8-5 12 2M6 17q4-10 12-6M10 21q-2-9 5-15M18 18Q9 20 7 12M3 23h18",
  marshal: "O12 12 10.5|S12 12.5 7.5",
};

export const PETS: Record<string, string> = {
  cat: "M4 21V3l5 4h6l5-4v18q-8 3-16 0zM1 14l5 1M1 18l5-1M23 14l-5 1M23 18l-5-1M10.5 16.5h3L12 18z|O8.5 12 1.3O15.5 12 1.3",
  crow: "M2 9l5-1q1-5 6-5 5 1 5 6 0 4 4 9l-8-2q-8 1-9-7zM10 16l-1 6M13 16v6|O11.5 7 1.2",
  dog: "M7 5h10v9q0 7-5 7t-5-7zM7 5Q3 4 2 8l1 6q3 1 4-3M17 5q4-1 5 3l-1 6q-3 1-4-3|O9.8 10 1.2O14.2 10 1.2O12 15.5 2 1.5",
  snake: SNAKE,
};

export const EFFECTS: Record<string, string> = {
  "run-own": a("run"),
  "run-rival": "M2 1.5h17M12.5 1.5V4M6 1.5V8M10 4h5v8l5 2.5q1.5 1 1.5 4H10zM10 18.5V21h3.5l1-2.5M3 11h3M2 15h4",
  "sneak-own": a("sneak"),
  stampede: a("stampede"),
  picker: "M3 12v9h18v-9M12 16V3M7 8l5-5 5 5M3 12h4M17 12h4",
  tool: "M20 3l-4 4 1 3 3 1 3-4q1 6-4 7-2 0-3-1l-8 8q-2 2-4 0t0-4l8-8q-1-2 0-4 2-4 8-2z",
  dice: "R4 4 16 16|O8.5 8.5 1.5O15.5 15.5 1.5O12 12 1.5O8.5 15.5 1.5O15.5 8.5 1.5",
  cactus: CACTUS,
  "no-cactus": `${CACTUS}M2 2l20 20`,
  pet: "|O6 10 2 2.7O10 5.5 2 2.7O14.5 5.5 2 2.7O18.5 10 2 2.7M12 11q3 0 5 5 1 4-2.5 4h-5Q6 20 7 16q2-5 5-5z",
  jailbreak: a("break-free"),
  borrow: a("rival-sneaks"),
  step: a("run"),
  twice: "M4 9h13M13 5l4 4-4 4M20 15H7M11 11l-4 4 4 4",
  look: a("peek"),
  protect: "M12 2l9 3v7q0 7-9 10-9-3-9-10V5zM8 12l3 3 5-6",
};

export const COUNTERS: Record<string, string> = {
  captive: TOKENS["captive"] ?? "",
  chief: a("free-chief"),
  debts: TOKENS["debt"] ?? "",
  duels: a("duel"),
  escaped: "M2 20h20M6 20a6 6 0 0 1 12 0M12 11V3M8 6.5L12 2.5l4 4M2 13l2.5 1.5M22 13l-2.5 1.5",
  horses: a("steal-horse"),
  jailed: a("jail"),
  marshal: EVENTS["marshal"] ?? "",
  totems: a("build-totem"),
  wagons: "M2 15V5h20v10zM2 15h20M6 5v10M10 5v10M14 5v10M18 5v10M0 19h2|O7 18.5 2.5O17 18.5 2.5",
};
