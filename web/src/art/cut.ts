/**
 * Drawings as short texts: paper cuts laid one over another, `tone path; tone path; …`.
 *
 * A tone is a letter (see Cuts.svelte); a path is SVG path data with three more commands:
 * `R x y w h` a rectangle, `O x y r` or `O x y rx ry` an ellipse, `S x y r` a five-pointed star.
 */

export interface Cut {
  tone: string;
  d: string;
}

const NUMBER = "\\s*(-?\\d*\\.?\\d+)";
const RECTANGLE = new RegExp(`R${NUMBER}${NUMBER}${NUMBER}${NUMBER}`, "g");
const ELLIPSE = new RegExp(`O${NUMBER}${NUMBER}${NUMBER}(?:${NUMBER})?`, "g");
const STAR = new RegExp(`S${NUMBER}${NUMBER}${NUMBER}`, "g");
const INNER = 0.45; // of a star's radius

function star(x: number, y: number, r: number): string {
  const corners = Array.from({ length: 10 }, (_, i) => {
    const far = i % 2 ? r * INNER : r;
    const angle = (Math.PI * i) / 5;
    return `${(x + far * Math.sin(angle)).toFixed(1)} ${(y - far * Math.cos(angle)).toFixed(1)}`;
  });
  return `M${corners.join("L")}z`;
}

/** A path with its own commands spelled out. */
export function path(text: string): string {
  return text
    .replace(RECTANGLE, (_, x: string, y: string, w: string, h: string) => `M${x} ${y}h${w}v${h}h-${w}z`)
    .replace(ELLIPSE, (_, x: string, y: string, r: string, other?: string) => {
      const ry = other ?? r;
      const wide = 2 * Number(r);
      return `M${Number(x) - Number(r)} ${y}a${r} ${ry} 0 1 0 ${wide} 0a${r} ${ry} 0 1 0 ${-wide} 0z`;
    })
    .replace(STAR, (_, x: string, y: string, r: string) => star(Number(x), Number(y), Number(r)));
}

const known = new Map<string, Cut[]>();

export function cuts(text: string): Cut[] {
  let found = known.get(text);
  if (!found) {
    found = text
      .split(";")
      .map((part) => part.trim())
      .filter(Boolean)
      .map((part) => ({ tone: part.charAt(0), d: path(part.slice(1).trim()) }));
    known.set(text, found);
  }
  return found;
}
