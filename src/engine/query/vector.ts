/** The values of an expression for chosen rows: a code a row into the distinct values. */

import { chunkOf, offsetOf } from '../storage/chunks';
import { frozenValue } from '../storage/column';
import type { RowsSnapshot } from '../storage/column-table';
import { Dictionary, NO_VALUE } from '../storage/dictionary';
import { type Json, isEmpty } from '../values/json';
import type { Derivation } from './subject';

export interface Vector {
  /** By position in the list of rows; `NO_VALUE` for an empty value. */
  readonly codes: Uint32Array;
  readonly dictionary: Dictionary;
}

const UNKNOWN = 0xffffffff;
/** The value means something else in each note. */
const BY_ROW = 0xfffffffe;

/** Each distinct stored value is derived from once, unless its meaning depends on the note. */
export function derivedVector(derivation: Derivation, snapshot: RowsSnapshot, slots: Uint32Array): Vector {
  const dictionary = new Dictionary();
  const codeOf = (value: Json | undefined): number => (isEmpty(value) ? NO_VALUE : dictionary.code(value as Json));
  const codes = new Uint32Array(slots.length);
  const column = snapshot.columns.get(derivation.column);
  if (column === undefined) return { codes, dictionary };
  const pathAt = (slot: number): string => snapshot.paths[chunkOf(slot)]?.[offsetOf(slot)] as string;
  if (column.kind === 'numbers') {
    for (let i = 0; i < codes.length; i++) {
      codes[i] = codeOf(derivation.of(frozenValue(column, slots[i]!), pathAt(slots[i]!)));
    }
    return { codes, dictionary };
  }
  const known = new Uint32Array(column.dictionary.size).fill(UNKNOWN);
  for (let i = 0; i < codes.length; i++) {
    const slot = slots[i]!;
    const stored = column.chunks[chunkOf(slot)]![offsetOf(slot)]!;
    let code = known[stored]!;
    if (code === UNKNOWN) {
      const value = column.dictionary.value(stored);
      known[stored] = code = derivation.dependsOnPath(value) ? BY_ROW : codeOf(derivation.of(value, ''));
    }
    codes[i] = code === BY_ROW ? codeOf(derivation.of(column.dictionary.value(stored), pathAt(slot))) : code;
  }
  return { codes, dictionary };
}
