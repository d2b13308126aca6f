/** Arguments of the wrong shape: each problem in plain words, with what came, what is allowed and the near name, and no word of the library that finds it. Source: docs/http.md#errors; D3, D5, D18 */

import { describe, expect, it } from 'vitest';
import { type Json, type JsonObject, openEngine } from '../../src/engine/index';
import { createMemoryHost } from '../memory-host/memory-host';
import { STATUSES } from './http-subject';
import { SUBJECTS } from './subjects';
import { PEOPLE } from './tables';

/** How the library would say it. */
const RAW = /\b(Invalid|Too small|Too big|Unrecognized|expected|received|Zod|NaN|undefined)\b/;

const select = (more: JsonObject): readonly [string, JsonObject] => ['select_rows', { table: 'people', ...more }];
const JOIN = { table: 'people', on: { name: 'name' } };

/** The call, and all that is said of it. */
const LINES: readonly (readonly [call: readonly [string, JsonObject], says: string])[] = [
  [['read_note', {}], '"path" is missing'],
  [['read_note', { path: null }], 'path must be text, not null'],
  [['read_note', { path: 7 }], 'path must be text, not 7'],
  [['select_rows', { table: '' }], 'table must not be empty'],
  [['select_rows', { tabel: 'people' }], '"table" is missing; unknown argument "tabel"; did you mean "table"?'],
  [select({ limit: '5' }), 'limit must be a whole number, not the text "5"'],
  [select({ limit: 1.5 }), 'limit must be a whole number, not 1.5'],
  [select({ limit: -1 }), 'limit must be at least 0, not -1'],
  [select({ limit: 1001 }), 'limit must be at most 1000, not 1001'],
  [select({ offset: 1e300 }), 'offset must be at most 9007199254740991, not 1e+300'],
  [select({ columns: 'name' }), 'columns must be a list, not the text "name"'],
  [select({ columns: ['name', 3] }), 'columns[1] must be text, not 3'],
  [select({ where: [] }), 'where must be an object, not a list'],
  [select({ order_by: 3 }), 'order_by must be text or a list, not 3'],
  [select({ order_by: ['name', null] }), 'order_by[1] must be text, not null'],
  [select({ include_body: 'yes' }), 'include_body must be true or false, not the text "yes"'],
  [select({ explain: 'x' }), 'explain must be true, false or an object, not the text "x"'],
  [select({ explain: {} }), 'explain.path is missing'],
  [select({ explain: { path: 3 } }), 'explain.path must be text, not 3'],
  [
    select({ explain: { paht: 'x.md' } }),
    'explain.path is missing; unknown key "paht" in explain; did you mean "path"?',
  ],
  [
    select({ join: { ...JOIN, type: 'lef' } }),
    'join.type must be "inner" or "left", not the text "lef"; did you mean "left"?',
  ],
  [select({ join: { ...JOIN, type: 'outer' } }), 'join.type must be "inner" or "left", not the text "outer"'],
  [select({ join: { ...JOIN, wher: {} } }), 'unknown key "wher" in join; did you mean "where"?'],
  [select({ join: { on: { name: 3 } } }), 'join.table is missing; join.on.name must be text, not 3'],
  [select({ join: { ...JOIN, on: [] } }), 'join.on must be an object, not a list'],
  [['drop_table', { table: 'people', mode: 'delete' }], 'mode must be "archive", not the text "delete"'],
  [
    ['delete_rows', { table: 'people', mode: 'trash', on_referenced: 'set_nul' }],
    'mode must be "archive" or "delete", not the text "trash"; on_referenced must be "restrict", "set_null" or "ignore", not the text "set_nul"; did you mean "set_null"?',
  ],
  [['alter_table', { table: 'people', history: 'on' }], 'history must be true, false or "default", not the text "on"'],
  [['alter_table', { table: 'people', tags: { a: 1 } }], 'tags.a must be text, not 1'],
  [['update_rows', { table: 'people', set: {} }], 'unknown argument "set"; did you mean "set_values"?'],
  [
    ['drop_column', { table: 'people', name: 'email' }],
    '"column" is missing; unknown argument "name"; did you mean "column"?',
  ],
  [
    ['rename_column', { table: 'people', from: 'a', to: 'b' }],
    '"from_column" is missing; "to_column" is missing; unknown argument "from"; did you mean "from_column"?; unknown argument "to"; did you mean "to_column"?',
  ],
  [
    ['rename_value', { table: 'people', column: 'a', from_value: 'a', to: 'b' }],
    '"to_value" is missing; unknown argument "to"; did you mean "to_value"?',
  ],
  [['define_base', { name: 'b', columns: [], extends: ['a'] }], 'unknown argument "extends"; did you mean "bases"?'],
  [
    ['add_column', { table: 'people', column: {}, dense: true }],
    'unknown argument "dense"; did you mean "column with dense"?',
  ],
  [['insert_row', { table: 'people', values: 'Ada' }], 'values must be an object, not the text "Ada"'],
  [['merge_rows', { table: 'people', on: [], rows: [] }], 'on must hold at least one item'],
  [['merge_rows', { table: 'people', on: ['name'], rows: ['x', {}] }], 'rows[0] must be an object, not the text "x"'],
  [
    ['infer_table', { folder: 'x'.repeat(90), max_enum_values: 'x'.repeat(90) }],
    `max_enum_values must be a whole number, not the text "${'x'.repeat(60)}…"`,
  ],
  [['table_changes', { table: 'people', start_version: true }], 'start_version must be a whole number, not true'],
  [
    ['create_view', { name: 'vw_x', query: { table: 'people', limit: 'x' } }],
    'limit must be a whole number, not the text "x"',
  ],
  [
    ['create_view', { name: 'vw_x', query: { union: [{ table: 'people', colums: [] }] } }],
    'unknown key "colums" in union[0]; did you mean "columns"?',
  ],
  [['batch', { operations: [{ op: 'insert_row', table: 'people', values: 3 }] }], 'values must be an object, not 3'],
];

