/** A cell that somebody else changed while its field was open: both values are shown, and its person chooses. docs/app/editing.md#conflicts */

import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Json } from '../../../src/engine/index';
import { eventually } from '../../eventually';
import { EditingPage } from '../editing-page';

let page: EditingPage;
beforeEach(async () => {
  page = await EditingPage.open([
    { title: 'Ape', status: 'todo', hours: 1, owner: '[[Ann]]', tags: ['x'] },
    { title: 'Bee', status: 'doing', hours: 2 },
  ]);
  await eventually(() => expect(page.text('Bee', 1)).toBe('doing'));
});
afterEach(() => page.close());

const setElsewhere = (values: Record<string, Json>): Promise<unknown> =>
  page.vault.run('update_row', { table: 'tasks', path: 'notedb/main/default/tasks/Ape.md', set_values: values });

/** Opens a cell of Ape, has another program change it, and types a value over it. */
async function collide(at: number, name: string, theirs: Json, mine: string): Promise<void> {
  await page.select('Ape', at);
  await page.press('Enter');
  await setElsewhere({ [name]: theirs });
  await page.type(mine);
  await eventually(() => expect(page.cell('Ape', at).getAttribute('aria-invalid')).toBe('true'));
  await page.select('Ape', at);
}
const reason = (): Element => document.querySelector('.ndb-reason') ?? document.body;

it('shows both values, and writes mine over theirs when that is chosen', async () => {
  await collide(2, 'hours', 4, '5');
  await eventually(() => expect(reason().textContent).toContain('Hours was changed meanwhile.Now: 4 · yours: 5'));
  page.button('Use mine', reason()).click();
  await eventually(async () => expect(await page.row('Ape')).toMatchObject({ hours: 5 }));
  await eventually(() => expect(page.cell('Ape', 2).getAttribute('aria-invalid')).toBe(null));
  await page.press('z', { ctrlKey: true });
  await eventually(async () => expect(await page.row('Ape')).toMatchObject({ hours: 4 }));
});

it('leaves theirs when that is chosen', async () => {
  await collide(1, 'status', 'done', 'doing');
  page.button('Keep theirs', reason()).click();
  await eventually(() => expect(page.text('Ape', 1)).toBe('done'));
  expect([page.cell('Ape', 1).getAttribute('aria-invalid'), await page.row('Ape')]).toMatchObject([
    null,
    { status: 'done' },
  ]);
});

it('shows a third value before mine is written over that', async () => {
  await collide(2, 'hours', 4, '5');
  await eventually(() => expect(reason().textContent).toContain('Now: 4 · yours: 5'));
  const { vault } = page;
  const run = vault.engine.run.bind(vault.engine);
  vault.engine.run = async (name: string, args: never) => {
    vault.engine.run = run;
    await setElsewhere({ hours: 6 });
    return run(name, args);
  };
  page.button('Use mine', reason()).click();
  await eventually(() => expect(page.cell('Ape', 2).textContent).toContain('Now: 6 · yours: 5'));
  expect(await page.row('Ape')).toMatchObject({ hours: 6 });
});

it('is offered in the field too, for the text that stands in it by then', async () => {
  await collide(2, 'hours', 4, '5');
  await page.press('Enter');
  const field = document.querySelector<HTMLInputElement>('.ndb-field');
  if (field === null) throw new Error('no field');
  field.value = '7';
  field.dispatchEvent(new Event('input', { bubbles: true }));
  page.button('Use mine', document.querySelector('.ndb-editor') ?? document.body).click();
  await eventually(async () => expect(await page.row('Ape')).toMatchObject({ hours: 7 }));
});

it('names links and items of lists as a cell shows them', async () => {
  await collide(4, 'owner', '[[Ben]]', '');
  expect(page.cell('Ape', 4).textContent).toContain('Now: Ben · yours: (empty)');
  page.button('Keep theirs', reason()).click();
  await eventually(() => expect(page.text('Ape', 4)).toBe('Ben'));
});

it('is no conflict where both give the cell one value', async () => {
  await page.select('Ape', 2);
  await page.press('Enter');
  await setElsewhere({ hours: 5 });
  await page.type('5');
  await eventually(() =>
    expect([page.text('Ape', 2), page.cell('Ape', 2).getAttribute('aria-busy')]).toEqual(['5', null]),
  );
  expect(page.cell('Ape', 2).getAttribute('aria-invalid')).toBe(null);
  expect(page.news).not.toContain('was not changed');
});

it('of a block of cells is offered at its cell', async () => {
  const { vault } = page;
  await page.select('Ape', 2, { title: 'Bee', at: 2 });
  await page.paste('5\n6');
  await eventually(() => expect(page.text('Ape', 2)).toBe('5'));
  const run = vault.engine.run.bind(vault.engine);
  await eventually(async () => expect(await page.row('Bee')).toMatchObject({ hours: 6 }));
  vault.engine.run = async (name: string, args: never) => {
    vault.engine.run = run;
    await setElsewhere({ hours: 7 });
    return run(name, args);
  };
  await page.paste('3\n4');
  await eventually(() => expect(page.dialog?.textContent).toContain('Hours was changed meanwhile.'));
  expect(page.dialog?.textContent).toContain('Now: 7 · yours: 3');
});
