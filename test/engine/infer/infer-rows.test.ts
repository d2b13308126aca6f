/** infer_table proposes a table for lines of texts, and reads their values. docs/operations.md#infer_table */

import { expect, it } from 'vitest';
import type { Json, JsonObject } from '../../../src/engine/index';
import { draftOfLines } from '../../../src/ui/screens/create-table/infer-from-lines';
import { fileOf, fixture } from '../../ui/screens/table-file/csv-files';
import { PEOPLE, openVault } from '../open-vault';

interface Inferred {
  readonly columns: readonly JsonObject[];
  readonly proposal: { readonly name: string; readonly description: string; readonly columns: readonly JsonObject[] };
  readonly rows: readonly JsonObject[];
  readonly notes: readonly string[];
}

const infer = async (rows: readonly JsonObject[], more: JsonObject = {}): Promise<Inferred> =>
  (await (await openVault()).run('infer_table', { rows, ...more })) as unknown as Inferred;

const typesOf = ({ proposal }: Inferred): readonly Json[] =>
  proposal.columns.map(({ name, type }) => [name ?? '', type ?? '']);

const SALES = [
  {
    Name: 'Ada',
    Revenue: '$79,257.00',
    Share: '60%',
    Day: '11/19/2026',
    Tags: 'eu; beta',
    Kind: 'a',
    Seen: '',
    Zip: '0100',
  },
  {
    Name: 'Bo',
    Revenue: '$1,000.00',
    Share: '5%',
    Day: '11/2/2026',
    Tags: 'beta; vip',
    Kind: 'a',
    Seen: 'yes',
    Zip: '0200',
  },
  { Name: 'Cy', Revenue: '', Share: '7%', Day: '11/3/2026', Tags: 'vip', Kind: 'b', Seen: 'no' },
  { Name: 'Di', Revenue: '$5.00', Share: '9%', Day: '11/4/2026', Tags: '', Kind: 'b', Seen: 'no', Zip: '0300' },
];

it('infers types by the whole column, and reads the values', async () => {
  const inferred = await infer(SALES, { name: 'sales' });
  expect(typesOf(inferred)).toEqual([
    ['name', 'string'],
    ['revenue', 'number'],
    ['share', 'integer'],
    ['day', 'date'],
    ['tags', 'list'],
    ['kind', 'enum'],
    ['seen', 'boolean'],
    ['zip', 'string'],
  ]);
  expect(inferred.columns[1]).toMatchObject({
    name: 'revenue',
    from: 'Revenue',
    required: false,
    unique: true,
    stats: { notes: 4, present: 4, filled: 3, distinct: 3 },
  });
  expect(inferred.rows[0]).toEqual({
    name: 'Ada',
    revenue: 79257,
    share: 60,
    day: '2026-11-19',
    tags: ['eu', 'beta'],
    kind: 'a',
    zip: '0100',
  });
  expect(inferred.rows[2]).toEqual({
    name: 'Cy',
    share: 7,
    day: '2026-11-03',
    tags: ['vip'],
    kind: 'b',
    seen: false,
  });
  expect(inferred).not.toHaveProperty('adopt');
});

it('proposes what create_table and merge_rows take as it is', async () => {
  const vault = await openVault();
  await vault.run('create_table', { ...PEOPLE, filename: '{name}' });
  await vault.run('insert_row', { table: 'people', values: { name: 'Ada' } });
  const given = SALES.map((row, at) => ({ ...row, id: `${at}`, Owner: '[[Ada]]', 'E-mail': `${at}@x.org`, Empty: '' }));
  const { proposal, rows } = (await vault.run('infer_table', { rows: given })) as unknown as Inferred;
  expect(proposal.name).toBe('rows');
  expect(proposal.columns.slice(-4)).toMatchObject([
    { name: 'id_value', label: 'id' },
    { name: 'owner', type: 'link', ref: 'main.default.people' },
    { name: 'e_mail', label: 'E-mail' },
    { name: 'empty', type: 'string' },
  ]);
  await vault.run('create_table', proposal);
  expect(await vault.run('merge_rows', { table: 'rows', on: ['name'], rows })).toMatchObject({ inserted: 4 });
  const { rows: stored } = await vault.run('select_rows', { table: 'rows', where: { name: 'Ada' } });
  expect(stored).toMatchObject([{ revenue: 79257, tags: ['eu', 'beta'], owner: '[[notedb/main/default/people/Ada]]' }]);
});

it('has the types of the form for a file, for every file that tests read', async () => {
  const files = ['thousands.csv', 'big-ids.csv'].map(fixture);
  const wide = fileOf(['A;B;C', '1,5;1.234;x', '2,5;5;x', '3;6;y'].join('\n'));
  for (const file of [...files, wide]) {
    const rows = file.rows.map((row) => Object.fromEntries(file.header.map((key, at) => [key, row[at] ?? ''])));
    const inferred = await infer(rows);
    expect(typesOf(inferred)).toEqual(draftOfLines(file).columns.map(({ name, type }) => [name, type]));
  }
});

it('keeps as text what can be read in two ways, and says both readings', async () => {
  const inferred = await infer([
    { City: 'Aarau', Population: '1,234' },
    { City: 'Bern', Population: '850' },
  ]);
  expect(inferred.rows).toEqual([
    { city: 'Aarau', population: '1,234' },
    { city: 'Bern', population: '850' },
  ]);
  expect(inferred.notes.join('\n')).toContain('Population: "1,234" is 1234 or 1.234; proposed as string');
  const decided = await infer([{ City: 'Aarau', Population: '1,234', Share: '1,5' }]);
  expect(decided.rows).toEqual([{ city: 'Aarau', population: 1.234, share: 1.5 }]);
});

it('takes max_enum_values, and no enum where values do not repeat', async () => {
  const rows = ['a', 'b', 'a', 'b'].map((kind) => ({ kind }));
  expect(typesOf(await infer(rows))).toEqual([['kind', 'enum']]);
  expect(typesOf(await infer(rows, { max_enum_values: 1 }))).toEqual([['kind', 'string']]);
  expect((await infer(rows.slice(0, 2))).columns).toMatchObject([{ type: 'enum', values: ['a', 'b'] }]);
  expect(typesOf(await infer(rows.slice(0, 2)))).toEqual([['kind', 'string']]);
});

it('refuses notes beside rows, and more rows than the limit', async () => {
  const vault = await openVault();
  for (const more of [{ folder: '' }, { paths: ['A.md'] }, { where: { a: 1 } }, { table: 'tasks' }] as JsonObject[]) {
    expect(await vault.refused('infer_table', { rows: [{ a: '1' }], ...more })).toMatchObject({ code: 'bad_request' });
  }
  expect(await vault.refused('infer_table', { rows: [] })).toMatchObject({ code: 'bad_request' });
  expect(await vault.refused('infer_table', { rows: [{ a: 1 }] })).toMatchObject({ code: 'bad_request' });
  const many = Array.from({ length: 10_001 }, () => ({ a: '1' }));
  expect(await vault.refused('infer_table', { rows: many })).toMatchObject({ code: 'bad_request' });
  expect((await vault.run('infer_table', { rows: many.slice(1) }))['columns']).toMatchObject([{ type: 'integer' }]);
});
