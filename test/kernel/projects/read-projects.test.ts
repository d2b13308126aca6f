/** Definitions of the plugin Projects: sources, views, filters, of both versions of its file. docs/import.md#projects */

import { describe, expect, it } from 'vitest';
import type { BaseObject, BaseValue } from '../../../src/kernel/bases/base-names';
import type { TableDefinition } from '../../../src/kernel/imported/table-definition';
import { isProjects, readProjects } from '../../../src/kernel/projects/read-projects';

const DATA: BaseObject = {
  version: 2,
  projects: [
    {
      name: 'Garden',
      id: 'a',
      fieldConfig: {},
      defaultName: '',
      templates: ['Templates/Plant.md'],
      excludedNotes: ['Garden/Index.md'],
      isDefault: true,
      dataSource: { kind: 'folder', config: { path: 'Garden', recursive: true } },
      newNotesFolder: '',
      views: [
        {
          name: 'All',
          id: '1',
          type: 'table',
          config: {
            fieldConfig: { due: { width: 120 }, 'planted on': { hide: true } },
            orderFields: ['name', 'due', 'planted on'],
            sortField: 'due',
            sortAsc: false,
          },
          filter: {
            conjunction: 'or',
            conditions: [
              { field: 'status', operator: 'is', value: 'open' },
              { field: 'water', operator: 'is-checked' },
              { field: 'due', operator: 'is-before', value: '2026-12-01' },
              { field: 'size', operator: 'gt', value: '3', enabled: false },
              { field: 'name', operator: 'not-contains', value: 'x' },
              { field: 'tags', operator: 'has-any-of', value: 'a' },
            ],
          },
          colors: { conditions: [{ color: '#f00', condition: { field: 'size', operator: 'lt', value: '2' } }] },
          sort: { criteria: [] },
        },
        {
          name: 'Board',
          id: '2',
          type: 'board',
          config: { groupByField: 'status' },
          sort: { criteria: [{ field: 'due', order: 'asc' }] },
        },
        { name: 'Days', id: '3', type: 'calendar', config: { dateField: 'due' } },
        { name: 'Pictures', id: '4', type: 'gallery', config: { includeFields: ['due'] } },
      ],
    },
  ],
  preferences: { projectSizeLimit: 1000 },
};

const projectOf = (source: BaseObject): TableDefinition | undefined =>
  readProjects({ version: 2, projects: [{ name: 'P', id: 'p', views: [], ...source }] })[0];

it('is recognized by its projects with views', () => {
  expect(isProjects(DATA)).toBe(true);
  expect(isProjects({ projects: [{ name: 'x' }] })).toBe(false);
  expect(isProjects({})).toBe(false);
});

describe('a project', () => {
  const [garden] = readProjects(DATA);
  const views = (garden?.base['views'] ?? []) as readonly BaseValue[];

  it('is of its notes without those that it excludes', () => {
    expect(garden).toMatchObject({
      label: 'Garden',
      scope: { folder: 'Garden' },
      base: { filters: { and: ['file.path != "Garden/Index.md"'] } },
    });
  });

  it('has its views with filters, orders, groups and widths', () => {
    expect(views).toEqual([
      {
        type: 'table',
        name: 'All',
        filters: { or: ['status == "open"', 'water == true', 'due < date("2026-12-01")', '!file.name.contains("x")'] },
        sort: [{ property: 'due', direction: 'DESC' }],
        order: ['file.name', 'due'],
        columnSize: { due: 120 },
      },
      {
        type: 'kanban',
        name: 'Board',
        sort: [{ property: 'due', direction: 'ASC' }],
        groupBy: { property: 'status', direction: 'ASC' },
      },
      { type: 'calendar', name: 'Days' },
      { type: 'cards', name: 'Pictures', order: ['due'] },
    ]);
  });

  it('says what is left out', () => {
    expect(garden?.untranslated.map(({ at, text }) => [at, text])).toEqual([
      ['Garden, All', 'tags has-any-of a'],
      ['Garden, All', 'size lt 2'],
      ['Garden, Template', 'Templates/Plant.md'],
    ]);
  });
});

it.each<[BaseObject, TableDefinition['scope'], number]>([
  [{ dataSource: { kind: 'folder', config: { path: '/A/', recursive: true } } }, { folder: 'A' }, 0],
  [
    { dataSource: { kind: 'folder', config: { path: 'A', recursive: false } } },
    { where: { file_folder: { eq: 'A' } } },
    0,
  ],
  [{ dataSource: { kind: 'tag', config: { tag: '#x' } } }, { where: { file_tags: { contains: 'x' } } }, 0],
  [{ dataSource: { kind: 'dataview', config: { query: 'TABLE a FROM "A"' } } }, { folder: 'A' }, 0],
  [{ dataSource: { kind: 'dataview', config: { query: 'TABLE a FROM "A" WHERE b' } } }, { folder: 'A' }, 1],
  [{ dataSource: { kind: 'dataview', config: { query: 'TABLE a' } } }, { folder: '' }, 1],
  [{ path: 'Old', recursive: true }, { folder: 'Old' }, 0],
  [
    { path: '', recursive: true, dataview: true, query: 'TABLE a FROM #x' },
    { where: { file_tags: { contains: 'x' } } },
    0,
  ],
])('takes the notes of %j', (source, scope, remarks) => {
  const found = projectOf(source);
  expect([found?.scope, found?.untranslated.length]).toEqual([scope, remarks]);
});
