/** Our reader of separated text against another one, and on what spreadsheets write. */

import fc from 'fast-check';
import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import { type Delimiter, readSeparated, shapeOf, writeSeparated } from '../../src/kernel/separated-text';
import { drain } from '../../src/kernel/slices';

const read = (text: string) => {
  const { delimiter, start } = shapeOf(text);
  return drain(readSeparated(text, delimiter, start));
};
const rowsOf = (text: string) => read(text).records.map(({ fields }) => fields);

const field = fc.oneof(
  fc.constantFrom('', 'a', 'x y', 'a,b', 'a;b', 'say "hi"', 'two\nlines', 'Ü', '1.5', ' "', '\r'),
  fc.string(),
);
const table = fc.array(fc.array(field, { minLength: 3, maxLength: 3 }), { minLength: 1, maxLength: 6 });

it.each([',', ';', '\t', '|'] as const)('reads what another program writes with %j between fields', (delimiter) => {
  fc.assert(
    fc.property(table, (rows) => {
      const text = Papa.unparse(rows, { delimiter, newline: '\r\n' });
      expect(drain(readSeparated(text, delimiter)).records.map(({ fields }) => fields)).toEqual(rows);
    }),
  );
});

it.each([',', '\t'] as const)('writes with %j what it and another program read', (delimiter) => {
  fc.assert(
    fc.property(table, (rows) => {
      const text = writeSeparated(rows, delimiter, '\r\n');
      expect(drain(readSeparated(text, delimiter)).records.map(({ fields }) => fields)).toEqual(rows);
      expect(Papa.parse(text, { delimiter, newline: '\r\n' }).data).toEqual(rows);
    }),
  );
});

it.each<[string, string[][]]>([
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
  ['a\tb\r\r"two\nlines"\t"say ""hi"""', [['a', 'b'], [''], ['two\nlines', 'say "hi"']]],
  [
    'a,b\n"say "hi" there",c',
    [
      ['a', 'b'],
      ['say "hi" there', 'c'],
    ],
  ],
  [
    'a\tb\n"quoted" text\t"c"',
    [
      ['a', 'b'],
      ['"quoted" text', 'c'],
    ],
  ],
  [
    'sep=;\nName;Price\nA;1,50',
    [
      ['Name', 'Price'],
      ['A', '1,50'],
    ],
  ],
  [
    'Name, first;Price, net, gross;x\nA;1;2\nB;3;4',
    [
      ['Name, first', 'Price, net, gross', 'x'],
      ['A', '1', '2'],
      ['B', '3', '4'],
    ],
  ],
  ['Text\nHello, world\nfoo', [['Text'], ['Hello, world'], ['foo']]],
  [
    'a|b\n1|2',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
  ['', [['']]],
])('reads %j', (text, rows) => {
  expect(rowsOf(text)).toEqual(rows);
});

it.each<[string, Delimiter]>([
  ['"a,b,c";d;e\n1;2;3', ';'],
  ['Name;Price\nA;1,50\nB;2,75', ';'],
  ['a,b,c\n1,2\n3,4,5', ','],
  ['a,b', ','],
  ['one column', ''],
])('finds the delimiter of %j: %j', (text, delimiter) => {
  expect(shapeOf(text).delimiter).toBe(delimiter);
});

describe('a quote that is never closed', () => {
  it('is a letter, and is told with its line and field, so that the lines behind it stay lines', () => {
    const { records, openQuote } = read('Name,Note\nA,ok\nB,"never closed\nC,lost\nD,lost\n');
    expect(records.map(({ fields }) => fields)).toEqual([
      ['Name', 'Note'],
      ['A', 'ok'],
      ['B', '"never closed'],
      ['C', 'lost'],
      ['D', 'lost'],
    ]);
    expect(openQuote).toEqual({ line: 3, field: 2 });
  });
});

it('knows the line of each record, also behind values of several lines and empty ones', () => {
  const { records } = read('a,b\n"x\r\ny",1\n\nz,2\n');
  expect(records.map(({ line }) => line)).toEqual([1, 2, 4, 5]);
});

it('stops after a few thousand letters, however long the text is', () => {
  const work = readSeparated('a,b\n'.repeat(100_000), ',');
  let stops = 0;
  for (let step = work.next(); step.done !== true; step = work.next()) stops += 1;
  expect(stops).toBeGreaterThanOrEqual(7);
});
