/** What the player set on this device: language, speed, sound, motion, colours. */

import { isLanguage, preferred, type Language } from "./i18n.svelte";

export type Theme = "auto" | "light" | "dark";
export type Motion = "auto" | "full" | "none";

interface Saved {
  language: Language;
  theme: Theme;
  motion: Motion;
  speed: number; // 0.5 to 4
  sound: boolean;
  soundOffered: boolean; // whether it shall be heard was asked and answered
  volume: number; // 0 to 1, of everything
  music: number; // of the score
  effects: number; // of what happens
  captions: boolean; // sounds are written as well
  name: string;
  lastTable: string; // the last wish for a table, as JSON
  luck: number | null; // 0 to 1: which party one plays where nothing else is said; null: to be drawn
  sections: string[]; // those of the new table that stand open
  banter: boolean; // bots say something now and then
  muted: string[]; // table/number of who is not to be heard there
  learned: string[]; // the missions that were fulfilled
  coach: boolean; // wanted in games
  played: boolean; // Play now was pressed before
}

const KEY = "cactustown.prefs";
export const SPEEDS = [0.5, 1, 2, 4] as const;

function usual(): Saved {
  return {
    language: preferred(typeof navigator === "undefined" ? [] : navigator.languages),
    theme: "auto",
    motion: "auto",
    speed: 1,
    sound: false,
    soundOffered: false,
    volume: 0.7,
    music: 0.5,
    effects: 0.8,
    captions: false,
    name: "",
    lastTable: "",
    luck: null,
    sections: [],
    banter: true,
    muted: [],
    learned: [],
    coach: false,
    played: false,
  };
}

function read(): Saved {
  try {
    const saved = { ...usual(), ...(JSON.parse(localStorage.getItem(KEY) ?? "{}") as object) };
    return isLanguage(saved.language) ? saved : { ...saved, language: "en" };
  } catch {
    return usual();
  }
}

export const prefs = $state<Saved>(read());

/** Keeps the settings; where the browser allows no storage they last until the page is closed. */
export function savePrefs(): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(prefs));
  } catch {
    // private windows of some browsers
  }
}

export function wantsMotion(): boolean {
  if (prefs.motion !== "auto") return prefs.motion === "full";
  return !window.matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** Whether what happens is shown one thing after the other; it stands still where motion is reduced. */
export function wantsSteps(): boolean {
  return prefs.motion !== "none";
}

export function showTheme(): void {
  document.documentElement.dataset["theme"] = prefs.theme;
  document.documentElement.dataset["motion"] = prefs.motion;
}
