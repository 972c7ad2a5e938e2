/** Names on plates: one line where it fits, two where it must, squeezed a little before that. */

export interface Line {
  text: string;
  squeezed: boolean; // to the width of the plate
  wide: number; // as it runs
  broken: boolean; // within a word: a hyphen is drawn behind it, which is no letter of the name
}

export const HYPHEN = 0.34; // of the size: the room of a hyphen that is drawn

const SQUEEZE = 0.75; // narrower than this is hard to read
const SOFT = /\u00ad/g;
const TYPICAL = 0.62; // of the size, where nothing can be measured

let pen: OffscreenCanvasRenderingContext2D | null | undefined;

/** How wide a text runs, in units of its size. */
function widthOf(text: string): number {
  if (pen === undefined) {
    pen = typeof OffscreenCanvas === "undefined" ? null : new OffscreenCanvas(1, 1).getContext("2d");
    if (pen) pen.font = `600 100px ${getComputedStyle(document.documentElement).fontFamily}`;
  }
  return pen ? pen.measureText(text).width / 100 : text.length * TYPICAL;
}

const plain = (text: string): string => text.replace(SOFT, "");

type Halves = [before: string, after: string, broken: boolean];

/** The places where a name may break: after a space or hyphen, at a soft hyphen, else between syllables. */
function halves(name: string): Halves[] {
  const found: Halves[] = [];
  for (let i = 1; i < name.length - 1; i++) {
    const before = plain(name.slice(0, i));
    const after = plain(name.slice(i + 1));
    const sign = name.charAt(i);
    if (sign === " ") found.push([`${before} `, after, false]);
    else if (sign === "-") found.push([`${before}-`, after, false]);
    else if (sign === "\u00ad") found.push([before, after, true]);
  }
  return found.length ? found : syllables(name);
}

/** A guess that mostly holds: a part begins with a consonant (and perhaps l or r) before a vowel. */
function syllables(name: string): Halves[] {
  const found: Halves[] = [];
  for (const { index } of name.matchAll(/[b-df-hj-np-tv-z][lr]?(?=[aeiouäöüéè])/g)) {
    if (index > 2) found.push([name.slice(0, index), name.slice(index), true]);
  }
  const middle = Math.ceil(name.length / 2);
  return found.length ? found : [[name.slice(0, middle), name.slice(middle), true]];
}

const known = new Map<string, Line[]>();

/** A name as one or two lines for a plate so many units wide, at this size of letters. */
export function plate(name: string, width: number, size: number): Line[] {
  const key = `${name} ${width} ${size}`;
  let lines = known.get(key);
  if (!lines) known.set(key, (lines = broken(name, width, size)));
  return lines;
}

function broken(name: string, width: number, size: number): Line[] {
  const line = (text: string, broken: boolean): Line => {
    const wide = widthOf(text.trimEnd()) * size;
    return { text, squeezed: wide + (broken ? HYPHEN * size : 0) > width, wide, broken };
  };
  const whole = plain(name);
  if (widthOf(whole) * size * SQUEEZE <= width) return [line(whole, false)];
  const longest = ([a, b, broken]: Halves): number => Math.max(widthOf(a.trimEnd()) + (broken ? HYPHEN : 0), widthOf(b));
  const [before, after, inWord] = halves(name).reduce((one, other) => (longest(other) < longest(one) ? other : one));
  return [line(before, inWord), line(after, false)];
}
