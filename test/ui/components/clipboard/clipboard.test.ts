/** Cells as text: tab-separated as spreadsheets have it, tables of HTML, and back into values by the type of a column. */

import * as fc from 'fast-check';
import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import type { Json } from '../../../../src/engine/index';
import { clipboardText, readCells, writeCells } from '../../../../src/ui/components/clipboard/copied-cells';
import { readHtmlCells, writeHtmlTable } from '../../../../src/ui/components/clipboard/html-table';
import { localeOrder } from '../../../../src/kernel/day-text';
import { pastedColumn, readInput } from '../../../../src/ui/components/clipboard/read-input';
import { readTsv, writeTsv } from '../../../../src/ui/components/clipboard/tsv-text';
import { STATUS, column } from '../grid-fixture';

const field = fc.oneof(fc.string(), fc.stringMatching(/^[\t\r\n" ab]{0,8}$/));
const table = fc
  .tuple(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 5 }))
  .chain(([width, height]) =>
    fc.array(fc.array(field, { minLength: width, maxLength: width }), { minLength: height, maxLength: height }),
  );

describe('tab-separated text', () => {
  it('is read as it was written, by this reader and by papaparse', () => {
    fc.assert(
      fc.property(table, (rows) => {
        const text = writeTsv(rows);
        expect(readTsv(text)).toEqual(rows);
        if (rows.length > 1 || rows[0]?.[0] !== '') {
          expect(Papa.parse(text, { delimiter: '\t', newline: '\n' }).data).toEqual(rows);
        }
      }),
    );
  });

  it('of papaparse is read, with either line break', () => {
    fc.assert(
      fc.property(table, fc.constantFrom('\n', '\r\n'), (rows, newline) => {
        const text = Papa.unparse(rows, { delimiter: '\t', newline, quotes: true });
        expect(readTsv(text)).toEqual(rows);
      }),
    );
  });

  it.each<[string, string[][]]>([
    ['', [['']]],
    [
      'a\tb\r\nc\td\r\n',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    ['a\n\nb', [['a'], [''], ['b']]],
    ['"two\nlines"\tb', [['two\nlines', 'b']]],
    ['5" disk\t6"', [['5" disk', '6"']]],
    ['"never closed\tb', [['"never closed', 'b']]],
    ['"quoted" and more\tb', [['"quoted" and more', 'b']]],
  ])('%j', (text, rows) => {
    expect(readTsv(text)).toEqual(rows);
  });
});

describe('a table of HTML', () => {
  const readHtmlTable = (html: string): readonly (readonly string[])[] | null =>
    readHtmlCells(html)?.map((row) => row.map(({ text }) => text)) ?? null;

  it('is read as it was written', () => {
    expect(
      readHtmlTable(
        writeHtmlTable([
          ['a < b & "c"', 'two\nlines'],
          ['', 'd'],
        ]),
      ),
    ).toEqual([
      ['a < b & "c"', 'two\nlines'],
      ['', 'd'],
    ]);
  });

  it('of a spreadsheet is read: head cells, spans, comments, entities, markup within cells', () => {
    const html = `<html><style>td{x:"<td>"}</style><!--StartFragment--><TABLE border=1><colgroup><col></colgroup>
      <tr><th>Name</th><th title="a > b">Hours</th></tr><tr><td colspan="2">Total&nbsp;&#65;&#x42;</td></tr>
      <tr><td><b>Ape</b><br>Bee</td><td>1</td></tr></TABLE><table><tr><td>other</td></tr></table>`;
    expect(readHtmlTable(html)).toEqual([
      ['Name', 'Hours'],
      ['Total AB', ''],
      ['Ape\nBee', '1'],
    ]);
    expect(readHtmlTable('<p>no table</p>')).toBe(null);
  });
});

class Clipboard {
  private readonly data = new Map<string, string>();
  setData(type: string, text: string): void {
    this.data.set(type, text);
  }
  getData(type: string): string {
    return this.data.get(type) ?? '';
  }
}

describe('copied cells', () => {
  const OWNER = column('owner', { type: 'link', ref: 'main.default.people' });
  const TAGS = column('tags', { type: 'list' });

  it('are text for other programs, as people read it', () => {
    const board = new Clipboard();
    const values: readonly Json[] = ['two\nlines', '[[people/Ann|Ann]]', ['a', 'b'], 4.5, true, '2026-11-26'];
    const columns = [
      column('title'),
      OWNER,
      TAGS,
      column('hours', { type: 'number' }),
      column('done', { type: 'boolean' }),
      column('due', { type: 'date' }),
    ];
    writeCells([columns.map((each, at) => ({ column: each, value: values[at] }))], board);
    expect(board.getData('text/plain')).toBe('"two\nlines"\tAnn\ta; b\t4.5\ttrue\t2026-11-26');
    expect(board.getData('text/html')).toContain('<td>two<br>lines</td><td>Ann</td>');
  });

  it('keep their values for another grid, and are texts where the type is another one', () => {
    const board = new Clipboard();
    writeCells([[{ column: OWNER, value: '[[people/Ann|Ann]]' }]], board);
    const [[input] = []] = readCells(board);
    expect(input && readInput(OWNER, input)).toBe('[[people/Ann|Ann]]');
    expect(input && readInput(column('title'), input)).toBe('Ann');
  });

  it('come from HTML where there is no text', () => {
    const board = new Clipboard();
    board.setData('text/html', '<table><tr><td>a</td><td>b</td></tr></table>');
    expect(readCells(board)).toEqual([[{ text: 'a' }, { text: 'b' }]]);
  });

  it('that are empty are empty texts', () => {
    expect([null, undefined, '', []].map((value) => clipboardText({ column: TAGS, value }))).toEqual(['', '', '', '']);
  });
});

describe('cells of a spreadsheet', () => {
  const sheet = (...cells: readonly (readonly [attributes: string, text: string])[]): Clipboard => {
    const board = new Clipboard();
    board.setData('text/plain', cells.map(([, text]) => text).join('\t'));
    const row = cells.map(([attributes, text]) => `<td style="a:b" ${attributes}>${text}</td>`).join('');
    board.setData('text/html', `<table data-sheets-root="1"><tr>${row}</tr></table>`);
    return board;
  };
  const DATE = column('due', { type: 'date' });

  it.each<[string, ReturnType<typeof column>, string, string, Json]>([
    [
      'Sheets, a number',
      column('n', { type: 'number' }),
      'data-sheets-value="{&quot;1&quot;:3,&quot;3&quot;:3.14159}"',
      '3.14',
      3.14159,
    ],
    ['Sheets before 2022', column('n', { type: 'number' }), 'data-sheets-value="[null,3,null,8]"', '8.00 €', 8],
    ['Sheets, a day', DATE, 'data-sheets-value="{&quot;1&quot;:3,&quot;3&quot;:45980}"', '11/19/2025', '2025-11-19'],
    [
      'Sheets, a time',
      column('t', { type: 'datetime' }),
      'data-sheets-value="{&quot;1&quot;:3,&quot;3&quot;:45980.8958333333}"',
      '11/19/2025 21:30',
      '2025-11-19T21:30',
    ],
    [
      'Sheets, a box',
      column('b', { type: 'boolean' }),
      'data-sheets-value="{&quot;1&quot;:4,&quot;4&quot;:1}"',
      'WAHR',
      true,
    ],
    [
      'Sheets, a text',
      column('s'),
      'data-sheets-value="{&quot;1&quot;:2,&quot;2&quot;:&quot;007&quot;}"',
      '007',
      '007',
    ],
    ['Excel, a number', column('n', { type: 'number' }), 'x:num="79257.123"', '$79,257.12', 79257.123],
    ['Excel, a plain number', column('n', { type: 'number' }), 'x:num', '7.5', 7.5],
    ['Excel, a text', column('s'), 'x:str', '1e5', '1e5'],
    ['LibreOffice', column('n', { type: 'number' }), 'sdval="3.2" sdnum="1031;"', '3,20 €', 3.2],
    ['a percentage, as it is shown', column('n', { type: 'number' }), 'x:num="0.6"', '60%', 60],
    ['a day for a number', column('n', { type: 'number' }), 'x:num="45980"', '11/19/2025', '11/19/2025'],
    ['a number for a text', column('s'), 'x:num="1234"', '1,234', '1,234'],
  ])('%s', (_, spec, attributes, text, value) => {
    const [[input] = []] = readCells(sheet([attributes, text]));
    expect(input && readInput(spec, input)).toBe(value);
  });

  it('count by their text where the table of HTML has other cells', () => {
    const board = sheet(['x:num="1"', 'a']);
    board.setData('text/plain', 'a\tb');
    expect(readCells(board)).toEqual([[{ text: 'a' }, { text: 'b' }]]);
  });
});

describe('a pasted text', () => {
  const number = column('hours', { type: 'number' });
  const done = column('done', { type: 'boolean' });
  const loose = column('see', { type: 'link' });
  it.each<[string, ReturnType<typeof column>, string, Json]>([
    ['nothing empties', column('title'), '  ', null],
    ['a text as it is', column('title'), ' a ', ' a '],
    ['a choice in another case', STATUS, 'DOING', 'doing'],
    ['a choice that is none', STATUS, 'don', 'don'],
    ['a number of the locale', number, '1,234.5', 1234.5],
    ['no number', number, 'many', 'many'],
    ['a checked box', done, 'Yes', true],
    ['an empty box', done, 'FALSE', false],
    ['no box', done, 'perhaps', 'perhaps'],
    ['a day', column('due', { type: 'date' }), '26 Nov 2026', '2026-11-26'],
    ['a list with semicolons', column('tags', { type: 'list' }), 'a, b; c', ['a, b', 'c']],
    ['a list with commas', column('tags', { type: 'list' }), 'a, b', ['a', 'b']],
    ['a list in lines', column('tags', { type: 'list' }), 'a\nb', ['a', 'b']],
    ['a list of numbers', column('n', { type: 'list', itemType: 'number' }), '1; 2', [1, 2]],
    ['a list of links', column('l', { type: 'list', itemType: 'link' }), '[[a, b]], [[c;d]]', ['[[a, b]]', '[[c;d]]']],
    ['a name where links lead into a table', column('o', { type: 'link', ref: 'people' }), 'Ann', 'Ann'],
    ['a name where they lead anywhere', loose, 'Ann', '[[Ann]]'],
    ['a link', loose, '[[Ann]]', '[[Ann]]'],
    ['JSON', column('j', { type: 'json' }), '{"a": 1}', { a: 1 }],
  ])('%s', (_, spec, text, value) => {
    expect(readInput(spec, { text })).toEqual(value);
  });

  it.each<[string, string[], string[], string]>([
    ['days with the month first', ['11/1/2026', '11/28/2026'], ['2026-11-01', '2026-11-28'], 'mdy'],
    ['days with the day first', ['1/11/2026', '28/11/2026'], ['2026-11-01', '2026-11-28'], 'dmy'],
  ])('of %s is read by the whole column', (_, texts, days, order) => {
    const due = column('due', { type: 'date', label: 'Due' });
    const inputs = texts.map((text) => ({ text }));
    const { convention, remark } = pastedColumn(due, inputs);
    expect(inputs.map((input) => readInput(due, input, convention))).toEqual(days);
    const isUsual = localeOrder(undefined) === order;
    expect(remark).toBe(isUsual ? null : `Due: days are read ${order === 'mdy' ? 'month' : 'day'} first.`);
  });

  it('of money, percent and decimal commas is read by the whole column', () => {
    const texts = ['$79,257.00', '60%', '1,5'];
    expect(texts.map((text) => readInput(number, { text }))).toEqual([79257, 60, 1.5]);
    expect(readInput(number, { text: '99999999999999999999' })).toBe('99999999999999999999');
  });

  it('that is no JSON is told so', () => {
    expect(() => readInput(column('j', { type: 'json' }), { text: '{a' })).toThrow(SyntaxError);
  });
});
