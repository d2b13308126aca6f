/** Bases in the settings of a table: made, inherited, changed in every table that has them. docs/tables.md#bases-of-a-table */

import { afterEach, beforeEach, expect, it } from 'vitest';
import { column } from '../../../engine/open-vault';
import { eventually } from '../../../eventually';
import { EditingPage } from '../../editing-page';
import { SettingsHand } from './settings-hand';

let page: EditingPage;
let hand: SettingsHand;
beforeEach(async () => {
  page = await EditingPage.open([{ title: 'Ape', status: 'todo', hours: 3 }]);
  await page.vault.run('define_base', {
    name: 'dated',
    description: 'Has a day',
    columns: [column('day', 'date'), column('place', 'string')],
  });
  hand = await SettingsHand.open(page, 'Bases');
  await eventually(() => hand.button('New base'));
});
afterEach(() => page.close());

const basesOf = async (table: string): Promise<unknown> => (await page.vault.run('describe_table', { table }))['bases'];

const check = (label: string): HTMLInputElement => {
  const found = [...hand.section().querySelectorAll('label')].find((each) => each.textContent === label);
  const box = found?.querySelector('input');
  if (box === undefined || box === null) throw new Error(`no check ${label}`);
  return box;
};

it('makes a table inherit a base, and takes it back by one undo', async () => {
  check('Dated').click();
  await hand.see('No note changes.');
  await hand.submit('Save the bases');
  await eventually(() => expect(hand.notice()).toBe('Tasks has the columns of Dated'));
  expect(await basesOf('tasks')).toEqual(['dated']);
  await hand.see('2 columns, in Tasks');
  hand.undo();
  await eventually(async () => expect(await basesOf('tasks')).toEqual([]));
});

it('makes a base of a column of the table, which inherits it in the same write', async () => {
  hand.button('New base').click();
  await eventually(() => hand.field('Columns'));
  hand.type('Name', 'Paid work');
  await eventually(() => expect(hand.field('Name').value).toBe('Paid work'));
  hand.button('Hours').click();
  await eventually(() => expect(hand.field('Columns').value).toContain('max: 8'));
  hand.type('Meaning', 'Takes hours');
  await hand.see('Changes Tasks.');
  await hand.submit('Make the base');
  await eventually(() => expect(hand.notice()).toBe('Base Paid work made'));
  expect(await basesOf('tasks')).toEqual(['paid_work']);
  hand.undo();
  await eventually(async () => expect(await basesOf('tasks')).toEqual([]));
});

it('changes a base in all its tables, and refuses what a row of one of them breaks', async () => {
  for (const table of ['tasks', 'people']) await page.vault.run('set_table_bases', { table, bases: ['dated'] });
  await page.vault.run('update_rows', { table: 'people', set_values: { place: 'Rome' } });
  await eventually(() => hand.button('Edit Dated'));
  hand.button('Edit Dated').click();
  await eventually(() => expect(hand.field('Columns').value).toContain('day:'));
  const before = hand.field('Columns').value;
  hand.type('Columns', before.replace('type: string', 'type: integer'));
  await eventually(() => expect(hand.section().querySelector('.ndb-form-refused')).not.toBe(null));
  expect(hand.button('Change the base').disabled).toBe(true);
  hand.type('Columns', before.slice(0, before.indexOf('place:')));
  await hand.see('Place goes, with its values.');
  expect(hand.text()).toMatch(/Changes (Tasks, People|People, Tasks)\.2 notes change\./);
  await hand.submit('Change the base');
  await eventually(() => expect(hand.notice()).toBe('Base Dated changed'));
  hand.undo();
  const note = 'notedb/main/default/people/Ann.md';
  await eventually(() => expect(page.vault.text(note)).toContain('place: Rome'));
});

it('says why bases can not inherit from each other in a circle, and why columns can not be read', async () => {
  await page.vault.run('define_base', {
    name: 'placed',
    description: 'p',
    bases: ['dated'],
    columns: [column('at', 'string')],
  });
  await eventually(() => hand.button('Edit Dated'));
  hand.button('Edit Dated').click();
  await eventually(() => check('Inherits from Placed'));
  check('Inherits from Placed').click();
  await eventually(() =>
    expect(hand.section().querySelector('[role=alert]')?.textContent).toMatch(/circle|itself|dated/i),
  );
  hand.type('Columns', 'day: [');
  await hand.see('Columns are lines of a name, and below it its type and description.');
  expect(hand.field('Columns').value).toBe('day: [');
  expect(hand.field('Columns').getAttribute('aria-invalid')).toBe('true');
});
