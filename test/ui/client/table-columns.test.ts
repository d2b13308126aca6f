/** Columns of a grid from what the operations tell. */

import { expect, it } from 'vitest';
import type { JsonObject } from '../../../src/engine/index';
import type { DescribedColumn } from '../../../src/ui/client/operations-client';
import { humanName, namedColumns, shownByTable, tableColumns } from '../../../src/ui/client/table-columns';

const usual = {
  description: null,
  itemType: 'string',
  values: [],
  meanings: {},
  colors: {},
  isOrdered: false,
  step: null,
  min: null,
  max: null,
  numberFormat: null,
  recurs: null,
  textFormat: null,
  ref: null,
  isRequired: false,
  isEditable: true,
  isDeclared: true,
  isSortable: true,
  computed: null,
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
    {
      name: 'state',
      type: 'list',
      items: { type: 'enum', values: ['a'], value_colors: { a: 'red' } },
    },
    { name: 'state', label: 'State', type: 'list', itemType: 'enum', values: ['a'], colors: { a: 'red' } },
  ],
  [
    { name: 'fee', type: 'number', min: 0, max: 9, number_format: { style: 'bar' } },
    { name: 'fee', label: 'Fee', type: 'number', min: 0, max: 9, numberFormat: { style: 'bar' } },
  ],
  [
    { name: 'mails', type: 'list', items: { type: 'string', text_format: 'email' } },
    { name: 'mails', label: 'Mails', type: 'list', textFormat: 'email' },
  ],
  [
    { name: 'open', type: 'integer', computed: 'rollup' },
    { name: 'open', label: 'Open', type: 'integer', isEditable: false },
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

it.each<[readonly Spec[], string | null, readonly string[]]>([
  [[{ name: 'rating', type: 'integer' }], null, ['file_link', 'rating']],
  [[{ name: 'rating', type: 'integer' }], '{rating}', ['rating']],
  [
    [
      { name: 'rating', type: 'integer' },
      { name: 'title', type: 'string' },
    ],
    null,
    ['file_link', 'rating', 'title'],
  ],
  [[{ name: 'day', type: 'date' }], '{day:YYYY}', ['day']],
  [[{ name: 'day', type: 'date' }], '{title}', ['file_link', 'day']],
  [[{ name: 'title', type: 'string' }], null, ['title']],
  [[{ name: 'title', type: 'link' }], null, ['file_link', 'title']],
  [[{ name: 'what', type: 'string', required: true }], null, ['what']],
  [[{ name: 'what', type: 'string' }], null, ['file_link', 'what']],
  [[{ name: 'what', type: 'string', identity: 'filename' }], null, ['what']],
])('shows the name of the note where no column names it: %j, %s', (specs, pattern, expected) => {
  const shown = shownByTable(specs.map(described), pattern);
  expect(shown.map(({ name }) => name)).toEqual(expected);
  expect(shown.filter(({ name }) => name === 'file_link').map(({ label, isEditable }) => [label, isEditable])).toEqual(
    expected.includes('file_link') ? [['Name', false]] : [],
  );
});
