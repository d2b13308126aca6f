/** The words of the filter builder. docs/operations.md#filters */

import { describe, expect, it } from 'vitest';
import { type JsonObject, openEngine } from '../../../../src/engine/index';
import { createMemoryHost } from '../../../memory-host/memory-host';
import type { GridColumn } from '../../../../src/ui/components/grid-column';
import { tableColumns } from '../../../../src/ui/client/table-columns';
import { type BuilderOperator, needsValue, whereOf } from '../../../../src/ui/components/filter/filter-tree';
import {
  keptOperator,
  operatorsOf,
  orderWords,
  usualOperator,
} from '../../../../src/ui/components/filter/filter-words';
import { USUAL_DAYS, dayOfRelative, relativeWords } from '../../../../src/ui/components/filter/relative-day';
import { parseDateToken, writeDateToken } from '../../../../src/kernel/date-token';

const COLUMNS: readonly JsonObject[] = [
  { name: 'text', type: 'string' },
  { name: 'whole', type: 'integer' },
  { name: 'number', type: 'number' },
  { name: 'yes', type: 'boolean' },
  { name: 'day', type: 'date' },
  { name: 'moment', type: 'datetime' },
  { name: 'choice', type: 'enum', values: ['a', 'b'] },
  { name: 'rank', type: 'enum', values: ['low', 'high'], ordered: true },
  { name: 'parent', type: 'link', ref: 'self', hierarchy: true },
  { name: 'tags_of', type: 'list' },
  { name: 'more', type: 'list', items: { type: 'link', ref: 'self' } },
  { name: 'odd', type: 'json' },
];
const VALUES: Readonly<Record<string, string | number | boolean>> = {
  text: 'x',
  whole: 1,
  number: 1.5,
  yes: true,
  day: '{today-7d}',
  moment: '{now-2h}',
  choice: 'a',
  rank: 'low',
  parent: '[[x]]',
  tags_of: 'x',
  more: '[[x]]',
  odd: 'x',
};

const engine = await openEngine(createMemoryHost());
await engine.run('create_table', {
  name: 't',
  description: 't',
  columns: COLUMNS.map((column) => ({ ...column, description: 'd' })),
});
await engine.run('insert_row', { table: 't', values: { text: 'x' } });
const described = await engine.run('describe_table', { table: 't' });
const columns = tableColumns((described as { columns: Parameters<typeof tableColumns>[0] }).columns);

describe('the operators that are offered', () => {
  it.each(columns.map((column) => [column.name, column] as const))('of %s all run', async (name, column) => {
    const value = VALUES[name] ?? null;
    const isList = column.type === 'list';
    for (const [operator] of operatorsOf(column)) {
      const given = operator === 'between' ? [value, value] : takesList(operator, isList) ? [value] : value;
      const condition = {
        kind: 'condition',
        id: 1,
        column: name,
        operator,
        value: needsValue(operator) ? given : null,
      } as const;
      const where = whereOf({ kind: 'group', id: 0, join: 'and', isNegated: false, parts: [condition] });
      expect(where).not.toBeNull();
      await expect(engine.run('select_rows', { table: 't', where }), `${name} ${operator}`).resolves.toBeDefined();
    }
  });

  it('take a day for a moment', async () => {
    const where = { moment: { gte: '2026-11-26', lte: '2026-11-26T10:00' } };
    await expect(engine.run('select_rows', { table: 't', where })).resolves.toMatchObject({ total: 0 });
  });

  it('are kept for another column where they fit', () => {
    const [text, whole] = columns;
    if (text === undefined || whole === undefined) throw new Error('no columns');
    const kept = (['eq', 'icontains'] as const).map((operator) => keptOperator(text, whole, operator));
    expect([usualOperator(text), ...kept]).toEqual(['icontains', 'eq', 'eq']);
    expect(operatorsOf(whole, 'within').at(-1)).toEqual(['within', 'is or lies below']);
  });

  it('are not kept between a list and one value: “is” would mean all items', () => {
    const [text, list] = ['text', 'tags_of'].map((wanted) => columns.find(({ name }) => name === wanted));
    if (text === undefined || list === undefined) throw new Error('no columns');
    expect(keptOperator(text, list, 'eq')).toBe('contains');
    expect(keptOperator(list, text, 'contains')).toBe('icontains');
    expect(keptOperator(text, list, 'empty')).toBe('empty');
  });

  it('look below a link only where a table is linked', () => {
    const offered = (column: GridColumn): boolean => operatorsOf(column).some(([operator]) => operator === 'within');
    const links = columns.filter(({ ref }) => ref !== null);
    expect(links.map(offered)).toEqual([true, true]);
    expect(links.map((column) => offered({ ...column, ref: null }))).toEqual([false, false]);
  });

  it('go with words for each order', () => {
    expect(columns.map((column) => orderWords(column).up)).toEqual([
      'A → Z',
      '1 → 9',
      '1 → 9',
      'No → yes',
      'Old → new',
      'Old → new',
      'A → Z',
      'First → last choice',
      'A → Z',
      'A → Z',
      'A → Z',
      'A → Z',
    ]);
  });
});

const takesList = (operator: BuilderOperator, isList: boolean): boolean =>
  operator === 'in' || operator === 'notIn' || (isList && (operator === 'eq' || operator === 'ne'));

describe('relative days', () => {
  it.each([
    ['{today}', 'Today', '2026-11-26'],
    ['{today+1d}', 'Tomorrow', '2026-11-27'],
    ['{today-1d}', 'Yesterday', '2026-11-25'],
    ['{today+2w}', '2 weeks from now', '2026-12-10'],
    ['{today-1m}', '1 month ago', '2026-10-26'],
    ['{today+3m}', '3 months from now', '2027-02-26'],
    ['{today-2y}', '2 years ago', '2024-11-26'],
    ['{now}', 'Now', '2026-11-26'],
    ['{now-90min}', '90 minutes ago', null],
  ])('%s is %s', (token, words, day) => {
    const relative = parseDateToken(token);
    if (relative === null) throw new Error('no token');
    expect([relativeWords(relative), dayOfRelative(relative, '2026-11-26'), writeDateToken(relative)]).toEqual([
      words,
      day,
      token,
    ]);
  });

  it('are no other tokens', () => {
    expect(['{today', '{this.due}', '2026-11-26', '{today+1}', '{tomorrow}'].map(parseDateToken)).toEqual(
      Array(5).fill(null),
    );
    expect(USUAL_DAYS.every((token) => parseDateToken(token) !== null)).toBe(true);
  });
});
