/** The settings of a table: opened from its menu; the pattern of names is tried, written once, and taken back. docs/tables.md#names-of-notes */

import { afterEach, beforeEach, expect, it } from 'vitest';
import { eventually } from '../../../eventually';
import { EditingPage } from '../../editing-page';
import { SettingsHand } from './settings-hand';

let page: EditingPage;
let hand: SettingsHand;
beforeEach(async () => {
  page = await EditingPage.open([
    { title: 'Ape', status: 'todo', due: '2026-12-01' },
    { title: 'Bee', status: 'doing', due: '2026-12-02' },
  ]);
  hand = await SettingsHand.open(page, 'Names of notes');
});
afterEach(() => page.close());

const pattern = (): Promise<string | null> =>
  page.vault.run('describe_table', { table: 'tasks' }).then((described) => {
    const { filename } = described['options'] as { readonly filename: string | null };
    return filename;
  });

it('shows the next name and the notes that get another one, writes once, and is taken back by the notice', async () => {
  expect(hand.field('Pattern').value).toBe('{title}');
  hand.type('Pattern', '{due:YYYY-MM-DD} {title}');
  await hand.see('2 notes get another name.');
  await hand.see('Ape2026-12-01 Ape');
  expect(hand.text()).toMatch(/A new row would be .*\/tasks\/\d{4}-\d\d-\d\d Title\.md/);
  await hand.submit('Save the pattern');
  await eventually(() => expect(hand.notice()).toBe('Notes of Tasks are named {due:YYYY-MM-DD} {title}'));
  expect(page.vault.text('notedb/main/default/tasks/2026-12-01 Ape.md')).toContain('title: Ape');
  expect(await pattern()).toBe('{due:YYYY-MM-DD} {title}');
  hand.undo();
  await eventually(async () => expect(await pattern()).toBe('{title}'));
  await eventually(() => expect(hand.field('Pattern').value).toBe('{title}'));
});

it('says at the field why a pattern is refused, keeps what was typed, and puts a column in by its button', async () => {
  hand.type('Pattern', '{nobody}');
  await hand.see('nobody');
  const field = hand.field('Pattern');
  expect(field.value).toBe('{nobody}');
  expect(field.getAttribute('aria-invalid')).toBe('true');
  expect(hand.button('Save the pattern').disabled).toBe(true);
  hand.button('Reset').click();
  await eventually(() => expect(hand.field('Pattern').value).toBe('{title}'));
  hand.button('{due:YYYY-MM-DD}').click();
  await eventually(() => expect(hand.field('Pattern').value).toBe('{title} {due:YYYY-MM-DD}'));
});

it('asks before it is left with input that is not written', async () => {
  hand.type('Pattern', '{status} {title}');
  await hand.see('2 notes get another name.');
  hand.button('Close the settings').click();
  await hand.see('What you changed here is not written yet.');
  hand.button('Go on').click();
  await eventually(() => expect(hand.field('Pattern').value).toBe('{status} {title}'));
  hand.button('Close the settings').click();
  await eventually(() => hand.button('Throw it away'));
  hand.button('Throw it away').click();
  await eventually(() => expect(page.container.querySelector('.ndb-pane')).not.toBe(null));
  expect(await pattern()).toBe('{title}');
});
