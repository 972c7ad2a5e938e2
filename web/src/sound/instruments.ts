/** What the score is played on: made of oscillators, noise and one plucked string, nothing to load. */

import { lotOf } from "./chance";
import type { Note, Voice } from "./score";

const STRING_SECONDS = 1.8;
const NOISE_SECONDS = 2;
const DAMPED = 0.996; // of a string's swing is left after each turn
const FADE = 0.02;

export const hertz = (pitch: number): number => 440 * 2 ** ((pitch - 69) / 12);

/** The instruments of one stage; what takes time to make is made once. */
export class Band {
  private readonly strings = new Map<number, AudioBuffer>();
  private readonly hiss: AudioBuffer;
  private readonly reed: PeriodicWave;

  constructor(
    private readonly context: BaseAudioContext,
    private readonly out: AudioNode,
  ) {
    this.hiss = noise(context, NOISE_SECONDS);
    this.reed = context.createPeriodicWave(new Float32Array(7), new Float32Array([0, 1, 0.55, 0.34, 0.16, 0.12, 0.05]));
  }

  play(note: Note, at: number): void {
    PLAYED[note.voice](this, note, at);
  }

  /** A gain that swells to `loud` and is silent again at the end. */
  private envelope(at: number, rise: number, long: number, loud: number): GainNode {
    const gain = this.context.createGain();
    gain.gain.setValueAtTime(0, at);
    gain.gain.linearRampToValueAtTime(loud, at + rise);
    gain.gain.setTargetAtTime(loud * 0.7, at + rise, long / 2);
    gain.gain.setTargetAtTime(0, at + Math.max(rise, long - FADE), FADE * 2);
    gain.connect(this.out);
    return gain;
  }

  private sounding(source: AudioScheduledSourceNode, at: number, long: number): void {
    source.start(at);
    source.stop(at + long + FADE * 10);
  }

  guitar({ pitch, long, loud }: Note, at: number): void {
    const source = this.context.createBufferSource();
    source.buffer = this.strings.get(pitch) ?? this.string(pitch);
    const gain = this.context.createGain();
    gain.gain.setValueAtTime(loud * 0.55, at);
    gain.gain.setTargetAtTime(0, at + long, 0.09);
    source.connect(gain).connect(this.out);
    this.sounding(source, at, Math.min(long + 0.4, STRING_SECONDS));
  }

  /** A reed and its slightly different neighbour; it is bent up to its pitch and trembles. */
  harmonica({ pitch, long, loud }: Note, at: number): void {
    const gain = this.envelope(at, Math.min(0.09, long / 3), long, loud * 0.32);
    const body = this.context.createBiquadFilter();
    body.type = "bandpass";
    body.frequency.value = 1300;
    body.Q.value = 0.6;
    body.connect(gain);
    for (const cents of [-4, 5]) {
      const reed = this.context.createOscillator();
      reed.setPeriodicWave(this.reed);
      reed.frequency.value = hertz(pitch);
      reed.detune.setValueAtTime(cents - 45, at);
      reed.detune.linearRampToValueAtTime(cents, at + Math.min(0.12, long / 2));
      this.tremble(reed.detune, at, long, 5.2, 9);
      reed.connect(body);
      this.sounding(reed, at, long);
    }
  }

  /** Somebody whistles, far off. */
  whistle({ pitch, long, loud }: Note, at: number): void {
    const tone = this.context.createOscillator();
    tone.frequency.value = hertz(pitch);
    this.tremble(tone.detune, at, long, 5.6, 22);
    tone.connect(this.envelope(at, Math.min(0.14, long / 3), long, loud * 0.2));
    this.sounding(tone, at, long);
  }

  private tremble(what: AudioParam, at: number, long: number, often: number, far: number): void {
    const slow = this.context.createOscillator();
    slow.frequency.value = often;
    const depth = this.context.createGain();
    depth.gain.setValueAtTime(0, at);
    depth.gain.linearRampToValueAtTime(far, at + Math.min(0.5, long));
    slow.connect(depth).connect(what);
    this.sounding(slow, at, long);
  }

