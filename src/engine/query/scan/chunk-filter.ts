/** Evaluates a predicate over one chunk of a snapshot at a time: once per distinct value, then by code. */

import type { RowsSnapshot } from '../../storage/columns/column-table';
import { rowHead } from '../../storage/columns/snapshot-row';
import { CHUNK_SIZE } from '../../storage/columns/chunked-array';
import type { FrozenColumn } from '../../storage/columns/stored-column';
import type { Json } from '../../json';
import { TRUTH, knownCodes, truthOfCode } from './code-truth';
import type { Predicate, ValueTest } from '../where/predicate';
import { keyReader } from './key-reader';

/** Moves the matches among the first `count` rows (places in the chunk) to the front, in their order. Returns how many they are. */
export type ChunkFilter = (chunk: number, rows: Uint16Array, count: number) => number;

const { no: NO, yes: YES, unknown: UNKNOWN, byRow: BY_ROW } = TRUTH;

/** With fewer values than a share of the rows all of them are judged at once, and no row needs a branch. */
const ROWS_PER_VALUE = 8;

export function chunkFilter(predicate: Predicate, snapshot: RowsSnapshot): ChunkFilter {
  switch (predicate.kind) {
    case 'constant':
      return predicate.value ? (_chunk, _rows, count) => count : () => 0;
    case 'all':
      return allFilters(inOrderOfCost(predicate.parts, snapshot));
    case 'any':
      return anyFilter(inOrderOfCost(predicate.parts, snapshot));
    case 'test':
      return leafFilter(predicate, snapshot);
    case 'pair':
      return pairFilter(predicate, snapshot);
  }
}

/** The cheap ones first: the others then see fewer rows. */
function inOrderOfCost(parts: readonly Predicate[], snapshot: RowsSnapshot): readonly ChunkFilter[] {
  const costs = parts.map((part) => ({ filter: chunkFilter(part, snapshot), cost: costOf(part, snapshot) }));
  return costs.sort((a, b) => a.cost - b.cost).map(({ filter }) => filter);
}

/** About how many values have to be judged. */
function costOf(predicate: Predicate, snapshot: RowsSnapshot): number {
  if (predicate.kind === 'constant') return 0;
  if (predicate.kind === 'pair') return snapshot.capacity;
  if (predicate.kind !== 'test') return predicate.parts.reduce((sum, part) => sum + costOf(part, snapshot), 0);
  const { stored } = predicate.subject;
  const column = stored === null ? undefined : snapshot.columns.get(stored);
  if (column === undefined) return snapshot.capacity * 2;
  return column.kind === 'codes' ? column.dictionary.size : snapshot.capacity / ROWS_PER_VALUE;
}

const allFilters =
  (filters: readonly ChunkFilter[]): ChunkFilter =>
  (chunk, rows, count) => {
    let left = count;
    for (const filter of filters) left = filter(chunk, rows, left);
    return left;
  };

function anyFilter(filters: readonly ChunkFilter[]): ChunkFilter {
  const undecided = new Uint16Array(CHUNK_SIZE);
  const found = new Uint8Array(CHUNK_SIZE);
  return (chunk, rows, count) => {
    found.fill(NO);
    for (const filter of filters) {
      const matches = filter(chunk, undecided, copyMarked(rows, count, found, NO, undecided));
      for (let i = 0; i < matches; i++) found[undecided[i]!] = YES;
    }
    return copyMarked(rows, count, found, YES, rows);
  };
}

/** The rows with this mark; `to` may be `rows` itself. */
function copyMarked(rows: Uint16Array, count: number, marks: Uint8Array, mark: number, to: Uint16Array): number {
  let copied = 0;
  for (let i = 0; i < count; i++) {
    const at = rows[i]!;
    to[copied] = at;
    copied += Number(marks[at] === mark);
  }
  return copied;
}

function byTest(count: number, rows: Uint16Array, isMatch: (at: number) => boolean): number {
  let kept = 0;
  for (let i = 0; i < count; i++) {
    const at = rows[i]!;
    if (isMatch(at)) rows[kept++] = at;
  }
  return kept;
}

