/** Lines of a file in a table that is there, on a real engine: matched, tried, put right, written once. docs/page.md#import */

import { matchFields } from '../../../../src/kernel/match-fields';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type JsonObject, typedRun } from '../../../../src/engine/index';
import {
  type ImportFile,
  type ImportRow,
  fieldQuestions,
  importColumns,
  importSteps,
  rowsOf,
  shareOfMatched,
  usualKey,
} from '../../../../src/ui/screens/import/import-plan';
import { NO_FIXES, type ValueFixes, valueKey } from '../../../../src/ui/changes/forms/invalid-values';
import { type ImportDryRun, tryImport } from '../../../../src/ui/screens/import/import-dry-run';
import type { DescribedColumn, OperationsClient } from '../../../../src/ui/client/operations-client';
import { times } from '../../../deep';
import { fileOfRows } from '../table-file/csv-files';
import { type TestVault, column, openVault } from '../../../engine/open-vault';

const TABLE = 'main.default.tasks';
let vault: TestVault;
let client: OperationsClient;
let columns: readonly DescribedColumn[];

beforeEach(async () => {
  vault = await openVault();
  const { engine } = vault;
  client = { run: typedRun((name, args) => engine.run(name, args)), onChange: () => () => undefined };
  await vault.run('create_table', {
    name: 'tasks',
    description: 'What is to do',
    filename: '{title}',
    columns: [
      column('title', 'string', { required: true }),
      column('status', 'enum', { values: ['todo', 'done'], default: 'todo' }),
      column('due', 'date', { aliases: ['deadline'] }),
      column('hours', 'number', { label: 'Hours spent' }),
      column('loud', 'string', { generated: '{title}!' }),
    ],
  });
  await vault.run('insert_row', { table: 'tasks', values: { title: 'Old', status: 'todo', hours: 1 } });
  columns = importColumns((await client.run('describe_table', { table: 'tasks' })).columns);
});
afterEach(() => vault.engine.close());

const HEADER = ['Title', 'Status', 'Deadline', 'hours spent', 'Colour'];
const file = (...rows: string[][]): ImportFile => fileOfRows([HEADER, ...rows], 'tasks.csv');
const linesOf = (from: ImportFile, fixes = NO_FIXES): readonly ImportRow[] =>
  rowsOf({ file: from, fields: matchFields(from.header, columns), columns, fixes, readings: new Map() });

async function attempt(from: ImportFile, fixes = NO_FIXES, key: string | null = 'title'): Promise<ImportDryRun> {
  const rows = linesOf(from, fixes);
  return tryImport(client, { table: TABLE, columns, rows, key });
}

it('matches fields by name, heading and other words, and recognizes rows by their name', () => {
  const fields = matchFields(HEADER, columns);
  expect(fields).toEqual(['title', 'status', 'due', 'hours', null]);
  expect(shareOfMatched(fields)).toBe(0.8);
  const from = file(['A', '', '', '4,5', 'red'], ['B', 'done', '2026-11-26', '', '']);
  expect(linesOf(from)).toEqual([
    { line: 2, note: null, values: { title: 'A', hours: 4.5 } },
    { line: 3, note: null, values: { title: 'B', status: 'done', due: '2026-11-26' } },
  ]);
  expect(usualKey(from, columns, fields)).toBe('title');
  expect(usualKey(file(['A', '', '', '', ''], ['', 'done', '', '', '']), columns, fields)).toBe(null);
});

it('asks how numbers are meant only where they go into a column of numbers', () => {
  const from = file(['A', '', '', '1,234', '1,234'], ['B', '', '', '12,500', '']);
  expect(fieldQuestions(from, matchFields(HEADER, columns), columns)).toMatchObject([
    { at: 3, ambiguity: { text: '1,234', readings: [{ value: '1234' }, { value: '1.234' }] } },
  ]);
  const rows = rowsOf({
    ...{ file: from, fields: matchFields(HEADER, columns), columns, fixes: NO_FIXES },
    readings: new Map([[3, { kind: 'number', decimal: '.' }]]),
  });
  expect(rows.map(({ values }) => values['hours'])).toEqual([1234, 12500]);
});

it('knows the lines of values with line breaks in them', () => {
  const from = file(['A\nB', '', '', '', ''], ['C', '', '', '', '']);
  expect(linesOf(from).map(({ line }) => line)).toEqual([2, 4]);
});

