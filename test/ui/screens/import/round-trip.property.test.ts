/** An export of a table that is imported into it again changes nothing, whatever its columns hold. docs/decisions.md#reading-texts */

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Json, type JsonObject, typedRun } from '../../../../src/engine/index';
import { matchFields } from '../../../../src/kernel/match-fields';
import { writeSeparated } from '../../../../src/kernel/separated-text';
import { tableColumns } from '../../../../src/ui/client/table-columns';
import type { OperationsClient } from '../../../../src/ui/client/operations-client';
import { type ExportFormat, exportText } from '../../../../src/ui/screens/export/export-text';
import {
  type FieldReadings,
  fieldQuestions,
  importColumns,
  rowsOf,
} from '../../../../src/ui/screens/import/import-plan';
import { type ImportDryRun, tryImport } from '../../../../src/ui/screens/import/import-dry-run';
import { times } from '../../../deep';
import { ENUM_VALUES, valueOf } from '../../../engine/values/arbitraries';
import { column, openVault } from '../../../engine/open-vault';
import { fileOf } from '../table-file/csv-files';

const TYPES = ['string', 'integer', 'number', 'boolean', 'date', 'datetime', 'enum', 'link', 'json'] as const;
type ItemType = (typeof TYPES)[number];

const COLUMNS: readonly JsonObject[] = [
  column('title', 'string', { required: true }),
  ...TYPES.map((type) => column(`a_${type}`, type, type === 'enum' ? { values: [...ENUM_VALUES] } : {})),
  ...TYPES.map((type) =>
    column(`many_${type}`, 'list', { items: { type, ...(type === 'enum' ? { values: [...ENUM_VALUES] } : {}) } }),
  ),
];

/** What a spreadsheet or another reader could take for something else. */
const text = fc.oneof(
  valueOf.string,
  fc.constantFrom(
    '1,234',
    '1.234',
    '3/4/2026',
    '$5',
    '60%',
    'a; b',
    'Lee, Ann',
    '"',
    "'=1",
    '=1',
    '-',
    'a\nb',
    ' a',
    '|',
  ),
);
const link = fc.oneof(valueOf.link, fc.constantFrom('[[A, B]]', '[[x|y; z]]', '[[people/Lee, Ann|Ann]]'));
const itemOf = (type: ItemType): fc.Arbitrary<Json> =>
  type === 'string' ? text : type === 'link' ? link : valueOf[type];

const rowsOfTable: fc.Arbitrary<readonly JsonObject[]> = fc
  .array(
    fc.record(
      {
        ...Object.fromEntries(TYPES.map((type) => [`a_${type}`, itemOf(type)])),
        ...Object.fromEntries(
          TYPES.map((type) => [`many_${type}`, fc.array(itemOf(type), { minLength: 1, maxLength: 3 })]),
        ),
      },
      { requiredKeys: [] },
    ),
    { minLength: 1, maxLength: 4 },
  )
  .map((rows) => rows.map((row, at) => ({ title: `Row ${at}`, ...row })));

interface Exported {
  readonly client: OperationsClient;
  readonly text: (format: ExportFormat) => string;
  readonly tryFile: (content: string | Uint8Array, readings?: FieldReadings) => Promise<ImportDryRun>;
  readonly close: () => Promise<void>;
}

async function exportedTable(
  columns: readonly JsonObject[],
  rows: readonly JsonObject[],
  /** Lines of front matter that somebody adds to the note of each row. */
  byHand: readonly string[] = [],
): Promise<Exported> {
  const vault = await openVault();
  const { engine } = vault;
  const client: OperationsClient = {
    run: typedRun((name, args) => engine.run(name, args)),
    onChange: () => () => undefined,
  };
  await vault.run('create_table', { name: 't', description: 'all', filename: '{title}', columns: [...columns] });
  for (const values of rows) await engine.run('insert_row', { table: 't', values }).catch(() => undefined);
  if (byHand.length > 0) {
    for (const { path } of (await client.run('select_rows', { table: 't' })).rows) {
      const note = vault.text(path ?? '') ?? '';
      vault.host.external.write(path ?? '', note.replace('---\n', `---\n${byHand.join('\n')}\n`));
    }
    await engine.rescan();
  }
  const described = (await client.run('describe_table', { table: 't' })).columns;
  const found = (await client.run('select_rows', { table: 't', limit: 100 })).rows;
  const shown = { columns: tableColumns(described), rows: found.map((values) => ({ key: '', path: '', values })) };
  return {
    client,
    text: (format) => exportText(format, shown),
    tryFile: async (content, readings = new Map()) => {
      const file = fileOf(content, 't.csv');
      const into = importColumns(described);
      const fields = matchFields(file.header, into);
      const open = fieldQuestions(file, fields, into).filter(({ at }) => !readings.has(at));
      expect(open).toEqual([]);
      const lines = rowsOf({ file, fields, columns: into, fixes: new Map(), readings });
      expect(lines.length).toBe(found.length);
      return tryImport(client, { table: 'main.default.t', columns: into, rows: lines, key: 'title' });
    },
    close: () => engine.close(),
  };
}

