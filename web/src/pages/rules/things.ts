/** Everything that is drawn: each with the sentence and the rules behind it. */

import type { IconKind } from "../../art/icons";
import { ACTIONS } from "../../art/icons/actions";
import { COUNTERS, EFFECTS, EVENTS, PETS, TOKENS } from "../../art/icons/things";
import { has } from "../../lib/i18n.svelte";

export interface Kind {
  kind: Exclude<IconKind, "ui">;
  key: string; // its heading
  names: string[];
}

const explained = (kind: string, table: object): string[] => Object.keys(table).filter((name) => has(`${kind}.${name}.help`));

export function kinds(): Kind[] {
  return [
    { kind: "icon", key: "pages.rules.actions", names: explained("icon", ACTIONS) },
    { kind: "token", key: "pages.rules.tokens", names: explained("token", TOKENS) },
    { kind: "counter", key: "pages.rules.goals", names: explained("counter", COUNTERS) },
    { kind: "effect", key: "pages.rules.effects", names: explained("effect", EFFECTS) },
    { kind: "event", key: "pages.rules.events", names: explained("event", EVENTS) },
    { kind: "pet", key: "pages.rules.pets", names: explained("pet", PETS) },
  ];
}
