/** A figure led to where it goes: drawn by mouse, pen or finger from where it stands to a lit place. */

import type { Attachment } from "svelte/attachments";
import type { Lit, Pick } from "./types";

const NEAR = 8; // pixels: no more than a shaking hand

interface Board {
  lit: () => Lit;
  can: () => boolean; // whether figures are asked to go somewhere
  onpick: (pick: Pick) => void;
  onhint: (pick: Pick | null) => void;
}

/** What of the board is under a pointer. */
function placeAt({ clientX, clientY }: PointerEvent): string | null {
  for (const element of document.elementsFromPoint(clientX, clientY)) {
    const place = element.closest<SVGElement>("[data-place]")?.dataset["place"];
    if (place !== undefined) return place;
  }
  return null;
}

export function leading({ lit, can, onpick, onhint }: Board): Attachment<HTMLElement> {
  let grabbed: { standee: string; x: number; y: number; led: boolean } | null = null;

  function grab(event: PointerEvent): void {
    const standee = (event.target as Element).closest<SVGElement>("[role='button'][data-standee]")?.dataset["standee"];
    grabbed = standee !== undefined && event.isPrimary && event.button === 0 && can() ? { standee, x: event.clientX, y: event.clientY, led: false } : null;
  }

  function lead(event: PointerEvent): void {
    if (!grabbed) return;
    if (!grabbed.led) {
      if (Math.hypot(event.clientX - grabbed.x, event.clientY - grabbed.y) < NEAR) return;
      grabbed.led = true;
      if (lit().chosen !== grabbed.standee) onpick({ standee: grabbed.standee });
    }
    const place = placeAt(event);
    onhint(place !== null && lit().spaces.has(place) ? { space: place } : null);
  }

  function drop(event: PointerEvent): void {
    const led = grabbed?.led ?? false;
    const place = led ? placeAt(event) : null;
    grabbed = null;
    if (place !== null && lit().spaces.has(place)) onpick({ space: place });
    else if (led) onhint(null);
  }

  return (frame) => {
    const handlers = [["pointerdown", grab], ["pointermove", lead], ["pointerup", drop], ["pointercancel", () => (grabbed = null)]] as const;
    for (const [name, handle] of handlers) frame.addEventListener(name, handle);
    return () => {
      for (const [name, handle] of handlers) frame.removeEventListener(name, handle);
    };
  };
}
