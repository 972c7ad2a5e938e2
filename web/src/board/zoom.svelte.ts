/** Two fingers enlarge the board, one moves it while it is large, a double tap shows it whole again. */

const LARGEST = 4;
const DOUBLE_TAP = 320; // ms
const STILL = 8; // px: less is a tap, not a drag

interface Point {
  x: number;
  y: number;
}

export class Zoom {
  scale = $state(1);
  x = $state(0);
  y = $state(0);
  private readonly fingers = new Map<number, Point>();
  private dragged = false;
  private lastTap: Point & { at: number } = { x: 0, y: 0, at: -DOUBLE_TAP };

  get transform(): string {
    return this.scale === 1 ? "none" : `translate(${this.x}px, ${this.y}px) scale(${this.scale})`;
  }

  reset = (): void => {
    this.scale = 1;
    this.x = this.y = 0;
  };

  /** Listens on the board's frame. The page still scrolls under one finger while the town is whole. */
  listen = (frame: HTMLElement): (() => void) => {
    const off = new AbortController();
    const signal = off.signal;
    frame.addEventListener("pointerdown", (event) => this.down(event), { signal });
    frame.addEventListener("pointermove", (event) => this.move(event, frame), { signal });
    for (const end of ["pointerup", "pointercancel", "pointerleave"] as const) {
      frame.addEventListener(end, (event) => this.up(event), { signal });
    }
    // Without this the browser takes two fingers for its own zoom.
    frame.addEventListener("touchmove", (event) => event.touches.length > 1 && event.cancelable && event.preventDefault(), { signal, passive: false });
    frame.addEventListener("click", (event) => this.dragged && event.stopPropagation(), { signal, capture: true });
    return () => off.abort();
  };

  private down(event: PointerEvent): void {
    if (event.pointerType === "mouse" && this.scale === 1) return;
    if (this.fingers.size === 0) this.dragged = false;
    this.fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
  }

  private move(event: PointerEvent, frame: HTMLElement): void {
    const was = this.fingers.get(event.pointerId);
    if (!was) return;
    const now = { x: event.clientX, y: event.clientY };
    const other = [...this.fingers].find(([id]) => id !== event.pointerId)?.[1];
    if (!other && this.scale === 1) return; // the page scrolls
    if (!other && !this.dragged && distance(was, now) < STILL) return;
    this.dragged = true;
    const room = frame.getBoundingClientRect();
    if (other) this.pinch(was, now, other, room);
    else this.place(this.scale, this.x + now.x - was.x, this.y + now.y - was.y, room);
    this.fingers.set(event.pointerId, now);
  }

  private pinch(was: Point, now: Point, other: Point, room: DOMRect): void {
    const before = distance(was, other);
    const scale = clamp(before ? (this.scale * distance(now, other)) / before : this.scale, 1, LARGEST);
    const old = middle(was, other, room);
    const mid = middle(now, other, room);
    const grown = scale / this.scale;
    this.place(scale, mid.x - (old.x - this.x) * grown, mid.y - (old.y - this.y) * grown, room);
  }

  /** Never shows what is beyond the edges. */
  private place(scale: number, x: number, y: number, room: DOMRect): void {
    this.scale = scale;
    this.x = clamp(x, room.width * (1 - scale), 0);
    this.y = clamp(y, room.height * (1 - scale), 0);
  }

  private up(event: PointerEvent): void {
    if (!this.fingers.delete(event.pointerId) || event.type !== "pointerup" || this.dragged) return;
    const tap = { x: event.clientX, y: event.clientY, at: event.timeStamp };
    if (this.scale > 1 && tap.at - this.lastTap.at < DOUBLE_TAP && distance(tap, this.lastTap) < 4 * STILL) this.reset();
    this.lastTap = tap;
  }
}

function distance(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}

function middle(a: Point, b: Point, room: DOMRect): Point {
  return { x: (a.x + b.x) / 2 - room.x, y: (a.y + b.y) / 2 - room.y };
}

function clamp(n: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, n));
}
