import { describe, expect, it } from 'vitest';
import { parseMetastore, writeMetastore } from '../../../src/engine/catalog/metastore/metastore-file';

const [OLD, NEW] = ['main.default.old', 'main.default.new'];

/** The file after `old` is called `new` and says something else of itself. */
function renamed(text: string): string {
  const reading = parseMetastore(text);
  if (!('catalog' in reading)) throw new Error(JSON.stringify(reading));
  const table = reading.catalog.tables.get(OLD);
  if (table === undefined) throw new Error('there is no table old');
  const next = { ...table, name: 'new', qualified: NEW, description: 'Other' };
  const tables = new Map([
    [OLD, null],
    [NEW, next],
  ]);
  const result = writeMetastore(text, { tables }, new Map([[NEW, OLD]]));
  const after = parseMetastore(result);
  if (!('catalog' in after)) throw new Error(JSON.stringify(after));
  expect(after.catalog.tables.get(NEW)).toEqual(next);
  expect(after.catalog.tables.has(OLD)).toBe(false);
  return result;
}

describe('an entry that gets another name', () => {
  it.each([
    [
      'stays in its place with its comments',
      'format: 1\ntables:\n  # first\n  main.default.old: # that one\n    description: It # said\n  main.default.x:\n',
      'format: 1\ntables:\n  # first\n  main.default.new: # that one\n    description: Other # said\n  main.default.x:\n',
    ],
    [
      'loses its quotes',
      'format: 1\ntables:\n  "main.default.old":\n    description: It\n',
      'format: 1\ntables:\n  main.default.new:\n    description: Other\n',
    ],
    [
      'stays in its line where it stands in one',
      'format: 1\ntables:\n  main.default.old: { description: It } # that\n  main.default.x:\n',
      'format: 1\ntables:\n  main.default.new: { description: Other } # that\n  main.default.x:\n',
    ],
    [
      'stays in its line where all stand in one',
      'format: 1\ntables: { "main.default.old":{ description: It }, main.default.x: } # both\n',
      'format: 1\ntables: { "main.default.new":{ description: Other }, main.default.x: } # both\n',
    ],
    [
      'has something to say for the first time',
      'format: 1\ntables:\n  main.default.old:\n',
      'format: 1\ntables:\n  main.default.new:\n    description: Other\n',
    ],
    [
      'keeps line ends and a mark',
      '\ufefftables:\r\n  main.default.old:\r\n    description: It\r\nformat: 1\r\n',
      '\ufefftables:\r\n  main.default.new:\r\n    description: Other\r\nformat: 1\r\n',
    ],
  ])('%s', (_case, text, result) => {
    expect(renamed(text)).toBe(result);
  });
});
