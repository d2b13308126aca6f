/** Exports of Notion: databases with the texts of their pages, relations, ranges of days, pages beside them. docs/import.md#notion */

import { describe, expect, it } from 'vitest';
import type { ImportedSet } from '../../../src/kernel/imported/imported-set';
import { isNotionExport, readNotion } from '../../../src/kernel/notion/read-notion';
import { drain } from '../../../src/kernel/slices';

const id = (at: number): string => String(at).repeat(32).slice(0, 32);
const [TASKS, PROJECTS, PAINT, MOW, GARDEN, HOME, SUB] = [1, 2, 3, 4, 5, 6, 7].map(id);

const FILES: Readonly<Record<string, string | null>> = {
  [`Home ${HOME}.md`]: `# Home\n\nSee [Garden](Projects%20${PROJECTS}/Garden%20${GARDEN}.md) and [web](https://x.test).\n`,
  [`Home ${HOME}/Sub ${SUB}.md`]: '# Sub\n\nText: with a colon\n',
  [`Tasks ${TASKS}.csv`]: 'Name,Done,When\nPaint,Yes,"January 5, 2026"\n',
  [`Tasks ${TASKS}_all.csv`]: [
    '\uFEFFName,Done,When,Project,Tags',
    `Paint,Yes,"January 5, 2026 → January 8, 2026",Garden (Projects%20${PROJECTS}/Garden%20${GARDEN}.md),"a, b"`,
    `Mow,No,"February 1, 2026","Garden (Projects%20${PROJECTS}/Garden%20${GARDEN}.md), Gone (Projects%20${PROJECTS}/Gone%20${id(9)}.md)",b`,
    ',No,,,a',
  ].join('\n'),
  [`Tasks ${TASKS}/Paint ${PAINT}.md`]: [
    '# Paint',
    '',
    'Done: Yes',
    'When: January 5, 2026 → January 8, 2026',
    `Project: Garden (../Projects%20${PROJECTS}/Garden%20${GARDEN}.md)`,
    '',
    'Two coats.',
    '',
    `![fence](Paint%20${PAINT}/fence.png)`,
    `After [Mow the \\[lawn\\]](Mow%20${MOW}.md).`,
  ].join('\n'),
  [`Tasks ${TASKS}/Paint ${PAINT}/fence.png`]: null,
  [`Tasks ${TASKS}/Mow ${MOW}.md`]: '# Mow\n\nDone: No\n',
  [`Projects ${PROJECTS}.csv`]: `Name,Tasks\nGarden,"Paint (Tasks%20${TASKS}/Paint%20${PAINT}.md), Mow (Tasks%20${TASKS}/Mow%20${MOW}.md)"\n`,
  [`Projects ${PROJECTS}/Garden ${GARDEN}.md`]: '# Garden\n\nTasks: x\n\nThe garden.\n',
  [`Projects ${PROJECTS}/Shed ${id(8)}.md`]: '# Shed\n\nSmall.\n',
};

const read = (files: Readonly<Record<string, string | null>>): ImportedSet =>
  drain(readNotion(Object.entries(files).map(([path, text]) => ({ path, text }))));

const columnsOf = (set: ImportedSet, table: number): readonly string[] =>
  (set.tables[table]?.columns ?? []).map(({ label, type, itemType, ref }) =>
    [label, type, ...(type === 'list' ? [itemType] : []), ...(ref === null ? [] : [ref])].join(' '),
  );
const valuesOf = (set: ImportedSet, at: number, label: string): readonly unknown[] => {
  const table = set.tables[at];
  const column = table?.columns.findIndex((each) => each.label === label) ?? -1;
  return (table?.rows ?? []).map(({ values, links }) => links.get(column)?.map(({ row }) => row) ?? values[column]);
};

it('is recognized by the ids in its names', () => {
  expect(isNotionExport(Object.keys(FILES))).toBe(true);
  expect(isNotionExport(['Tasks-Grid view.csv', 'a/b.md'])).toBe(false);
});

