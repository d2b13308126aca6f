/** The order of rows: empty values last either way, then by path, so that it is total and pages are stable. D6 */

import type { ValueOrder } from '../storage/columns/value-dictionary';
import type { Row } from '../storage/row';
import type { ColumnSpec, ValueSpec } from '../values/column-spec';
import { compareValues } from '../values/compare';
import { type Json, isEmpty } from '../json';
import type { Subject } from './where/subject';

export interface OrderKey {
  readonly subject: Subject;
  readonly descending: boolean;
}

export const comparePaths = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** The order of the present values of a type; null: of any. */
export function valueOrder(
  spec: (ValueSpec & { readonly items?: ValueSpec | undefined }) | null,
  zone: string,
): ValueOrder {
  const whole = { name: '', ...(spec ?? { type: 'json' as const }) } as ColumnSpec;
  const { type, values, ordered } = itemSpecOf(whole);
  return {
    key: JSON.stringify([whole.type, type, ordered === true ? values : null, zone]),
    compare: compareValues(whole, zone),
  };
}

const itemSpecOf = (spec: ColumnSpec): ValueSpec => (spec.type === 'list' ? (spec.items ?? spec) : spec);

export function rowOrder(keys: readonly OrderKey[], zone: string): (a: Row, b: Row) => number {
  const orders = keys.map(({ subject, descending }) => ({ subject, descending, ...valueOrder(subject.spec, zone) }));
  return (a, b) => {
    for (const { subject, descending, compare } of orders) {
      const [left, right] = [subject.ofRow(a), subject.ofRow(b)];
      const [noLeft, noRight] = [isEmpty(left), isEmpty(right)];
      if (noLeft || noRight) {
        if (noLeft !== noRight) return noLeft ? 1 : -1;
        continue;
      }
      const order = compare(left as Json, right as Json);
      if (order !== 0) return descending ? -order : order;
    }
    return comparePaths(a.path, b.path);
  };
}