function leafFilter({ subject, test, negated }: Predicate & { kind: 'test' }, snapshot: RowsSnapshot): ChunkFilter {
  const column = subject.stored === null ? undefined : snapshot.columns.get(subject.stored);
  if (column?.kind === 'codes') return byCode(column, test, negated, snapshot);
  if (column?.kind === 'numbers') return byNumber(column, test, negated);
  // Not stored: made of the row's path, id or time stamp.
  return (chunk, rows, count) =>
    byTest(count, rows, (at) => {
      const row = rowHead(snapshot, chunk * CHUNK_SIZE + at);
      return test.matches(subject.ofRow(row), row.path) !== negated;
    });
}

/** The key of each side is made once for each distinct value. */
function pairFilter({ test, negated }: Predicate & { kind: 'pair' }, snapshot: RowsSnapshot): ChunkFilter {
  const [left, right] = [keyReader(test.left, snapshot), keyReader(test.right, snapshot)];
  return (chunk, rows, count) =>
    byTest(count, rows, (at) => {
      const slot = chunk * CHUNK_SIZE + at;
      const one = left(slot);
      const other = one === undefined ? undefined : right(slot);
      return (other !== undefined && test.holds(one, other)) !== negated;
    });
}

function byCode(
  column: FrozenColumn & { kind: 'codes' },
  test: ValueTest,
  negated: boolean,
  snapshot: RowsSnapshot,
): ChunkFilter {
  const { dictionary, chunks } = column;
  const answers = new Uint8Array(dictionary.size).fill(UNKNOWN);
  const truthOf = truthOfCode({ test, negated }, dictionary);
  if (test.only !== undefined) {
    answers.fill(negated ? YES : NO);
    for (const code of knownCodes(test.only, dictionary)) answers[code] = truthOf(code);
    return byAnswer(chunks, answers);
  }
  if (answers.length * ROWS_PER_VALUE <= snapshot.size) {
    for (let code = 0; code < answers.length; code++) answers[code] = truthOf(code);
    if (!answers.includes(BY_ROW)) return byAnswer(chunks, answers);
  }
  const matchesAt = (chunk: number, at: number, code: number): boolean =>
    test.matches(dictionary.value(code), snapshot.paths[chunk]?.[at] ?? '') !== negated;
  return (chunk, rows, count) => {
    const codes = chunks[chunk] as Uint32Array;
    let kept = 0;
    for (let i = 0; i < count; i++) {
      const at = rows[i]!;
      const code = codes[at]!;
      let answer = answers[code]!;
      if (answer === UNKNOWN) answers[code] = answer = truthOf(code);
      if (answer === YES || (answer === BY_ROW && matchesAt(chunk, at, code))) rows[kept++] = at;
    }
    return kept;
  };
}

/** Every answer is yes (1) or no (0): no branch, because which rows match can't be foreseen. */
const byAnswer =
  (chunks: readonly Uint32Array[], answers: Uint8Array): ChunkFilter =>
  (chunk, rows, count) => {
    const codes = chunks[chunk] as Uint32Array;
    let kept = 0;
    for (let i = 0; i < count; i++) {
      const at = rows[i]!;
      rows[kept] = at;
      kept += answers[codes[at]!]!;
    }
    return kept;
  };

function byNumber(column: FrozenColumn & { kind: 'numbers' }, test: ValueTest, negated: boolean): ChunkFilter {
  const isMatch = (value: Json | undefined): boolean => test.matches(value, '') !== negated;
  const [wanted, ...more] = negated || column.odd.size > 0 ? [] : (test.only ?? []);
  if (typeof wanted === 'number' && more.length === 0 && isMatch(wanted)) return byOneNumber(column.chunks, wanted);
  return (chunk, rows, count) => {
    const numbers = column.chunks[chunk] as Float64Array;
    return byTest(count, rows, (at) => {
      const number = numbers[at]!;
      return isMatch(Number.isNaN(number) ? column.odd.get(chunk * CHUNK_SIZE + at) : number);
    });
  };
}

/** Without a branch and without a call for each row. */
const byOneNumber =
  (chunks: readonly Float64Array[], wanted: number): ChunkFilter =>
  (chunk, rows, count) => {
    const numbers = chunks[chunk] as Float64Array;
    let kept = 0;
    for (let i = 0; i < count; i++) {
      const at = rows[i]!;
      rows[kept] = at;
      kept += Number(numbers[at] === wanted);
    }
    return kept;
  };