describe('lines', () => {
  it('become new rows and changes of those that are there, with one undo', async () => {
    const before = vault.tree();
    const from = file(['Old', 'done', '', '', ''], ['New', '', '2026-12-01', '2', '']);
    expect(await attempt(from)).toMatchObject({ kind: 'accepted', plan: { inserted: 1, updated: 1, unchanged: 0 } });
    const rows = linesOf(from);
    const operations = [...importSteps(TABLE, rows, 'title')] as never;
    const { migrationId } = await client.run('batch', { operations });
    const read = await client.run('select_rows', {
      table: TABLE,
      order_by: 'title',
      columns: ['title', 'status', 'hours'],
    });
    expect(read.rows).toMatchObject([
      { title: 'New', status: 'todo', hours: 2 },
      { title: 'Old', status: 'done', hours: 1 },
    ]);
    await client.run('undo_migration', { migration_id: migrationId ?? '' });
    expect(vault.tree()).toBe(before);
  });

  it('that do not fit are all told, by their values, with what was probably meant, and can be put right or left out', async () => {
    const rows = [
      ['A', 'dnoe', '31.11.2026', '1', ''],
      ['B', 'dnoe', '', 'soon', ''],
      ['C', 'todo', '', '', ''],
    ];
    const tried = await attempt(file(...rows));
    expect(
      tried.kind === 'invalid' && tried.values.map(({ column: name, value, lines }) => [name, value, lines]),
    ).toEqual([
      ['status', 'dnoe', [2, 3]],
      ['due', '31.11.2026', [2]],
      ['hours', 'soon', [3]],
    ]);
    expect(tried.kind === 'invalid' && tried.values[0]?.near).toBe('done');
    const fixes: ValueFixes = new Map([
      [valueKey('status', 'dnoe'), { kind: 'value', text: 'done' }],
      [valueKey('due', '31.11.2026'), { kind: 'empty' }],
      [valueKey('hours', 'soon'), { kind: 'leaveOut' }],
    ]);
    expect(await attempt(file(...rows), fixes)).toMatchObject({ kind: 'accepted', plan: { inserted: 2 } });
  });

  it('are each a new row where that is asked for, also where one is called alike', async () => {
    expect(await attempt(file(['New', '', '', '', '']), NO_FIXES, null)).toMatchObject({
      plan: { inserted: 1, steps: [{ op: 'merge_rows', on: ['title'] }] },
    });
    expect(await attempt(file(['A', '', '', '', ''], ['A', '', '', '', '']), NO_FIXES, null)).toMatchObject({
      plan: { steps: [{ op: 'insert_row' }, { op: 'insert_row' }] },
    });
  });

  it('that name their notes, as an export does, change these rows, also where no column tells rows apart', async () => {
    await vault.run('insert_row', { table: 'tasks', values: { title: 'Old', status: 'done' } });
    const header = ['file_link', 'Status', 'Hours'];
    const same = [
      ['[[Old]]', 'todo', '1'],
      ['[[Old 2]]', 'done', ''],
    ];
    const tryLines = async (...lines: string[][]): Promise<ImportDryRun> => {
      const from = fileOfRows([header, ...lines], 'tasks.csv');
      const fields = matchFields(header, columns);
      const key = usualKey(from, columns, fields);
      expect(key).toBe('file_link');
      const rows = rowsOf({ file: from, fields, columns, fixes: NO_FIXES, readings: new Map() });
      return tryImport(client, { table: TABLE, columns, rows, key });
    };
    expect(await tryLines(...same)).toMatchObject({ plan: { inserted: 0, updated: 0, unchanged: 2 } });
    const before = vault.tree();
    const tried = await tryLines(['[[Old]]', 'todo', '1'], ['[[Old 2]]', 'todo', '7']);
    expect(tried).toMatchObject({ plan: { inserted: 0, updated: 1, unchanged: 1 } });
    const operations = tried.kind === 'accepted' ? [...tried.plan.steps] : [];
    const { migrationId } = await client.run('batch', { operations: operations });
    expect((await client.run('select_rows', { table: 'tasks', where: { hours: 7 } })).rows).toHaveLength(1);
    await client.run('undo_migration', { migration_id: migrationId ?? '' });
    expect(vault.tree()).toBe(before);
  });

  it('that name one note twice are refused before they are tried', async () => {
    const from = fileOfRows(
      [
        ['file_link', 'Status'],
        ['[[Old]]', 'todo'],
        ['[[Old]]', 'done'],
      ],
      'tasks.csv',
    );
    const fields = matchFields(from.header, columns);
    const rows = rowsOf({ file: from, fields, columns, fixes: NO_FIXES, readings: new Map() });
    expect(await tryImport(client, { table: TABLE, columns, rows, key: 'file_link' })).toMatchObject({
      kind: 'refused',
      problem: { message: 'Line 3 names the note [[Old]], as a line before it does. Leave one of them out.' },
    });
  });

  it('without a value that is needed are told by their lines', async () => {
    const tried = await attempt(file(['', 'todo', '', '', ''], ['B', '', '', '', '']), NO_FIXES, null);
    expect(tried).toMatchObject({ kind: 'invalid', values: [{ column: 'title', code: 'required', lines: [2] }] });
  });

  it('are tried all at once, however many they are', async () => {
    const count = times(1000, 5000);
    const rows = Array.from({ length: count }, (_, index) => [`Row ${index}`, 'todo', '2026-12-01', String(index), '']);
    const values: JsonObject = { kind: 'accepted', plan: { inserted: count } };
    expect(await attempt(file(...rows))).toMatchObject(values);
  });
});
