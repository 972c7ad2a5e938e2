/** The numbered rules: loaded in the reader's language, searched, taken apart for showing. */

import type { Language } from "../../lib/i18n.svelte";

export interface Rule {
  id: string;
  section: string;
  text: string;
}
export interface Section {
  name: string;
  rules: Rule[];
}
/** A piece of a rule's text: plain, found by the search, or the id of another rule. */
export interface Piece {
  text: string;
  kind: "plain" | "found" | "rule";
}

const FILES = import.meta.glob<Rule[]>("../../rules/*.json", { import: "default" });
const ID = /\b([A-Z]{3,5}-\d+)\b/;

export async function loadRules(language: Language): Promise<Rule[]> {
  const load = FILES[`../../rules/${language}.json`] ?? FILES["../../rules/en.json"];
  return load ? (await load()).map((rule) => ({ ...rule, text: forPlayers(rule.text) })) : [];
}

/** Without the marks of rulings: where the printed rules are silent is of no use to who plays. */
export function forPlayers(text: string): string {
  return text.replace(/[ \u00a0]?\[R\](?=[ \u00a0\u202f]?[).,;:]|$)/g, "").replaceAll("[R] ", "");
}

/** The words of a search, as they are compared: without case and accents. */
export function termsOf(search: string): string[] {
  return plain(search).split(/\s+/).filter(Boolean);
}

export function plain(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}

/** The rules that hold all words, by section; an id finds its rule. */
export function search(rules: readonly Rule[], terms: readonly string[]): Section[] {
  const sections = new Map<string, Rule[]>();
  for (const rule of rules) {
    const text = plain(`${rule.id} ${rule.section} ${rule.text}`);
    if (terms.every((term) => text.includes(term))) sections.set(rule.section, [...(sections.get(rule.section) ?? []), rule]);
  }
  return [...sections].map(([name, found]) => ({ name, rules: found }));
}

/** A text in pieces: ids of rules to be followed, and what was searched for. */
export function pieces(text: string, terms: readonly string[]): Piece[] {
  return text.split(ID).flatMap((part, number): Piece[] => (number % 2 ? [{ text: part, kind: "rule" }] : marked(part, terms)));
}

function marked(text: string, terms: readonly string[]): Piece[] {
  const found = terms.filter((term) => term.length > 1).map((term) => term.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  if (!found.length || plain(text).length !== text.length) return text ? [{ text, kind: "plain" }] : [];
  const made: Piece[] = [];
  let at = 0;
  for (const hit of plain(text).matchAll(new RegExp(found.join("|"), "g"))) {
    if (hit.index > at) made.push({ text: text.slice(at, hit.index), kind: "plain" });
    made.push({ text: text.slice(hit.index, hit.index + hit[0].length), kind: "found" });
    at = hit.index + hit[0].length;
  }
  if (at < text.length) made.push({ text: text.slice(at), kind: "plain" });
  return made;
}
