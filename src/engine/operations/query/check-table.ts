/** check_table: validates every row. Source: docs/operations.md#check_table; D4, D5. */

import * as z from 'zod';
import { violationCodesWith } from '../../errors';
import { danglingTextsOf } from '../../integrity/dangling-texts';
import { checkRows } from '../../integrity/check-rows';
import { count, listOf, mapOf, textList } from '../../values/json-schema';
import { tableArgument } from '../../schemas/arguments';
import { nearValues } from '../../catalog/near-values';
import { defineRead } from '../define-operation';
import { MOST_LISTED } from '../plan/result-budget';
import { type FoundViolation, foundViolation } from '../../schemas/results';
import { databaseWarnings, tableWarnings } from '../../rows/table-warnings';

const codesChecked = (severity?: 'warning'): string =>
  violationCodesWith(({ checked }) => checked === severity).join(', ');

export const checkTable = defineRead({
  name: 'check_table',
  group: 'query',
  permission: 'read',
  summary: 'Validates every row of a table and lists the problems.',
  description: `Finds ${codesChecked()}, and as warnings ${codesChecked('warning')}. At most 100 are listed; counts has all of them.`,
  brief: 'At most 100 are listed; counts has all.',
  input: z.strictObject({ table: tableArgument }),
  refusals: ['an unknown or ambiguous table'],
  result: z.strictObject({
    table: z.string(),
    rows: count,
    ok: z.boolean().describe('False where there is more than warnings'),
    violations: listOf(foundViolation),
    counts: mapOf(count).describe('Violation code -> how many'),
    warnings: textList,
  }),
  run: async ({ view, host }, input) => {
    const definition = view.catalog.resolveTable(input.table);
    const violations = await checkRows(view, host, view.catalog.checkable(definition));
    const counts: Record<string, number> = {};
    for (const { code } of violations) counts[code] = (counts[code] ?? 0) + 1;
    return {
      table: definition.qualified,
      rows: view.table(definition.qualified).size,
      ok: violations.every(({ severity }) => severity === 'warning'),
      violations: violations.slice(0, MOST_LISTED).map((found): FoundViolation => {
        const { path, id, column, code, message, value = null, severity = 'error', near, fix } = found;
        const meant = { ...(near === undefined ? {} : { near }), ...(fix === undefined ? {} : { fix }) };
        const spec = definition.columns.find(({ name }) => name === column);
        const values = spec === undefined ? {} : nearValues(spec, found);
        return { path, id, column, code, message, value, severity, ...meant, ...values };
      }),
      counts,
      warnings: [
        ...databaseWarnings(view),
        ...tableWarnings(view, definition.qualified),
        ...danglingTextsOf(view, definition.qualified),
      ],
    };
  },
});
