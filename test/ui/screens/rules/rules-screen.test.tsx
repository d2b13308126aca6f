/** The screen of rules: a form that is tried first, a switch, runs with their undo, and a button in the menu of a row. docs/rules.md#the-form */

import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { JsonObject } from '../../../../src/engine/index';
import { eventually } from '../../../eventually';
import { EditingPage } from '../../editing-page';

let page: EditingPage;
beforeEach(async () => {
  page = await EditingPage.open([{ title: 'Ape', status: 'done' }]);
});
afterEach(async () => {
  vi.unstubAllGlobals();
  await page.close();
});

const field = <Element extends HTMLElement>(label: string): Element => {
  const { container } = page;
  const own = container.querySelector<Element>(`[aria-label="${label}"]`);
  const labelled = [...container.querySelectorAll('label')].find(
    (each) => each.textContent?.startsWith(label) === true,
  );
  const found = own ?? labelled?.querySelector<Element>('input, select');
  if (found === null || found === undefined) throw new Error(`no field ${label}`);
  return found;
};

async function fill(label: string, value: string): Promise<void> {
  await eventually(() => {
    const input = field<HTMLInputElement | HTMLSelectElement>(label);
    input.value = value;
    if (input.value !== value) throw new Error(`${label} does not take ${value}`);
    input.dispatchEvent(new Event(input.tagName === 'SELECT' ? 'change' : 'input', { bubbles: true }));
  });
  await eventually(() => expect(field<HTMLInputElement>(label).value).toBe(value));
}

const press = (text: string): Promise<void> =>
  eventually(() => {
    const button = page.button(text);
    expect(button.disabled).toBe(false);
    button.click();
  });

/** A box of the columns that have to change. */
const check = (label: string): Promise<void> =>
  eventually(() => {
    const group = page.container.querySelector('[aria-label="Only if one of these changes"]');
    const found = [...(group?.querySelectorAll('label') ?? [])].find((each) => each.textContent === label);
    const box = found?.querySelector('input');
    if (box === null || box === undefined) throw new Error(`no box ${label}`);
    box.click();
  });

const shown = (): string => page.container.textContent ?? '';

async function rules(): Promise<readonly JsonObject[]> {
  return (await page.vault.run('list_rules'))['rules'] as readonly JsonObject[];
}

it('makes a rule in a form, shows what it would have done, switches it on and undoes its run', async () => {
  await press('Rules');
  await press('New rule');
  await fill('Name', 'Day of the end');
  for (const name of ['Status', 'Hours']) await check(name);
  await fill('Column', 'due');
  await fill('Where the value comes from', '$time');
  expect(page.button('Save and switch on').disabled).toBe(true);
  await press('Try it');
  await eventually(() => expect(shown()).toContain('It would have run once in the last 30 days'));
  expect(shown()).toMatch(/Ape · Due: — → \d{4}-\d\d-\d\d/);
  await press('Save and switch on');
  await eventually(() =>
    expect(shown()).toContain('When a row of Tasks is added or changed in Status or Hours: set Due.'),
  );
  expect(await rules()).toMatchObject([
    {
      ...{ name: 'day_of_the_end', table: 'main.default.tasks', status: 'on', columns: ['status', 'hours'] },
      steps: [{ op: 'update_row', path: { $row: 'path' }, set_values: { due: { $time: 'date' } } }],
    },
  ]);
  await page.vault.run('update_rows', { table: 'tasks', set_values: { status: 'todo' } });
  await eventually(() => expect(shown()).toContain('Ran for Ape'));
  await press('Undo all runs');
  await eventually(() => expect(shown()).toContain('Undid 1 run'));
  const { rows } = await page.vault.run('select_rows', { table: 'tasks', columns: ['status', 'due'] });
  expect(rows).toMatchObject([{ status: 'todo', due: null }]);
  await press('Switch off');
  await eventually(async () => expect(await rules()).toMatchObject([{ status: 'off' }]));
});

it('says of a rule that it has a filter', async () => {
  await page.vault.run('create_rule', { ...PAY, ops: ['update', 'delete'], where: { status: 'done' } });
  await press('Rules');
  const sentence = 'When a row of Tasks that fits its filter is changed or removed: set Paid.';
  await eventually(() => expect(shown()).toContain(sentence));
});

it('says in the form why a rule is refused, and keeps what was typed', async () => {
  await press('Rules');
  await press('New rule');
  await fill('Name', 'Empty');
  await press('Remove the step');
  await press('Save');
  await eventually(() => expect(shown()).toContain('Steps must have 1 to 20 items'));
  expect(field<HTMLInputElement>('Name').value).toBe('Empty');
});

const PAY: JsonObject = {
  ...{ name: 'pay', table: 'tasks', button: 'Mark as paid' },
  steps: [{ op: 'update_row', table: 'tasks', path: { $row: 'path' }, set_values: { paid: true } }],
};

const isPaid = (): Promise<void> =>
  eventually(async () => {
    const { rows } = await page.vault.run('select_rows', { table: 'tasks', columns: ['paid'] });
    expect(rows).toMatchObject([{ paid: true }]);
  });

it('runs a rule by a button in the panel of a row, which goes with the rule', async () => {
  page.choose({ table: 'main.default.tasks', note: 'notedb/main/default/tasks/Ape.md' });
  await eventually(() => expect(page.container.querySelector('.ndb-panel [role=tab]')).not.toBeNull());
  const buttons = (): readonly (string | null)[] =>
    [...page.container.querySelectorAll('.ndb-panel [aria-label=Rules] button')].map((each) => each.textContent);
  expect(buttons()).toEqual([]);
  await page.vault.run('create_rule', PAY);
  await eventually(() => expect(buttons()).toEqual(['Mark as paid']));
  await press('Mark as paid');
  await isPaid();
  await page.vault.run('drop_rule', { rule: 'pay' });
  await eventually(() => expect(buttons()).toEqual([]));
});

it('runs a rule by the menu of a row', async () => {
  await page.vault.run('create_rule', PAY);
  page.cell('Ape', 1).dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true, button: 2 }));
  await press('Mark as paid');
  await isPaid();
});
