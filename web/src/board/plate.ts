/** Names on plates: one line where it fits, two where it must, squeezed a little before that. */

export interface Line {
  text: string;
  squeezed: boolean; // to the width of the plate
}

const NARROW = /[iljtfr'’. I]/;
const BROAD = /[mwMW]/;
const SQUEEZE = 0.78; // narrower than this is hard to read
const SOFT = /\u00ad/g;

/** About how wide a text runs, in units of its size. */
function widthOf(text: string): number {
  let width = 0;
  for (const letter of text) width += NARROW.test(letter) ? 0.34 : BROAD.test(letter) ? 0.88 : 0.6;
  return width;
}

const plain = (text: string): string => text.replace(SOFT, "");

/** The places where a name may break: after a space or hyphen, at a soft hyphen, else in a long word's middle. */
function halves(name: string): [string, string][] {
  const found: [string, string][] = [];
  for (let i = 1; i < name.length - 1; i++) {
    const before = plain(name.slice(0, i));
    const after = plain(name.slice(i + 1));
    const sign = name.charAt(i);
    if (sign === " ") found.push([before, after]);
    else if (sign === "-" || sign === "\u00ad") found.push([`${before}-`, after]);
  }
  if (found.length) return found;
  const middle = Math.ceil(name.length / 2);
  return [[`${name.slice(0, middle)}-`, name.slice(middle)]];
}

/** A name as one or two lines for a plate so many units wide, at this size of letters. */
export function plate(name: string, width: number, size: number): Line[] {
  const line = (text: string): Line => ({ text, squeezed: widthOf(text) * size > width });
  const whole = plain(name);
  if (widthOf(whole) * size * SQUEEZE <= width) return [line(whole)];
  const longest = ([a, b]: [string, string]): number => Math.max(widthOf(a), widthOf(b));
  const best = halves(name).reduce((one, other) => (longest(other) < longest(one) ? other : one));
  return best.map(line);
}
