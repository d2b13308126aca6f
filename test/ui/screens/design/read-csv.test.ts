/** Our reader of CSV files against another one, and on what spreadsheets write. */

import fc from 'fast-check';
import Papa from 'papaparse';
import { expect, it } from 'vitest';
import { designOfLines } from '../../../../src/ui/screens/design/design-of-lines';
import { delimiterOf, readCsv } from '../../../../src/ui/screens/design/read-csv';
import { cellOf } from '../../../../src/ui/screens/design/table-design';

const field = fc.oneof(
  fc.constantFrom('', 'a', 'x y', 'a,b', 'a;b', 'say "hi"', 'two\nlines', 'Ü', '1.5'),
  fc.string(),
);
const isFull = (row: readonly string[]): boolean => row.some((text) => text.trim() !== '');

it.each([',', ';', '\t'])('reads what another program writes with %j between fields', (delimiter) => {
  const tables = fc.array(fc.array(field, { minLength: 3, maxLength: 3 }).filter(isFull), {
    minLength: 1,
    maxLength: 6,
  });
  fc.assert(
    fc.property(tables, (rows) => {
      const table = [['first', 'second', 'third'], ...rows];
      const text = Papa.unparse(table, { delimiter, newline: '\r\n' });
      expect(readCsv(text)).toEqual(table);
    }),
  );
});

it.each([
  [
    'a,b\n1,2\n',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
  [
    '\uFEFFa;b\r\n"1;x";\r\n',
    [
      ['a', 'b'],
      ['1;x', ''],
    ],
  ],
  [
    'a\tb\n\n"two\nlines"\t"say ""hi"""',
    [
      ['a', 'b'],
      ['two\nlines', 'say "hi"'],
    ],
  ],
  ['a,b\n"open, for ever', [['a', 'b'], ['open, for ever']]],
  ['', []],
])('reads %j', (text, rows) => {
  expect(readCsv(text)).toEqual(rows);
});

it('finds the delimiter in the first line, quotes aside', () => {
  expect(delimiterOf('"a,b,c";d;e\n1,2,3,4')).toBe(';');
});

it('guesses types from what every line holds', () => {
  const [header = [], ...rows] = readCsv(
    [
      'Name,Born,At,Kg,Count,Zip,Done,Kind,Id,Name',
      ...Array.from(
        { length: 6 },
        (_, i) =>
          `N${i},2020-01-0${i + 1},2020-01-01 10:00,${i}.5,${i},0${i}00,${i % 2 ? 'yes' : 'no'},${i % 2 ? 'a' : 'b'},${i},z`,
      ),
    ].join('\n'),
  );
  const { name, columns } = designOfLines('My pets 2.csv', header, rows);
  expect(name).toBe('my_pets_2');
  expect(columns.map((column) => [column.name, column.type])).toEqual([
    ['name', 'string'],
    ['born', 'date'],
    ['at', 'datetime'],
    ['kg', 'number'],
    ['count', 'integer'],
    ['zip', 'string'],
    ['done', 'boolean'],
    ['kind', 'enum'],
    ['its_id', 'integer'],
    ['name_2', 'enum'],
  ]);
});

it.each([
  ['number', '4,5', 4.5],
  ['number', '1’250.5', 1250.5],
  ['integer', ' 7 ', 7],
  ['integer', '0x7d1', '0x7d1'],
  ['boolean', 'Yes', true],
  ['boolean', 'maybe', 'maybe'],
  ['datetime', '2026-11-21 09:30', '2026-11-21T09:30'],
  ['link', 'Ada', '[[Ada]]'],
  ['link', '[[Ada|A]]', '[[Ada|A]]'],
  ['string', ' kept ', ' kept '],
  ['date', '', null],
] as const)('reads the field of a %s column %j as %j', (type, text, value) => {
  expect(cellOf({ type, itemType: 'string' }, text)).toEqual(value);
});
