/** The folders of the notes of a table: which notes move is shown first, written once, and taken back. docs/tables.md#folders-of-notes */

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
  hand = await SettingsHand.open(page, 'Folders');
});
afterEach(() => page.close());

it('shows which notes move where, moves them by one write, and back by one undo', async () => {
  hand.button('{status}').click();
  await hand.see('2 notes move.');
  await hand.see('Apetodo/Ape');
  expect(page.note('Ape')).not.toBe(null);
  await hand.submit('Save the folders');
  await eventually(() => expect(hand.notice()).toBe('Notes of Tasks lie in folders by {status}'));
  expect(page.vault.text('notedb/main/default/tasks/doing/Bee.md')).toContain('title: Bee');
  expect(page.note('Ape')).toBe(null);
  hand.undo();
  await eventually(() => expect(page.note('Ape')).not.toBe(null));
  await eventually(() => expect(hand.field('Folders').value).toBe(''));
});

it('says at the field why a pattern is refused, and keeps it', async () => {
  hand.type('Folders', '{nobody}');
  await hand.see('nobody');
  await eventually(() => expect(hand.field('Folders').getAttribute('aria-invalid')).toBe('true'));
  expect(hand.field('Folders').value).toBe('{nobody}');
  expect(hand.button('Save the folders').disabled).toBe(true);
  hand.type('Folders', '{due:YYYY}');
  await hand.see('Ape2026/Ape');
  expect(hand.field('Folders').getAttribute('aria-invalid')).toBe(null);
});
