/** The coach: follows the game as it goes and says the one thing that matters now. */

import { INTRODUCTIONS, OBSERVATIONS, remarkOf, type Observation, type Remark } from "./remarks";
import type { Scene } from "./scene";

/** As long as this stays the same, so does what there is to do. */
export function momentOf({ view, asked, busy }: Scene): string {
  if (asked) return [view.round, view.turn, view.question, ...(view.question === "plan" ? [] : view.choices)].join(" ");
  return [view.round, view.turn === null ? "before" : "turns", busy ? view.duel?.space ?? "shown" : "wait"].join(" ");
}

export class Coach {
  private said = new Set<string>(); // in moments that are over
  private saying = new Set<string>(); // in this one
  private moment = "";
  private last: Remark | null = null;

  private readonly observations: readonly Observation[];

  /** A mission has observations of its own, which come first, and tells by itself what it is about. */
  constructor(own: readonly Observation[] = [], newcomer = own.length === 0) {
    this.observations = [...own, ...(newcomer ? INTRODUCTIONS : []), ...OBSERVATIONS];
  }

  /** What to say now. Asked again in the same moment it says the same, unless what holds has changed. */
  remark(scene: Scene): Remark {
    const moment = momentOf(scene);
    if (moment !== this.moment) {
      this.moment = moment;
      this.said = new Set([...this.said, ...this.saying]);
      this.saying.clear();
      this.last = null;
    }
    const found = this.look(scene);
    // while things are shown one after the other, a sentence stays long enough to be read
    if (scene.busy && this.last && !this.isNew(found)) return this.last;
    this.saying.add(nameOf(found));
    return (this.last = found);
  }

  private isNew(remark: Remark): boolean {
    return remark.key !== "coach.watch" && remark.key !== this.last?.key && !this.saying.has(nameOf(remark));
  }

  private look(scene: Scene): Remark {
    for (const one of this.observations) {
      const remark = remarkOf(one, scene);
      if (remark && (one.again || !this.said.has(nameOf(remark)))) return remark;
    }
    return { key: "coach.watch", values: {}, spot: "", about: "" }; // the last observation always holds
  }
}

const nameOf = ({ key, about }: Remark): string => `${key} ${about}`;
