import { describe, expect, it } from 'vitest';
import { Catalog } from '../../../src/engine/catalog/catalog';
import type { BaseDefinition } from '../../../src/engine/catalog/definition';
import {
  inheritedColumns,
  inheritsFrom,
  originsOf,
  withInheritedColumns,
} from '../../../src/engine/catalog/references/inheritance';
import { parseMetastore, writeMetastore } from '../../../src/engine/catalog/metastore/metastore-file';
import type { ColumnSpec } from '../../../src/engine/values/column-spec';
import { table } from './definitions';

const text = (name: string, more: Partial<ColumnSpec> = {}): ColumnSpec => ({ name, type: 'string', ...more });

const base = (name: string, columns: readonly ColumnSpec[], bases: readonly string[] = []): BaseDefinition => ({
  name,
  description: null,
  columns,
  bases,
});

const basesOf = (...all: readonly BaseDefinition[]) => new Map(all.map((each) => [each.name, each]));

const NAMED = base('named', [text('name', { label: 'Name', dense: true })]);
const TREE = base('tree', [{ name: 'parent', type: 'link', ref: 'self' }], ['named']);
const DATED = base('dated', [{ name: 'day', type: 'date' }], ['named']);

describe('inheritedColumns', () => {
  it('gives the columns of a base’s own bases first, and a column that comes twice once', () => {
    const { columns, problems } = inheritedColumns(['tree', 'dated'], basesOf(NAMED, TREE, DATED));
    expect(columns.map(({ spec, from }) => [spec.name, from])).toEqual([
      ['name', 'named'],
      ['parent', 'tree'],
      ['day', 'dated'],
    ]);
    expect(problems).toEqual([]);
  });

  it('tells bases that there are not, circles and columns that differ', () => {
    const bases = basesOf(
      base('a', [text('x')], ['b']),
      base('b', [], ['a']),
      base('c', [text('x', { unique: true })]),
    );
    expect(inheritedColumns(['a', 'c', 'd'], bases).problems).toEqual([
      { column: null, code: 'cycle', message: 'the bases a -> b -> a inherit from each other' },
      { column: 'x', code: 'clash', message: 'x is declared by the bases a and c in different ways' },
      { column: null, code: 'unknown', message: 'there is no base "d"' },
    ]);
  });

  it('knows where a base leads to', () => {
    const bases = basesOf(NAMED, TREE, base('a', [], ['b']), base('b', [], ['a']));
    expect(inheritsFrom(['tree'], 'named', bases)).toBe(true);
    expect(inheritsFrom(['named'], 'tree', bases)).toBe(false);
    expect(inheritsFrom(['a'], 'named', bases)).toBe(false);
  });
});

describe('inherit', () => {
  const own = { ...table('tasks'), bases: ['tree'], declared: [text('own')] };

  it('puts inherited columns before its own, and itself for self', () => {
    expect(withInheritedColumns(own, basesOf(NAMED, TREE)).columns).toEqual([
      text('name', { label: 'Name', dense: true }),
      { name: 'parent', type: 'link', ref: 'main.default.tasks' },
      text('own'),
    ]);
    expect(originsOf(own, basesOf(NAMED, TREE))).toEqual(
      new Map([
        ['name', 'named'],
        ['parent', 'tree'],
      ]),
    );
  });

  it('takes the style of a column from the table’s own entry, and nothing else', () => {
    const declared = [text('name', { label: 'Called', dense: false, unique: true }), text('parent')];
    const restyled = withInheritedColumns({ ...own, declared }, basesOf(NAMED, TREE));
    expect(restyled.columns).toEqual([
      text('name', { label: 'Called' }),
      { name: 'parent', type: 'link', ref: 'main.default.tasks' },
    ]);
    expect(restyled.declared).toEqual([text('name', { label: 'Called', dense: false })]);
  });

  it('gives the very table when nothing changes', () => {
    const inherited = withInheritedColumns(own, basesOf(NAMED, TREE));
    expect(withInheritedColumns(inherited, basesOf(NAMED, TREE))).toBe(inherited);
    const alone = table('alone', { columns: [{ name: 'x', type: 'string' }] });
    expect(withInheritedColumns(alone, new Map())).toBe(alone);
  });
});

describe('a catalog with bases', () => {
  const catalog = new Catalog()
    .withBase(NAMED)
    .withBase(TREE)
    .withTable({ ...table('tasks'), bases: ['tree'] });

  it('changes the heirs with their base', () => {
    const next = catalog.withBase(base('named', [text('title')]));
    expect(next.table('main.default.tasks')?.columns.map(({ name }) => name)).toEqual(['title', 'parent']);
    expect(next.inheritingTables('named').map(({ name }) => name)).toEqual(['tasks']);
  });

  it('reads back what is written of bases, views and descriptions', () => {
    const { definition } = catalog
      .withView({
        catalog: 'main',
        schema: 'default',
        name: 'vw_all',
        qualified: 'main.default.vw_all',
        description: 'All of it',
        aliases: ['everything'],
        labels: { name: 'Called' },
        display: { layout: 'table', columns: [{ name: 'name', width: 200, hidden: false }], note: null },
        query: { union: [{ table: 'main.default.tasks', where: { name: { ne: null } } }], limit: 3 },
      })
      .withChanges({
        descriptions: new Map([
          ['main', 'The catalog'],
          ['main.default', 'The schema'],
          ['other.x', 'no tables'],
        ]),
        tables: new Map([
          ['main.default.tasks', { ...table('tasks'), bases: ['tree'], declared: [text('name', { dense: false })] }],
        ]),
      });
    const { tables, bases, views, descriptions } = definition;
    const written = writeMetastore(null, { tables, bases, views, descriptions });
    const reading = parseMetastore(written);
    expect('catalog' in reading && reading.catalog).toEqual(definition);
    expect(written).toContain('    bases:\n      - tree\n    columns:\n      - name: name\n        dense: false\n');
    const gone = [...views.keys()].map((key) => [key, null] as const);
    expect(writeMetastore(written, { views: new Map(gone) })).not.toContain('vw_all');
  });
});
