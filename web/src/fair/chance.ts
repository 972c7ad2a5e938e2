/** The sealed source of dice and draws, as engine/chance.py and server/fairness.py have it. */

import { bytesOf, fromHex, hmac } from "./sha256";

const STREAMS = ["dice", "cards"] as const;
const ALL = 1n << 64n;

/** A stream's name and a number as eight bytes, as they are hashed. */
function numbered(stream: string, count: number): Uint8Array {
  const name = bytesOf(stream);
  const message = new Uint8Array(name.length + 8);
  message.set(name);
  new DataView(message.buffer).setBigUint64(name.length, BigInt(count));
  return message;
}

export class SealedChance {
  private readonly block: (message: Uint8Array) => Uint8Array;
  private readonly counts = [0, 0];

  constructor(seed: string, nonces: readonly string[]) {
    this.block = hmac(hmac(fromHex(seed))(bytesOf(nonces.join("\n"))));
  }

  /** The next number of a stream from 0 to n-1. */
  next(n: number, stream: number): number {
    const limit = ALL - (ALL % BigInt(n)); // beyond it the remainder would favour low numbers
    for (;;) {
      const count = this.counts[stream] ?? 0;
      this.counts[stream] = count + 1;
      const block = this.block(numbered(STREAMS[stream] ?? "", count));
      const value = new DataView(block.buffer).getBigUint64(0);
      if (value < limit) return Number(value % BigInt(n));
    }
  }

  /** The parties in the order they are drawn for the chairs. */
  drawn(parties: readonly string[]): string[] {
    const left = [...parties];
    return parties.map((_, chair) => {
      const block = this.block(numbered("seats", chair));
      const at = block.reduce((rest, byte) => (rest * 256 + byte) % left.length, 0);
      return left.splice(at, 1)[0] ?? "";
    });
  }
}
