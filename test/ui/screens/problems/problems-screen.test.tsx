/** The screen of problems: causes with their count, a fix for a note and for all, each with one undo. docs/problems.md#causes */

import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { JsonObject } from '../../../../src/engine/index';
import { at, handRow } from '../../../conformance/tables';
import { hear } from '../../../engine/commit/answers';
import { eventually } from '../../../eventually';
import { EditingPage } from '../../editing-page';

let page: EditingPage;
beforeEach(async () => {
  page = await EditingPage.open([{ title: 'Ape', status: 'todo' }]);
  await write('Bee', ['status: dnoe']);
  await write('Cat', ['status: Done']);
  await write('Dog', ['status: TODO', 'hours: 9']);
  // Counting reads every note: nothing is counted before somebody looks.
  await eventually(() => page.button('Problems').click());
  await eventually(() => expect(railCount()).toBe('4'));
  await eventually(() => expect(titles()).toEqual(['Hours is out of its range', 'Status is not one of its choices']));
});
afterEach(async () => {
  vi.unstubAllGlobals();
  await page.close();
});

async function write(name: string, lines: readonly string[]): Promise<void> {
  const id = 900 + name.charCodeAt(0);
  page.vault.host.external.write(
    at('tasks', name),
    handRow('tasks', id, [`title: ${name}`, `shown: ${name}!`, ...lines]),
  );
  await hear(page.vault, 300);
}

const railCount = (): string | null | undefined =>
  page.container.querySelector('.ndb-sidebar-foot .ndb-count')?.textContent;
const titles = (): readonly (string | null)[] =>
  [...page.container.querySelectorAll('.ndb-problem-cause h3')].map((each) => each.textContent).sort();
const notice = (): string => page.container.querySelector('.ndb-notice-text')?.textContent ?? '';
const statusOf = async (title: string): Promise<unknown> => {
  const { rows } = await page.vault.run('select_rows', { table: 'tasks', where: { title } });
  return (rows as readonly JsonObject[])[0]?.['status'];
};

it('fixes one note, and has the value again by one undo', async () => {
  const button = (): HTMLButtonElement | null =>
    page.container.querySelector<HTMLButtonElement>('[aria-label="Set done: Bee"]');
  await eventually(() => expect(button()).not.toBeNull());
  button()?.click();
  await eventually(() => expect(notice()).toBe('Fixed 1 note of Tasks'));
  expect(await statusOf('Bee')).toBe('done');
  await eventually(() => expect(railCount()).toBe('3'));
  page.button('Undo', page.container.querySelector('.ndb-notice') ?? document).click();
  await eventually(() => expect(railCount()).toBe('4'));
  expect(await statusOf('Bee')).toBe('dnoe');
});

it('fixes all notes of a cause in one write, but those that another rule refuses', async () => {
  await eventually(() => expect(page.button('Fix all').disabled).toBe(false));
  page.button('Fix all').click();
  await eventually(() => expect(notice()).toBe('Fixed 2 notes of Tasks; another rule refuses 1 note'));
  expect([await statusOf('Bee'), await statusOf('Cat'), await statusOf('Dog')]).toEqual(['done', 'done', 'TODO']);
  page.button('Undo', page.container.querySelector('.ndb-notice') ?? document).click();
  await eventually(() => expect(railCount()).toBe('4'));
});

it('names a note whose table is not renewed', async () => {
  page.vault.host.external.write('Home.md', '<!-- notedb: view tasks -->\n');
  // The look at such tables, and the next change.
  await eventually(async () => {
    page.vault.host.advance(500);
    expect((await page.vault.run('check_table'))['keptTables']).toHaveLength(1);
  });
  await write('Elk', ['status: done']);
  await eventually(() => expect(titles()).toContain('A table in a note is not renewed'));
  expect(page.container.textContent).toContain('The table of tasks has no second comment <!-- /notedb -->');
  expect(railCount()).toBe('5');
});

it('says in the place why the only fix is refused', async () => {
  const dog = await eventually(() => {
    const found = page.container.querySelector<HTMLButtonElement>('[aria-label="Set todo: Dog"]');
    if (found === null) throw new Error('no fix');
    return found;
  });
  dog.click();
  await eventually(() =>
    expect(page.container.querySelector('[role=alert]')?.textContent).toBe('Hours: 9 is above the maximum 8.'),
  );
  expect(await statusOf('Dog')).toBe('TODO');
});

it('shows an edit in a note at once, and an empty list when everything is in order', async () => {
  for (const name of ['Bee', 'Cat', 'Dog']) await write(name, ['status: done']);
  await eventually(() => expect(titles()).toEqual([]));
  expect(page.container.textContent).toContain('Every note keeps the rules of its table');
  expect(railCount()).toBeUndefined();
});
