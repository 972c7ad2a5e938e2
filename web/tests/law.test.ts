/** What the page makes of the events is what the server shows: in 200 games, after every update. */

import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { beforeAll, describe, expect, it } from "vitest";
import type { EventName, Item } from "../src/lib/story";
import { applyEvent, unasked } from "../src/play/applyEvent";
import { publicItem, publicView } from "../src/play/secrets";
import type { Box, PartyView, SeatView } from "../src/protocol";

const PYTHON = ".venv/bin/python";
const GAMES = 200;
const MOST_SHOWN = 10; // of what is wrong

/** A game as tests/laws/told.py plays it, told to one of its seats and to a spectator. */
interface Game {
  name: string;
  box: Box;
  lanes: [Lane, Lane];
}
interface Lane {
  first: SeatView;
  updates: [Item[], Partial<SeatView>][];
}

/** An update: the view before it, what was told, and the view after it. */
interface Step {
  before: SeatView;
  items: Item[];
  told: SeatView;
}

/** What no event tells, or none that is worth keeping in mind: it comes with the view. */
interface Left {
  why: string;
  take: (own: SeatView, step: Step) => SeatView;
}

const LEFT: Left[] = [
  {
    why: "what is asked, and what may be chosen, is no part of the board",
    take: (own, { told: { awaited, question, shape, choices, parts, playable, why_not, exact_slot } }) => ({ ...own, awaited, question, shape, choices, parts, playable, why_not, exact_slot }),
  },
  {
    why: "until everybody has planned one's own plan is known to the view alone",
    take: (own, { told }) => (told.turn === null ? parties(own, (_, name) => (name === told.seat ? pick(told.parties[name], "plan", "unplayed") : {})) : own),
  },
  {
    why: "when one's own cards will be turned up goes by the order of the planning: the view tells it",
    take: (own, { told }) => ({ ...own, order: own.order.map((turn, at) => (own.turn !== null && at <= own.turn ? turn : [turn[0], told.order[at]?.[1] ?? null])) }),
  },
  {
    why: "which cards an automa shuffles for a round goes by rules of its own",
    take: (own, { told }) => parties(own, (_, name) => (name === told.automa ? pick(told.parties[name], "cards") : {})),
  },
  {
    why: "no event tells that a duel is over where nothing more comes of it",
    take: (own, { told }) => (told.duel ? own : { ...own, duel: null }),
  },
  {
    why: "with which bonuses a duel begins is told by the box's numbers: the founder's, and those of events",
    take: (own, { told, items }) => (happened(items, "duel") && own.duel && told.duel ? { ...own, duel: { ...own.duel, modifiers: told.duel.modifiers } } : own),
  },
  {
    why: "whether shown tokens count is settled with the blessings that answer them",
    take: (own, { told, items }) =>
      hasBlessings(told) && happened(items, "tokens_shown", "blessed", "not_blessed", "blessing_wasted") && own.duel ? { ...own, duel: told.duel } : own,
  },
  {
    why: "a token that a blessing may answer was laid down when that was told, which may be long ago",
    take: (own, { told, items }) =>
      hasBlessings(told) && happened(items, "blessed", "trapped", "tomahawk", "chicken_loose")
        ? { ...parties(own, (_, name) => pick(told.parties[name], "tokens")), archive: told.archive }
        : own,
  },
  {
    why: "before the first card it is the turn of whoever is asked for a shoot-out",
    take: (own, { told }) => (told.turn === null ? { ...own, active: told.active } : own),
  },
  {
    why: "which of the targets drawn leave one's hand again is told to nobody but by the view",
    take: (own, { told, items }) => (happened(items, "target_kept") ? parties(own, (_, name) => (name === told.seat ? pick(told.parties[name], "targets") : {})) : own),
  },
  {
    why: "which animals keep together goes by who stands how far from the bull rider",
    take: (own, { told }) => (own.kept === told.kept ? own : { ...own, kept: told.kept }),
  },
];

function happened(items: readonly Item[], ...events: EventName[]): boolean {
  return items.some((item) => events.some((event) => item.event === event));
}

function parties(view: SeatView, change: (party: PartyView, name: string) => Partial<PartyView>): SeatView {
  const changed = Object.entries(view.parties).map(([name, party]) => [name, { ...party, ...change(party, name) }]);
  return { ...view, parties: Object.fromEntries(changed) as SeatView["parties"] };
}

function pick<Name extends keyof PartyView>(party: PartyView | undefined, ...names: Name[]): Partial<PartyView> {
  return Object.fromEntries(names.map((name) => [name, party?.[name]]));
}

