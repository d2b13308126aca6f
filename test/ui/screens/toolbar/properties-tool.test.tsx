/** The list of properties: finding one by a part of its name. docs/views.md#the-toolbar */

import { render } from 'preact';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { eventually } from '../../../eventually';
import type { OperationsClient } from '../../../../src/ui/client/operations-client';
import { PropertiesTool } from '../../../../src/ui/screens/toolbar/properties-tool';
import { type ViewSpec, EMPTY_SPEC, shownColumns } from '../../../../src/ui/rows/view-spec';
import { STATUS, column } from '../../components/grid-fixture';

const OWNER = column('owner', { type: 'link', ref: 'main.default.people' });
const COLUMNS = [column('title'), STATUS, column('due', { type: 'date' }), OWNER];
/** People, which Owner links to. */
const PEOPLE = {
  columns: [
    { name: 'name', type: 'string' },
    { name: 'lead', type: 'boolean' },
  ],
};
const client = { run: () => Promise.resolve(PEOPLE) } as unknown as OperationsClient;

let container: HTMLElement;
let changed: ViewSpec | null;
beforeEach(() => {
  container = document.body.appendChild(document.createElement('div'));
  const nothing = (): void => undefined;
  changed = null;
  const props = { client, table: 'main.default.tasks', columns: COLUMNS, spec: EMPTY_SPEC };
  render(<PropertiesTool {...props} change={(spec) => void (changed = spec)} isOpen open={nothing} />, container);
});
afterEach(() => {
  render(null, container);
  container.remove();
});

function find(text: string): void {
  const field = document.querySelector<HTMLInputElement>('[aria-label="Find a property"]');
  if (field === null) throw new Error('no field');
  field.value = text;
  field.dispatchEvent(new Event('input', { bubbles: true }));
}
const shown = (): readonly (string | null)[] =>
  [...document.querySelectorAll('.ndb-shown-name')].map(({ textContent }) => textContent);
const note = (): string | null | undefined => document.querySelector('[role=dialog] [role=status]')?.textContent;

it('says that no property is called so', async () => {
  find('xyzzy');
  await eventually(() => expect(shown()).toEqual([]));
  expect(note()).toBe('No property is called “xyzzy”.');
});

it('offers a near name, as every list of columns does', async () => {
  find('stauts');
  await eventually(() => expect(shown()).toEqual(['Status']));
  expect(note()).toBe('Did you mean');
});

it('finds by a part of the label', async () => {
  find('du');
  await eventually(() => expect(shown()).toEqual(['Due']));
  expect(note()).toBeUndefined();
});

it('offers and shows the columns of linked tables, once something is typed', async () => {
  await eventually(() => expect(shown()).toEqual(['Title', 'Status', 'Due', 'Owner']));
  find('lead');
  await eventually(() => expect(shown()).toEqual(['Owner › Lead']));
  document.querySelector<HTMLInputElement>('.ndb-shown-name input')?.click();
  await eventually(() => expect(changed).not.toBe(null));
  const labels = changed === null ? [] : shownColumns(changed, COLUMNS).map(({ label }) => label);
  expect(labels).toEqual(['Title', 'Status', 'Due', 'Owner', 'Owner › Lead']);
});
