import { describe, expect, it } from 'vitest';
import { parseMetastore, writeMetastore } from '../../../src/engine/catalog/metastore/metastore-file';
import type { JsonObject } from '../../../src/engine/json';

const NAME = 'main.default.items';

const fileWith = (lines: readonly string[]): string =>
  ['format: 1', 'tables:', `  ${NAME}:`, '    constraints:', '      c: # the rule', ...lines, ''].join('\n');

/** The lines of the CHECK after it is another one. */
function changed(lines: readonly string[], check: JsonObject): readonly string[] {
  const text = fileWith(lines);
  const reading = parseMetastore(text);
  if (!('catalog' in reading)) throw new Error(JSON.stringify(reading));
  const table = reading.catalog.tables.get(NAME);
  if (table === undefined) throw new Error('there is no such table');
  const next = { ...table, constraints: [{ name: 'c', check }] };
  const result = writeMetastore(text, { tables: new Map([[NAME, next]]) });
  const after = parseMetastore(result);
  if (!('catalog' in after)) throw new Error(JSON.stringify(after));
  expect(after.catalog.tables.get(NAME)).toEqual(next);
  const [head, rest] = [fileWith([]).trimEnd(), result.trimEnd()];
  expect(rest.startsWith(head)).toBe(true);
  return rest.slice(head.length + 1).split('\n');
}

describe('a condition whose column has another name', () => {
  it.each<readonly [string, readonly string[], JsonObject, readonly string[]]>([
    [
      'stays in its line, with its comment',
      ['        kind: area # why', '        name: x'],
      { level: 'area', name: 'x' },
      ['        level: area # why', '        name: x'],
    ],
    [
      'stays behind the dash of its item',
      ['        or:', '          - owner.name:', '              ne: Bob # him', '          - kind: area'],
      { or: [{ 'owner.title': { ne: 'Bob' } }, { level: 'area' }] },
      ['        or:', '          - owner.title:', '              ne: Bob # him', '          - level: area'],
    ],
    ['has the quotes that it needs', ['        "on": 1', '        kind: a'], { kind: 'a' }, ['        kind: a']],
    ['gets the quotes that it needs', ['        kind: a'], { no: 'a' }, ['        "no": a']],
    [
      'begins in the line of its dash when nothing else is left of it',
      ['        or:', '          - kind: area', '          - name: x'],
      { or: [{ level: { ne: 'b' } }, { name: 'x' }] },
      ['        or:', '          - level:', '              ne: b', '          - name: x'],
    ],
  ])('%s', (_case, lines, check, result) => {
    expect(changed(lines, check)).toEqual(result);
  });
});
