/** What can be explained on the game screen, and what is said about it: name, what it does, the rule behind it. */

import { effectsOf } from "../board/words";
import { effectIcon, type IconKind } from "../art/icons";
import { has, t } from "../lib/i18n.svelte";
import {
  abilityName,
  buildingName,
  cardName,
  counterName,
  effectName,
  eventName,
  helpOf,
  iconName,
  partyName,
  petName,
  placeName,
  ruleOf,
  standeeName,
  tokenName,
} from "../lib/names";
import { boxCard, boxParty, goalsOf, standeesAt } from "../play/read";
import type { Box, SeatView, WhyNotView } from "../protocol";

export type Thing = "icon" | "effect" | "pet" | "token" | "event" | "counter";
export type Topic =
  | { kind: Thing; name: string; why?: WhyNotView | undefined; certain?: boolean }
  | { kind: "place"; place: string }
  | { kind: "party" | "ability"; party: string }
  | { kind: "card"; party: string; card: string }
  | { kind: "told"; title: string; lines: string[] }; // what somebody said

export interface Told {
  title: string;
  sign: { kind: IconKind; name: string } | { party: string } | null;
  lines: string[];
  rules: string; // their ids: `MOV-1, MOV-5`
  parts: Topic[]; // what it consists of, told below it
  why?: { why: WhyNotView; certain: boolean } | undefined; // it does not work
}

const NAMES: Record<Thing, (name: string) => string> = { icon: iconName, effect: effectName, pet: petName, token: tokenName, event: eventName, counter: counterName };

export function tell(topic: Topic, view: SeatView, box: Box): Told {
  switch (topic.kind) {
    case "place":
      return tellPlace(topic.place, view, box);
    case "party":
      return tellParty(topic.party, view, box);
    case "ability":
      return tellAbility(topic.party, view, box);
    case "card":
      return tellCard(topic.party, topic.card, view, box);
    case "told":
      return { title: topic.title, sign: null, lines: topic.lines, rules: "", parts: [] };
    default:
      return { ...tellThing(topic.kind, topic.name), why: topic.why && { why: topic.why, certain: topic.certain ?? false } };
  }
}

function tellThing(kind: Thing, name: string): Told {
  const sign = { kind: kind === "effect" ? effectIcon(name) : kind, name };
  return { title: NAMES[kind](name), sign, lines: [helpOf(kind, name)].filter(Boolean), rules: ruleOf(kind, name), parts: [] };
}

function tellPlace(place: string, view: SeatView, box: Box): Told {
  const building = view.buildings[place];
  const there = standeesAt(view, place).map(standeeName);
  const lines = there.length ? [t("ask.effect.there", { who: there.join(", ") })] : [];
  if (!building) return { title: placeName(place), sign: null, lines: [placeHelp(place), ...lines].filter(Boolean), rules: "", parts: [] };
  const boxed = box.buildings.find((one) => one.name === building.name);
  const known = building.name === null ? t("ask.hidden") : buildingName(building.name);
  if (!building.face_up) lines.unshift(t(building.name === null ? "explain.shut" : "explain.peeked"));
  else if (!effectsOf(boxed).length) lines.unshift(t("explain.plain"));
  if (view.seat && building.name && view.parties[view.seat]?.targets?.includes(building.name)) lines.push(t("ask.effect.target"));
  if (view.cactus === place) lines.push(t("explain.cactus"));
  if (view.chicken === place) lines.push(t("explain.chicken"));
  if (view.dynamite === place) lines.push(helpOf("token", "dynamite"));
  const parts: Topic[] = building.face_up ? effectsOf(boxed).map((name) => ({ kind: "effect", name })) : [];
  if (building.pet && building.face_up) parts.push({ kind: "pet", name: building.pet });
  return { title: t("ask.place", { place: placeName(place), building: known }), sign: null, lines, rules: "", parts };
}

function placeHelp(place: string): string {
  const kind = place.startsWith("wagon") ? "wagon" : place.startsWith("corral") ? "corral" : place;
  return has(`explain.${kind}`) ? t(`explain.${kind}`) : "";
}

function tellParty(name: string, view: SeatView, box: Box): Told {
  const party = view.parties[name];
  const lines = [helpOf("party", name)].filter(Boolean);
  const goals: Topic[] = party ? goalsOf(party).map((goal) => ({ kind: "counter", name: goal.counter })) : [];
  const ability: Topic[] = boxParty(box, name)?.ability ? [{ kind: "ability", party: name }] : [];
  return { title: partyName(name), sign: { party: name }, lines, rules: ruleOf("party", name), parts: [...goals, ...ability] };
}

function tellAbility(party: string, view: SeatView, box: Box): Told {
  const kind = boxParty(box, party)?.ability ?? "";
  const left = view.parties[party]?.ability ?? null;
  const lines = [helpOf("ability", kind), left === null ? "" : t("explain.left", { n: left })].filter(Boolean);
  return { title: abilityName(kind), sign: { party }, lines, rules: ruleOf("ability", kind), parts: [] };
}

function tellCard(party: string, name: string, view: SeatView, box: Box): Told {
  const card = boxCard(box, party, name);
  const own = party === view.seat ? (view.why_not[name] ?? {}) : {};
  const lines = card?.tool ? [t("explain.tool")] : card ? [t("board.second-shot", { n: card.second_shot })] : [];
  return { title: cardName(name), sign: { party }, lines, rules: "", parts: (card?.icons ?? []).map((icon) => ({ kind: "icon", name: icon, why: own[icon], certain: own[icon]?.certain ?? false })) };
}
