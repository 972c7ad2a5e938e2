/** Who this browser is to the server. */

import type { Me } from "../protocol";
import { api } from "./api";
import { t } from "./i18n.svelte";
import { prefs, savePrefs } from "./prefs.svelte";

const NUMBERS = 998;
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

/** Asks anew: the session may have ended, or another begun in another window. */
export function whoNow(): Promise<Me | null> {
  asked = null;
  return whoAmI();
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

/** A name for who has not chosen one; with a number, for at a table nobody is called like another. */
export function guestName(): string {
  const names = t("home.guests").split(",");
  const name = (names[Math.floor(Math.random() * names.length)] ?? "").trim() || "Coyote";
  return `${name} ${2 + Math.floor(Math.random() * NUMBERS)}`;
}
