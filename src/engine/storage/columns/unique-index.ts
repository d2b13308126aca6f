/** Which rows hold a value of a unique column, or a word, by a coarse key: the caller compares the few that come back. D16 */

import type { ColumnSpec } from '../../values/column-spec';
import type { Json } from '../../json';
import { soleUniqueKey, uniqueKeys } from '../../values/unique-key';

const NO_SLOTS: readonly number[] = [];

export class UniqueIndex {
  private readonly slots = new Map<string, number | readonly number[]>();

  constructor(private readonly spec: ColumnSpec) {}

  slotsOf(value: Json): readonly number[] {
    const sole = soleUniqueKey(this.spec, value);
    if (sole !== null) {
      const slots = this.slots.get(sole) ?? NO_SLOTS;
      return typeof slots === 'number' ? [slots] : slots;
    }
    const found = new Set<number>();
    for (const key of uniqueKeys(this.spec, value)) {
      const slots = this.slots.get(key);
      for (const each of typeof slots === 'number' ? [slots] : (slots ?? [])) found.add(each);
    }
    return [...found];
  }

  /** Counts a row that was there before the index. */
  include(slot: number, value: Json | undefined): void {
    for (const key of uniqueKeys(this.spec, value)) this.add(key, slot);
  }

  move(slot: number, before: Json | undefined, after: Json | undefined): void {
    if (before === after) return;
    for (const key of uniqueKeys(this.spec, before)) this.drop(key, slot);
    const sole = soleUniqueKey(this.spec, after);
    if (sole !== null) this.add(sole, slot);
    else for (const key of uniqueKeys(this.spec, after)) this.add(key, slot);
  }

  private add(key: string, slot: number): void {
    const present = this.slots.get(key);
    if (present === undefined) this.slots.set(key, slot);
    else if (typeof present === 'number') this.slots.set(key, present === slot ? slot : [present, slot]);
    else if (!present.includes(slot)) this.slots.set(key, [...present, slot]);
  }

  private drop(key: string, slot: number): void {
    const present = this.slots.get(key);
    if (present === undefined) return;
    const rest = (typeof present === 'number' ? [present] : present).filter((other) => other !== slot);
    if (rest.length === 0) this.slots.delete(key);
    else this.slots.set(key, rest.length === 1 ? (rest[0] as number) : rest);
  }
}
