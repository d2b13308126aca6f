import { describe, expect, it } from 'vitest';
import { columnReaders, mapColumnReads, readerText } from '../../../src/engine/catalog/references/column-references';
import type { TableDefinition } from '../../../src/engine/catalog/definition';
import { columnSpecJson } from '../../../src/engine/catalog/spec/spec-json';
import type { JsonObject } from '../../../src/engine/json';
import { catalogOf, table } from './definitions';

const withCheck = (definition: TableDefinition, name: string, check: JsonObject): TableDefinition => ({
  ...definition,
  constraints: [...definition.constraints, { name, check }],
});

const regions = withCheck(
  table('regions', {
    columns: [
      { name: 'name', type: 'string' },
      { name: 'level', type: 'enum', values: ['land', 'state', 'town'] },
      { name: 'since', type: 'date' },
      { name: 'day', type: 'date', generated: 'date(since)' },
      { name: 'title', type: 'string', generated: '{name} ({since:YYYY})' },
      {
        name: 'parent',
        type: 'link',
        ref: 'self',
        inverse: 'children',
        ref_by: { column: 'level', levels: ['land', 'state', 'town'] },
        ref_where: { name: { exists: true } },
      },
      { name: 'children', type: 'list', items: { type: 'link', ref: 'self', inverse: 'parent' } },
    ],
    time_column: 'since',
    filename: '{ name } {since:YYYY}',
    partition: '{level}/{since:[name] YYYY}',
    row_template: '# {name}\n{level} {unknown}\n',
  }),
  'old',
  { or: [{ level: 'land' }, { 'parent.level': { in: ['land', 'state'] } }], name: { ne: 'land' } },
);

const people = withCheck(
  table(
    'people',
    {
      columns: [
        { name: 'level', type: 'enum', values: ['state', 'town'] },
        {
          name: 'home',
          type: 'link',
          ref: 'regions',
          ref_where: { 'parent.level': 'land', since: { lt: '{today}' } },
          ref_by: { column: 'level', levels: ['state', 'town'] },
        },
      ],
    },
    catalogOf(regions),
  ),
  'settled',
  { 'home.name': { exists: true } },
);

const catalog = catalogOf(regions, people);

const readers = (name: string, column: string): string[] =>
  columnReaders(catalog, `main.default.${name}`, column).map((each) =>
    readerText(each).replaceAll('main.default.', ''),
  );

describe('what reads a column', () => {
  it.each<[string, string, readonly string[]]>([
    ['people', 'home', ['the CHECK settled of people']],
    ['people', 'level', ['the ref_by of people.home']],
    [
      'regions',
      'name',
      [
        'the ref_where of regions.parent',
        'the generated of regions.title',
        'the CHECK old of regions',
        'the filename of regions',
        'the row_template of regions',
        'the CHECK settled of people',
      ],
    ],
    [
      'regions',
      'level',
      [
        'the partition of regions',
        'the row_template of regions',
        'the CHECK old of regions',
        'the ref_by of regions.parent',
        'the ref_where of people.home',
        'the ref_by of people.home',
      ],
    ],
    ['regions', 'children', ['the inverse of regions.parent']],
    [
      'regions',
      'parent',
      ['the CHECK old of regions', 'the inverse of regions.children', 'the ref_where of people.home'],
    ],
    ['regions', 'day', []],
  ])('%s.%s', (name, column, expected) => {
    expect(readers(name, column).sort()).toEqual([...expected].sort());
  });
});

const renamed = (name: string, from: string, to: string) => {
  const { changes, stuck } = mapColumnReads(catalog, {
    column: ({ table: owner, column }) => (owner === `main.default.${name}` && column === from ? to : column),
  });
  expect(stuck).toEqual([]);
  return changes.tables as ReadonlyMap<string, TableDefinition>;
};

const columnOf = (definition: TableDefinition | undefined, name: string): JsonObject =>
  columnSpecJson((definition as TableDefinition).declared.find((spec) => spec.name === name) as never);

describe('renaming a column wherever it is read', () => {
  it('changes only the definitions that read it', () => {
    expect([...renamed('people', 'home', 'place').keys()]).toEqual(['main.default.people']);
    expect([...renamed('regions', 'day', 'date').keys()]).toEqual([]);
  });

  it('follows in patterns, formats aside, and in generated columns', () => {
    const next = renamed('regions', 'name', 'label').get('main.default.regions');
    expect(next).toMatchObject({
      filename: '{ label } {since:YYYY}',
      partition: '{level}/{since:[name] YYYY}',
      rowTemplate: '# {label}\n{level} {unknown}\n',
    });
    expect(columnOf(next, 'title')['generated']).toBe('{label} ({since:YYYY})');
    const since = renamed('regions', 'since', 'founded').get('main.default.regions');
    expect(since?.timeColumn).toBe('founded');
    expect(columnOf(since, 'day')['generated']).toBe('date(founded)');
  });

  it('follows in constraints and link rules of every table', () => {
    const tables = renamed('regions', 'level', 'kind');
    expect(tables.get('main.default.regions')?.constraints).toEqual([
      {
        name: 'old',
        check: { or: [{ kind: 'land' }, { 'parent.kind': { in: ['land', 'state'] } }], name: { ne: 'land' } },
      },
    ]);
    expect(columnOf(tables.get('main.default.regions'), 'parent')['ref_by']).toEqual({
      column: 'kind',
      levels: ['land', 'state', 'town'],
    });
    expect(columnOf(tables.get('main.default.people'), 'home')).toMatchObject({
      ref_where: { 'parent.kind': 'land' },
      ref_by: { column: 'level', levels: ['state', 'town'], target_column: 'kind' },
    });
  });

  it('follows in inverse', () => {
    const next = renamed('regions', 'children', 'parts').get('main.default.regions');
    expect(columnOf(next, 'parent')['inverse']).toBe('parts');
  });
});

describe('renaming an enum value wherever it is read', () => {
  const valued = (name: string, from: string, to: string) =>
    mapColumnReads(catalog, {
      value: ({ table: owner, column }, value) =>
        owner === `main.default.${name}` && column === 'level' && value === from ? to : value,
    }).changes.tables as ReadonlyMap<string, TableDefinition>;

  it('follows where the column is compared, and nowhere else', () => {
    const tables = valued('regions', 'land', 'country');
    expect(tables.get('main.default.regions')?.constraints[0]?.check).toEqual({
      or: [{ level: 'country' }, { 'parent.level': { in: ['country', 'state'] } }],
      name: { ne: 'land' },
    });
    expect(columnOf(tables.get('main.default.regions'), 'parent')['ref_by']).toEqual({
      column: 'level',
      levels: ['country', 'state', 'town'],
    });
  });

  it('makes a map of a chain whose two sides are not called alike any more', () => {
    const tables = valued('regions', 'state', 'canton');
    expect(columnOf(tables.get('main.default.people'), 'home')['ref_by']).toEqual({
      column: 'level',
      map: { state: null, town: ['canton'] },
    });
  });
});