  /** Noise through a band: brushes and taps. */
  brushed(at: number, long: number, loud: number, middle: number, narrow: number): void {
    const source = this.context.createBufferSource();
    source.buffer = this.hiss;
    const band = this.context.createBiquadFilter();
    band.type = "bandpass";
    band.frequency.value = middle;
    band.Q.value = narrow;
    const gain = this.context.createGain();
    gain.gain.setValueAtTime(0, at);
    gain.gain.linearRampToValueAtTime(loud, at + long * 0.2);
    gain.gain.setTargetAtTime(0, at + long * 0.25, long / 3);
    source.connect(band).connect(gain).connect(this.out);
    source.start(at, (at * 7.3) % (NOISE_SECONDS / 2)); // never the same piece of it
    source.stop(at + long * 2.5);
  }

  heart({ loud }: Note, at: number): void {
    const tone = this.context.createOscillator();
    tone.frequency.setValueAtTime(78, at);
    tone.frequency.exponentialRampToValueAtTime(44, at + 0.16);
    tone.connect(this.envelope(at, 0.012, 0.2, loud * 0.34));
    this.sounding(tone, at, 0.3);
  }

  /** A high tone that is chopped up thirty times a second. */
  cricket({ pitch, long, loud }: Note, at: number): void {
    const tone = this.context.createOscillator();
    tone.frequency.value = hertz(pitch);
    const chopped = this.context.createGain();
    chopped.gain.value = 0.5;
    const chop = this.context.createOscillator();
    chop.type = "square";
    chop.frequency.value = 27;
    const depth = this.context.createGain();
    depth.gain.value = 0.5;
    chop.connect(depth).connect(chopped.gain);
    tone.connect(chopped).connect(this.envelope(at, 0.1, long, loud * 0.22));
    this.sounding(tone, at, long);
    this.sounding(chop, at, long);
  }

  /** A plucked string: a short noise that goes round and loses its edges (after Karplus and Strong). */
  private string(pitch: number): AudioBuffer {
    const rate = this.context.sampleRate;
    const buffer = this.context.createBuffer(1, Math.ceil(rate * STRING_SECONDS), rate);
    const samples = buffer.getChannelData(0);
    const period = Math.max(2, Math.round(rate / hertz(pitch) - 0.5));
    const lot = lotOf(`string ${pitch}`);
    let before = 0;
    for (let at = 0; at < period; at += 1) {
      before = 0.5 * before + 0.5 * (lot() * 2 - 1); // plucked with the thumb, not with a pick
      samples[at] = before;
    }
    for (let at = period; at < samples.length; at += 1) {
      const turn = samples[at - period] ?? 0;
      const next = samples[at - period + 1] ?? 0;
      samples[at] = DAMPED * (0.5 * turn + 0.5 * next);
    }
    this.strings.set(pitch, buffer);
    return buffer;
  }
}

const PLAYED: Record<Voice, (band: Band, note: Note, at: number) => void> = {
  guitar: (band, note, at) => band.guitar(note, at),
  harmonica: (band, note, at) => band.harmonica(note, at),
  whistle: (band, note, at) => band.whistle(note, at),
  brush: (band, note, at) => band.brushed(at, note.long, note.loud * 0.5, 2600, 0.8),
  tap: (band, note, at) => band.brushed(at, note.long, note.loud * 0.8, 900, 4),
  heart: (band, note, at) => band.heart(note, at),
  cricket: (band, note, at) => band.cricket(note, at),
};

/** Noise that is the same every time. */
export function noise(context: BaseAudioContext, seconds: number): AudioBuffer {
  const buffer = context.createBuffer(1, Math.ceil(context.sampleRate * seconds), context.sampleRate);
  const samples = buffer.getChannelData(0);
  const lot = lotOf("noise");
  for (let at = 0; at < samples.length; at += 1) samples[at] = lot() * 2 - 1;
  return buffer;
}
