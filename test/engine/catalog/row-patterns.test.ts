import { describe, expect, it } from 'vitest';
import { filenamePattern, isAutolinkTarget, partitionPattern } from '../../../src/engine/catalog/row-patterns';
import type { JsonObject } from '../../../src/engine/json';
import { table } from './definitions';

const columns = [
  { name: 'title', type: 'string' },
  { name: 'day', type: 'date' },
  { name: 'at', type: 'datetime' },
];

describe('the patterns of a table', () => {
  it.each<[string, JsonObject, string | null, string | null, boolean]>([
    ['of nothing', {}, null, null, true],
    ['of a day', { time_column: 'day' }, '{day:YYYY-MM-DD}', null, false],
    ['of a moment', { time_column: 'at' }, '{at:YYYY-MM-DD HHmmss}', null, false],
    ['of a title', { filename: '{title}' }, '{title}', null, true],
    [
      'of a title beside a day',
      { time_column: 'day', filename: '{title}', partition: 'YYYY/[W]WW' },
      '{title}',
      '{day:YYYY/[W]WW}',
      true,
    ],
    ['of a day and a title', { time_column: 'day', filename: '{day} {title}' }, '{day} {title}', null, true],
    ['of two dates', { filename: '{day} {at:HHmm}' }, '{day} {at:HHmm}', null, false],
    ['of a folder by title', { partition: '{title}' }, null, '{title}', true],
    ['of a format with a date alone', { time_column: 'day', filename: 'GGGG-[W]WW' }, '{day:GGGG-[W]WW}', null, false],
  ])('%s', (_case, rest, filename, partition, autolink) => {
    const definition = table('t', { columns, ...rest });
    expect(filenamePattern(definition)).toBe(filename);
    expect(partitionPattern(definition)).toBe(partition);
    expect(isAutolinkTarget(definition)).toBe(autolink);
  });

  it('give way to what the table says of automatic links', () => {
    expect(isAutolinkTarget(table('t', { columns, time_column: 'day', autolink_target: true }))).toBe(true);
    expect(isAutolinkTarget(table('t', { columns, filename: '{title}', autolink_target: false }))).toBe(false);
  });
});
