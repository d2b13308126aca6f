import { describe, expect, it } from 'vitest';
import type { ColumnSpec } from '../../../src/engine/values/column-spec';
import { checkDefault, resolveDefault } from '../../../src/engine/values/default-value';
import type { Json } from '../../../src/engine/json';

const NOW = Date.parse('2026-11-20T23:30:15.250Z');

const column = (type: ColumnSpec['type'], initial: Json, more: Partial<ColumnSpec> = {}): ColumnSpec => ({
  name: 'c',
  type,
  default: initial,
  ...more,
});

describe('a default', () => {
  it.each<[ColumnSpec, Json]>([
    [column('date', '{today}'), '2026-11-21'],
    [column('date', '{today+7d}'), '2026-11-28'],
    [column('date', '{now}'), '2026-11-21'],
    [column('date', '{today+36h}'), '2026-11-22'],
    [column('datetime', '{now}'), '2026-11-21T00:30:15+01:00'],
    [column('datetime', '{now+2h}'), '2026-11-21T02:30:15+01:00'],
    [column('datetime', '{today}'), '2026-11-21T00:00:00+01:00'],
    [column('datetime', '2026-07-01T12:00'), '2026-07-01T12:00:00+02:00'],
    [column('string', '{today}'), '2026-11-21'],
    [column('string', 'made {today}'), 'made {today}'],
    [column('string', '{name}'), '{name}'],
    [column('link', '[[{today}]]'), '[[{today}]]'],
    [column('integer', 0), 0],
    [column('boolean', false), false],
    [column('json', '{now}'), '{now}'],
    [column('list', ['{today}', 'x']), ['2026-11-21', 'x']],
    [column('list', ['{today}'], { items: { type: 'date' } }), ['2026-11-21']],
  ])('%j means %j', (spec, value) => {
    expect(resolveDefault(spec, NOW, 'Europe/Zurich')).toEqual(value);
    expect(checkDefault(spec)).toEqual([]);
  });

  it.each<[ColumnSpec]>([
    [{ name: 'c', type: 'string' }],
    [column('string', '')],
    [column('list', [])],
    [column('date', null)],
  ])('%j means nothing', (spec) => {
    expect(resolveDefault(spec, NOW, 'UTC')).toBeUndefined();
    expect(checkDefault(spec)).toEqual([]);
  });

  it.each<[ColumnSpec, string]>([
    [column('integer', '3'), 'type'],
    [column('integer', 0, { min: 1 }), 'range'],
    [column('enum', 'don', { values: ['done'] }), 'enum'],
    [column('date', '{yesterday}'), 'type'],
    [column('date', '{today+99999y}'), 'type'],
    [column('boolean', '{now}'), 'type'],
    [column('list', 'a'), 'type'],
  ])('%j does not fit (%s), and is given as it is', (spec, code) => {
    expect(checkDefault(spec).map((problem) => problem.code)).toEqual([code]);
    expect(resolveDefault(spec, NOW, 'UTC')).toEqual(spec.default);
  });
});
