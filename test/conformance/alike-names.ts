/** The rows that a refused link offers: those whose names are alike. Source: docs/http.md#errors (link writes); D25 */

import type { JsonObject } from '../../src/engine/index';
import type { Call, ConformanceCase } from './case';
import { PEOPLE, TASKS } from './tables';

const insert = (table: string, values: JsonObject): Call => ['insert_row', { table, values }];

export const ALIKE_NAMES: readonly ConformanceCase[] = [
  {
    name: 'offers the rows whose names have a word in common with a link to none',
    spec: 'docs/http.md#errors (broken_link: listing valid ones), D25',
    given: [
      PEOPLE,
      TASKS,
      [
        'merge_rows',
        {
          table: 'people',
          on: ['name'],
          rows: [...'ABCDEFGHIJKL', 'Ada Byron', 'Alfonso Cuarón', 'Byron Howard'].map((name) => ({ name })),
        },
      ],
    ],
    call: insert('tasks', { title: 'T', owner: '[[Lord byron (poet)]]' }),
    error: { code: 'refused', violations: ['owner broken_link'], message: 'Did you mean Ada Byron, Byron Howard?' },
  },
  {
    name: 'does not list the first of many rows where none is called alike',
    spec: 'docs/http.md#errors (ref: listing valid ones), D25',
    files: { 'Note.md': 'no row\n' },
    given: [
      PEOPLE,
      TASKS,
      ['merge_rows', { table: 'people', on: ['name'], rows: [...'ABCDEFGHIJKL'].map((name) => ({ name })) }],
    ],
    call: insert('tasks', { title: 'T', owner: '[[Note]]' }),
    error: {
      code: 'refused',
      violations: ['owner ref'],
      message:
        'Note.md, which is not a row of main.default.people. Take one of its 12 rows: list_link_targets lists them',
    },
  },
];
