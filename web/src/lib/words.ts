/**
 * Texts with placeholders and plurals: `{name}` and `{n, one: # horse, other: # horses}`. `{Name}` is what
 * `{name}` holds with a capital letter, to begin a sentence with.
 */

export type Values = Record<string, string | number>;

const PLURAL = /\{(\w+),((?:[^{}]|\{\w+\})*)\}/g;
const SLOT = /\{(\w+)\}/g;

const rules = new Map<string, Intl.PluralRules>(); // making one takes longer than many sentences

function pluralOf(count: number, language: string): string {
  let found = rules.get(language);
  if (!found) rules.set(language, (found = new Intl.PluralRules(language)));
  return found.select(count);
}

export function fill(text: string, values: Values, language: string): string {
  const chosen = text.replace(PLURAL, (_, name: string, forms: string) => {
    const count = Number(values[name]);
    const found = pluralForms(forms);
    const form = found[pluralOf(count, language)] ?? found["other"] ?? "";
    return form.replaceAll("#", String(count));
  });
  return chosen.replace(SLOT, (slot, name: string) => {
    if (name in values) return written(values[name], language);
    const small = name.charAt(0).toLowerCase() + name.slice(1);
    return small in values ? begun(written(values[small], language), language) : slot;
  });
}

function begun(text: string, language: string): string {
  return text.charAt(0).toLocaleUpperCase(language) + text.slice(1);
}

/** 0.5 is 0,5 in most of our languages. */
function written(value: string | number | undefined, language: string): string {
  return typeof value === "number" && !Number.isInteger(value) ? value.toLocaleString(language) : String(value);
}

/** `one: # horse, other: # horses` as a table. */
export function pluralForms(forms: string): Record<string, string> {
  const found: Record<string, string> = {};
  for (const part of forms.split(/,(?=\s*(?:zero|one|two|few|many|other)\s*:)/)) {
    const at = part.indexOf(":");
    found[part.slice(0, at).trim()] = part.slice(at + 1).trim();
  }
  return found;
}

/** The placeholders of a text, to compare translations. */
export function slots(text: string): string[] {
  const names = new Set<string>();
  for (const [, name] of text.matchAll(/\{(\w+)[,}]/g)) if (name) names.add(name);
  return [...names].sort();
}

/** “Bank, Hotel and Church”. */
export function listed(words: readonly string[], language: string): string {
  return new Intl.ListFormat(language, { type: "conjunction" }).format(words);
}