const NO_CHANGE = { kind: 'accepted', plan: { inserted: 0, updated: 0 } };

it.each(['csv', 'sheet'] as const)('as %s, of every type and lists of every type', async (format) => {
  await fc.assert(
    fc.asyncProperty(rowsOfTable, async (rows) => {
      const table = await exportedTable(COLUMNS, rows);
      expect(await table.tryFile(table.text(format))).toMatchObject(NO_CHANGE);
      await table.close();
    }),
    { numRuns: times(25, 1500) },
  );
});

it('as a spreadsheet of another country saves it: semicolons, decimal commas, days with points, UTF-16', async () => {
  const rows = fc.array(fc.record({ n: valueOf.number, d: valueOf.date }), { minLength: 1, maxLength: 4 });
  const columns = [column('title', 'string'), column('n', 'number'), column('d', 'date')];
  await fc.assert(
    fc.asyncProperty(rows, async (values) => {
      const table = await exportedTable(
        columns,
        values.map((row, at) => ({ title: `Row ${at}`, ...row })),
      );
      const lines = values.map(({ n, d }, at) => [
        `Row ${at}`,
        JSON.stringify(n).replace('.', ','),
        (typeof d === 'string' ? d : '').split('-').reverse().join('.'),
      ]);
      const written = `\uFEFF${writeSeparated([['title', 'n', 'd'], ...lines], ';', '\r\n')}\r\n`;
      const readings: FieldReadings = new Map([[1, { kind: 'number', decimal: ',' }]]);
      expect(await table.tryFile(Buffer.from(written, 'utf16le'), readings)).toMatchObject(NO_CHANGE);
      await table.close();
    }),
    { numRuns: times(15, 500) },
  );
});

it('with lists, links with commas and aliases, and JSON, as they were reported', async () => {
  const columns = [
    column('title', 'string'),
    column('authors', 'list', { items: { type: 'string' } }),
    column('links', 'list', { items: { type: 'link' } }),
    column('meta', 'json'),
    column('phone', 'string'),
    column('size', 'number'),
  ];
  const table = await exportedTable(columns, [
    {
      title: 'A',
      authors: ['Lee, Ann', 'Ng, Bo'],
      links: ['[[A, B]]', '[[x|y]]'],
      meta: { a: 1 },
      phone: '0041 79 123',
      size: 1.234,
    },
    { title: 'B', authors: ['Lee, Ann'], meta: 'text', phone: 'two\nlines "quoted"' },
  ]);
  expect(await table.tryFile(table.text('csv'))).toMatchObject({
    kind: 'accepted',
    plan: { inserted: 0, updated: 0, unchanged: 2 },
  });
  expect(table.text('csv')).toContain('A,"Lee, Ann; Ng, Bo","[[A, B]]; [[x|y]]","{""a"":1}",0041 79 123,1.234');
  await table.close();
});

it('with values as people write them into notes by hand', async () => {
  const types = ['string', 'number', 'date', 'datetime', 'boolean', 'link', 'list'] as const;
  const columns = [
    column('title', 'string'),
    ...types.map((type) => column(`a_${type}`, type, type === 'list' ? { items: { type: 'string' } } : {})),
  ];
  for (const lines of [
    ['a_datetime: 2026-11-21 09:30', 'a_date: 2026-11-21', 'a_number: 1.50'],
    ['a_list: alone', 'a_link: Ada', 'a_string: "two\\nlines"'],
    ['a_datetime: 2026-11-21T09:30:15.25Z', 'a_boolean: true', 'a_string: 007'],
    ['a_datetime: 2026-11-21T09:30', 'a_boolean: false', 'a_number: 1e3'],
  ]) {
    const table = await exportedTable(columns, [{ title: 'A' }], lines);
    expect([lines, await table.tryFile(table.text('csv'))]).toMatchObject([lines, NO_CHANGE]);
    await table.close();
  }
});
