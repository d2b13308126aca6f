/** Evaluates a condition on the distinct values of a column. */

import type { FrozenColumn } from '../../storage/columns/stored-column';
import type { ValueDictionary } from '../../storage/columns/value-dictionary';
import type { Json } from '../../json';
import { type ValuePostings, valueOfBucket } from './value-postings';
import type { Predicate, ValueTest } from '../where/predicate';

/** `byRow`: the row's own path decides. `unknown`: not judged yet. */
export const TRUTH = { no: 0, yes: 1, unknown: 2, byRow: 3 } as const;

type NegatableTest = Pick<Predicate & { readonly kind: 'test' }, 'test' | 'negated'>;

/** By code. */
export function truthOfCode({ test, negated }: NegatableTest, dictionary: ValueDictionary): (code: number) => number {
  return (code) => {
    const value = dictionary.value(code);
    if (test.dependsOnPath?.(value) === true) return TRUTH.byRow;
    const matches = typeof value === 'string' ? matchesText(test, dictionary, code, value) : test.matches(value, '');
    return matches !== negated ? TRUTH.yes : TRUTH.no;
  };
}

/** By what the dictionary remembers of its texts. */
function matchesText(test: ValueTest, dictionary: ValueDictionary, code: number, text: string): boolean {
  if (test.matchesDay !== undefined && dictionary.isDay(code)) return test.matchesDay(text);
  if (test.matchesFolded !== undefined && text !== '') return test.matchesFolded(dictionary.folded(code));
  return test.matches(text, '');
}

/** By bucket of the column's postings. */
export function codeTruthOf(
  part: NegatableTest,
  column: FrozenColumn,
  postings: ValuePostings,
): (bucket: number) => number {
  if (column.kind === 'codes') return truthOfCode(part, column.dictionary);
  const { test, negated } = part;
  return (bucket) => (test.matches(valueOfBucket(postings, column, bucket), '') !== negated ? TRUTH.yes : TRUTH.no);
}

/** The codes of values that can be one of these: the values themselves, and texts in another Unicode form. */
export function knownCodes(values: readonly Json[], dictionary: ValueDictionary): ReadonlySet<number> {
  const codes = new Set<number>(dictionary.unnormalized());
  for (const value of values) {
    const code = dictionary.find(value);
    if (code !== 0) codes.add(code);
  }
  return codes;
}
