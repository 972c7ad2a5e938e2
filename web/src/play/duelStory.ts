/** The duel going on, as the story told it: what was added, who declined, who won. */

import type { Item } from "../lib/story";

export interface DuelStory {
  begun: number; // the number of the item that began it
  shots: { party: string; card: string; value: number }[];
  tokens: { party: string; tokens: string[] }[];
  pets: { party: string; pet: string }[];
  declined: string[]; // no second shot, since the last one was fired
  rollOff: { standee: string; die: number }[];
  tied: boolean;
  winner: string | null;
}

/** What the story tells since its latest duel began; null where there was none. */
export function duelStory(story: readonly Item[]): DuelStory | null {
  const begin = story.findLastIndex((item) => item.event === "duel");
  const first = story[begin];
  if (!first) return null;
  const told: DuelStory = { begun: first.n, shots: [], tokens: [], pets: [], declined: [], rollOff: [], tied: false, winner: null };
  for (const item of story.slice(begin + 1)) {
    switch (item.event) {
      case "second_shot":
        told.shots.push({ party: item.party, card: item.card, value: item.value });
        told.declined = [];
        break;
      case "no_second_shot":
        told.declined.push(item.party);
        break;
      case "tokens_shown":
        told.tokens.push({ party: item.party, tokens: item.tokens.filter((token) => token !== "none") });
        break;
      case "pet_used":
        told.pets.push({ party: item.party, pet: item.pet });
        break;
      case "tied":
        told.tied = true;
        told.rollOff = [];
        break;
      case "rolled_off":
        told.rollOff.push({ standee: item.standee, die: item.die });
        break;
      case "duel_won":
        told.winner = item.party;
        break;
    }
  }
  return told;
}
