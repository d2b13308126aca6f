/** The list of properties: finding one by a part of its name. docs/views.md#the-toolbar */

import { render } from 'preact';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { eventually } from '../../../eventually';
import type { OperationsClient } from '../../../../src/ui/client/operations-client';
import { PropertiesTool } from '../../../../src/ui/screens/toolbar/properties-tool';
import { EMPTY_SPEC } from '../../../../src/ui/rows/view-spec';
import { STATUS, column } from '../../components/grid-fixture';

const COLUMNS = [column('title'), STATUS, column('due', { type: 'date' })];

let container: HTMLElement;
beforeEach(() => {
  container = document.body.appendChild(document.createElement('div'));
  const nothing = (): void => undefined;
  const props = { client: {} as OperationsClient, table: 'main.default.tasks', columns: COLUMNS, spec: EMPTY_SPEC };
  render(<PropertiesTool {...props} change={nothing} isOpen open={nothing} />, container);
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
  find('lead');
  await eventually(() => expect(shown()).toEqual([]));
  expect(note()).toBe('No column is called “lead”.');
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
