/** The form in which a table is reviewed: adding columns by the keyboard, and where a problem is said. docs/page.md#make-a-table */

import { render } from 'preact';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { useState } from 'preact/hooks';
import type { JSX } from 'preact';
import { typedRun } from '../../../../src/engine/index';
import { CreateTableForm } from '../../../../src/ui/screens/create-table/create-table-form';
import { emptyTableDraft } from '../../../../src/ui/screens/create-table/table-draft';
import type { OperationsClient } from '../../../../src/ui/client/operations-client';
import { type TestVault, openVault } from '../../../engine/open-vault';
import { eventually } from '../../../eventually';

let vault: TestVault;
let container: HTMLElement;
beforeEach(async () => {
  vault = await openVault();
  const { engine } = vault;
  const client: OperationsClient = {
    run: typedRun((name, args) => engine.run(name, args)),
    onChange: () => () => undefined,
  };
  container = document.body.appendChild(document.createElement('div'));
  render(<Form {...{ client }} />, container);
});
afterEach(async () => {
  render(null, container);
  container.remove();
  await vault.engine.close();
});

function Form({ client }: { readonly client: OperationsClient }): JSX.Element {
  const [design, change] = useState({ ...emptyTableDraft(), name: 'plants' });
  return (
    <CreateTableForm
      {...{ client, design, change }}
      source={{ kind: 'nothing' }}
      tables={[]}
      done={() => undefined}
      back={() => undefined}
    />
  );
}

const byLabel = <Found extends HTMLElement = HTMLInputElement>(label: string): Promise<Found> =>
  eventually(() => {
    const found = container.querySelector<Found>(`[aria-label="${label}"]`);
    if (found === null) throw new Error(`no ${label}`);
    return found;
  });

const button = (words: string): HTMLButtonElement => {
  const found = [...container.querySelectorAll('button')].find(({ textContent }) => textContent === words);
  if (found === undefined) throw new Error(`no button ${words}`);
  return found;
};

function type(field: HTMLInputElement, text: string): void {
  field.value = text;
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

const focused = (label: string): Promise<HTMLInputElement> =>
  eventually(() => {
    const { activeElement } = document;
    if (!(activeElement instanceof HTMLInputElement) || activeElement.getAttribute('aria-label') !== label)
      throw new Error(`the focus is at ${activeElement?.outerHTML ?? 'nothing'}`);
    return activeElement;
  });

const enter = (field: HTMLElement): boolean =>
  field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }));

const itemOf = (field: HTMLElement): string => field.closest('li')?.textContent ?? '';

it('goes to the name of a column that is added, and Enter adds the next', async () => {
  button('Column').click();
  type(await focused('Name of New column'), 'Watered on');
  enter(await focused('Name of Watered on'));
  const next = await focused('Name of New column');
  expect(container.querySelectorAll('.ndb-create-column')).toHaveLength(3);
  enter(next);
  await focused('Name of New column');
  expect(container.querySelectorAll('.ndb-create-column')).toHaveLength(3);
});

it('says at each column what it lacks, and creates nothing before', async () => {
  await eventually(() => expect(button('Create table').disabled).toBe(false));
  button('Column').click();
  await eventually(() => expect(container.querySelectorAll('.ndb-create-problem')).toHaveLength(1));
  button('Column').click();
  await eventually(() => expect(container.querySelectorAll('.ndb-create-problem')).toHaveLength(2));
  const [, first, second] = container.querySelectorAll<HTMLInputElement>('.ndb-create-name input');
  expect(button('Create table').disabled).toBe(true);
  if (first === undefined || second === undefined) throw new Error('no fields');
  expect(itemOf(second)).toContain('Give the column a name.');
  type(first, 'Kind');
  await eventually(() => expect(itemOf(first)).not.toContain('Give the column a name.'));
  type(second, 'kind');
  await eventually(() => expect(itemOf(second)).toContain('There is a column with the property kind already.'));
  expect(itemOf(first)).not.toContain('already');
  type(second, 'Place');
  await eventually(() => expect(button('Create table').disabled).toBe(false));
});

it('opens the choices of a column that has none, and says so there', async () => {
  button('Column').click();
  type(await focused('Name of New column'), 'State');
  const select = await byLabel<HTMLSelectElement>('Type of State');
  select.value = 'enum';
  select.dispatchEvent(new Event('change', { bubbles: true }));
  const choice = await byLabel('New choice');
  expect(itemOf(choice)).toContain('State has no choices yet.');
  expect(itemOf(choice)).not.toContain('would not fit');
  type(choice, 'dry');
  await eventually(() => expect(choice.value).toBe('dry'));
  enter(choice);
  await eventually(() => expect(itemOf(choice)).not.toContain('no choices yet'));
  await eventually(() => expect(button('Create table').disabled).toBe(false));
});

it('says at its column what the engine refuses of a definition, and of no note', async () => {
  (await byLabel('Rules of Name')).click();
  const key = await eventually(() => {
    const field = [...container.querySelectorAll('label')].find(
      ({ textContent }) => textContent === 'Key in the notes',
    );
    if (!field) throw new Error('no key');
    return field.querySelector('input');
  });
  if (key === null) throw new Error('no field');
  type(key, 'id');
  await eventually(() => expect(itemOf(key)).toMatch(/name: key/));
  expect(itemOf(key)).not.toContain('would not fit');
});