/** One of every kind, empty and full, right for some arguments and wrong for others. */
const VALUES: readonly Json[] = [
  null,
  true,
  0,
  -1,
  1.5,
  1e300,
  '',
  'x',
  [],
  [null],
  [3],
  [['x']],
  ['x', {}],
  {},
  { nope: [] },
  { table: 3, path: {}, union: [3] },
];

const { operations } = await openEngine(createMemoryHost());

describe.each(SUBJECTS)('%s', (_name, open) => {
  it('says what is wrong with each argument', async () => {
    const subject = await open({});
    await subject.call(...(PEOPLE as [string, JsonObject]));
    for (const [[operation, args], says] of LINES) {
      const answer = await subject.call(operation, args);
      if ('result' in answer) throw new Error(`${operation} was not refused: ${JSON.stringify(args)}`);
      const { code, message, hint } = answer.error;
      expect(STATUSES[code], message).toBe(400);
      expect(message.endsWith(`: ${says}`), `${message}\n${says}`).toBe(true);
      expect(hint).not.toBe('');
    }
    await subject.close();
  });

  it('says nothing in the words of the library, whatever comes', { timeout: 60_000 }, async () => {
    const subject = await open({});
    const raw: string[] = [];
    let refused = 0;
    for (const { name, inputSchema } of operations) {
      const names = Object.keys((inputSchema['properties'] ?? {}) as JsonObject);
      for (const value of VALUES) {
        const all = Object.fromEntries(names.filter((each) => each !== 'dry_run').map((each) => [each, value]));
        const answer = await subject.call(name, { ...all, nope: value });
        if ('result' in answer) throw new Error(`${name} took an argument that it does not have`);
        refused += 1;
        if (RAW.test(answer.error.message)) raw.push(answer.error.message);
        expect(answer.error.message).toContain('unknown argument "nope"');
      }
    }
    expect(raw).toEqual([]);
    expect(refused).toBe(operations.length * VALUES.length);
    await subject.close();
  });
});
