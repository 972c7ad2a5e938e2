/** The missions: what is to be done step by step, and what the coach says meanwhile.
 *
 * Each is a real game on the server that begins in the situation of its lesson. A step is done when
 * the game told that it happened; a mission when all its steps are.
 */

import { atBuilding, buildingName, cardName } from "../lib/names";
import { field, type EventName, type Item } from "../lib/story";
import type { Values } from "../lib/words";
import { partyOfItem } from "../play/read";
import type { SeatView } from "../protocol";

export interface Words {
  key: string;
  values?: Values;
}

export interface Step {
  name: string;
  title: string; // key of its line in the list
  says: (view: SeatView, story: readonly Item[]) => Words;
  /** Whether it happened; a step without is done when it has been read. */
  done?: (story: readonly Item[]) => boolean;
}

export interface Mission {
  name: string;
  me: string;
  title: string;
  text: string;
  end: string; // what was learned
  steps: readonly Step[];
  /** What lies before is how the situation came about. */
  begins?: (item: Item) => boolean;
}

const by = (party: string, event: EventName) => (story: readonly Item[]): boolean =>
  story.some((item) => item.event === event && partyOfItem(item) === party);
const of = (event: EventName, standees: string) => (story: readonly Item[]): boolean =>
  story.some((item) => item.event === event && field(item, "standee")?.startsWith(standees));
const card = (party: string, name: string) => (story: readonly Item[]): boolean =>
  story.some((item) => item.event === "card" && item.party === party && item.card === name);
const standing = (view: SeatView, space: string): Values => ({
  building: buildingName(view.buildings[space]?.name),
  at: atBuilding(view.buildings[space]?.name),
  space,
});
const asked = (view: SeatView, question: string): boolean => view.question === question && view.choices.length > 0;

const MOVE: Mission = {
  name: "move",
  me: "outlaws",
  title: "learn.move",
  text: "learn.move.text",
  end: "learn.move.end",
  steps: [
    { name: "meet", title: "learn.move.meet", says: () => ({ key: "learn.move.meet.says" }) },
    {
      name: "plan",
      title: "learn.move.plan",
      says: () => ({ key: "learn.move.plan.says", values: cards("ride", "heist") }),
      done: by("outlaws", "planned"),
    },
    {
      name: "run",
      title: "learn.move.run",
      says: (view) => (asked(view, "run") ? { key: "learn.move.run.says" } : asked(view, "icon") ? { key: "learn.move.run.icon" } : { key: "learn.watch" }),
      done: of("turned_up", "outlaw"),
    },
    {
      name: "target",
      title: "learn.move.target",
      says: (view) => ({ key: "learn.move.target.says", values: standing(view, "a2") }),
      done: card("outlaws", "heist"),
    },
    {
      name: "plunder",
      title: "learn.move.plunder",
      says: (view) => {
        if (view.choices.some((choice) => choice.startsWith("plunder"))) return { key: "learn.move.plunder.says" };
        return asked(view, "icon") || asked(view, "plan") || asked(view, "sneak") ? { key: "learn.move.plunder.not-there" } : { key: "learn.watch" };
      },
      done: of("plundered", "outlaw"),
    },
  ],
};

const DUEL: Mission = {
  name: "duel",
  me: "sheriff",
  title: "learn.duel",
  text: "learn.duel.text",
  end: "learn.duel.end",
  steps: [
    {
      name: "duel",
      title: "learn.duel.duel",
      says: (view) => ({ key: view.choices.includes("duel") ? "learn.duel.duel.says" : "learn.duel.duel.missed", values: { ...standing(view, "c5"), ...cards("showdown") } }),
      done: by("sheriff", "duel"),
    },
    {
      name: "shot",
      title: "learn.duel.shot",
      says: (view, story) => ({ key: asked(view, "second-shot") ? "learn.duel.shot.says" : "learn.duel.shot.watch", values: { ...dice(story), ...cards(view.parties["sheriff"]?.unplayed ?? "arrest") } }),
      done: (story) => by("sheriff", "second_shot")(story) || by("sheriff", "duel_won")(story),
    },
    {
      name: "jail",
      title: "learn.duel.jail",
      says: (view, story) => {
        if (by("outlaws", "duel_won")(story) && !by("sheriff", "duel_won")(story)) return { key: "learn.duel.lost" };
        return view.choices.includes("jail") ? { key: "learn.duel.jail.says" } : { key: "learn.duel.jail.wait", values: cards("patrol") };
      },
      done: of("jailed", "outlaw"),
    },
  ],
};

