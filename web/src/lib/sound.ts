/** A few sounds, made as they are played: nothing to load, off until somebody switches them on. */

import { prefs } from "./prefs.svelte";
import type { EventName, Item, ItemName } from "./story";

export const SOUNDS = ["step", "shutters", "shot", "coin", "jail", "dice", "fall", "turn", "win"] as const;
export type Sound = (typeof SOUNDS)[number];

const OF_EVENT: Partial<Record<ItemName, Sound>> = {
  moved: "step",
  turned_up: "shutters",
  duel: "shot",
  second_shot: "shot",
  tomahawk: "shot",
  shot: "shot",
  blast: "shot",
  rolled: "dice",
  reloaded: "dice",
  rerolled: "dice",
  rolled_off: "dice",
  stunned: "fall",
  gored: "fall",
  plundered: "coin",
  horse_stolen: "coin",
  debt_paid: "coin",
  totem_built: "coin",
  token_taken: "coin",
  jailed: "jail",
  captured: "jail",
  won: "win",
} satisfies Partial<Record<EventName, Sound>>;

interface Note {
  kind: OscillatorType | "noise";
  from: number; // hertz; of noise, where the filter sits
  to: number;
  at: number; // seconds
  long: number;
  loud: number;
}

const NOTES: Record<Sound, readonly Note[]> = {
  step: [{ kind: "noise", from: 400, to: 180, at: 0, long: 0.07, loud: 0.35 }],
  shutters: [0, 0.07, 0.14].map((at) => ({ kind: "noise", from: 1400, to: 500, at, long: 0.06, loud: 0.25 })),
  shot: [
    { kind: "noise", from: 3000, to: 250, at: 0, long: 0.28, loud: 0.6 },
    { kind: "triangle", from: 160, to: 45, at: 0, long: 0.22, loud: 0.5 },
  ],
  coin: [
    { kind: "sine", from: 1320, to: 1320, at: 0, long: 0.09, loud: 0.22 },
    { kind: "sine", from: 1760, to: 1760, at: 0.08, long: 0.22, loud: 0.22 },
  ],
  jail: [
    { kind: "square", from: 190, to: 150, at: 0, long: 0.2, loud: 0.14 },
    { kind: "noise", from: 2600, to: 1500, at: 0.02, long: 0.3, loud: 0.28 },
  ],
  dice: [0, 0.09, 0.17, 0.27, 0.42].map((at) => ({ kind: "noise", from: 2200, to: 1300, at, long: 0.035, loud: 0.3 })),
  fall: [{ kind: "triangle", from: 420, to: 70, at: 0, long: 0.3, loud: 0.3 }],
  turn: [
    { kind: "sine", from: 660, to: 660, at: 0, long: 0.12, loud: 0.2 },
    { kind: "sine", from: 880, to: 880, at: 0.12, long: 0.2, loud: 0.2 },
  ],
  win: [523, 659, 784, 1047].map((hertz, at) => ({ kind: "triangle", from: hertz, to: hertz, at: at * 0.14, long: 0.3, loud: 0.25 })),
};

type Caption = (sound: Sound) => void;

class Speaker {
  private context: AudioContext | null = null;
  private readonly captions = new Set<Caption>();

  /** Calls back with every sound played, so that it can be read as well. */
  onCaption(caption: Caption): () => void {
    this.captions.add(caption);
    return () => this.captions.delete(caption);
  }

  /** The sound of what has just been shown; of several things, the weightiest. */
  tell(items: readonly Item[]): void {
    const heard = items.flatMap((item) => OF_EVENT[item.event] ?? []);
    const weightiest = heard.reduce<Sound | null>((best, one) => (best === null || SOUNDS.indexOf(one) > SOUNDS.indexOf(best) ? one : best), null);
    if (weightiest) this.play(weightiest);
  }

  play(sound: Sound): void {
    if (!prefs.sound || document.hidden || typeof AudioContext === "undefined") return;
    this.context ??= new AudioContext();
    if (this.context.state === "suspended") void this.context.resume();
    for (const note of NOTES[sound]) this.sing(this.context, note);
    for (const caption of this.captions) caption(sound);
  }

  private sing(context: AudioContext, note: Note): void {
    const begin = context.currentTime + note.at;
    const end = begin + note.long;
    const gain = context.createGain();
    gain.gain.setValueAtTime(note.loud, begin);
    gain.gain.exponentialRampToValueAtTime(0.001, end);
    gain.connect(context.destination);
    const source = note.kind === "noise" ? this.noise(context, note, gain, begin, end) : this.tone(context, note, note.kind, gain, begin, end);
    source.start(begin);
    source.stop(end);
  }

  private tone(context: AudioContext, note: Note, kind: OscillatorType, gain: GainNode, begin: number, end: number): AudioScheduledSourceNode {
    const tone = context.createOscillator();
    tone.type = kind;
    tone.frequency.setValueAtTime(note.from, begin);
    tone.frequency.exponentialRampToValueAtTime(note.to, end);
    tone.connect(gain);
    return tone;
  }

  private noise(context: AudioContext, note: Note, gain: GainNode, begin: number, end: number): AudioScheduledSourceNode {
    const length = Math.ceil(context.sampleRate * note.long);
    const buffer = context.createBuffer(1, length, context.sampleRate);
    const samples = buffer.getChannelData(0);
    for (let at = 0; at < length; at += 1) samples[at] = Math.random() * 2 - 1;
    const source = context.createBufferSource();
    source.buffer = buffer;
    const filter = context.createBiquadFilter();
    filter.type = "bandpass";
    filter.frequency.setValueAtTime(note.from, begin);
    filter.frequency.exponentialRampToValueAtTime(note.to, end);
    source.connect(filter).connect(gain);
    return source;
  }
}

export const sound = new Speaker();
