/** Evaluates a predicate over one chunk of a snapshot at a time: once per distinct value, then by code. */

import type { TableSnapshot } from '../storage/column-table';
import { CHUNK_SIZE } from '../storage/chunks';
import type { FrozenColumn } from '../storage/column';
import { snapshotRow } from '../storage/column-table';
import type { Json } from '../values/json';
import type { Predicate, ValueTest } from './predicate';

/** Sets `out[i]` to 1 where row `i` of the chunk matches, else 0. Rows that are not live may hold anything. */
export type ChunkFilter = (chunk: number, out: Uint8Array) => void;

const NO = 0;
const YES = 1;
/** The row's own path decides. */
const BY_ROW = 2;

export function chunkFilter(predicate: Predicate, snapshot: TableSnapshot): ChunkFilter {
  switch (predicate.kind) {
    case 'constant': {
      const value = predicate.value ? YES : NO;
      return (_chunk, out) => void out.fill(value);
    }
    case 'all':
    case 'any':
      return joined(
        predicate.kind,
        predicate.parts.map((part) => chunkFilter(part, snapshot)),
      );
    case 'test':
      return leaf(predicate, snapshot);
  }
}

function joined(kind: 'all' | 'any', filters: readonly ChunkFilter[]): ChunkFilter {
  const scratch = new Uint8Array(CHUNK_SIZE);
  return (chunk, out) => {
    filters.forEach((filter, i) => {
      if (i === 0) return filter(chunk, out);
      filter(chunk, scratch);
      if (kind === 'all') for (let at = 0; at < CHUNK_SIZE; at++) out[at]! &= scratch[at]!;
      else for (let at = 0; at < CHUNK_SIZE; at++) out[at]! |= scratch[at]!;
    });
  };
}

function leaf({ subject, test, negated }: Predicate & { kind: 'test' }, snapshot: TableSnapshot): ChunkFilter {
  const column = subject.stored === null ? undefined : snapshot.columns.get(subject.stored);
  if (column === undefined) {
    return (chunk, out) => {
      eachLive(snapshot, chunk, (at, slot) => {
        const row = snapshotRow(snapshot, slot);
        out[at] = test.matches(subject.ofRow(row), row.path) !== negated ? YES : NO;
      });
    };
  }
  return column.kind === 'codes' ? byCode(column, test, negated, snapshot) : byNumber(column, test, negated);
}

function eachLive(snapshot: TableSnapshot, chunk: number, visit: (at: number, slot: number) => void): void {
  const live = snapshot.live[chunk];
  for (let at = 0; at < CHUNK_SIZE; at++) if (live?.[at] === 1) visit(at, chunk * CHUNK_SIZE + at);
}

function byCode(
  column: FrozenColumn & { kind: 'codes' },
  test: ValueTest,
  negated: boolean,
  snapshot: TableSnapshot,
): ChunkFilter {
  const { dictionary, chunks } = column;
  const answers = new Uint8Array(dictionary.size);
  let byRow = false;
  for (let code = 0; code < answers.length; code++) {
    const value = dictionary.value(code);
    const depends = test.dependsOnPath?.(value) === true;
    byRow ||= depends;
    answers[code] = depends ? BY_ROW : test.matches(value, '') !== negated ? YES : NO;
  }
  return (chunk, out) => {
    const codes = chunks[chunk];
    if (codes === undefined) return;
    for (let at = 0; at < CHUNK_SIZE; at++) out[at] = answers[codes[at]!]!;
    if (!byRow) return;
    const paths = snapshot.paths[chunk] as readonly string[];
    for (let at = 0; at < CHUNK_SIZE; at++) {
      if (out[at] === BY_ROW) out[at] = test.matches(dictionary.value(codes[at]!), paths[at]!) !== negated ? YES : NO;
    }
  };
}

function byNumber(column: FrozenColumn & { kind: 'numbers' }, test: ValueTest, negated: boolean): ChunkFilter {
  const answer = (value: Json | undefined): number => (test.matches(value, '') !== negated ? YES : NO);
  const whenEmpty = answer(undefined);
  return (chunk, out) => {
    const numbers = column.chunks[chunk];
    if (numbers === undefined) return;
    for (let at = 0; at < CHUNK_SIZE; at++) {
      const number = numbers[at]!;
      // NaN is the only number that is not itself.
      out[at] = number === number ? answer(number) : whenEmpty;
    }
    if (column.odd.size === 0) return;
    for (const [slot, value] of column.odd) {
      if (Math.floor(slot / CHUNK_SIZE) === chunk) out[slot % CHUNK_SIZE] = answer(value);
    }
  };
}
