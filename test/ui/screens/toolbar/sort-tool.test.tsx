/** The orders of a table, and where the focus is after each change of them. docs/views.md#the-toolbar */

import { render } from 'preact';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { eventually } from '../../../eventually';
import type { OperationsClient } from '../../../../src/ui/client/operations-client';
import { SortTool } from '../../../../src/ui/screens/toolbar/sort-tool';
import { EMPTY_SPEC, type ViewSpec } from '../../../../src/ui/rows/view-spec';
import { STATUS, column } from '../../components/grid-fixture';

const COLUMNS = [column('title'), STATUS, column('due', { type: 'date' })];

let container: HTMLElement;
let spec: ViewSpec;
beforeEach(() => {
  container = document.body.appendChild(document.createElement('div'));
  spec = { ...EMPTY_SPEC, sort: ['title', 'status'].map((name) => ({ column: name, isDescending: false })) };
  draw();
});
afterEach(() => {
  render(null, container);
  container.remove();
});

function draw(): void {
  const change = (next: ViewSpec): void => {
    spec = next;
    draw();
  };
  const client = {} as OperationsClient;
  const props = { client, table: 'main.default.tasks', columns: COLUMNS, spec, change };
  render(<SortTool {...props} isOpen open={() => undefined} />, container);
}

const button = (label: string): HTMLButtonElement => document.querySelector(`[aria-label="${label}"]`)!;
const focused = (): string | null | undefined => document.activeElement?.getAttribute('aria-label');
const orders = (): readonly string[] => spec.sort.map(({ column: name }) => name);

it('stays at the line whose column becomes another one', async () => {
  button('Then by').click();
  await eventually(() => expect(document.querySelectorAll('[role=option]').length).toBe(2));
  document.querySelectorAll<HTMLElement>('[role=option]')[1]?.click();
  expect(orders()).toEqual(['title', 'due']);
  await eventually(() => expect(focused()).toBe('Then by'));
  expect(document.activeElement?.textContent).toBe('Due');
});

it('goes along with the line that is moved, at its end to the button that leads back', async () => {
  button('Status: sort earlier').focus();
  button('Status: sort earlier').click();
  expect(orders()).toEqual(['status', 'title']);
  await eventually(() => expect(focused()).toBe('Status: sort later'));
  button('Status: sort later').click();
  await eventually(() => expect(focused()).toBe('Status: sort earlier'));
});

it('is at the column of a line that came, and at the button that adds one when a line went', async () => {
  [...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Then by another')?.click();
  expect(orders()).toEqual(['title', 'status', 'due']);
  await eventually(() => expect(document.activeElement?.textContent).toBe('Due'));
  button('Do not sort by Due').click();
  await eventually(() => expect(document.activeElement?.textContent).toBe('Then by another'));
});
