/** CSV files of an Airtable base: links by name, lists, check marks, files. docs/import.md#airtable */

import { describe, expect, it } from 'vitest';
import { airtableOf, readAirtable } from '../../../src/kernel/airtable/read-airtable';
import type { ImportedSet } from '../../../src/kernel/imported/imported-set';
import { drain } from '../../../src/kernel/slices';

type Lines = readonly (readonly string[])[];

const read = (files: Readonly<Record<string, Lines>>): ImportedSet =>
  drain(
    readAirtable(Object.entries(files).map(([name, [header = [], ...rows]]) => airtableOf(name, { header, rows }))),
  );
const typesOf = (set: ImportedSet, table: number): Readonly<Record<string, string>> =>
  Object.fromEntries(
    (set.tables[table]?.columns ?? []).map(({ label, type, itemType, ref }) => [
      label,
      `${type}${type === 'list' ? ` ${itemType}` : ''}${ref === null ? '' : ` ${ref}`}`,
    ]),
  );
const valuesOf = (set: ImportedSet, label: string): readonly unknown[] => {
  const [table] = set.tables;
  const at = table?.columns.findIndex((column) => column.label === label) ?? -1;
  return (table?.rows ?? []).map(({ values, links }) => links.get(at)?.map(({ row }) => row) ?? values[at]);
};

const TASKS: Lines = [
  ['Name', 'Project', 'Ready', 'Labels', 'Due', 'Files', 'Effort', 'Helps'],
  ['Paint', 'Garden', 'checked', 'a,b', '2026-12-01', 'p.png (https://x.test/p),q.pdf (https://x.test/q)', '2', ''],
  ['Mow', 'Garden,"House, old"', '', 'b', '2026-12-02', '', '1', 'Paint'],
  ['Sweep', '"House, old"', '', 'b,c', '', 'r (1).png (https://x.test/r)', '3', 'Paint,Mow'],
  ['Dig', '', 'checked', 'a', '', '', '', ''],
];
const PROJECTS: Lines = [
  ['Name', 'Tasks', 'Rank'],
  ['Garden', 'Paint,Mow', '1'],
  ['House, old', 'Mow,Sweep', '2'],
];

describe('a base of two tables', () => {
  const set = read({ 'Tasks-Grid view.csv': TASKS, 'Projects-Grid view (1).csv': PROJECTS });

  it('has the tables by their names, and the types of the columns', () => {
    expect(set.tables.map(({ label }) => label)).toEqual(['Tasks', 'Projects']);
    expect(typesOf(set, 0)).toEqual({
      ...{ Name: 'string', Project: 'list link 1', Ready: 'boolean', Labels: 'list enum' },
      ...{ Due: 'date', Files: 'list string', Effort: 'integer', Helps: 'list link 0' },
    });
    expect(typesOf(set, 1)).toEqual({ Name: 'string', Tasks: 'list link 0', Rank: 'integer' });
  });

  it('links records by name, also by names with commas', () => {
    expect(valuesOf(set, 'Project')).toEqual([[0], [0, 1], [1], null]);
    expect(valuesOf(set, 'Helps')).toEqual([null, [0], [0, 1], null]);
  });

  it('pairs the columns that link both ways', () => {
    const [, projects] = set.tables;
    expect(projects?.columns[1]).toMatchObject({ label: 'Tasks', ref: 0, inverse: 1 });
  });

  it('reads check marks, lists and files', () => {
    expect(valuesOf(set, 'Ready')).toEqual([true, false, false, true]);
    expect(valuesOf(set, 'Labels')).toEqual([['a', 'b'], ['b'], ['b', 'c'], ['a']]);
    expect(valuesOf(set, 'Files')).toEqual([
      ['[p.png](https://x.test/p)', '[q.pdf](https://x.test/q)'],
      null,
      ['[r (1).png](https://x.test/r)'],
      null,
    ]);
    expect(set.untranslated.map(({ at }) => at)).toEqual(['Tasks, Files']);
  });
});

it('takes numbers as numbers, although a table has rows with numbers as names', () => {
  const set = read({
    'a.csv': [
      ['Name', 'Stars'],
      ['x', '1'],
      ['y', '2'],
    ],
    'b.csv': [['Number'], ['1'], ['2']],
  });
  expect(typesOf(set, 0)).toEqual({ Name: 'string', Stars: 'integer' });
});

it('keeps days that can be read in two ways as text, and says so', () => {
  const set = read({
    'a.csv': [
      ['Name', 'Due'],
      ['x', '3/4/2026'],
      ['y', '5/6/2026'],
    ],
  });
  expect(typesOf(set, 0)).toEqual({ Name: 'string', Due: 'string' });
  expect(set.untranslated).toMatchObject([{ at: 'a, Due' }]);
});

it('keeps sentences with commas as text', () => {
  const rows = [
    ['Name', 'Text'],
    ['x', 'Well, that is long'],
    ['y', 'No, it is not'],
  ];
  expect(typesOf(read({ 'a.csv': rows }), 0)).toEqual({ Name: 'string', Text: 'string' });
});

it('does not need names, headings or rows', () => {
  const set = read({
    '.csv': [
      ['', 'B', ''],
      ['', 'x', ''],
    ],
    'empty.csv': [['Name', 'A']],
  });
  expect(set.tables.map(({ rows }) => rows.length)).toEqual([1, 0]);
  expect(typesOf(set, 0)).toEqual({ B: 'string' });
});

it('takes out links of records to themselves, and names them', () => {
  const set = read({
    'a.csv': [
      ['Name', 'Helps'],
      ['x', 'x,y'],
      ['y', 'y'],
    ],
  });
  expect(set.tables[0]?.rows.map(({ links }) => links.get(1))).toEqual([[{ table: 0, row: 1 }], undefined]);
  expect(set.untranslated.map(({ text }) => text)).toEqual(['x', 'y']);
});

it.each([
  ['Tasks-Grid view.csv', 'Tasks'],
  ['Tasks-Grid view (2).csv', 'Tasks'],
  ['Tasks-All open.csv', 'Tasks'],
  ['Tasks-My view.csv', 'Tasks'],
  ['To-do list.csv', 'To-do list'],
  ['To-do list-Kanban.csv', 'To-do list'],
])('%s is an export of %s', (name, label) => {
  expect(airtableOf(name, { header: [], rows: [] }).label).toBe(label);
});
