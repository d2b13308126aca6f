/** The order of rows: empty values last either way, then by path, so that it is total and pages are stable. D6 */

import type { Row } from '../storage/row';
import { compareValues } from '../values/compare';
import { type Json, isEmpty } from '../values/json';
import type { Subject } from './subject';

export interface OrderKey {
  readonly subject: Subject;
  readonly descending: boolean;
}

export const comparePaths = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** The comparison of two present values of a subject. Cached by the caller where it matters. */
export function valueOrder(subject: Subject, zone: string): (a: Json, b: Json) => number {
  return compareValues(subject.spec ?? { type: 'json' }, zone);
}

export function rowOrder(keys: readonly OrderKey[], zone: string): (a: Row, b: Row) => number {
  const orders = keys.map(({ subject, descending }) => ({ subject, descending, compare: valueOrder(subject, zone) }));
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
