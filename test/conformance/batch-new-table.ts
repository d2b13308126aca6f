/** batch: dry runs of steps that fill a table which a step before them creates. Source: docs/operations.md#batch (dry_run). */

import type { ConformanceCase } from './case';
import { PEOPLE, column } from './tables';

const SPEC = 'docs/operations.md#batch (dry_run)';

const create = {
  op: 'create_table',
  name: 'notes',
  description: 'Notes',
  columns: [column('title', 'string'), column('pages', 'integer')],
};

const ROW = 'notedb/main/default/notes/One.md';

export const BATCH_NEW_TABLE: readonly ConformanceCase[] = [
  {
    name: 'takes notes into a table that the batch creates, in a dry run too',
    spec: SPEC,
    given: [PEOPLE],
    files: { 'Notes/One.md': '---\nTitle: One\npages: 3\n---\n' },
    call: [
      'batch',
      {
        operations: [
          create,
          { op: 'adopt_rows', table: 'notes', folder: 'Notes', relocate: false, rename: { Title: 'title' } },
        ],
        dry_run: true,
      },
    ],
    result: {
      dryRun: true,
      migrationId: null,
      changed: 1,
      plannedUpdates: [
        { path: 'Notes/One.md', changes: { title: { before: null, after: 'One' }, pages: { after: 3 } } },
      ],
      steps: [{ changed: 0 }, { changed: 1 }],
    },
    then: [['list_tables', {}, { tables: [{ name: 'people' }] }]],
  },
  {
    name: 'refuses in a dry run values that do not fit into the table that the batch creates',
    spec: SPEC,
    given: [PEOPLE],
    call: [
      'batch',
      { operations: [create, { op: 'insert_row', table: 'notes', values: { title: 3 } }], dry_run: true },
    ],
    error: { code: 'refused', step: 1, violations: ['title type'] },
  },
  {
    name: 'sees in a dry run the rows and columns of the tables that the batch creates',
    spec: SPEC,
    given: [PEOPLE],
    call: [
      'batch',
      {
        operations: [
          create,
          { op: 'create_table', name: 'shelves', description: 'Shelves', columns: [column('name', 'string')] },
          { op: 'add_column', table: 'notes', column: column('shelf', 'link', { ref: 'shelves' }) },
          { op: 'insert_row', table: 'shelves', values: { name: 'Top' } },
          { op: 'insert_row', table: 'notes', values: { title: 'One', shelf: 'Top' } },
          { op: 'update_row', table: 'notes', path: ROW, set_values: { pages: 4 } },
        ],
        dry_run: true,
      },
    ],
    result: { dryRun: true, migrationId: null, changed: 2, warnings: [], steps: [{}, {}, {}, {}, {}, { changed: 1 }] },
    then: [['list_tables', {}, { tables: [{ name: 'people' }] }]],
  },
  {
    name: 'refuses in a dry run what a row of a table that the batch creates stands against',
    spec: SPEC,
    given: [PEOPLE],
    call: [
      'batch',
      {
        operations: [
          { ...create, columns: [column('title', 'string', { unique: true })] },
          { op: 'insert_row', table: 'notes', values: { title: 'One' } },
          { op: 'insert_row', table: 'notes', values: { title: 'One' } },
        ],
        dry_run: true,
      },
    ],
    error: { code: 'refused', step: 2, violations: ['title unique'] },
  },
];
