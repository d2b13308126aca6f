/** check_table: validates every row. spec: Query operations; D4, D5. */

import * as z from 'zod';
import { checkRows } from '../../integrity/check-table';
import { table } from '../arguments';
import { defineRead } from '../define-operation';
import { MOST_LISTED } from '../result-room';
import { databaseWarnings, tableWarnings } from '../table-warnings';

export const checkTable = defineRead({
  name: 'check_table',
  group: 'query',
  summary: 'Validates every row of a table and lists what is wrong.',
  description:
    'Finds required, type, range, step, enum, unique, ref, broken_link, vocabulary, hierarchy, unknown_column, field, generated, identity, unparsable, path (a note that is not read), duplicate_id, and as warnings not_a_row and suspect. At most 100 are listed; counts has all of them.',
  brief: 'At most 100 are listed; counts has all.',
  input: z.strictObject({ table }),
  refusals: ['an unknown or ambiguous table'],
  run: async ({ view, host }, input) => {
    const definition = view.catalog.resolveTable(input.table);
    const violations = await checkRows(view, host, definition);
    const counts: Record<string, number> = {};
    for (const { code } of violations) counts[code] = (counts[code] ?? 0) + 1;
    return {
      table: definition.qualified,
      rows: view.table(definition.qualified).size,
      ok: violations.every(({ severity }) => severity === 'warning'),
      violations: violations
        .slice(0, MOST_LISTED)
        .map(({ path, id, column, code, message, value = null, severity = 'error' }) => {
          return { path, id, column, code, message, value, severity };
        }),
      counts,
      warnings: [...databaseWarnings(view), ...tableWarnings(view, definition.qualified)],
    };
  },
});
