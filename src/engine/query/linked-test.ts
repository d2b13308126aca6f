/** A condition on the rows behind a link, as a condition on the link. Source: docs/operations.md#select_rows (a dotted key follows a link column). */

import type { NotePath } from '../ports/vault-port';
import type { Json } from '../values/json';
import type { LinkPath } from './link-path';
import type { ValueTest } from './predicate';
import type { Subject } from './subject';
import type { MadeTest, UNKNOWN } from './value-test';

type Known = Exclude<MadeTest, typeof UNKNOWN>;

/** Where an empty value stands that no row holds: `within` of the row itself does not find it. */
const NO_NOTE: NotePath = '';

/** One linked row that passes every test is enough. A link that leads to no row is an empty value. D6 */
export function linkedTest(path: LinkPath, end: Subject, tests: readonly Known[]): ValueTest {
  const holds = (value: Json | undefined, at: NotePath): boolean =>
    tests.every(({ test, inverted }) => test.matches(value, at) !== inverted);
  return {
    matches: (value, source) => {
      const rows = path.rowsBehind(value, source);
      return rows.length === 0 ? holds(undefined, NO_NOTE) : rows.some((row) => holds(end.ofRow(row), row.path));
    },
    dependsOnPath: (value) => path.dependsOnPath(value),
  };
}
