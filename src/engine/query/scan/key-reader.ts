/** Reads the keys of compared values out of the columns of a snapshot: once for each distinct value. */

import type { RowsSnapshot } from '../../storage/columns/column-table';
import { chunkOf, offsetOf } from '../../storage/columns/chunked-array';
import { rowHead } from '../../storage/columns/snapshot-row';
import { type FrozenColumn, frozenValue } from '../../storage/columns/stored-column';
import type { PairSide } from '../where/predicate';

const ABSENT = Symbol('absent');

/** By slot. Undefined: the row has no value. */
export function keyReader(side: PairSide, snapshot: RowsSnapshot): (slot: number) => unknown {
  const { stored, derived } = side.subject;
  const name = derived?.column ?? stored;
  const column = name === null ? undefined : snapshot.columns.get(name);
  const pathAt = (slot: number): string => snapshot.paths[chunkOf(slot)]?.[offsetOf(slot)] ?? '';
  if (column === undefined) {
    return name === null
      ? (slot) => {
          const row = rowHead(snapshot, slot);
          return side.key(side.subject.ofRow(row), row.path);
        }
      : () => undefined;
  }
  if (column.kind === 'codes') return byCode(side, column, pathAt);
  return (slot) => keyOf(side, frozenValue(column, slot), pathAt(slot));
}

function keyOf({ key, subject: { derived } }: PairSide, value: unknown, path: string): unknown {
  const stored = value as Parameters<typeof key>[0];
  return key(derived === undefined ? stored : derived.of(stored, path), path);
}

function byCode(
  side: PairSide,
  column: FrozenColumn & { kind: 'codes' },
  pathAt: (slot: number) => string,
): (slot: number) => unknown {
  const { dictionary } = column;
  const { derived } = side.subject;
  const keys: unknown[] = new Array<unknown>(dictionary.size).fill(ABSENT);
  const isOfNote = (code: number): boolean => {
    const value = dictionary.value(code);
    if (derived?.dependsOnPath(value) === true) return true;
    return side.dependsOnPath?.(derived === undefined ? value : derived.of(value, '')) === true;
  };
  return (slot) => {
    const code = column.chunks[chunkOf(slot)]?.[offsetOf(slot)] ?? 0;
    const known = keys[code];
    if (known !== ABSENT) return known;
    const key = keyOf(side, dictionary.value(code), pathAt(slot));
    if (!isOfNote(code)) keys[code] = key;
    return key;
  };
}