describe('an export', () => {
  const set = read(FILES);

  it('has its databases, and the pages beside them', () => {
    expect(set.tables.map(({ label, rows }) => [label, rows.map(({ name }) => name)])).toEqual([
      ['Tasks', ['Paint', 'Mow', '']],
      ['Projects', ['Garden', 'Shed']],
      ['Pages', ['Home', 'Sub']],
    ]);
  });

  it('has columns with types, and two for a range of days', () => {
    expect(columnsOf(set, 0)).toEqual([
      ...['Name string', 'Done boolean', 'When date', 'When end date', 'Project link 1', 'Tags list enum'],
    ]);
    expect(columnsOf(set, 1)).toEqual(['Name string', 'Tasks list link 0']);
    expect(columnsOf(set, 2)).toEqual(['Name string', 'Parent link 2']);
    expect(valuesOf(set, 0, 'When')).toEqual(['2026-01-05', '2026-02-01', null]);
    expect(valuesOf(set, 0, 'When end')).toEqual(['2026-01-08', null, null]);
  });

  it('links rows by the ids of their pages', () => {
    expect(valuesOf(set, 0, 'Project')).toEqual([[0], [0], null]);
    expect(valuesOf(set, 1, 'Tasks')).toEqual([[0, 1], null]);
    expect(valuesOf(set, 2, 'Parent')).toEqual([null, [0]]);
    expect(set.tables[1]?.columns[1]?.inverse).toBe(4);
  });

  it('has the texts of pages, with links to rows', () => {
    const bodies = set.tables.map(({ rows }) => rows.map(({ body }) => body));
    expect(bodies[0]?.[0]).toEqual([
      `Two coats.\n\n![fence](Paint%20${PAINT}/fence.png)\nAfter `,
      { table: 0, row: 1, text: 'Mow the [lawn]' },
      '.',
    ]);
    expect(bodies[0]?.[1]).toEqual([]);
    expect(bodies[1]).toEqual([['The garden.'], ['Small.']]);
    expect(bodies[2]?.[0]).toEqual(['See ', { table: 1, row: 0, text: 'Garden' }, ' and [web](https://x.test).']);
    expect(bodies[2]?.[1]).toEqual(['Text: with a colon']);
  });

  it('says which links and files are left out', () => {
    expect(set.untranslated.map(({ at, text }) => [at, text])).toEqual([
      ['Relations', ''],
      ['Files', `Tasks ${TASKS}/Paint ${PAINT}/fence.png`],
    ]);
  });
});

it('tells pages of one title apart by their properties', () => {
  const set = read({
    [`T ${TASKS}.csv`]: 'Name,Rank\nSame,1\nSame,2\n',
    [`T ${TASKS}/Same ${PAINT}.md`]: '# Same\n\nRank: 2\n\nsecond\n',
    [`T ${TASKS}/Same ${MOW}.md`]: '# Same\n\nRank: 1\n\nfirst\n',
  });
  expect(set.tables[0]?.rows.map(({ values, body }) => [values[1], body])).toEqual([
    [1, ['first']],
    [2, ['second']],
  ]);
});

it('finds the pages of older exports, whose folders have no id', () => {
  const set = read({
    [`T ${TASKS}.csv`]: 'Name\nA\n',
    [`T/A ${PAINT}.md`]: '# A\n\nbody\n',
    [`T/A/Below ${MOW}.md`]: '# Below\n',
  });
  expect(set.tables[0]?.rows.map(({ body }) => body)).toEqual([['body']]);
  expect(set.tables[1]?.rows[0]?.links.get(1)).toEqual([{ table: 0, row: 0 }]);
});

it.each([
  ['"January 5, 2026 3:00 PM"', '2026-01-05T15:00', 'datetime'],
  ['"January 5, 2026 3:00 PM (GMT+1)"', '2026-01-05T15:00', 'datetime'],
  ['"January 5, 2026"', '2026-01-05', 'date'],
  ['2026/01/05', '2026-01-05', 'date'],
])('reads the time %s', (text, value, type) => {
  const set = read({ [`T ${TASKS}.csv`]: `Name,When\nA,${text}\n` });
  expect(columnsOf(set, 0)).toEqual(['Name string', `When ${type}`]);
  expect(valuesOf(set, 0, 'When')).toEqual([value]);
});
