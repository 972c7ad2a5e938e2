/**
 * The words of the rulebooks, kept: vocabulary/LANGUAGE.json says what a thing is called, and which words must not
 * occur and what to write instead. A `word` is the beginning of one, as a regular expression; `where` says in
 * which keys, `but` names the exceptions.
 */

import { describe, expect, it } from "vitest";
import { LANGUAGES, type Catalogue, type Language } from "../src/lib/i18n.svelte";
import type { Rule } from "../src/pages/rules/rulebook";

interface Never {
  word: string;
  say: string;
  where?: string;
  but?: string[];
}
interface Vocabulary {
  terms: Record<string, string>;
  never: Never[];
}
type Text = readonly [key: string, text: string];

const DATA = import.meta.glob<Vocabulary>("./vocabulary/*.json", { eager: true, import: "default" });
const FILES = import.meta.glob<Catalogue>("../src/i18n/*/**/*.json", { eager: true, import: "default" });
const BOOKS = import.meta.glob<Rule[]>("../src/rules/*.json", { eager: true, import: "default" });
const TERMINAL = import.meta.glob<string>("../../src/cactustown/cli/text/*.py", { eager: true, query: "?raw", import: "default" });

/** Everything a player reads in a language: the page, the rules by their ids, in English the terminal too. */
function textsOf(language: Language): Text[] {
  const catalogues = Object.entries(FILES).filter(([path]) => path.includes(`/${language}/`));
  const page = catalogues.flatMap(([, texts]) => Object.entries(texts).filter(([key]) => !key.endsWith(".rule")));
  const rules = (BOOKS[`../src/rules/${language}.json`] ?? []).flatMap(({ id, section, text }): Text[] => [[`${id} (section)`, section], [id, text]]);
  return [...page, ...rules, ...(language === "en" ? Object.entries(TERMINAL).flatMap(([path, code]) => sentencesOf(path.replace(/.*\//, ""), code)) : [])];
}

/** The string literals of a Python file that are words for people: those with a space in them. */
function sentencesOf(file: string, code: string): Text[] {
  const bare = code.replace(/"""[\s\S]*?"""/g, (doc) => doc.replace(/[^\n]/g, "")).split("\n").map((line) => line.replace(/(^|\s)#.*$/, ""));
  const literals = bare.flatMap((line, at) => [...line.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map((literal): Text => [`${file}:${at + 1}`, literal[1] ?? ""]));
  return literals.filter(([, text]) => text.includes(" "));
}

const plain = (text: string): string => text.replaceAll("\u00ad", "").replace(/\{\w+\}/g, "·").replace(/\{(\w+),/g, "{");

function found({ word, say, where, but }: Never, texts: readonly Text[]): string[] {
  const pattern = new RegExp(`(?<!\\p{L})(?:${word})\\p{L}*`, "iu");
  return texts.flatMap(([key, text]) => {
    const hit = (!where || new RegExp(where).test(key)) && !but?.includes(key) && pattern.exec(plain(text));
    return hit ? [`${key}: “${hit[0]}” → ${say}`] : [];
  });
}

describe.each(Object.keys(LANGUAGES) as Language[])("the vocabulary of %s", (language) => {
  const { terms, never } = DATA[`./vocabulary/${language}.json`] as Vocabulary;
  const texts = textsOf(language);

  it("calls things by their names", () => {
    const all = new Map(texts);
    const wrong = Object.entries(terms).filter(([key, term]) => !plain(all.get(key) ?? "").includes(term));
    expect(wrong.map(([key, term]) => `${key}: “${all.get(key) ?? "nothing"}” → ${term}`)).toEqual([]);
  });

  it("has no other words for them", () => {
    expect(texts.length).toBeGreaterThan(1000);
    expect(never.flatMap((one) => found(one, texts))).toEqual([]);
  });

  it("excepts only what is there", () => {
    const keys = new Set(texts.map(([key]) => key));
    expect(never.flatMap(({ but }) => but ?? []).filter((key) => !keys.has(key))).toEqual([]);
  });
});

describe("a word that must not occur", () => {
  const say = (word: string, text: string, more: Partial<Never> = {}): string[] => found({ word, say: "Gehege", ...more }, [["place.corral-b", text]]);

  it("is found by its beginning, in any case, through soft hyphens, and told with what to write", () => {
    expect(say("pferch", "In den Pfer\u00adchen")).toEqual(["place.corral-b: “Pferchen” → Gehege"]);
    expect(say("pferch", "{pferch}, {pferch, one: Tier, other: Tiere}")).toEqual([]);
    expect(say("läden", "Fensterläden")).toEqual([]);
  });
  it("may be allowed somewhere", () => {
    expect(say("pferch", "Pferch", { where: "^icon" })).toEqual([]);
    expect(say("pferch", "Pferch", { but: ["place.corral-b"] })).toEqual([]);
  });
});
