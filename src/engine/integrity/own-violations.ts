/** What a note breaks by itself as a row of its table, whatever other rows hold. spec: check_table; D16. */

import type { TableDefinition } from '../catalog/definition';
import type { Violation } from '../errors';
import type { FrontMatterEntry } from '../yaml/front-matter/front-matter';
import type { NotePath } from '../ports/vault-port';
import type { DecodedRow } from '../storage/row-codec';
import { DerivedColumns } from '../values/generated';
import { staleValues } from './stale-values';
import { valueViolations } from './validate-row';

/** Its values, its computed columns, and the keys that it has too many or too few. `zone`: the database time zone. */
export const ownViolations = (
  table: TableDefinition,
  decoded: DecodedRow,
  entries: readonly FrontMatterEntry[],
  zone: string,
): Violation[] => [
  ...valueViolations({ table, row: decoded.row, problems: decoded.problems }),
  ...staleValues(table.columns, DerivedColumns.of(table.columns, zone), decoded.row),
  ...keyViolations(table, decoded, entries),
];

/** Keys that the table does not declare, and fields of the table that the note lacks. */
export function keyViolations(
  table: TableDefinition,
  { row: { path }, strayKeys }: DecodedRow,
  entries: readonly FrontMatterEntry[],
): Violation[] {
  const keys = new Set(entries.map(({ key }) => key));
  return [
    ...strayKeys.map((key) => stray(table, path, key)),
    ...Object.keys(table.fields).flatMap((field) => (keys.has(field) ? [] : [missingField(table, path, field)])),
  ];
}

const stray = (table: TableDefinition, path: NotePath, key: string): Violation => ({
  path,
  column: key,
  code: 'unknown_column',
  message: `${path} has a key ${key} that ${table.name} does not declare`,
});

const missingField = (table: TableDefinition, path: NotePath, field: string): Violation => ({
  path,
  column: field,
  code: 'field',
  message: `${path} lacks the field ${field} of ${table.name}`,
});
