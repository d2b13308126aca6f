import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkVaultPath } from '../../../src/engine/note/paths';
import type { ColumnSpec } from '../../../src/engine/values/column-spec';
import type { Json } from '../../../src/engine/json';
import {
  fillFileName,
  fillPartition,
  fillTemplate,
  parsePattern,
  patternColumns,
} from '../../../src/engine/values/patterns';
import { ITEM_TYPES, itemOf, runs, text, valueOf, zone } from './arbitraries';

const ZURICH = 'Europe/Zurich';

const COLUMNS: readonly ColumnSpec[] = [
  { name: 'name', type: 'string' },
  { name: 'due', type: 'date' },
  { name: 'at', type: 'datetime' },
  { name: 'status', type: 'enum', values: ['todo'] },
  { name: 'owner', type: 'link' },
  { name: 'tags', type: 'list' },
  { name: 'team', type: 'list', items: { type: 'link' } },
  { name: 'pages', type: 'integer' },
  { name: 'done', type: 'boolean' },
];

const VALUES: Readonly<Record<string, Json>> = {
  name: 'A/B: "C"',
  due: '2026-11-21',
  at: '2026-11-20T23:30:00Z',
  status: 'todo',
  owner: '[[People/Ann|Annie]]',
  tags: ['a', 'b'],
  team: ['[[People/Ann|Annie]]', 'Bo'],
  pages: 12,
  done: false,
  id: '0b8e',
};

describe('parsePattern', () => {
  it.each([
    ['', []],
    ['plain', [{ text: 'plain' }]],
    ['{name}', [{ column: 'name', format: null, source: '{name}' }]],
    [
      'a {due:YYYY-MM} b',
      [{ text: 'a ' }, { column: 'due', format: 'YYYY-MM', source: '{due:YYYY-MM}' }, { text: ' b' }],
    ],
    ['{due:[{]YYYY[}:]}', [{ column: 'due', format: '[{]YYYY[}:]', source: '{due:[{]YYYY[}:]}' }]],
    ['{due:HH:mm}', [{ column: 'due', format: 'HH:mm', source: '{due:HH:mm}' }]],
    ['{ name }', [{ column: 'name', format: null, source: '{ name }' }]],
    ['{name:}', [{ column: 'name', format: null, source: '{name:}' }]],
    ['{}', [{ column: '', format: null, source: '{}' }]],
    ['{open', [{ text: '{open' }]],
    ['open}', [{ text: 'open}' }]],
    ['{{name}}', [{ text: '{' }, { column: 'name', format: null, source: '{name}' }, { text: '}' }]],
  ])('%s', (pattern, parts) => {
    expect(parsePattern(pattern)).toEqual(parts);
  });

  it('loses no character', () => {
    const piece = fc.constantFrom('{', '}', '[', ']', ':', 'name', 'YYYY', ' ', '/', '{due:YYYY}');
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const pattern = pieces.join('');
        expect(
          parsePattern(pattern)
            .map((part) => ('text' in part ? part.text : part.source))
            .join(''),
        ).toBe(pattern);
      }),
      runs(300),
    );
  });

  it('names each column once, in order', () => {
    expect(patternColumns('{due:YYYY}/{status} {due:MM} {nothing}')).toEqual(['due', 'status', 'nothing']);
  });
});