function hasBlessings(view: SeatView): boolean {
  return [view.reserve, view.archive, ...Object.values(view.parties).map((party) => party.tokens)].some((tokens) => tokens["blessing"]);
}

function* stepsOf(lane: Lane): Generator<Step> {
  let before = lane.first;
  for (const [items, changed] of lane.updates) {
    const told = { ...before, ...changed, parties: { ...before.parties, ...changed.parties }, buildings: { ...before.buildings, ...changed.buildings } };
    yield { before, items, told };
    before = told;
  }
}

/** Where two views differ. Of lists only turns and plans lie in an order that matters. */
function differences(own: unknown, told: unknown, path = ""): string[] {
  if (own === told) return [];
  if (Array.isArray(own) && Array.isArray(told)) {
    const words = (list: readonly unknown[]): string => JSON.stringify(/order|plan$/.test(path) ? list : [...list].sort());
    if (words(own) === words(told)) return [];
  } else if (own !== null && told !== null && typeof own === "object" && typeof told === "object") {
    const names = new Set([...Object.keys(own), ...Object.keys(told)]);
    return [...names].flatMap((name) => differences(Reflect.get(own, name), Reflect.get(told, name), `${path}/${name}`));
  }
  return [`${path} is ${JSON.stringify(own)}, not ${JSON.stringify(told)}`];
}

/** What is wrong with the page's own idea of the board; what was taken back is shown by the view alone. */
function wrongAfter(step: Step, box: Box, needed: Set<Left>): string[] {
  if (happened(step.items, "undone")) return [];
  let own = step.items.reduce((shown, item) => applyEvent(shown, item, box), unasked(step.before));
  for (const left of LEFT) {
    const taken = left.take(own, step);
    if (taken !== own && !needed.has(left) && differences(taken, step.told).length < differences(own, step.told).length) needed.add(left);
    own = taken;
  }
  return differences(own, step.told);
}

const TOLD_BEFORE: EventName[] = ["started", "dealt"]; // before the first view
const NO_LONGER: EventName[] = ["kept"]; // under the first reading of the rules

const COVERED_AGAIN = "/unplayed is null"; // what was shown for a shoot-out: more than needed is hidden, and no harm done

describe("games of random players, and rule cases", () => {
  const seen = new Set<string>();
  const needed = new Set<Left>();
  const wrong: string[] = [];
  const leaks: string[] = [];
  let games = 0;
  let events: string[] = [];
  let status: number | null = null;

  beforeAll(async () => {
    const told = spawn(PYTHON, ["-m", "tests.laws.told", "--games", String(GAMES)], { cwd: "..", stdio: ["ignore", "pipe", "inherit"] });
    const ended = new Promise<number | null>((resolve) => told.on("close", resolve));
    for await (const line of createInterface({ input: told.stdout })) {
      if (events.length) look(JSON.parse(line) as Game);
      else events = JSON.parse(line) as string[];
    }
    status = await ended;
  }, 120_000);

  function look({ name, box, lanes }: Game): void {
    games += 1;
    const [own, everybody] = lanes.map((lane) => [...stepsOf(lane)]) as [Step[], Step[]];
    for (const step of [...own, ...everybody]) {
      step.items.forEach((item) => seen.add(item.event));
      const where = `${step.items.map((item) => item.event).join(", ")} (${step.told.seat ?? "a spectator"} of ${name})`;
      wrong.push(...wrongAfter(step, box, needed).map((one) => `after ${where}: ${one}`));
    }
    own.forEach((step, at) => {
      const [shown, known] = [step, everybody[at]];
      const found = [...differences(publicView(shown.told), known?.told), ...differences(shown.items.map((item) => publicItem(item)), known?.items)];
      leaks.push(...found.filter((one) => !one.includes(COVERED_AGAIN)).map((one) => `${one} (${name})`));
    });
  }

  it("are 200 and more, in which everything happens", () => {
    expect(status).toBe(0);
    expect(games).toBeGreaterThan(GAMES);
    expect(events.filter((event) => !seen.has(event))).toEqual([...TOLD_BEFORE, ...NO_LONGER].filter((event) => events.includes(event)));
  });

  it("look on the page after every update as the server shows them", () => {
    expect(wrong.slice(0, MOST_SHOWN)).toEqual([]);
  });

  it("leave no more to the view than they must", () => {
    expect(LEFT.filter((left) => !needed.has(left)).map((left) => left.why)).toEqual([]);
  });

  it("look at a shared screen, while nobody holds it, as they do to a spectator", () => {
    expect(leaks.slice(0, MOST_SHOWN)).toEqual([]);
  });
});
