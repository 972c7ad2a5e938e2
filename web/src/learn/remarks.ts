/** What there is to remark: conditions on what is seen now, the most important first. Nothing here waits for
 * another to have been said or done, so there is something true to say after any move. */

import { atBuilding, atPlace, buildingName, counterName, partyForms, placeName, standeeWho, tokenName } from "../lib/names";
import type { Values } from "../lib/words";
import { duelStory } from "../play/duelStory";
import { goalsOf } from "../play/read";
import { adviceOf } from "../play/shot";
import { able, cardsWith, isEdge, isShared, knows, left, lying, me, meeting, mine, onTarget, others, steps, targets, type Scene } from "./scene";

export interface Remark {
  key: string; // of its words: `coach.ready`
  values: Values;
  spot: string; // what to press, as a selector; "": nothing
  about: string; // it is said again when it is about something else
}

type Said = Partial<Omit<Remark, "key">> & { key?: string };
type When = (scene: Scene) => Said | null | false | undefined;

export interface Observation {
  name: string;
  when: When;
  again?: boolean; // worth repeating as often as it holds
}

const HAND = ".hand .card";
const ANSWERS = ".ask .option:not(.on-board)";
const hand = (cards: readonly string[]): string => cards.map((card) => `.hand [data-card="${card}"]`).join() || HAND;
const choice = (words: string): string => `.ask [data-choice="${words}"]`;
const figure = (name: string): string => `.board [role="button"][data-standee="${name}"] .hit`;
const place = (space: string): string => `.board [data-place="${space}"] .hit`;
const GOAL = ".goals .own, .party.own .goals";

const isPlan = ({ asked, view }: Scene): boolean => asked && view.question === "plan";
const isFull = ({ slots }: Scene): boolean => slots.length > 0 && slots.every((card) => card !== null);
const isMove = ({ asked, view }: Scene): boolean => asked && view.shape === "move";
/** One of one's own moves as one likes; elsewhere somebody is pushed, placed or driven. */
const isOwnMove = ({ asked, view }: Scene): boolean => asked && ["run", "sneak", "dance", "sprint", "track"].includes(view.question ?? "");
const asks = ({ asked, view }: Scene, question: string): boolean => asked && view.question === question;
const offers = ({ asked, view }: Scene, icon: string): boolean => asked && view.shape === "icon" && view.parts.some((part) => part["icon"] === icon);

/** The icons by which a target is used. */
const USES = ["plunder", "steal-horse", "pay-debts", "free-chief", "build-totem"];
/** The icons worth a word when they can be played, the most important first. */
const DEEDS = ["jail", "capture", ...USES, "break-free", "duel", "stampede", "recover", "confuse"];
const HUNTED = ["sheriff", "hunters", "ranger", "dancer", "dakota"]; // to whom a duel won is worth something

/** For who plays a whole game: what it is about. */
export const INTRODUCTIONS: readonly Observation[] = [
  { name: "hello", when: (scene) => isPlan(scene) && scene.slots.every((card) => card === null) && hello(scene) },
  { name: "cards", when: (scene) => isPlan(scene) && !isFull(scene) && !scene.reverse && { spot: HAND } },
];

const PLANNING: Observation[] = [
  { name: "ready", again: true, when: (scene) => isPlan(scene) && isFull(scene) && { spot: ".lock .main", key: me(scene)?.locked ? "locked" : scene.reverse ? "ready-pioneer" : "ready" } },
  { name: "near", when: (scene) => isPlan(scene) && near(scene) },
  { name: "pile", when: (scene) => isPlan(scene) && scene.reverse && { spot: HAND } },
  { name: "seize", again: true, when: (scene) => isPlan(scene) && seize(scene) },
  { name: "loot", again: true, when: (scene) => isPlan(scene) && loot(scene) },
  { name: "on-target", again: true, when: (scene) => isPlan(scene) && standsOnTarget(scene) },
  { name: "meeting", again: true, when: (scene) => isPlan(scene) && HUNTED.includes(scene.view.seat ?? "") && meets(scene) },
  { name: "herd", again: true, when: (scene) => isPlan(scene) && scene.view.seat === "cowboy" && { spot: HAND } },
  { name: "to-target", again: true, when: (scene) => isPlan(scene) && toTarget(scene) },
  { name: "chase", again: true, when: (scene) => isPlan(scene) && ["sheriff", "ranger", "hunters"].includes(scene.view.seat ?? "") && chase(scene) },
  { name: "explore", again: true, when: (scene) => isPlan(scene) && (me(scene)?.targets?.length ?? 0) > 0 && !targets(scene).length && { spot: hand(cardsWith(scene, "run-all", "run", "dance", "sprint")) } },
  { name: "plan", again: true, when: (scene) => isPlan(scene) && { spot: HAND } },
];

