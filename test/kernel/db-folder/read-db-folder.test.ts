/** Databases of DB Folder as definitions: the block, the source, columns, filters. docs/import.md#db-folder */

import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import type { BaseObject } from '../../../src/kernel/bases/base-names';
import { dbFolderBlock, readDbFolder } from '../../../src/kernel/db-folder/read-db-folder';
import type { TableDefinition } from '../../../src/kernel/imported/table-definition';

const YAML = `name: Books
description: Read
columns:
  __file__:
    key: __file__
    accessorKey: __file__
    input: markdown
    position: 0
    isHidden: false
    sortIndex: -1
  read by:
    accessorKey: read by
    input: text
    position: 2
    width: 200
    isHidden: false
    sortIndex: -1
  price:
    accessorKey: price
    input: number
    position: 1
    isHidden: false
    isSorted: true
    isSortedDesc: true
    sortIndex: 1
  secret:
    key: secret
    position: 3
    isHidden: "true"
    sortIndex: "-1"
  total:
    key: total
    label: Total
    input: formula
    position: 4
    config:
      formula_query: price * 2
  __tasks__:
    key: __tasks__
    input: task
    position: 5
config:
  source_data: current_folder
filters:
  enabled: true
  conditions:
    - condition: OR
      disabled: false
      filters:
        - { field: price, operator: GREATER_THAN, value: "10" }
        - { field: read by, operator: CONTAINS, value: Ada }
    - { field: due, operator: LESS_THAN_OR_EQUAL, value: 2026-11-28 }
    - { field: x, operator: HUH, value: y }
    - { condition: AND, disabled: true, filters: [{ field: a, operator: EQUAL, value: b }] }
`;

const noteOf = (start: string, end: string): string =>
  `---\n\ndatabase-plugin: basic\n\n---\n\n${start}\n${YAML}${end}\n`;
const read = (yaml: string, path: string | null = 'Reading/List.md'): TableDefinition =>
  readDbFolder(parse(yaml) as BaseObject, path);

it.each([
  ['```yaml:dbfolder', '```'],
  ['%% dbfolder:yaml', '%%'],
  ['<%%', '%%>'],
  ['%% dbfolder:yaml\n```yaml', '```\n%%'],
])('finds the block between %s and %s', (start, end) => {
  expect(parse(dbFolderBlock(noteOf(start, end)) ?? '')).toEqual(parse(YAML));
});

it('leaves other notes alone', () => {
  expect(dbFolderBlock(`# Note\n\n\`\`\`yaml:dbfolder\n${YAML}\`\`\`\n`)).toBeNull();
  expect(dbFolderBlock('---\ndatabase-plugin: basic\n---\n')).toBe('');
});

describe('a database', () => {
  const { label, scope, base, untranslated } = read(YAML);

  it('is of the notes in its folder', () => {
    expect([label, scope]).toEqual(['Books', { folder: 'Reading' }]);
  });

  it('has its columns in their order, with widths and the sort order', () => {
    expect(base['views']).toEqual([
      {
        type: 'table',
        name: 'Books',
        order: ['file.name', 'price', 'note["read by"]'],
        sort: [{ property: 'price', direction: 'DESC' }],
        columnSize: { 'note["read by"]': 200 },
      },
    ]);
  });

  it('has its filters as those of a base', () => {
    expect(base['filters']).toEqual({
      and: [{ or: ['price > 10', 'note["read by"].contains("Ada")'] }, 'due <= date("2026-11-28")'],
    });
    expect(read(YAML.replace('enabled: true', 'enabled: false')).base['filters']).toBeUndefined();
  });

  it('says what is left out', () => {
    expect(untranslated.map(({ at, text }) => [at, text])).toEqual([
      ['Total', 'price * 2'],
      ['__tasks__', ''],
      ['Filter', 'x HUH y'],
    ]);
  });
});

describe('a source', () => {
  it.each<[string, string, TableDefinition['scope'], number]>([
    ['current_folder', '', { folder: 'Reading' }, 0],
    ['current_folder_without_subfolders', '', { where: { file_folder: { eq: 'Reading' } } }, 0],
    ['tag', '#book', { where: { file_tags: { contains: 'book' } } }, 0],
    ['incoming_link', 'Ada.md', { where: { file_links: { contains: '[[Ada]]' } } }, 0],
    ['query', 'FROM "Books"', { folder: 'Books' }, 0],
    ['query', 'TABLE a FROM #book SORT a', { where: { file_tags: { contains: 'book' } } }, 0],
    ['query', 'FROM "Books" WHERE a', { folder: 'Books' }, 1],
    ['query', 'FROM "A" AND #b', { folder: 'Reading' }, 1],
    ['query_js', 'dv.pages()', { folder: 'Reading' }, 1],
  ])('%s %s', (kind, result, scope, remarks) => {
    const block: BaseObject = { name: 'B', config: { source_data: kind, source_form_result: result } };
    const found = readDbFolder(block, 'Reading/List.md');
    expect([found.scope, found.untranslated.length]).toEqual([scope, remarks]);
  });

  it('of a note whose place is not known is said', () => {
    const found = readDbFolder({ name: 'B' }, null);
    expect([found.scope, found.untranslated.length]).toEqual([{ folder: '' }, 1]);
  });
});
