/** What is being explained, and beside what on the screen. */

import type { Topic } from "./topics";

class Explaining {
  topic = $state.raw<Topic | null>(null);
  /** Where it stands on the screen. */
  beside = $state.raw<DOMRect | null>(null);
  private back: HTMLElement | null = null;

  show(topic: Topic, element: Element | null): void {
    this.topic = topic;
    this.beside = element?.getBoundingClientRect() ?? null;
    this.back = document.activeElement instanceof HTMLElement ? document.activeElement : null;
  }

  close(): void {
    if (this.topic === null) return;
    this.topic = null;
    this.back?.focus({ preventScroll: true });
  }
}

export const explaining = new Explaining();
