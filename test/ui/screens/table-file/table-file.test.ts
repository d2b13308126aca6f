/** Files of lines as they come from spreadsheets and programs. docs/page.md#files */

import { expect, it } from 'vitest';
import { drain } from '../../../../src/kernel/slices';
import { encodingOf } from '../../../../src/ui/screens/table-file/decode-file';
import { fieldReader } from '../../../../src/ui/screens/table-file/field-reader';
import { inSlices } from '../../../../src/ui/screens/table-file/in-slices';
import { readTableFile } from '../../../../src/ui/screens/table-file/table-file';
import { fileOf, fixture } from './csv-files';

it('reads Windows-1252 and says so', () => {
  const { header, rows, reading } = fixture('windows-1252.csv');
  expect([header, rows]).toEqual([['Name', 'Straße'], [['Müller', 'Zürich']]]);
  expect(reading).toMatchObject({ encoding: 'windows-1252', delimiter: ';' });
  expect(reading.notices).toEqual(['The file is not UTF-8, so it was read as Windows-1252. Look at its letters.']);
});

it('reads UTF-16 by its mark, and by its bytes without one', () => {
  const { header, rows, reading } = fixture('utf-16.csv');
  expect([header, rows]).toEqual([['Name', 'Preis'], [['Müller', '1,5']]]);
  expect(reading).toMatchObject({ encoding: 'utf-16le', notices: [] });
  const plain = Buffer.from('Name;Preis\r\nMüller;1,5\r\n', 'utf16le');
  expect(encodingOf(plain)).toBe('utf-16le');
  expect(encodingOf(Buffer.from(plain).swap16())).toBe('utf-16be');
  expect(fileOf(Buffer.from(plain).swap16()).rows).toEqual([['Müller', '1,5']]);
});

it('reads UTF-8 with and without its mark', () => {
  for (const mark of ['', '\uFEFF']) expect(fileOf(Buffer.from(`${mark}Größe\nä`)).header).toEqual(['Größe']);
});

it('takes the delimiter that sep= names, and the one that a person chooses', () => {
  expect(fixture('sep-line.csv')).toMatchObject({
    header: ['Name', 'Price'],
    rows: [
      ['A', '1,50'],
      ['B', '2,75'],
    ],
  });
  expect(fixture('commas-in-semicolon-head.csv').header).toEqual(['Name, first', 'Price, net, gross', 'x']);
  expect(fileOf('a;b\n1;2', 'a.csv', { delimiter: '' }).header).toEqual(['a;b']);
});

it('says where a quote opens that never closes, and keeps the lines behind it', () => {
  const { rows, lines, reading } = fixture('open-quote.csv');
  expect(rows).toEqual([
    ['A', 'ok'],
    ['B', '"never closed'],
    ['C', 'lost'],
    ['D', 'lost'],
  ]);
  expect(lines).toEqual([2, 3, 4, 5]);
  expect(reading.notices).toEqual(['Line 3, field 2: a quote opens and never closes. It is read as a letter.']);
});

it('says which lines have more fields than the first one, and where a NUL is', () => {
  expect(fileOf('a,b\n1,2,3\n4,5,6,7\n8,9').reading.notices).toEqual([
    'Line 2 has 3 fields, more than the 2 of the first line, and so have 1 other lines. The fields beyond are not read.',
  ]);
  expect(fileOf('a,b\n1,\0').reading.notices).toEqual([
    'Line 2 has a NUL character, which no text has. Is this the right file, in the right encoding?',
  ]);
});

it.each<[string, string | Uint8Array, string]>([
  ['an empty file', '', 'a.csv is empty.'],
  ['blanks', ' \n\n', 'a.csv is empty.'],
  ['a head alone', 'a,b\n', 'a.csv has no lines below its first one, which names the columns.'],
  ['a workbook', Buffer.from('504b030400', 'hex'), 'a.csv is a workbook or an archive. Save the sheet as CSV first.'],
])('says what is wrong with %s', (_, content, text) => {
  expect(drain(readTableFile({ name: 'a.csv', content }))).toEqual({ kind: 'problem', text });
});

it('reads a file of one column', () => {
  expect(fileOf('Text\nHello, world\nfoo')).toMatchObject({ header: ['Text'], rows: [['Hello, world'], ['foo']] });
});

it('judges a column by the others of the file, and by the delimiter', () => {
  const typesOf = (text: string) => fileOf(text).columns.map(({ guess }) => guess.type);
  expect(typesOf('a;b\n1,50;1.234')).toEqual(['number', 'integer']);
  expect(typesOf('a;b\n11/28/2026;3/4/2026')).toEqual(['date', 'date']);
  expect(typesOf('a,b\nx,1.234')).toEqual(['string', 'number']);
  expect(typesOf('a;b\nx;1.234')).toEqual(['string', 'string']);
});

it('stops again and again while a long file is read', async () => {
  const text = `a,b,c\n${'1234,some words,2026-11-26\n'.repeat(20_000)}`;
  const work = readTableFile({ name: 'long.csv', content: text });
  let stops = 0;
  for (let step = work.next(); step.done !== true; step = work.next()) stops += 1;
  expect(stops).toBeGreaterThan(50);
  let clock = 0;
  const read = await inSlices(readTableFile({ name: 'long.csv', content: text }), () => (clock += 10));
  expect(read).toMatchObject({ kind: 'file', file: { header: ['a', 'b', 'c'] } });
});

it('reads what Notion exports: times and days in words', () => {
  const { columns, rows } = fixture('notion-row.csv');
  expect(columns.map(({ guess }) => guess.type)).toEqual(['string', 'datetime', 'date', 'string']);
  const created = { type: 'datetime', itemType: 'string', values: [], ref: null } as const;
  expect(fieldReader(created, columns[1], null)(rows[0]?.[1] ?? '')).toBe('2021-03-15T21:30');
});

it('reads lists, links and JSON of an export for columns of their types', () => {
  const { columns, rows } = fixture('own-export-round-trip.csv');
  const [, authors = '', links = '', meta = ''] = rows[0] ?? [];
  const list = { type: 'list', itemType: 'string', values: [], ref: null } as const;
  expect(fieldReader(list, columns[1], null)(authors)).toEqual(['Lee, Ann', 'Ng, Bo']);
  expect(fieldReader({ ...list, itemType: 'link' }, columns[2], null)(links)).toEqual(['[[A, B]]', '[[x|y]]']);
  expect(fieldReader({ ...list, type: 'json' }, columns[3], null)(meta)).toEqual({ a: 1 });
});
