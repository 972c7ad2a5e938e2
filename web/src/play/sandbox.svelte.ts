/** Cards tried on the board: what was laid and chosen so far, what came of it, and the way back.
 *
 * The server carries it out, as far as this seat knows; nothing of it happens.
 */

import { language, t } from "../lib/i18n.svelte";
import { cardName, iconName, placeName } from "../lib/names";
import { OnDemand } from "../lib/onDemand.svelte";
import { loadWords as loadWhy, whyNot } from "../lib/whyWords.svelte";
import { listed } from "../lib/words";
import type { Refused, SeatView, Tried, TriedCard, Try } from "../protocol";
import { askSentence } from "./asks";
import { SLOTS } from "./tray";

const words = new OnDemand("try");
export const say = (key: string, values?: Record<string, string | number>): string => words.say(key, values);
export const loadWords = (): Promise<unknown> => Promise.all([words.load(), loadWhy()]);

type Cards = Try["cards"];
type Ask = (cards: Cards, steps: string[]) => Promise<Tried>;

interface Moment {
  order: readonly string[]; // cards in the order in which they are resolved
  steps: readonly string[];
  answer: Tried;
}

export class Sandbox {
  private past = $state.raw<readonly Moment[]>([]);
  busy = $state(false);

  private constructor(
    private readonly ask: Ask,
    private readonly reverse: boolean,
    private readonly complain: (refused: Refused) => void,
  ) {}

  /** Tries the cards laid so far; null if they cannot be tried now. */
  static async begin(ask: Ask, slots: readonly (string | null)[], reverse: boolean, complain: (refused: Refused) => void): Promise<Sandbox | null> {
    const sandbox = new Sandbox(ask, reverse, complain);
    const laid = reverse ? slots.toReversed() : slots;
    await Promise.all([loadWords(), sandbox.go(laid.filter((card) => card !== null), [])]);
    return sandbox.past.length ? sandbox : null;
  }

  private get now(): Moment | undefined {
    return this.past.at(-1);
  }

  /** The table as it would be. */
  get view(): SeatView | null {
    return this.now?.answer.view ?? null;
  }

  get cards(): readonly TriedCard[] {
    return this.now?.answer.cards ?? [];
  }

  /** Something is to be chosen for the card being tried. */
  get asks(): boolean {
    return Boolean(this.view?.choices.length) && !this.busy;
  }

  get canGoBack(): boolean {
    return this.past.length > 1;
  }

  get isFull(): boolean {
    return this.cards.length === SLOTS;
  }

  /** The cards as they would lie in the tray. */
  get slots(): Cards {
    return this.laid(this.now?.order ?? []);
  }

  step(choice: string): Promise<void> {
    return this.go(this.now?.order ?? [], [...(this.now?.steps ?? []), choice]);
  }

  /** Tries another card after those. */
  add(card: string): Promise<void> {
    return this.go([...(this.now?.order ?? []), card], this.now?.steps ?? []);
  }

  /** Takes the last choice back, or the last card. */
  back(): void {
    if (this.canGoBack && !this.busy) this.past = this.past.slice(0, -1);
  }

  private async go(order: readonly string[], steps: readonly string[]): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    try {
      const answer = await this.ask(this.laid(order), [...steps]);
      this.past = [...this.past, { order, steps, answer }];
    } catch (refused) {
      this.complain(refused as Refused);
    } finally {
      this.busy = false;
    }
  }

  private laid([first = null, second = null, third = null]: readonly (string | null)[]): Cards {
    return this.reverse ? [third, second, first] : [first, second, third];
  }

  // -- in words

  /** What may be done now, in one sentence. */
  sentence(chosen: string | null): string {
    const view = this.view;
    if (!view) return "";
    const card = this.cards.find((one) => one.standing === "begun");
    if (card && view.choices.length) return say("try.asks", { card: cardName(card.card), question: askSentence(view, [], chosen) });
    if (view.result) return say("try.over");
    if (this.isFull) return say("try.done");
    return say(this.cards.length ? "try.next" : "try.first");
  }

  /** What is not known, or that nothing could be played, of the card tried last or the one before. */
  get note(): string {
    const tried = this.cards.filter((card) => card.standing !== "to-come").slice(-2);
    return tried.map(noteOn).findLast((note) => note !== "") ?? "";
  }

  /** Why an icon of the card being tried cannot be played. */
  get aside(): string {
    const card = this.cards.find((one) => one.standing === "begun");
    return card?.icon ? inItsWay(card) : "";
  }
}

function noteOn(card: TriedCard): string {
  const unknown = card.unknown.at(-1);
  if (!unknown) return card.standing === "done" && card.icon === null ? inItsWay(card) : "";
  const alike = card.unknown.filter(({ code }) => code === unknown.code).map(({ space }) => placeName(space ?? ""));
  const places = listed([...new Set(alike)], language());
  return say(`try.unknown.${unknown.code}`, { place: placeName(unknown.space ?? ""), places, icon: unknown.icon === null ? t("ask.card") : iconName(unknown.icon) });
}

/** Why a card, or one of its icons, could not be played. */
function inItsWay({ card, icon, why_not }: TriedCard): string {
  const [[name, why] = []] = Object.entries(why_not);
  const [reason] = why?.reasons ?? [];
  if (name !== undefined && reason !== undefined) return say("try.asks", { card: icon === null ? cardName(card) : iconName(name), question: whyNot(reason) });
  return icon === null ? say("try.idle", { card: cardName(card) }) : "";
}
