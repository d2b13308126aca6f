/** Items that are in a list before and after a write: they stay as somebody wrote them, such as `1.50`. D2 */

import type { Raw } from '../../note/raw';
import type { Json } from '../../values/json';

export interface ListAsWritten {
  readonly raw: Raw | undefined;
  /** What it reads as. */
  readonly value: Json | undefined;
}

/** The list `wanted` as it is to be written: an item whose key an item of the list has that is there is written like that one. */
export function withKeptItems(
  present: ListAsWritten,
  wanted: { readonly raw: Raw | null; readonly value: Json | undefined },
  keyOf: (value: Json) => string,
): Raw | null {
  const { raw } = wanted;
  if (raw?.kind !== 'list' || present.raw?.kind !== 'list') return raw;
  const [values, news] = [itemsOf(present.value), itemsOf(wanted.value)];
  const { items } = present.raw;
  // Where they are not one to one, nobody knows which is which.
  if (values.length !== items.length || news.length !== raw.items.length) return raw;
  const left = new Map<string, Raw[]>();
  for (const [i, item] of items.entries()) {
    const key = keyOf(values[i] as Json);
    const same = left.get(key);
    if (same === undefined) left.set(key, [item]);
    else same.push(item);
  }
  return { kind: 'list', items: raw.items.map((item, i) => left.get(keyOf(news[i] as Json))?.shift() ?? item) };
}

const itemsOf = (value: Json | undefined): readonly Json[] => (Array.isArray(value) ? (value as readonly Json[]) : []);