describe('a file name', () => {
  it.each([
    ['{name}', 'A-B- -C-'],
    ['{due}', '2026-11-21'],
    ['{due:YYYY-MM-DD} {status}', '2026-11-21 todo'],
    ['{due:YYYY/MM}', '2026-11'],
    ['{at:YYYY-MM-DD HHmmss}', '2026-11-21 003000'],
    ['{at}', '2026-11-20T23-30-00Z'],
    ['{owner}', 'Ann'],
    ['{team}', 'Ann, Bo'],
    ['{tags} {pages} {done}', 'a, b 12 false'],
    ['{id}', '0b8e'],
    ['notes/{pages}', 'notes-12'],
    ['Week {due:ww [of] gggg}', 'Week 47 of 2026'],
    ['fixed', 'fixed'],
  ])('from %s is %s', (pattern, name) => {
    expect(fillFileName(pattern, COLUMNS, VALUES, ZURICH)).toMatchObject({ text: name });
  });

  it.each([
    ['{name} {due}', { due: '2026-11-21' }, ['name']],
    ['{name} {due} {name}', {}, ['name', 'due']],
    ['{name}', { name: '' }, ['name']],
    ['{tags}', { tags: [] }, ['tags']],
    ['{name}', { name: '...' }, ['name']],
    ['{name:YYYY}', { name: 'soon' }, ['name']],
    ['{pages:YYYY}', { pages: 2026 }, ['pages']],
    ['{toString}', {}, ['toString']],
  ])('from %s can not be made of %j', (pattern, values, missing) => {
    expect(fillFileName(pattern, COLUMNS, values, ZURICH)).toEqual({ missing });
  });

  it('is one name, whatever the values', () => {
    fc.assert(
      fc.property(
        anyRow,
        fc.constantFrom('{a}', '{a} - {b}', 'x/{a}', '{a}{b}'),
        zone,
        ({ columns, values }, pattern, name) => {
          const filled = fillFileName(pattern, columns, values, name);
          if ('missing' in filled) expect(filled.missing.length).toBeGreaterThan(0);
          else expect(filled.text).toMatch(/^[^\\/:*?"<>|#^[\].][^\\/:*?"<>|#^[\]]*$/);
        },
      ),
      runs(400),
    );
  });
});

describe('a folder', () => {
  it.each([
    ['', ''],
    ['{status}', 'todo'],
    ['{due:YYYY/MM}', '2026/11'],
    ['{due:GGGG}/{due:[W]WW}', '2026/W47'],
    ['by status/{status}', 'by status/todo'],
    ['{name}', 'A-B- -C-'],
    ['{name}/{owner}', 'A-B- -C-/Ann'],
    ['/{status}//x/', 'todo/x'],
    ['{at:YYYY/MM/DD}', '2026/11/21'],
    ['{due:[..]/YYYY}', '2026'],
  ])('from %s is %j', (pattern, folder) => {
    expect(fillPartition(pattern, COLUMNS, VALUES, ZURICH)).toMatchObject({ text: folder });
  });

  it.each([
    ['{status}/{due:YYYY}', {}, ['status', 'due']],
    ['{name}/x', { name: '..' }, ['name']],
    ['x/{name}', { name: ' . ' }, ['name']],
    ['{name:YYYY}', { name: 'soon' }, ['name']],
  ])('from %s can not be made of %j', (pattern, values, missing) => {
    expect(fillPartition(pattern, COLUMNS, values, ZURICH)).toEqual({ missing });
  });

  it('never leads out of the table’s folder, nor deeper than its pattern', () => {
    const patterns = fc.constantFrom('{a}', '{a}/{b}', 'x/{a}/y', '{a:YYYY/MM}/{b}', '../{a}', '{a}{b}', '/{a}/../{b}');
    fc.assert(
      fc.property(anyRow, patterns, zone, ({ columns, values }, pattern, name) => {
        const filled = fillPartition(pattern, columns, values, name);
        const text = 'missing' in filled ? '' : filled.text;
        expect(checkVaultPath(text)).toEqual({ path: text });
        expect(text.split('/').length).toBeLessThanOrEqual(pattern.split('/').length);
      }),
      runs(600),
    );
  });
});

describe('a row template', () => {
  it.each([
    ['# {name}\n', '# A/B: "C"\n'],
    ['Due {due:D MMMM YYYY}', 'Due 21 November 2026'],
    ['{owner} and {tags}', '[[People/Ann|Annie]] and a, b'],
    ['{id} {pages} {done}', '0b8e 12 false'],
    ['{unknown} {{title}} {a: 1} ${x} {}', '{unknown} {{title}} {a: 1} ${x} {}'],
    ['```js\nif (a) { b() }\n```', '```js\nif (a) { b() }\n```'],
    ['{name:YYYY}', '{name:YYYY}'],
  ])('%j gives %j', (template, body) => {
    expect(fillTemplate(template, COLUMNS, VALUES, ZURICH)).toBe(body);
  });

  it('leaves nothing where a column is empty', () => {
    expect(fillTemplate('[{name}] {due:YYYY}.', COLUMNS, {}, ZURICH)).toBe('[] .');
  });

  it('does not fill a value again', () => {
    expect(fillTemplate('{name}', COLUMNS, { name: '{status}', status: 'todo' }, ZURICH)).toBe('{status}');
  });
});

const hostile = fc.oneof(
  text,
  fc.constantFrom(
    '..',
    '.',
    '../..',
    '/etc/passwd',
    'C:\\x',
    '.hidden',
    'con',
    'a\0b',
    '~',
    '%2e%2e',
    '\u202e',
    ' ',
    '[[../x]]',
    '…',
  ),
);

const anyCell = fc.oneof(
  fc.constantFrom(...ITEM_TYPES).chain((type) => valueOf[type].map((value) => ({ spec: itemOf(type), value }))),
  hostile.map((value) => ({ spec: { type: 'string' as const }, value })),
  hostile.map((value) => ({ spec: { type: 'link' as const }, value })),
);

const anyRow = fc.tuple(anyCell, anyCell).map(([a, b]) => ({
  columns: [
    { ...a.spec, name: 'a' },
    { ...b.spec, name: 'b' },
  ] as readonly ColumnSpec[],
  values: { a: a.value, b: b.value },
}));
