/** The words of the page in the reader's language; catalogues are loaded when needed. */

import { fill, type Values } from "./words";

export const LANGUAGES = { en: "English", es: "Español", fr: "Français", de: "Deutsch" } as const;
export type Language = keyof typeof LANGUAGES;
export type Catalogue = Record<string, string>;

// what stands under later/ comes when somebody asks for it (onDemand)
const parts = import.meta.glob<Catalogue>("../i18n/*/*.json", { import: "default" });

let words = $state.raw<Catalogue>({});
let current = $state<Language>("en");

export function isLanguage(name: string): name is Language {
  return name in LANGUAGES;
}

/** The language a browser asks for, if we have it. */
export function preferred(wanted: readonly string[]): Language {
  for (const tag of wanted) {
    const name = tag.slice(0, 2).toLowerCase();
    if (isLanguage(name)) return name;
  }
  return "en";
}

export async function loadLanguage(name: Language): Promise<void> {
  const own = Object.entries(parts).filter(([path]) => path.includes(`/${name}/`));
  const loaded = await Promise.all(own.map(([, load]) => load()));
  words = Object.assign({}, ...loaded) as Catalogue;
  current = name;
  document.documentElement.lang = name;
}

export function language(): Language {
  return current;
}

/** A text of the page; keys are dotted, `ask.run`. A missing one shows its key, never nothing. */
export function t(key: string, values: Values = {}): string {
  return fill(words[key] ?? key, values, current);
}

/** Whether there is such a text. */
export function has(key: string): boolean {
  return key in words;
}
