/** The numbered rules in the reader's language; a book is loaded when somebody opens it. */

import type { Language } from "./i18n.svelte";

export interface Rule {
  id: string; // MOV-4; texts name other rules by it
  section: string;
  text: string; // [R] marks a ruling of ours where the printed rules are silent or differ
}

const BOOKS = import.meta.glob<Rule[]>("../rules/*.json", { import: "default" });

export async function loadRules(language: Language): Promise<Rule[]> {
  return (await BOOKS[`../rules/${language}.json`]?.()) ?? [];
}
