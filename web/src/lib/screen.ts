/** What kind of screen this is; docs/stage.md has the shapes of the game on it. */

/** Wide enough for the parties and the log beside the board. */
const ROOMY = "(min-width: 70rem) and (min-aspect-ratio: 3/2)";

const matches = (query: string): boolean => typeof window.matchMedia === "function" && window.matchMedia(query).matches;

export function isRoomy(): boolean {
  return matches(ROOMY);
}

/** Whether it is played by finger rather than by mouse. */
export function isTouched(): boolean {
  return matches("(pointer: coarse)");
}
