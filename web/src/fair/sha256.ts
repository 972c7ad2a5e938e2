/** SHA-256 and HMAC of our own: a page served over plain http, as at home, has no SubtleCrypto. */

const BLOCK = 64;
const LENGTH_AT = BLOCK - 8; // where the last block tells how long the message was
const START = [0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19];
const ROUNDS = new Uint32Array([
  0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5, 0xd807aa98, 0x12835b01, 0x243185be,
  0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa,
  0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967, 0x27b70a85,
  0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3,
  0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070, 0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f,
  0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
]);
const words = new Int32Array(64);

const turned = (word: number, by: number): number => (word >>> by) | (word << (32 - by));
const at = (list: ArrayLike<number>, index: number): number => list[index] as number;

/** Mixes one block into the state. */
function mix(state: Int32Array, block: DataView, from: number): void {
  for (let i = 0; i < 16; i += 1) words[i] = block.getInt32(from + 4 * i);
  for (let i = 16; i < 64; i += 1) {
    const [early, late] = [at(words, i - 15), at(words, i - 2)];
    const low = turned(early, 7) ^ turned(early, 18) ^ (early >>> 3);
    const high = turned(late, 17) ^ turned(late, 19) ^ (late >>> 10);
    words[i] = at(words, i - 16) + low + at(words, i - 7) + high;
  }
  let [a, b, c, d, e, f, g, h] = state as unknown as [number, number, number, number, number, number, number, number];
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
