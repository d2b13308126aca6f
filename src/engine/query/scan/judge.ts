/** What a condition says of the distinct values of a column. */

import type { FrozenColumn } from '../../storage/columns/column';
import type { Dictionary } from '../../storage/columns/dictionary';
import type { Json } from '../../values/json';
import { type Postings, valueOfBucket } from './postings';
import type { Predicate, ValueTest } from '../where/predicate';

/** `byRow`: the row's own path decides. `unknown`: not judged yet. */
export const ANSWER = { no: 0, yes: 1, unknown: 2, byRow: 3 } as const;

type Negatable = Pick<Predicate & { readonly kind: 'test' }, 'test' | 'negated'>;

/** By code. */
export function judgeCode({ test, negated }: Negatable, dictionary: Dictionary): (code: number) => number {
  return (code) => {
    const value = dictionary.value(code);
    if (test.dependsOnPath?.(value) === true) return ANSWER.byRow;
    const matches = typeof value === 'string' ? matchesText(test, dictionary, code, value) : test.matches(value, '');
    return matches !== negated ? ANSWER.yes : ANSWER.no;
  };
}

/** By what the dictionary remembers of its texts. */
function matchesText(test: ValueTest, dictionary: Dictionary, code: number, text: string): boolean {
  if (test.matchesDay !== undefined && dictionary.isDay(code)) return test.matchesDay(text);
  if (test.matchesFolded !== undefined && text !== '') return test.matchesFolded(dictionary.folded(code));
  return test.matches(text, '');
}

/** By bucket of the column's postings. */
export function judgeOf(part: Negatable, column: FrozenColumn, postings: Postings): (bucket: number) => number {
  if (column.kind === 'codes') return judgeCode(part, column.dictionary);
  const { test, negated } = part;
  return (bucket) => (test.matches(valueOfBucket(postings, column, bucket), '') !== negated ? ANSWER.yes : ANSWER.no);
}

/** The codes of values that can be one of these: the values themselves, and texts in another Unicode form. */
export function knownCodes(values: readonly Json[], dictionary: Dictionary): ReadonlySet<number> {
  const codes = new Set<number>(dictionary.unnormalized());
  for (const value of values) {
    const code = dictionary.find(value);
    if (code !== 0) codes.add(code);
  }
  return codes;
}
