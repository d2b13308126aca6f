/** How rows come again, in the form of a date column: by fields, with the next days, refused at the field, written once. docs/recurrence.md#declare-it */

import { afterEach, beforeEach, expect, it } from 'vitest';
import { eventually } from '../../../eventually';
import type { JsonObject } from '../../../../src/engine/index';
import { column } from '../../../engine/open-vault';
import { EditingPage } from '../../editing-page';

let page: EditingPage;
beforeEach(async () => {
  page = await EditingPage.open([{ title: 'Bins', status: 'todo', due: '2026-11-30' }]);
  await eventually(() => expect(page.text('Bins', 1)).toBe('todo'));
});
afterEach(() => page.close());

async function openDue(): Promise<void> {
  await page.vault.run('add_column', { table: 'tasks', column: column('repeats', 'string') });
  const heading = await eventually(() => {
    const found = [...page.container.querySelectorAll('.ndb-head')].find((each) => each.textContent === 'Due');
    if (found === undefined) throw new Error('no Due');
    return found;
  });
  heading.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true, button: 2 }));
  await eventually(() => page.button('Edit column…').click());
  await eventually(() => check('Comes again when done'));
}

const within = (): Element => page.dialog ?? expect.fail('no form');
const text = (): string => within().textContent;
const see = (words: string): Promise<void> => eventually(() => expect(text()).toContain(words));
const check = (label: string): HTMLInputElement =>
  [...within().querySelectorAll('label')]
    .find((each) => each.textContent === label)
    ?.querySelector<HTMLInputElement>('input[type=checkbox]') ?? expect.fail(`no check ${label}`);
const field = (label: string): HTMLInputElement | HTMLSelectElement =>
  [...within().querySelectorAll('label')]
    .find((each) => each.querySelector('span')?.textContent === label)
    ?.querySelector<HTMLInputElement | HTMLSelectElement>('input, select') ?? expect.fail(`no field ${label}`);
async function put(label: string, value: string): Promise<void> {
  const found = await eventually(() => field(label));
  found.value = value;
  found.dispatchEvent(new Event(found instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }));
}
const columnOf = async (name: string): Promise<JsonObject> => {
  const { columns } = await page.vault.run('describe_table', { table: 'tasks' });
  return (columns as readonly JsonObject[]).find((each) => each['name'] === name) ?? {};
};

it('is set by fields: the rule, when a row is done, and the rule of new rows with its next three days', async () => {
  await openDue();
  check('Comes again when done').click();
  await eventually(() => expect(field('Rule is in').value).toBe('repeats'));
  expect(field('Done is in').value).toBe('status');
  expect(check('done').checked).toBe(true);
  await put('New rows repeat', 'WEEKLY');
  await put('Every … weeks', '2');
  page.button('Mon', within()).click();
  await eventually(() =>
    expect(
      text()
        .match(/would come again on (.*) …/)?.[1]
        ?.split('; '),
    ).toHaveLength(3),
  );
  expect(text()).toContain('Mon');
  await eventually(() => expect(page.button('Change the column').disabled).toBe(false));
  page.button('Change the column').click();
  await eventually(() => expect(page.dialog).toBe(null));
  expect((await columnOf('due'))['recurs']).toEqual({ rule: 'repeats', done: 'status', values: ['done'] });
  expect((await columnOf('repeats'))['default']).toBe('FREQ=WEEKLY;INTERVAL=2;BYDAY=MO');
  const notice = page.container.querySelector('.ndb-notice');
  page.button('Undo', notice ?? document).click();
  await eventually(async () => expect((await columnOf('due'))['recurs']).toBe(undefined));
  expect((await columnOf('repeats'))['default']).toBe(undefined);
});

it('refuses a rule at its field, in the form and as text, and keeps what was typed', async () => {
  await openDue();
  check('Comes again when done').click();
  await put('New rows repeat', 'MONTHLY');
  await put('Day of the month', '32');
  await see('"32" is not a number from -31 to 31');
  expect(field('Day of the month').getAttribute('aria-invalid')).toBe('true');
  expect(page.button('Change the column').disabled).toBe(true);
  await put('New rows repeat', 'text');
  await put('Rule', 'FREQ=WEEKLY;BYDAYS=MO');
  await see('Did you mean BYDAY');
  expect(field('Rule').getAttribute('aria-invalid')).toBe('true');
  await put('Rule', 'FREQ=MONTHLY;BYDAY=1MO');
  await see('would come again on');
  await eventually(() => expect(page.button('Change the column').disabled).toBe(false));
});

it('is what the column has: its parts are shown, changed, and taken away', async () => {
  await page.vault.run('add_column', { table: 'tasks', column: column('ends', 'date') });
  await openDue();
  page.button('Close').click();
  const recurs = { rule: 'repeats', done: 'paid', shift: ['ends'], reset: ['hours'], from: 'done' };
  await page.vault.run('alter_column', { table: 'tasks', column: 'due', changes: { recurs } });
  await eventually(() => expect(page.dialog).toBe(null));
  const heading = [...page.container.querySelectorAll('.ndb-head')].find((each) => each.textContent === 'Due');
  heading?.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true, button: 2 }));
  await eventually(() => page.button('Edit column…').click());
  await eventually(() => expect(check('Comes again when done').checked).toBe(true));
  expect([field('Counts from').value, check('ends').checked, check('hours').checked]).toEqual(['done', true, true]);
  check('hours').click();
  await eventually(() => expect(page.button('Change the column').disabled).toBe(false));
  page.button('Change the column').click();
  await eventually(async () =>
    expect((await columnOf('due'))['recurs']).toEqual({ rule: 'repeats', done: 'paid', shift: ['ends'], from: 'done' }),
  );
});
