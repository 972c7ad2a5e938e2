/** SHA-256 and HMAC of our own: a page served over plain http, as at home, has no SubtleCrypto. */

const BLOCK = 64;
const LENGTH_AT = BLOCK - 8; // where the last block tells how long the message was
const PRIMES = Array.from({ length: 312 }, (_, n) => n).filter((n) => n > 1 && !Array.from({ length: n - 2 }, (_, d) => d + 2).some((d) => n % d === 0));
const START = PRIMES.slice(0, 8).map((prime) => fraction(prime, 2));
const ROUNDS = PRIMES.map((prime) => fraction(prime, 3));
const words = new Int32Array(64);

const turned = (word: number, by: number): number => (word >>> by) | (word << (32 - by));
const at = (list: ArrayLike<number>, index: number): number => list[index] as number;

/** The first 32 bits after the point of a root, exactly: what the standard makes its numbers of. */
function fraction(prime: number, degree: number): number {
  const power = BigInt(degree);
  const whole = BigInt(prime) << (32n * power);
  let root = BigInt(Math.floor(prime ** (1 / degree) * 2 ** 32));
  while (root ** power > whole) root -= 1n;
  while ((root + 1n) ** power <= whole) root += 1n;
  return Number(BigInt.asIntN(32, root));
}

/** Mixes one block into the state. */
function mix(state: Int32Array, block: DataView, from: number): void {
  for (let i = 0; i < 16; i += 1) words[i] = block.getInt32(from + 4 * i);
  for (let i = 16; i < 64; i += 1) {
    const [early, late] = [at(words, i - 15), at(words, i - 2)];
    const low = turned(early, 7) ^ turned(early, 18) ^ (early >>> 3);
    const high = turned(late, 17) ^ turned(late, 19) ^ (late >>> 10);
    words[i] = at(words, i - 16) + low + at(words, i - 7) + high;
  }
  let [a, b, c, d, e, f, g, h] = [...state] as [number, number, number, number, number, number, number, number];
  for (let i = 0; i < 64; i += 1) {
    const one = h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + ((e & f) ^ (~e & g)) + at(ROUNDS, i) + at(words, i);
    const two = (turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((word, i) => (state[i] = at(state, i) + word));
}

/** Goes on from a state that `before` bytes, whole blocks, have led to. */
function finish(start: ArrayLike<number>, message: Uint8Array, before: number): Uint8Array {
  const state = Int32Array.from(start);
  const padded = new Uint8Array(Math.ceil((message.length + 9) / BLOCK) * BLOCK);
  const view = new DataView(padded.buffer);
  padded.set(message);
  padded[message.length] = 0x80;
  const bytes = before + message.length;
  view.setUint32(padded.length - BLOCK + LENGTH_AT, Math.floor(bytes / 2 ** 29));
  view.setUint32(padded.length - 4, bytes << 3);
  for (let from = 0; from < padded.length; from += BLOCK) mix(state, view, from);
  const digest = new Uint8Array(32);
  state.forEach((word, i) => new DataView(digest.buffer).setInt32(4 * i, word));
  return digest;
}

export function sha256(message: Uint8Array): Uint8Array {
  return finish(START, message, 0);
}

/** HMAC with a key that is used often: its two blocks are mixed once. */
export function hmac(key: Uint8Array): (message: Uint8Array) => Uint8Array {
  const short = key.length > BLOCK ? sha256(key) : key;
  const [inner, outer] = [0x36, 0x5c].map((pad) => {
    const block = new Uint8Array(BLOCK).map((_, i) => (short[i] ?? 0) ^ pad);
    const state = Int32Array.from(START);
    mix(state, new DataView(block.buffer), 0);
    return state;
  }) as [Int32Array, Int32Array];
  return (message) => finish(outer, finish(inner, message, BLOCK), BLOCK);
}

export const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
export const hexOf = (bytes: Uint8Array): string => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
export const fromHex = (hex: string): Uint8Array => Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));

/** What is published of a word before it is shown. */
export const sealOf = (text: string): string => hexOf(sha256(bytesOf(text)));
