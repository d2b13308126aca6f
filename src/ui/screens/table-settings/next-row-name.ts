/** Sample values of a row, so that a dry run can say what the next row would be called. docs/tables.md#settings-of-a-table */

import type { Json, JsonObject } from '../../../engine/index';
import { localToday } from '../../components/text/date-text';
import type { DescribedColumn } from '../../client/operations-client';
import { humanName } from '../../client/table-columns';

/** Of what a row needs, and of what its patterns read. Null for a column that only a real row fills. */
export function sampleValues(columns: readonly DescribedColumn[], patterns: readonly string[]): JsonObject {
  const isRead = ({ name }: DescribedColumn): boolean =>
    patterns.some((pattern) => pattern.includes(`{${name}}`) || pattern.includes(`{${name}:`));
  const asked = columns.filter(
    (column) =>
      column.system !== true &&
      column.generated === undefined &&
      column.identity === undefined &&
      (isRead(column) || (column.required === true && column.default === undefined)),
  );
  return Object.fromEntries(asked.map((column) => [column.name, sampleOf(column)]));
}

function sampleOf(column: DescribedColumn): Json {
  const { type, label, name, values, min, vocabulary } = column;
  switch (type) {
    case 'enum':
      return values?.[0] ?? null;
    case 'date':
      return localToday();
    case 'datetime':
      return `${localToday()}T12:00:00`;
    case 'boolean':
      return true;
    case 'integer':
    case 'number':
      return typeof min === 'number' ? min : 1;
    case 'string':
      return vocabulary === undefined ? (label ?? humanName(name)) : null;
    default:
      return null;
  }
}
