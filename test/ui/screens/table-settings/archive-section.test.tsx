/** The archive of a table: another name of its folder, and rows that go there by a filter. docs/tables.md#the-archive */

import { afterEach, beforeEach, expect, it } from 'vitest';
import { eventually } from '../../../eventually';
import { EditingPage } from '../../editing-page';
import { SettingsHand } from './settings-hand';

let page: EditingPage;
let hand: SettingsHand;
beforeEach(async () => {
  page = await EditingPage.open([
    { title: 'Ape', status: 'done' },
    { title: 'Bee', status: 'doing' },
    { title: 'Cat', status: 'done' },
  ]);
  hand = await SettingsHand.open(page, 'Archive');
});
afterEach(() => page.close());

const archived = (title: string, folder = '_archive'): string | undefined =>
  page.vault.text(`notedb/main/default/tasks/${folder}/${title}.md`);

async function filterBy(yaml: string): Promise<void> {
  hand.button('YAML').click();
  const field = await eventually(() => {
    const found = hand.section().querySelector<HTMLTextAreaElement>('.ndb-filter textarea');
    if (found === null) throw new Error('no YAML');
    return found;
  });
  field.value = yaml;
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

it('counts the rows that go, archives them by one write, and brings them back by one undo', async () => {
  expect(hand.button('Archive the rows').disabled).toBe(true);
  await filterBy('status: done');
  await hand.see('2 notes go into the archive.');
  await hand.see('Ape_archive/Ape');
  await hand.submit('Archive the rows');
  await eventually(() => expect(hand.notice()).toBe('Rows of Tasks archived'));
  expect([archived('Ape'), archived('Bee'), archived('Cat')].map((text) => text !== undefined)).toEqual([
    true,
    false,
    true,
  ]);
  hand.undo();
  await eventually(() => expect(page.note('Ape')).not.toBe(null));
  expect(archived('Cat')).toBe(undefined);
});

it('holds back a row that another note links to, and says so; its links can be taken out instead', async () => {
  await page.vault.run('insert_row', { table: 'people', values: { name: 'Dee' }, body: 'Saw [[Ape]].\n' });
  await filterBy('title: Ape');
  await hand.see('Dee');
  expect(hand.button('Archive the rows').disabled).toBe(true);
  hand.type('Links to them', 'ignore');
  await hand.see('1 note goes into the archive.');
});

it('gets another name, and its notes go along', async () => {
  await page.vault.run('delete_rows', { table: 'tasks', where: { title: 'Cat' } });
  hand.type('Folder of the archive', 'Old');
  await hand.see('1 note of the archive goes along.');
  await hand.submit('Save the name');
  await eventually(() => expect(archived('Cat', 'Old')).toContain('title: Cat'));
});

it('says at the field that a name is not a folder', async () => {
  hand.type('Folder of the archive', 'a/../b');
  await eventually(() => expect(hand.field('Folder of the archive').getAttribute('aria-invalid')).toBe('true'));
  expect(hand.section().querySelector('[role=alert]')?.textContent).toContain('is not a folder name');
});
