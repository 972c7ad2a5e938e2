/** Where everything is mixed: effects and score, each with its volume. Loaded when somebody wants to hear something. */

import type { Sound } from "../lib/sound";
import { EFFECTS, type Layer } from "./effects";
import { Band, noise } from "./instruments";
import { bar, type Mood } from "./score";

export interface Volumes {
  volume: number; // 0 to 1, of everything
  music: number;
  effects: number;
}

const AHEAD = 1.2; // seconds a bar is written before it is heard
const LOOK = 400; // milliseconds between two looks whether it is time
const SLOWLY = 0.35; // so much of a change of tension a bar follows
const ECHO = 0.29; // seconds: from the other side of the street
const LOUD = { music: 0.9, effects: 0.8 };

/** Ears hear ratios: half way up sounds half as loud. */
const curve = (volume: number): number => Math.min(1, Math.max(0, volume)) ** 2;

export class Studio {
  private readonly master: GainNode;
  private readonly music: GainNode;
  private readonly effects: GainNode;
  private readonly band: Band;
  private readonly hiss: AudioBuffer;

  constructor(readonly context: BaseAudioContext) {
    const limiter = context.createDynamicsCompressor();
    limiter.threshold.value = -14;
    limiter.ratio.value = 12;
    limiter.attack.value = 0.002;
    limiter.connect(context.destination);
    this.master = context.createGain();
    this.master.connect(limiter);
    this.music = context.createGain();
    this.effects = context.createGain();
    for (const bus of [this.music, this.effects]) {
      bus.connect(this.master);
      bus.connect(this.echo());
    }
    this.band = new Band(context, this.music);
    this.hiss = noise(context, 1);
  }

  /** What comes back from the fronts of the houses, duller each time. */
  private echo(): AudioNode {
    const { context } = this;
    const delay = context.createDelay(1);
    delay.delayTime.value = ECHO;
    const dull = context.createBiquadFilter();
    dull.type = "lowpass";
    dull.frequency.value = 1800;
    const back = context.createGain();
    back.gain.value = 0.28;
    const heard = context.createGain();
    heard.gain.value = 0.3;
    delay.connect(dull).connect(back).connect(delay);
    dull.connect(heard).connect(this.master);
    return delay;
  }

  mix({ volume, music, effects }: Volumes): void {
    const now = this.context.currentTime;
    this.master.gain.setTargetAtTime(curve(volume), now, 0.05);
    this.music.gain.setTargetAtTime(LOUD.music * curve(music), now, 0.05);
    this.effects.gain.setTargetAtTime(LOUD.effects * curve(effects), now, 0.05);
  }

  /** Plays a bar of the score; how long it is. */
  bar(mood: Mood, number: number, at: number): number {
    const { long, notes } = bar(mood, number);
    for (const note of notes) this.band.play(note, at + note.at);
    return long;
  }

  effect(sound: Sound): void {
    if (this.context.state === "suspended") return; // it would all be heard at once later
    const tuned = 0.97 + 0.06 * Math.random();
    for (const layer of EFFECTS[sound]) this.layer(layer, tuned, this.context.currentTime + 0.01);
  }

  private layer({ kind, from, to, at, long, loud, narrow = 1, rise = 0.003 }: Layer, tuned: number, now: number): void {
    const { context } = this;
    const begin = now + at;
    const gain = context.createGain();
    gain.gain.setValueAtTime(0, begin);
    gain.gain.linearRampToValueAtTime(loud, begin + rise);
    gain.gain.exponentialRampToValueAtTime(0.0008, begin + Math.max(rise * 1.5, long));
    gain.connect(this.effects);
    const slide = (param: AudioParam): void => {
      param.setValueAtTime(from * tuned, begin);
      param.exponentialRampToValueAtTime(to * tuned, begin + long);
    };
    if (kind === "noise") {
      const source = context.createBufferSource();
      source.buffer = this.hiss;
      source.loop = true;
      const filter = context.createBiquadFilter();
      filter.type = "bandpass";
      filter.Q.value = narrow;
      slide(filter.frequency);
      source.connect(filter).connect(gain);
      source.start(begin, Math.random() * 0.8);
      source.stop(begin + long);
    } else {
      const source = context.createOscillator();
      source.type = kind;
      slide(source.frequency);
      source.connect(gain);
      source.start(begin);
      source.stop(begin + long);
    }
  }
}

/** Plays the score of a game for as long as it has a mood: bar after bar, written shortly before they are heard. */
export class Player {
  private mood: Mood | null = null;
  private heard = 0; // the tension as it is played
  private number = 0;
  private next = 0; // when the next bar begins
  private timer: ReturnType<typeof setInterval> | undefined;

  constructor(private readonly studio: Studio) {}

  follow(mood: Mood | null): void {
    if (mood?.seed !== this.mood?.seed) this.number = 0;
    this.mood = mood;
    if (mood && this.timer === undefined) {
      this.heard = mood.tension;
      this.next = this.studio.context.currentTime + 0.3;
      this.timer = setInterval(() => this.write(), LOOK);
      this.write();
    } else if (!mood) {
      clearInterval(this.timer);
      this.timer = undefined;
    }
  }

  private write(): void {
    const { context } = this.studio;
    if (!this.mood || context.state !== "running") return;
    this.next = Math.max(this.next, context.currentTime);
    while (this.next < context.currentTime + AHEAD) {
      this.heard += SLOWLY * (this.mood.tension - this.heard);
      this.next += this.studio.bar({ ...this.mood, tension: this.heard }, this.number, this.next);
      this.number += 1;
    }
  }
}

/** The studio of this page: silent until somebody clicked, and while nobody looks. */
export class Hall {
  readonly studio: Studio;
  readonly player: Player;
  private readonly context = new AudioContext({ latencyHint: "playback" });
  private wanted = true;
  private readonly wake = (): void => this.listen(this.wanted);

  constructor() {
    this.studio = new Studio(this.context);
    this.player = new Player(this.studio);
    for (const sign of ["pointerdown", "keydown"]) addEventListener(sign, this.wake); // browsers wait for a click
    document.addEventListener("visibilitychange", this.wake);
    this.wake();
  }

  /** Whether anything is to be heard. */
  listen(wanted: boolean): void {
    this.wanted = wanted;
    const on = wanted && !document.hidden && navigator.userActivation.hasBeenActive;
    if (on && this.context.state === "suspended") void this.context.resume();
    else if (!on && this.context.state === "running") void this.context.suspend();
  }
}
