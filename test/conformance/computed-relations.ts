/** Generated links with an inverse. Source: docs/operations.md#column-specs (generated, inverse). */

import type { JsonObject } from '../../src/engine/index';
import type { Call, ConformanceCase } from './case';
import { noViolations } from './relation-tables';
import { at, row } from './tables';

const JOURNAL: Readonly<Record<string, string>> = {
  'notedb/metastore.yaml': `format: 1
tables:
  main.default.days:
    columns:
      - name: name
        type: string
      - name: entries
        type: list
        items:
          type: link
          ref: main.default.entries
          inverse: day
  main.default.entries:
    columns:
      - name: name
        type: string
      - name: date
        type: date
      - name: day
        type: link
        ref: main.default.days
        generated: '[[{date:YYYY-MM-DD}]]'
`,
};

const entry = (name: string, date: string): Call => insertInto('entries', { name, date });
const day = (name: string, more: JsonObject = {}): Call => insertInto('days', { name, ...more });
const insertInto = (table: string, values: JsonObject): Call => ['insert_row', { table, values }];

export const INVERSE_COMPUTED: readonly ConformanceCase[] = [
  {
    name: 'links back from the row that a generated link means',
    spec: 'docs/operations.md#column-specs (inverse, generated)',
    files: JOURNAL,
    given: [day('2026-11-21'), day('2026-11-22'), entry('Walk', '2026-11-21')],
    call: ['update_rows', { table: 'entries', set_values: { date: '2026-11-22' } }],
    result: { changed: 3 },
    tree: {
      [at('days', '2026-11-21')]: row('days', ['name: "2026-11-21"']),
      [at('days', '2026-11-22')]: row('days', ['name: "2026-11-22"', 'entries:', '  - "[[Walk]]"']),
    },
    then: [noViolations('days'), noViolations('entries')],
  },
  {
    name: 'links back to rows whose generated links waited for this one',
    spec: 'docs/operations.md#column-specs (generated: the target row need not exist yet)',
    files: JOURNAL,
    given: [entry('Walk', '2026-11-21')],
    call: day('2026-11-21'),
    result: { changed: 1 },
    tree: { [at('days', '2026-11-21')]: row('days', ['name: "2026-11-21"', 'entries:', '  - "[[Walk]]"']) },
    then: [noViolations('days'), noViolations('entries')],
  },
  {
    name: 'refuses a link that a computed column would have to answer',
    spec: 'docs/operations.md#column-specs (generated: computed, not passed)',
    files: JOURNAL,
    given: [day('2026-11-21'), entry('Walk', '2026-11-21')],
    call: day('2026-11-22', { entries: ['Walk'] }),
    error: { code: 'refused', violations: ['entries inverse'], message: 'computed ([[{date:YYYY-MM-DD}]])' },
  },
];
