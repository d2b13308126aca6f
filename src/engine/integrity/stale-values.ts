/** Finds computed columns with another value than the engine would write: only an external edit leaves one. Source: docs/operations.md#check_table; D16. */

import type { Violation } from '../errors';
import { noteNameOf } from '../note/paths';
import type { Row } from '../storage/row';
import type { ColumnSpec } from '../values/column-spec';
import { type DerivedColumns, isSameDerived } from '../values/generated-columns';
import { type Json, isEmpty } from '../json';

/** `created` and `uuid` are set once and never stale, but they may be missing. */
export function staleValues(columns: readonly ColumnSpec[], derived: DerivedColumns, row: Row): Violation[] {
  const found: Violation[] = [];
  for (const spec of columns) {
    const isSetOnce = spec.identity === 'created' || spec.identity === 'uuid';
    if (isSetOnce && isEmpty(row.values[spec.name])) found.push(missingIdentity(spec, row));
  }
  for (const [spec, value] of derived.of({ ...row, name: noteNameOf(row.path) })) {
    if (!isSameDerived(spec, row.values[spec.name], value)) found.push(staleValueViolation(spec, row, value));
  }
  return found;
}

const missingIdentity = ({ name, identity }: ColumnSpec, { path }: Row): Violation => ({
  path,
  column: name,
  code: 'identity',
  message: `${name}: ${path} has no ${identity ?? ''}; recompute_columns sets it`,
  value: null,
});

function staleValueViolation(
  { name, identity }: ColumnSpec,
  { path, values }: Row,
  value: Json | undefined,
): Violation {
  const [is, shouldBe] = [values[name] ?? null, value ?? null].map((each) => JSON.stringify(each));
  return {
    path,
    column: name,
    code: identity === undefined ? 'generated' : 'identity',
    message: `${name}: ${is ?? ''} is stale, it would be ${shouldBe ?? ''}; recompute_columns refreshes it`,
    value: values[name] ?? null,
  };
}
