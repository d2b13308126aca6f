/** The filter builder's tree, and the filter that it means. docs/operations.md#filters */

import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Json, type JsonObject, openEngine } from '../../../../src/engine/index';
import { createMemoryHost } from '../../../memory-host/memory-host';
import {
  duplicated,
  removed,
  replaced,
  withCondition,
  withGroup,
} from '../../../../src/ui/components/filter/edit-tree';
import {
  type FilterGroup,
  type FilterNode,
  type BuilderOperator,
  conditionCount,
  isComplete,
  treeOf,
  whereOf,
} from '../../../../src/ui/components/filter/filter-tree';
import { readYaml, yamlOf } from '../../../../src/ui/components/filter/filter-yaml';
import { times } from '../../../deep';

const scalar = fc.oneof(
  fc.string({ minLength: 1 }),
  fc.constantFrom('{today-7d}', '2026-11-26', 'yes', '~', '1e3', '# x', '[[A]]'),
  fc.integer(),
  fc.boolean(),
);
const column = fc.constantFrom('status', 'due', 'hours', 'owner.name', 'tags');
const PLAIN: readonly BuilderOperator[] = ['eq', 'ne', 'gt', 'gte', 'lt', 'lte', 'contains', 'icontains', 'within'];
const NOT: readonly BuilderOperator[] = ['notContains', 'notIcontains', 'notWithin'];

const condition = fc.oneof(
  fc.record({ operator: fc.constantFrom(...PLAIN, ...NOT), value: scalar }),
  fc.record({
    operator: fc.constantFrom<BuilderOperator>('in', 'notIn', 'eq'),
    value: fc.array(scalar, { minLength: 1 }),
  }),
  fc.record({ operator: fc.constant<BuilderOperator>('between'), value: fc.tuple(scalar, scalar) }),
  fc.record({ operator: fc.constantFrom<BuilderOperator>('empty', 'filled'), value: fc.constant(null) }),
  fc.record({ operator: fc.constant<BuilderOperator>('eq'), value: fc.constant<Json>({ a: [1] }) }),
  fc.record({
    operator: fc.constantFrom<BuilderOperator>('eq', 'ne', 'gt', 'gte', 'lt', 'lte'),
    value: fc.constant<Json>({ column: 'due' }),
  }),
  fc.record({ operator: fc.constantFrom<BuilderOperator>('starts_with', 'ends_with'), value: scalar }),
);
const written = fc.constantFrom<JsonObject>(
  { 'owner.age': { gt: 1, lt: 9 } },
  { due: { soon: true } },
  { status: { in: '{this.states}' } },
  { labels: { contains: { column: 'topic' } } },
  { name: { length: { gt: 3 } } },
  { and: [] },
  { not: 'x' },
);

const { group: groups } = fc.letrec<{ node: FilterNode; group: FilterGroup }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc
      .tuple(column, condition)
      .map(([name, body]): FilterNode => ({ kind: 'condition', id: 0, column: name, ...body })),
    written.map((filter): FilterNode => ({ kind: 'written', id: 0, filter })),
    tie('group'),
  ),
  group: fc.record({
    kind: fc.constant('group' as const),
    id: fc.constant(0),
    join: fc.constantFrom('and' as const, 'or' as const),
    isNegated: fc.boolean(),
    parts: fc.array(tie('node'), { minLength: 1, maxLength: 4 }),
  }),
}));

/** Ids say nothing of the filter. */
const withoutIds = (node: FilterNode): unknown =>
  node.kind === 'group' ? { ...node, id: 0, parts: node.parts.map(withoutIds) } : { ...node, id: 0 };

const root = (tree: FilterGroup): FilterGroup => ({ ...tree, isNegated: false });
const runs = { numRuns: times(300, 10_000) };

describe('a filter', () => {
  it('is the same tree again when it is read', () => {
    fc.assert(
      fc.property(groups.map(root), (tree) => {
        expect(withoutIds(treeOf(whereOf(tree)))).toEqual(withoutIds(tree));
      }),
      runs,
    );
  });

  it('is the same as text', () => {
    fc.assert(
      fc.property(groups.map(root), (tree) => {
        const where = whereOf(tree);
        expect(readYaml(yamlOf(where))).toEqual({ where });
      }),
      runs,
    );
  });

  it.each<[JsonObject, JsonObject | null]>([
    [{}, null],
    [
      { status: 'todo', due: { lt: '{today}' } },
      { status: 'todo', due: { lt: '{today}' } },
    ],
    [{ status: null }, { status: { exists: false } }],
    [{ due: { gte: 'a', lt: 'b' } }, { and: [{ due: { gte: 'a' } }, { due: { lt: 'b' } }] }],
    [{ due: { lte: 'b', gte: 'a' } }, { due: { gte: 'a', lte: 'b' } }],
    [{ 'owner.age': { gte: 1, lt: 2 } }, { 'owner.age': { gte: 1, lt: 2 } }],
    [{ a: 1, or: [{ b: 1, c: 2 }] }, { and: [{ a: 1 }, { or: [{ and: [{ b: 1 }, { c: 2 }] }] }] }],
    [{ not: { a: 1, b: 2 } }, { not: { and: [{ a: 1 }, { b: 2 }] } }],
    [{ not: { not: { a: 1 } } }, { not: { or: [{ not: { or: [{ a: 1 }] } }] } }],
    [{ not: { a: { in: [1] } } }, { not: { a: { in: [1] } } }],
    [{ and: [{}], a: { odd: 1 } }, { and: [{ and: [{}] }, { a: { odd: 1 } }] }],
  ])('%j is written %j', (where, expected) => {
    expect(whereOf(treeOf(where))).toEqual(expected);
  });

  it('leaves out what is not complete', () => {
    const tree = treeOf({ and: [{ a: 1 }, { or: [{ b: 2 }] }] });
    const half = replaced(tree, 2, (node) => ({ ...node, value: '' }) as FilterNode);
    expect([whereOf(half), conditionCount(half)]).toEqual([{ a: 1 }, 1]);
    expect(isComplete({ column: 'a', operator: 'between', value: [1, null] })).toBe(false);
  });
});

