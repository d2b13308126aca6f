/** The history of a table: switched on and off, and its old versions deleted after a look at what goes. docs/tables.md#history-of-a-table */

import { afterEach, beforeEach, expect, it } from 'vitest';
import { eventually } from '../../../eventually';
import { EditingPage } from '../../editing-page';
import { SettingsHand } from './settings-hand';

let page: EditingPage;
beforeEach(async () => void (page = await EditingPage.open([{ title: 'Ape', status: 'todo' }])));
afterEach(() => page.close());

const described = (): Promise<Readonly<Record<string, unknown>>> =>
  page.vault.run('describe_table', { table: 'tasks' });

it('is switched on, and off again by the undo', async () => {
  const hand = await SettingsHand.open(page, 'History');
  const check = hand.section().querySelector<HTMLInputElement>('input[type=checkbox]');
  expect(check?.checked).toBe(false);
  expect(hand.text()).not.toContain('Old versions');
  check?.click();
  await hand.see('Each write makes a version from now on.');
  await hand.submit('Save');
  await hand.see('Version 0 is kept.');
  hand.undo();
  await eventually(async () => expect((await described())['options']).toMatchObject({ history: false }));
});

it('says which versions and files would go, and that this can’t be undone; then they are gone', async () => {
  await page.vault.run('alter_table', { table: 'tasks', history: true });
  for (const title of ['Bee', 'Cat'])
    await page.vault.run('insert_row', { table: 'tasks', values: { title, status: 'todo' } });
  const hand = await SettingsHand.open(page, 'History');
  await hand.see('Versions 0 to 2 are kept, 3 of them.');
  await eventually(() => hand.field('Oldest version that stays'));
  hand.type('Oldest version that stays', '2');
  await hand.see('2 versions go.');
  expect((await described())['earliest_version']).toBe(0);
  await hand.see('This can’t be undone.');
  await hand.submit('Delete the versions before it');
  await eventually(() => expect(hand.notice()).toBe('Versions of Tasks before 2 are gone'));
  expect(page.container.querySelector('.ndb-notice')?.textContent).not.toContain('Undo');
  await hand.see('Version 2 is kept.');
  expect((await described())['earliest_version']).toBe(2);
});
