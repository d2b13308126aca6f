/** Templates of new rows in the settings of a table: added, ordered, chosen by a filter, and refused at their field. docs/tables.md#new-rows */

import { afterEach, beforeEach, expect, it } from 'vitest';
import type { JsonObject } from '../../../../src/engine/index';
import { eventually } from '../../../eventually';
import { EditingPage } from '../../editing-page';
import { SettingsHand } from './settings-hand';

let page: EditingPage;
let hand: SettingsHand;
beforeEach(async () => {
  page = await EditingPage.open([{ title: 'Ape', status: 'todo' }]);
  page.vault.host.external.write('Templates/Meeting.md', 'Who came to {title}\n');
  page.vault.host.external.write('Templates/Rest.md', 'Rest\n');
  hand = await SettingsHand.open(page, 'New rows');
});
afterEach(() => page.close());

const templates = async (): Promise<unknown> => {
  const { options } = await page.vault.run('describe_table', { table: 'tasks' });
  return (options as JsonObject)['templates'];
};

/** The line of a template. */
const line = (at: number): HTMLElement => {
  const found = hand.section().querySelectorAll<HTMLElement>('.ndb-template')[at - 1];
  if (found === undefined) throw new Error(`no template ${at}`);
  return found;
};

async function add(at: number, path: string): Promise<void> {
  hand.button('Add a template').click();
  await eventually(() => line(at));
  hand.type(`Template ${at}`, path);
}

it('gives a new row the template whose filter matches, once written, and takes the templates back by one undo', async () => {
  await add(1, 'Templates/Rest.md');
  await add(2, 'Templates/Meeting.md');
  await hand.see('Never used: a template above it is for every row.');
  page.button('Move Template 2 up', line(2)).click();
  await eventually(() => expect(hand.field('Template 1').value).toBe('Templates/Meeting.md'));
  page.button('Condition', line(1)).click();
  const value = await eventually(() => {
    const found = line(1).querySelector<HTMLInputElement>('.ndb-filter-text');
    if (found === null) throw new Error('no value');
    return found;
  });
  value.value = 'Board';
  value.dispatchEvent(new Event('input', { bubbles: true }));
  await hand.submit('Save the templates');
  await eventually(() => expect(hand.notice()).toBe('Templates of Tasks changed'));
  expect(await templates()).toEqual([
    { path: 'Templates/Meeting.md', where: { title: expect.objectContaining({}) as JsonObject } },
    { path: 'Templates/Rest.md' },
  ]);
  for (const title of ['Board', 'Cat']) {
    await page.vault.run('insert_row', { table: 'tasks', values: { title, status: 'todo' } });
  }
  expect(page.vault.text('notedb/main/default/tasks/Board.md')).toContain('Who came to Board');
  expect(page.vault.text('notedb/main/default/tasks/Cat.md')).toContain('Rest');
  hand.undo();
  await eventually(async () => expect(await templates()).toEqual([]));
});

it('says at its own field which template is no note of the vault, and loses nothing', async () => {
  await add(1, 'Templates/Rest.md');
  await add(2, '../outside.md');
  await eventually(() => expect(line(2).querySelector('.ndb-form-refused')?.textContent).toContain('../outside.md'));
  expect(line(1).querySelector('.ndb-form-refused')).toBe(null);
  expect(hand.field('Template 2').getAttribute('aria-invalid')).toBe('true');
  expect(hand.button('Save the templates').disabled).toBe(true);
  hand.type('Template 2', 'Templates/Gone.md');
  await eventually(() => expect(line(2).textContent).toContain('there is no note Templates/Gone.md'));
  hand.type('Template 2', 'Templates/Meeting.md');
  await eventually(() => expect(hand.button('Save the templates').disabled).toBe(false));
  expect(hand.field('Template 1').value).toBe('Templates/Rest.md');
});

it('changes the text of the rows that have no template', async () => {
  hand.type('Text of all other new rows', '# {title}\n');
  await hand.submit('Save the templates');
  await eventually(() => expect(hand.notice()).toBe('Templates of Tasks changed'));
  await page.vault.run('insert_row', { table: 'tasks', values: { title: 'Dog', status: 'todo' } });
  expect(page.vault.text('notedb/main/default/tasks/Dog.md')).toContain('# Dog\n');
});