const ASKED: Observation[] = [
  ...DEEDS.map((icon): Observation => ({ name: `do-${icon}`, again: true, when: (scene) => offers(scene, icon) && (!USES.includes(icon) || onTarget(scene) !== null) && { spot: choice(icon) } })),
  { name: "icon", again: true, when: ({ asked, view }) => asked && view.shape === "icon" && { spot: ANSWERS } },
  { name: "escape", again: true, when: (scene) => isOwnMove(scene) && towards(scene, (to) => to === "wilderness") },
  { name: "board", again: true, when: (scene) => isOwnMove(scene) && towards(scene, (to) => to.startsWith("wagon")) },
  { name: "onto-target", again: true, when: (scene) => isOwnMove(scene) && targets(scene).length > 0 && towards(scene, (to) => targets(scene).some(({ space }) => space === to), able(scene).filter(({ standee }) => !standee.plunder)) },
  { name: "catch-up", again: true, when: (scene) => isOwnMove(scene) && HUNTED.includes(scene.view.seat ?? "") && towards(scene, (to) => others(scene).some(({ party, standee }) => standee.at === to && (party === "outlaws" || scene.view.seat === "dancer"))) },
  { name: "push", again: true, when: (scene) => asks(scene, "push") && { spot: litPlaces(scene) } },
  { name: "run", again: true, when: (scene) => isMove(scene) && ["run", "dance", "sprint"].includes(scene.view.question ?? "") && { spot: movers(scene) } },
  { name: "move", again: true, when: (scene) => isMove(scene) && { spot: movers(scene) } },
  { name: "shot", again: true, when: (scene) => asks(scene, "second-shot") && shot(scene) },
  { name: "tokens", again: true, when: (scene) => asks(scene, "tokens") && { spot: ".ask .token" } },
  { name: "trap", again: true, when: (scene) => asks(scene, "trap") && { spot: ANSWERS } },
  { name: "take", again: true, when: (scene) => asks(scene, "take") && { spot: ANSWERS, values: { token: tokenName(scene.view.parts.find((part) => part["token"])?.["token"]) } } },
  { name: "duel-where", again: true, when: (scene) => asks(scene, "duel") && { spot: litPlaces(scene) } },
  { name: "on-board", again: true, when: (scene) => scene.asked && ["space", "somewhere", "standee", "somebody", "pair"].includes(scene.view.shape ?? "") && { spot: [litPlaces(scene), movers(scene)].filter(Boolean).join() } },
  { name: "answer", again: true, when: ({ asked }) => asked && { spot: ANSWERS } },
];

const WATCHING: Observation[] = [
  { name: "dice", when: ({ view, busy }) => busy && view.duel !== null && {} },
  { name: "stunned", when: ({ busy, story }) => busy && story.at(-1)?.event === "stunned" && {} },
  { name: "shutters", when: ({ busy, story }) => busy && story.at(-1)?.event === "turned_up" && {} },
  { name: "reveal", when: ({ busy }) => busy && { spot: ".reveal .stage" } },
  { name: "locked", again: true, when: ({ view }) => view.turn === null && {} },
  { name: "watch", again: true, when: () => ({}) },
];

/** Remarks than which the question itself says more, or whom one waits for. */
export const LESS_THAN_ASKED: ReadonlySet<string> = new Set(["coach.move", "coach.on-board", "coach.answer", "coach.trap", "coach.watch"]);

export const OBSERVATIONS: readonly Observation[] = [...PLANNING, ...ASKED, ...WATCHING];

/** The remark of an observation, if it holds now. */
export function remarkOf({ name, when }: Observation, scene: Scene): Remark | null {
  const said = when(scene);
  return said ? { values: {}, spot: "", about: "", ...said, key: `coach.${said.key ?? name}` } : null;
}

function hello(scene: Scene): Said | null {
  const seat = scene.view.seat;
  return seat === null ? null : { key: scene.view.automa ? "hello-solo" : `hello-${seat}`, spot: GOAL };
}

/** Who is one step from winning. */
function near(scene: Scene): Said | null {
  const all = Object.values(scene.view.parties).filter((party) => left(party) === 1 && goalsOf(party).some(({ have }) => have > 0));
  const own = all.find(({ name }) => name === scene.view.seat);
  const party = own ?? all[0];
  if (!party) return null;
  const counter = counterName(goalsOf(party).find(({ have, need }) => have < need)?.counter);
  return { key: own ? "near-own" : "near-other", about: party.name, spot: own ? GOAL : "", values: { ...partyForms(party.name), counter } };
}

