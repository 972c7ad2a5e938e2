/** Who this browser is to the server. */

import type { Me } from "../protocol";
import { api } from "./api";
import { t } from "./i18n.svelte";
import { prefs, savePrefs } from "./prefs.svelte";

let person = $state.raw<Me | null>(null);
let asked: Promise<Me | null> | null = null;

export function me(): Me | null {
  return person;
}

/** Asks the server once; again after a failure. */
export function whoAmI(): Promise<Me | null> {
  asked ??= api.me().then(
    (answer) => (person = answer.person),
    (problem: unknown) => {
      asked = null;
      throw problem;
    },
  );
  return asked;
}

/** Somebody with a session; who has none comes in as a guest, by the name they chose or one we give. */
export async function comeIn(): Promise<Me> {
  return (await whoAmI()) ?? known(await api.comeIn(prefs.name || guestName()));
}

/** The server told who we are now; null: nobody any more. */
export function known<T extends Me | null>(now: T): T {
  person = now;
  asked = Promise.resolve(now);
  if (now && now.name !== prefs.name) {
    prefs.name = now.name;
    savePrefs();
  }
  return now;
}

/** A name for who has not chosen one. */
export function guestName(): string {
  const names = t("home.guests").split(",");
  return (names[Math.floor(Math.random() * names.length)] ?? "").trim() || "Coyote";
}
