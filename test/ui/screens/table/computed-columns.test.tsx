/** Columns that a view computes, in the grid: values, order, filter, groups, summaries, and one that does not compute any more. */

import { afterEach, beforeEach, expect, it } from 'vitest';
import { eventually } from '../../../eventually';
import type { JsonObject } from '../../../../src/engine/index';
import { readSpec } from '../../../../src/ui/rows/view-spec';
import { EditingPage } from '../../editing-page';

const OPEN = { table: 'tasks', by: 'owner', where: { status: { ne: 'done' } }, value: 'count' };
const HOURS = { table: 'tasks', by: 'owner', value: 'sum:hours' };

let page: EditingPage;
beforeEach(async () => {
  page = await EditingPage.open([
    { title: 'Ape', status: 'todo', hours: 2, owner: '[[Ann]]' },
    { title: 'Bee', status: 'done', hours: 3, owner: '[[Ann]]' },
    { title: 'Cat', status: 'todo', hours: 1, owner: '[[Ben]]' },
  ]);
});
afterEach(() => page.close());

const look = (spec: JsonObject): void => page.choose({ table: 'main.default.people', spec: readSpec(spec) });
const heads = (): readonly string[] =>
  [...page.container.querySelectorAll('.ndb-pane-place:not([hidden]) .ndb-head')].map((head) => head.textContent ?? '');

it('has the values, in the order that they give', async () => {
  look({ rollup: { open: OPEN, hours: HOURS }, order_by: '-hours' });
  await eventually(() => expect(heads()).toEqual(['Name', 'Hours', 'Open'].toSorted()));
});