function seize(scene: Scene): Said | null {
  const icon = ["jail", "capture"].find((one) => knows(scene, one));
  const found = lying(scene);
  if (!icon || !found || (icon === "capture" && mine(scene).some(({ standee }) => standee.captive !== null))) return null;
  return { key: `seize-${icon}`, spot: hand(cardsWith(scene, icon)), values: { who: standeeWho(found.name), at: atPlace(found.standee.at) } };
}

function loot(scene: Scene): Said | null {
  const found = mine(scene).find(({ standee }) => standee.plunder);
  if (!found) return null;
  const { at, stunned } = found.standee;
  const values = { who: standeeWho(found.name) };
  if (stunned) return { key: "loot-stunned", values, spot: hand(cardsWith(scene, "recover")) };
  if (!isEdge(at)) return { key: "loot-inside", values, spot: hand(cardsWith(scene, "run", "run-all")) };
  return { key: isShared(scene, at) ? "loot-shared" : "loot-edge", values, spot: hand(cardsWith(scene, "run", "run-all")) };
}

function standsOnTarget(scene: Scene): Said | null {
  const icon = USES.find((one) => knows(scene, one));
  const found = icon && onTarget(scene);
  return found ? { spot: hand(cardsWith(scene, ...USES)), values: { who: standeeWho(found.own.name), at: atBuilding(found.building) } } : null;
}

function toTarget(scene: Scene): Said | null {
  const nearest = targets(scene)
    .flatMap(({ building, space }) => able(scene).map((own) => ({ building, space, own, far: steps(own.standee.at, space) })))
    .filter(({ own, far }) => far > 0 && !own.standee.plunder)
    .sort((a, b) => a.far - b.far)[0];
  if (!nearest) return null;
  const { building, space, own, far } = nearest;
  return { spot: hand(cardsWith(scene, "run-all", "run", "sneak-all", "sneak", "dance", "sprint")), values: { building: buildingName(building), space, who: standeeWho(own.name), number: far } };
}

function meets(scene: Scene): Said | null {
  const found = meeting(scene);
  return found && { spot: hand(cardsWith(scene, "duel")), values: { who: standeeWho(found.own.name), other: standeeWho(found.other.name), at: atPlace(found.own.standee.at) } };
}

/** The outlaw that is nearest to one's own. */
function chase(scene: Scene): Said | null {
  const hunted = others(scene).filter(({ party, standee }) => party === "outlaws" && !standee.stunned);
  const nearest = able(scene)
    .flatMap((own) => hunted.map((other) => ({ own, other, far: steps(own.standee.at, other.standee.at) })))
    .sort((a, b) => a.far - b.far)[0];
  if (!nearest) return null;
  return { spot: hand(cardsWith(scene, "run-all", "run", "sneak-all", "sneak")), values: { who: standeeWho(nearest.own.name), other: standeeWho(nearest.other.name), number: nearest.far } };
}

/** A choice that leads one of one's own to such a place. */
function towards(scene: Scene, wanted: (place: string) => boolean, movers = able(scene)): Said | null {
  const { view } = scene;
  const own = new Set(movers.map(({ name }) => name));
  const part = view.parts.find(({ from, to, standee }) => to !== undefined && to !== from && own.has(standee ?? "") && wanted(to));
  const standee = part?.["standee"];
  const to = part?.["to"];
  if (!standee || !to) return null;
  return { spot: `${figure(standee)}, ${place(to)}`, values: { who: standeeWho(standee), building: buildingName(view.buildings[to]?.name), space: placeName(to) } };
}

function movers({ view }: Scene): string {
  return [...new Set(view.parts.flatMap((part) => part["standee"] ?? []))].map(figure).join();
}

function litPlaces({ view }: Scene): string {
  return [...new Set(view.parts.flatMap((part) => part["space"] ?? part["to"] ?? []))].map(place).join();
}

/** Whether a second shot can win this duel, as the page proposes it. */
function shot({ view, box, story }: Scene): Said {
  const advice = adviceOf(view, box, duelStory(story), view.events?.now === "fast-draw" ? 2 : 1);
  if (!advice) return { spot: ANSWERS, key: "answer" };
  return { key: advice.fire ? "shot-fire" : "shot-keep", spot: ".ask .option.main", values: { value: advice.value } };
}
