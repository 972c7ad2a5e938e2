/** The same people, bots and options once more: one press from everybody. */

import { go } from "../../lib/router.svelte";
import type { TableSession } from "../../lib/table.svelte";
import { start } from "../../pages/tables/begin";

/** Opens the next table and goes there. Alone or at one screen its game begins; else it does when all have come. */
export async function playAgain(session: Pick<TableSession, "info" | "send">): Promise<void> {
  const alone = session.info?.chairs.every((chair) => chair.yours || chair.bot) ?? false;
  await session.send({ type: "rematch" });
  const next = session.info?.next_table;
  if (!next) return;
  const begun = alone && (await start(next).then(
    () => true,
    () => false, // the table is there all the same: it tells what it waits for
  ));
  go(begun ? `/t/${next}` : `/t/${next}?start`);
}

/** Goes to the next table and takes the chair that is kept there. */
export function join(next: string): void {
  go(`/t/${next}?join`);
}
