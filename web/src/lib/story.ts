/** The items of a story, typed to the last field, and tables with something for each kind of them. */

import type { GameEvent, StoryItem } from "../protocol";

export type Item = StoryItem;
export type ItemName = StoryItem["event"];
export type EventName = GameEvent["event"];
export type ItemOf<Name extends ItemName> = Extract<StoryItem, { event: Name }>;

/** These names of events, and no others: a word that is none is an error. */
export type Named<Name extends EventName> = Name;

type FieldsOf<One> = One extends One ? keyof One : never;
type FieldOf<One, Field> = One extends One ? (Field extends keyof One ? One[Field] : never) : never;

/** The name of any field that some item has. */
export type FieldName = FieldsOf<StoryItem>;

/** A table that does something with each of these kinds of items. */
export type Doing<Name extends ItemName, Others extends unknown[], Result> = {
  readonly [Each in Name]: (item: ItemOf<Each>, ...others: Others) => Result;
};

/** A field of an item, whatever its kind; undefined where items of its kind have none. */
export function field<Field extends FieldName>(item: Item, name: Field): FieldOf<StoryItem, Field> | undefined {
  return (item as { [Name in Field]?: FieldOf<StoryItem, Field> })[name];
}

/** Does what a table has for this kind of items; undefined where it has nothing. */
export function done<Others extends unknown[], Result>(table: Partial<Doing<ItemName, Others, Result>>, item: Item, ...others: Others): Result | undefined {
  const doing = table[item.event] as ((item: Item, ...others: Others) => Result) | undefined; // its own kind's
  return doing?.(item, ...others);
}
