/** Columns of a grid from what the operations tell. */

import { expect, it } from 'vitest';
import type { JsonObject } from '../../../src/engine/index';
import { humanName, namedColumns, tableColumns } from '../../../src/ui/browser/table-columns';

const usual = {
  description: null,
  itemType: 'string',
  values: [],
  isRequired: false,
  isEditable: true,
  isSortable: true,
};

it.each<[JsonObject, JsonObject]>([
  [
    { name: 'title', type: 'string' },
    { name: 'title', label: 'Title', type: 'string' },
  ],
  [
    {
      name: 'blocked_by',
      type: 'list',
      items: { type: 'link', ref: 'main.default.tasks' },
      description: 'What must be done before',
    },
    {
      name: 'blocked_by',
      label: 'Blocked by',
      type: 'list',
      itemType: 'link',
      description: 'What must be done before',
    },
  ],
  [
    { name: 'tags', type: 'list' },
    { name: 'tags', label: 'Tags', type: 'list' },
  ],
  [
    { name: 'marks', type: 'list', items: 'integer' },
    { name: 'marks', label: 'Marks', type: 'list', itemType: 'integer' },
  ],
  [
    { name: 'kinds', type: 'list', items: { type: 'enum', values: ['a', 'b'] } },
    { name: 'kinds', label: 'Kinds', type: 'list', itemType: 'enum', values: ['a', 'b'] },
  ],
  [
    { name: 'status', type: 'enum', values: ['a', 'b'], required: true },
    { name: 'status', label: 'Status', type: 'enum', values: ['a', 'b'], isRequired: true },
  ],
  [
    { name: 'km', type: 'number', label: 'Distance (km)' },
    { name: 'km', label: 'Distance (km)', type: 'number' },
  ],
  [
    { name: 'x', type: 'a type of tomorrow' },
    { name: 'x', label: 'X', type: 'string' },
  ],
])('%j', (spec, expected) => {
  expect(tableColumns({ columns: [{ name: 'id', type: 'string', system: true }, spec] })).toEqual([
    { ...usual, ...expected },
  ]);
});

it('shows a column that the table does not declare, and does not edit it', () => {
  const declared = tableColumns({ columns: [{ name: 'title', type: 'string' }] });
  const named = namedColumns(declared, ['file_modified', 'title', 'file_link', 'tags', 'odd']);
  expect(named.map(({ name, type, isEditable }) => [name, type, isEditable])).toEqual([
    ['file_modified', 'datetime', false],
    ['title', 'string', true],
    ['file_link', 'link', false],
    ['tags', 'list', false],
    ['odd', 'string', false],
  ]);
});

it.each([
  ['due', 'Due'],
  ['waiting_for', 'Waiting for'],
  ['', ''],
  ['élan', 'Élan'],
])('%j is read %j', (name, expected) => expect(humanName(name)).toBe(expected));
