/** Who may sit where, as lists show a table. */

import type { Place } from "../../protocol";

/** Whether nobody sits there, and it is not kept for somebody else. */
export function isFreeFor(place: Place, me: string): boolean {
  return !place.person && !place.bot && (!place.kept || place.kept === me);
}

/** Whether it waits for this person, after a game together. */
export function isKeptFor(place: Place, me: string): boolean {
  return Boolean(me) && place.kept === me;
}
