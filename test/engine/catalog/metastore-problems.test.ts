import { describe, expect, it } from 'vitest';
import { parseMetastore, writeMetastore } from '../../../src/engine/catalog/metastore/metastore-file';
import { errorOf } from './definitions';

const problemsOf = (text: string) => {
  const reading = parseMetastore(text);
  return 'problems' in reading ? reading.problems : [];
};

describe('a file that can not be used', () => {
  const entry = (lines: string) => `format: 1\ntables:\n  main.default.x:\n${lines}`;
  it.each<[string, string, number, string]>([
    ['nothing', '', 1, 'the file must say format: 1'],
    ['only a comment', '# nothing\n', 1, 'the file must say format: 1'],
    ['no format', '\n\ntables:\n', 3, 'the file must say format: 1'],
    ['a format of zero', 'format: 0\n', 1, 'the file must say format: 1'],
    ['a format in quotes', 'x: 1\nformat: "1"\n', 2, 'the file must say format: 1'],
    ['a list', '- a\n', 1, 'the file must be a mapping'],
    ['a word', 'hello\n', 1, 'the file must be a mapping'],
    ['a broken quote', 'format: 1\nconfiguration:\n  timezone: "x\n', 4, 'Missing closing "quote'],
    ['a repeated key', 'format: 1\ntables: {}\ntables: {}\n', 3, 'unique'],
    ['two documents', 'format: 1\n---\nformat: 1\n', 2, 'a second document'],
    ['a tab as margin', 'format: 1\ntables:\n\tx: 1\n', 3, ''],
    ['an anchor', 'format: 1\nconfiguration: &a\n  history: true\n', 3, 'anchors (&) are not supported'],
    ['an alias', entry('    description: *a\n'), 4, ''],
    ['a tag', entry('    description: !!str 1\n'), 4, 'tags (!) are not supported'],
    ['a %YAML line', '%YAML 1.1\n---\nformat: 1\n', 1, 'a %YAML line'],
    ['an infinite number', entry('    fields:\n      a: .inf\n'), 5, '.inf is not a number that can be stored'],
    ['a key that is a list', 'format: 1\n[a]: 1\n', 2, 'a key must be text'],
    ['an empty key', 'format: 1\n: 1\n', 2, 'a key must be text'],
    ['an unknown section', 'format: 1\ntabels:\n', 2, 'unknown section "tabels"; did you mean "tables"?'],
    [
      'a view that is not a view',
      'format: 1\nviews:\n  main.default.x:\n    query:\n      table: y\n',
      3,
      'must begin with vw_',
    ],
    ['a short view name', 'format: 1\nviews:\n  vw_x:\n', 3, '"vw_x" is not a full name of a view'],
    ['a view without query', 'format: 1\nviews:\n  main.default.vw_x:\n', 3, 'main.default.vw_x: a query is missing'],
    [
      'a query without table',
      'format: 1\nviews:\n  main.default.vw_x:\n    query:\n      union: []\n',
      4,
      'query must name a table',
    ],
    [
      'a heading that is not text',
      'format: 1\nviews:\n  main.default.vw_x:\n    query:\n      table: y\n    labels:\n      a: 1\n',
      6,
      'labels: a must be text',
    ],
    ['a typo in a view', 'format: 1\nviews:\n  main.default.vw_x:\n    qery: {}\n', 4, 'did you mean "query"?'],
    ['a bad base name', 'format: 1\nbases:\n  X y: {}\n', 3, '"X y" is not a base name'],
    ['a typo in a base', 'format: 1\nbases:\n  x:\n    colums: []\n', 4, 'x: unknown attribute "colums"'],
    ['a base of a base that is not there', 'format: 1\nbases:\n  x:\n    bases: [y]\n', 3, 'there is no base "y"'],
    [
      'bases in a circle',
      'format: 1\nbases:\n  x:\n    bases: [y]\n  y:\n    bases: [x]\n',
      3,
      'the bases x -> y -> x inherit from each other',
    ],
    [
      'a column from two bases',
      'format: 1\nbases:\n  x:\n    columns: [{name: a, type: string}]\n  y:\n    columns: [{name: a, type: date}]\n  z:\n    bases: [x, y]\n',
      7,
      'a is declared by the bases x and y in different ways',
    ],
    ['a table of a base that is not there', entry('    bases:\n      - x\n'), 4, 'there is no base "x"'],
    [
      'more than the style of an inherited column',
      `${entry('    bases: [x]\n    columns:\n      - name: a\n        type: date\n')}bases:\n  x:\n    columns: [{name: a, type: string}]\n`,
      7,
      'a: type comes from the base x; here only description, dense, label, aliases, note can be said',
    ],
    ['a catalog that is a text', 'format: 1\ncatalogs:\n  main: x\n', 3, 'main must be a mapping'],
    [
      'a bad schema name',
      'format: 1\ncatalogs:\n  main:\n    schemas:\n      A b: {}\n',
      5,
      '"A b" is not a schema name',
    ],
    ['a typo in a catalog', 'format: 1\ncatalogs:\n  main:\n    descripton: x\n', 4, 'did you mean "description"?'],
    ['tables that are a list', 'format: 1\ntables:\n  - x\n', 2, 'tables must be a mapping'],
    ['settings that are a list', 'format: 1\nconfiguration: [x]\n', 2, 'configuration must be a mapping'],
    [
      'an unknown setting',
      'format: 1\nconfiguration:\n  time_zone: UTC\n',
      3,
      'unknown attribute "time_zone"; did you mean "timezone"?',
    ],
    [
      'an unknown time zone',
      'format: 1\nconfiguration:\n  history: true\n  timezone: Mars\n',
      4,
      '"Mars" is not a time zone',
    ],
    ['a bad default schema', 'format: 1\nconfiguration:\n  default_schema: A b\n', 3, '"A b" is not a schema name'],
    ['a short table name', 'format: 1\ntables:\n  x:\n', 3, '"x" is not a full name of a table'],
    ['a bad table name', 'format: 1\ntables:\n  main.default.X:\n', 3, 'main.default.X: "X" is not a table name'],
    ['a table that is a word', 'format: 1\ntables:\n  main.default.x: y\n', 3, 'main.default.x must be a mapping'],
    [
      'a typo in a table',
      entry('    descripton: x\n'),
      4,
      'main.default.x: unknown attribute "descripton"; did you mean "description"?',
    ],
    [
      'a typo in a column',
      entry('    columns:\n      - name: a\n        type: string\n        requird: true\n'),
      7,
      'a: unknown attribute "requird"',
    ],
    ['constraints', entry('    constraints:\n      - x\n'), 4, 'constraints must be an object'],
    ['a constraint', entry('    constraints:\n      c: x\n'), 4, 'constraints: c must be a filter'],
    [
      'an identity that there is not',
      entry('    columns:\n      - name: a\n        type: string\n        identity: x\n'),
      7,
      'unknown identity "x"',
    ],
    [
      'a column without name',
      entry('    columns:\n      - name: a\n        type: string\n\n      # here\n      - type: string\n'),
      9,
      'column 2: a name is missing',
    ],
    ['a description that is a number', entry('    description: 12\n'), 4, 'main.default.x: description must be text'],
    ['a tag that is a number', entry('    tags:\n      year: 2026\n'), 4, 'tags: year must be text'],
    [
      'a default that does not fit',
      entry('    columns:\n      - name: a\n        type: string\n        default: 007\n'),
      7,
      'a: default 7 is not text',
    ],
    [
      'a time column that is not there',
      entry('    columns: []\n    time_column: day\n'),
      5,
      'time_column: there is no column day',
    ],
    [
      'a bad items type',
      entry('    columns:\n      - name: a\n        type: list\n        items:\n          type: x\n'),
      8,
      'a: items: unknown type "x"',
    ],
    ['lists in lists without end', `format: 1\nx: ${'['.repeat(500)}${']'.repeat(500)}\n`, 2, 'more than 80 levels'],
  ])('names the line for %s', (_case, text, line, message) => {
    const problems = problemsOf(text);
    expect(problems.map((problem) => problem.line)).toContain(line);
    expect(problems.find((problem) => problem.line === line)?.message).toContain(message);
    expect(errorOf(() => writeMetastore(text, {})).code).toBe('metastore_invalid');
  });

  it('lists every problem in the order of the lines', () => {
    const text =
      'views:\n  a: 1\ntables:\n  main.default.x:\n    columns:\n      - name: A\n        type: no\n  b:\nformat: 1\n';
    expect(problemsOf(text).map(({ line }) => line)).toEqual([2, 6, 7, 8]);
  });

  it.each(['format: 2\n', 'format: 17\ntables:\n  whatever: [1]\nmore: {}\n'])(
    'tells a newer format apart: %j',
    (text) => {
      expect(parseMetastore(text)).toEqual({ newerFormat: text.startsWith('format: 2') ? 2 : 17 });
      expect(errorOf(() => writeMetastore(text, {})).message).toContain('needs a newer NoteDB');
    },
  );

  it('is not needed for a table whose ref is gone, or that has no description', () => {
    const text = entry('    columns:\n      - name: a\n        type: link\n        ref: main.default.gone\n');
    const reading = parseMetastore(text);
    expect('catalog' in reading && reading.catalog.tables.get('main.default.x')?.columns).toEqual([
      { name: 'a', type: 'link', ref: 'main.default.gone' },
    ]);
  });

  it.each<[string, string]>([
    ['fields', '    fields:\n      "__proto__": 1\n'],
    ['tags', '    tags:\n      __proto__: x\n'],
    ['columns', '    columns:\n      - name: __proto__\n        type: string\n'],
  ])('keeps hostile keys of %s away from prototypes', (_case, lines) => {
    expect(problemsOf(entry(lines))).toHaveLength(1);
    expect(({} as Record<string, unknown>)['x']).toBeUndefined();
  });

  it('survives what is made to exhaust a parser', () => {
    for (const text of [`a: ${'- '.repeat(50_000)}`, '{'.repeat(50_000), `x: "${'\\'.repeat(99_999)}`]) {
      expect(problemsOf(text)).not.toEqual([]);
    }
    expect(parseMetastore(`format: 1\n#${'x'.repeat(17 * 1024 * 1024)}`)).toEqual({
      problems: [{ line: 1, message: 'the file is too large' }],
    });
  });
});