describe('a change of a filter', () => {
  const tree = treeOf({ or: [{ a: 1 }, { and: [{ b: 2 }, { c: 3 }] }] });

  it('adds a condition and a group', () => {
    const body = { column: 'd', operator: 'eq', value: 4 } as const;
    const first = withCondition(tree, 0, body);
    expect(whereOf(first.tree)).toEqual({ or: [{ a: 1 }, { and: [{ b: 2 }, { c: 3 }] }, { d: 4 }] });
    const second = withGroup(first.tree, 0, body);
    expect(whereOf(second.tree)).toMatchObject({ or: [{}, {}, {}, { and: [{ d: 4 }] }] });
    expect(second.id).toBeGreaterThan(first.id);
  });

  it('copies a group with all that is in it, under ids of its own', () => {
    const { tree: next, id } = duplicated(tree, 4);
    expect(whereOf(next)).toEqual({ or: [{ a: 1 }, { and: [{ b: 2 }, { c: 3 }] }, { and: [{ b: 2 }, { c: 3 }] }] });
    expect(whereOf(removed(next, id))).toEqual(whereOf(tree));
  });

  it('takes an empty group away with its last condition', () => {
    expect(whereOf(removed(removed(tree, 2), 3))).toEqual({ or: [{ a: 1 }] });
  });
});

describe('a filter as text', () => {
  it.each([
    ['', { where: null }],
    ['status: todo\nhours: {gte: 2}\n', { where: { status: 'todo', hours: { gte: 2 } } }],
    ['{"status": "todo"}', { where: { status: 'todo' } }],
    ['due: 2026-11-26', { where: { due: '2026-11-26' } }],
  ])('%j is read', (text, expected) => {
    expect(readYaml(text)).toEqual(expected);
  });

  it.each([
    ['- a', 'A filter is lines of'],
    ['a: 1\nb: [', 'Line 2'],
    ['a: 1\na: 2', 'Line 2'],
    ['a: *x', 'Alias'],
  ])('%j is refused', (text, message) => {
    expect(readYaml(text)).toMatchObject({ problem: expect.stringContaining(message) as string });
  });
});

describe('the filter that is written', () => {
  it('finds the rows that the one that was read finds', async () => {
    const engine = await openEngine(createMemoryHost());
    const columns = [
      { name: 'a', type: 'integer', description: 'a' },
      { name: 'b', type: 'string', description: 'b' },
      { name: 'c', type: 'list', description: 'c' },
    ];
    await engine.run('create_table', { name: 't', description: 't', columns });
    for (const [index, values] of [
      { a: 1 },
      { a: 2, b: 'x' },
      { b: 'xy', c: ['p'] },
      { a: 2, c: ['p', 'q'] },
      {},
    ].entries()) {
      await engine.run('insert_row', { table: 't', values, path: `db/main/default/t/${index}` });
    }
    const found = async (where: JsonObject | null): Promise<unknown> => {
      const { rows } = await engine.run('select_rows', { table: 't', ...(where === null ? {} : { where }) });
      return (rows as readonly JsonObject[]).map((row) => row['path']);
    };
    const filters: readonly JsonObject[] = [
      { a: { gte: 1, lt: 2 } },
      { a: 2, b: null },
      { not: { a: 2, b: null } },
      { not: { a: { in: [1] } } },
      { not: { not: { c: { contains: 'p' } } } },
      { or: [{ a: 1 }, { b: { contains: 'x' }, c: { exists: true } }] },
      { and: [{ or: [{ a: 2 }, { a: null }] }, { not: { c: { icontains: 'Q' } } }], b: { exists: false } },
      { not: { or: [{ a: 1 }, { c: ['p'] }] } },
    ];
    for (const where of filters) expect(await found(whereOf(treeOf(where)))).toEqual(await found(where));
    await engine.close();
  });
});
