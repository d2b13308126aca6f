/** Templates of new rows: set by alter_table, filled by insert_row. Source: docs/tables.md#new-rows. */

import type { JsonObject } from '../../src/engine/index';
import type { ConformanceCase } from './case';
import { at, column, row, tableOf } from './tables';

const name = column('name', 'string', { required: true });

const insert = (table: string, values: JsonObject): ConformanceCase['call'] => ['insert_row', { table, values }];

export const SET_TEMPLATES: readonly ConformanceCase[] = [
  {
    name: 'sets the templates of new rows, and removes them',
    spec: 'docs/tables.md#new-rows',
    files: { 'Templates/A.md': 'A\n' },
    given: [tableOf('a', [name, column('kind', 'string')])],
    call: ['alter_table', { table: 'a', templates: [{ path: 'Templates/A.md', where: { kind: 'x' } }] }],
    result: { changed: 0, warnings: [] },
    then: [
      [
        'describe_table',
        { table: 'a' },
        { options: { templates: [{ path: 'Templates/A.md', where: { kind: 'x' } }], row_template: null } },
      ],
      ['rename_column', { table: 'a', from_column: 'kind', to_column: 'sort' }, { warnings: [] }],
      [
        'describe_table',
        { table: 'a' },
        { options: { templates: [{ path: 'Templates/A.md', where: { sort: 'x' } }] } },
      ],
      ['alter_table', { table: 'a', templates: [] }, { changed: 0 }],
      ['describe_table', { table: 'a' }, { options: { templates: [] } }],
    ],
  },
];

export const FILLED_TEMPLATES: readonly ConformanceCase[] = [
  {
    name: 'fills the first template whose filter matches, else the row template',
    spec: 'docs/tables.md#new-rows',
    files: {
      'Templates/Meeting.md': '---\ntags: [template]\n---\n# {name}\n\nWho came\n',
      'Templates/Any.md': 'Any {name}\n',
    },
    given: [
      tableOf('a', [column('name', 'string'), column('kind', 'enum', { values: ['meeting', 'call', 'other'] })], {
        row_template: 'None\n',
        templates: [
          { path: 'Templates/Meeting.md', where: { kind: 'meeting' } },
          { path: 'Templates/Any.md', where: { kind: { exists: true } } },
        ],
      }),
    ],
    call: insert('a', { name: 'x', kind: 'meeting' }),
    tree: { [at('a', 'x')]: row('a', ['name: x', 'kind: meeting'], '# x\n\nWho came\n') },
    then: [
      ['insert_row', { table: 'a', values: { name: 'c', kind: 'call' } }, { changed: 1 }],
      ['read_note', { path: at('a', 'c') }, { content: row('a', ['name: c', 'kind: call'], 'Any c\n') }],
      ['insert_row', { table: 'a', values: { name: 'n' } }, { changed: 1 }],
      ['read_note', { path: at('a', 'n') }, { content: row('a', ['name: "n"'], 'None\n') }],
      ['insert_row', { table: 'a', values: { name: 'e', kind: 'call' }, body: '' }, { changed: 1 }],
      ['read_note', { path: at('a', 'e') }, { content: row('a', ['name: e', 'kind: call']) }],
    ],
  },
];
