/** All that the end of a game needs, in one part that comes with it. */

export { default as Celebration } from "./Celebration.svelte";
export { default as End } from "./End.svelte";
export { loadEndWords } from "./words";