const PIONEER: Mission = {
  name: "pioneer",
  me: "outlaws",
  title: "learn.pioneer",
  text: "learn.pioneer.text",
  end: "learn.pioneer.end",
  begins: (item) => item.event === "round" && item.round === 2,
  steps: [
    { name: "pile", title: "learn.pioneer.pile", says: () => ({ key: "learn.pioneer.pile.says" }) },
    {
      name: "plan",
      title: "learn.pioneer.plan",
      says: (view) => ({ key: "learn.pioneer.plan.says", values: { ...standing(view, "a2"), ...cards("heist", "ride") } }),
      done: by("outlaws", "planned"),
    },
    {
      name: "run",
      title: "learn.pioneer.run",
      says: (view, story) => {
        if (!isLaidWell(story)) return { key: "learn.pioneer.wrong", values: cards("heist", "ride") };
        return asked(view, "run") ? { key: "learn.pioneer.run.says", values: standing(view, "a2") } : { key: "learn.pioneer.run.watch" };
      },
      done: (story) => story.some((item) => item.event === "moved" && item.standee === "outlaw-1" && item.to === "a2"),
    },
    {
      name: "plunder",
      title: "learn.pioneer.plunder",
      says: (view, story) => {
        if (view.choices.some((choice) => choice.startsWith("plunder"))) return { key: "learn.pioneer.plunder.says" };
        return isLaidWell(story) ? { key: "learn.pioneer.plunder.watch", values: cards("heist") } : { key: "learn.pioneer.wrong", values: cards("heist", "ride") };
      },
      done: of("plundered", "outlaw"),
    },
  ],
};

export const MISSIONS: readonly Mission[] = [MOVE, DUEL, PIONEER];

/** The names of cards for the coach's sentences: {first}, {second}. */
function cards(first: string, second = ""): Values {
  return { first: cardName(first), second: second ? cardName(second) : "" };
}

/** The dice of the latest duel: {mine}, {theirs}. */
function dice(story: readonly Item[]): Values {
  const found: Values = { mine: "?", theirs: "?" };
  for (const item of story) {
    if (item.event === "rolled") found[item.standee.startsWith("outlaw") ? "theirs" : "mine"] = item.die;
  }
  return found;
}

/** In pioneer mode what is laid later acts earlier: the way must lie above the plunder. */
function isLaidWell(story: readonly Item[]): boolean {
  const plan = story.find((item) => item.event === "planned" && item.party === "outlaws");
  const laid = plan?.event === "planned" ? [plan.first, plan.second, plan.third] : [];
  return laid.includes("heist") && laid.indexOf("heist") < Math.max(laid.indexOf("ride"), laid.indexOf("shadows"));
}

/** The story from the beginning of the lesson on. */
export function ownStory(mission: Mission, story: readonly Item[]): readonly Item[] {
  const begins = mission.begins;
  return begins ? story.slice(story.findIndex(begins) + 1) : story;
}

/** How many steps are behind one; those only to be read count as `read` says. */
export function stepsDone(mission: Mission, story: readonly Item[], read: ReadonlySet<string>): number {
  const own = ownStory(mission, story);
  const open = mission.steps.findIndex((step) => !(step.done ? step.done(own) : read.has(step.name)));
  return open < 0 ? mission.steps.length : open;
}
