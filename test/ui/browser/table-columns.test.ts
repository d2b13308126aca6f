/** Columns of a grid from what the operations tell. */

import { expect, it } from 'vitest';
import type { JsonObject } from '../../../src/engine/index';
import type { DescribedColumn } from '../../../src/ui/browser/operations-client';
import { humanName, namedColumns, tableColumns } from '../../../src/ui/browser/table-columns';

const usual = {
  description: null,
  itemType: 'string',
  values: [],
  meanings: {},
  isOrdered: false,
  step: null,
  ref: null,
  isRequired: false,
  isEditable: true,
  isSortable: true,
};

type Spec = Pick<DescribedColumn, 'name' | 'type'> & Partial<DescribedColumn>;

const described = (spec: Spec): DescribedColumn => ({ description: null, inherited_from: null, dense: false, ...spec });

it.each<[Spec, JsonObject]>([
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
      ref: 'main.default.tasks',
      description: 'What must be done before',
    },
  ],
  [
    { name: 'tags', type: 'list' },
    { name: 'tags', label: 'Tags', type: 'list' },
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
    {
      name: 'size',
      type: 'enum',
      values: ['s', 'l'],
      value_descriptions: { s: 'small' },
      ordered: true,
      generated: 'some formula',
    },
    {
      name: 'size',
      label: 'Size',
      type: 'enum',
      values: ['s', 'l'],
      meanings: { s: 'small' },
      isOrdered: true,
      isEditable: false,
    },
  ],
  [
    { name: 'hours', type: 'number', step: 0.5 },
    { name: 'hours', label: 'Hours', type: 'number', step: 0.5 },
  ],
  [
    { name: 'km', type: 'number', label: 'Distance (km)' },
    { name: 'km', label: 'Distance (km)', type: 'number' },
  ],
])('%j', (spec, expected) => {
  expect(tableColumns([described({ name: 'id', type: 'string', system: true }), described(spec)])).toEqual([
    { ...usual, ...expected },
  ]);
});

it('shows a column that the table does not declare, and does not edit it', () => {
  const declared = tableColumns([described({ name: 'title', type: 'string' })]);
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
