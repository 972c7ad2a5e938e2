/** A card under way from the hand or a slot to another place, by mouse, pen or finger.
 *
 * A finger must rest on a card before it lifts it, so that a swipe over the hand still scrolls.
 */

const NEAR = 6; // pixels: no more than a shaking hand
const REST = 200; // milliseconds

interface Point {
  x: number;
  y: number;
}

export class Dragging {
  /** The card that is lifted, where it is, and the slot under it. */
  card = $state<string | null>(null);
  at = $state.raw<Point>({ x: 0, y: 0 });
  over = $state<number | null>(null);
  private grabbed: (Point & { card: string; finger: boolean }) | null = null;
  private resting: ReturnType<typeof setTimeout> | undefined;
  private dropped = false;

  constructor(private readonly ondrop: (card: string, slot: number | null) => void) {}

  grab(event: PointerEvent, card: string): void {
    this.cancel();
    this.dropped = false;
    if (event.button !== 0 || !event.isPrimary) return;
    const finger = event.pointerType === "touch";
    this.grabbed = { card, x: event.clientX, y: event.clientY, finger };
    if (finger) this.resting = setTimeout(() => this.lift(), REST);
  }

  readonly move = (event: PointerEvent): void => {
    if (!this.grabbed) return;
    if (this.card === null) {
      if (Math.hypot(event.clientX - this.grabbed.x, event.clientY - this.grabbed.y) < NEAR) return;
      if (this.grabbed.finger) return this.cancel();
      this.lift();
    }
    this.at = { x: event.clientX, y: event.clientY };
    this.over = slotAt(this.at);
  };

  readonly drop = (event: PointerEvent): void => {
    const card = this.card;
    this.cancel();
    if (card === null) return;
    this.dropped = true;
    this.ondrop(card, slotAt({ x: event.clientX, y: event.clientY }));
  };

  readonly cancel = (): void => {
    clearTimeout(this.resting);
    this.grabbed = null;
    this.card = null;
    this.over = null;
  };

  /** Keeps the page still under a lifted card; what calls it must not be passive. */
  readonly holdStill = (event: Event): void => {
    if (this.card !== null || (event.type === "contextmenu" && this.grabbed?.finger)) event.preventDefault();
  };

  /** Whether a click is only the end of a drag; true once. */
  ended(): boolean {
    const was = this.dropped;
    this.dropped = false;
    return was;
  }

  private lift(): void {
    if (!this.grabbed) return;
    this.card = this.grabbed.card;
    this.at = { x: this.grabbed.x, y: this.grabbed.y };
  }
}

function slotAt({ x, y }: Point): number | null {
  const found = document.elementFromPoint(x, y)?.closest<HTMLElement>("[data-slot]");
  return found ? Number(found.dataset["slot"]) : null;
}
