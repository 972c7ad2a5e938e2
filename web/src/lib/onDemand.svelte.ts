/** Words that are no part of the first load: an area of them comes when somebody asks for what it says. */

import { language, type Catalogue } from "./i18n.svelte";
import { fill, type Values } from "./words";

const SOFT_HYPHEN = "\u00ad"; // names have them for plates and cards

const parts = import.meta.glob<Catalogue>("../i18n/*/later/*.json", { import: "default" });

export class OnDemand {
  private readonly catalogues = $state<Record<string, Catalogue>>({});

  constructor(private readonly area: string) {}

  /** Brings the words of a language, if they are not there yet. */
  async load(name: string = language()): Promise<void> {
    const load = parts[`../i18n/${name}/later/${this.area}.json`];
    if (load) this.catalogues[name] ??= await load();
  }

  /** A text in the reader's language; "" until its words are there. */
  say(key: string, values: Values = {}): string {
    return fill(this.catalogues[language()]?.[key] ?? "", values, language());
  }

  /** The same in one piece: no name in it says where it may be broken. */
  plain(key: string, values: Values = {}): string {
    return this.say(key, values).replaceAll(SOFT_HYPHEN, "");
  }
}
