/** Blocks of cells over a real engine: pasted, looked at, corrected, filled, emptied, each one write with one undo. docs/app/editing.md */

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { eventually } from '../../../eventually';
import { localeOrder } from '../../../../src/kernel/day-text';
import { EditingPage } from '../../editing-page';

let page: EditingPage;
beforeEach(async () => {
  page = await EditingPage.open([
    { title: 'Ape', status: 'todo', hours: 1, owner: '[[Ann]]', tags: ['x', 'y'], paid: true },
    { title: 'Bee', status: 'doing', hours: 2 },
    { title: 'Cat', status: 'done', due: '2026-11-26' },
  ]);
  await eventually(() => expect(page.text('Cat', 1)).toBe('done'));
});
afterEach(() => page.close());

const said = (text: string): Promise<void> => eventually(() => expect(page.news).toBe(text));
const lines = (...rows: string[][]): string => rows.map((row) => row.join('\t')).join('\n');

describe('a paste', () => {
  it('of a few cells that fit is written at once, by the type of each column, and taken back by one undo', async () => {
    const before = await page.migrations();
    await page.select('Ape', 1);
    await page.paste(lines(['DONE', '4.5', 'tomorrow', 'Ben', 'a; b', 'yes'], ['todo', '', '', '', '', '']));
    await said('Pasted 7 cells in 2 notes.');
    expect(await page.row('Ape')).toMatchObject({ status: 'done', hours: 4.5, tags: ['a', 'b'], paid: true });
    expect(page.note('Ape')).toContain('owner: "[[Ben]]"');
    expect(await page.row('Bee')).toMatchObject({ status: 'todo', hours: null });
    expect(await page.migrations()).toBe(before + 1);
    await page.press('z', { ctrlKey: true });
    await said('Undone: paste of 7 cells.');
    expect(await page.row('Ape')).toMatchObject({ status: 'todo', hours: 1, tags: ['x', 'y'], due: null });
    await page.press('y', { ctrlKey: true });
    await said('Done again: paste of 7 cells.');
    expect(await page.row('Bee')).toMatchObject({ status: 'todo', hours: null });
  });

  it('of which some does not fit is shown first: what, why, and what was probably meant', async () => {
    const before = await page.migrations();
    await page.select('Ape', 1);
    await page.paste(lines(['don', '3'], ['doing', '99'], ['todo', '5']));
    await eventually(() => expect(page.dialog?.textContent).toContain('4 of 6 cells fit, 2 do not.'));
    expect(page.dialog?.textContent).toContain('Status of Ape: "don" is none of the choices: todo, doing, done.');
    expect(page.dialog?.textContent).toContain('above the maximum 8');
    expect(await page.migrations()).toBe(before);
    page.button('Use done for Status of Ape').click();
    await eventually(() => expect(page.dialog?.textContent).toContain('5 of 6 cells fit, 1 does not.'));
    page.button('Paste 5 cells').click();
    await said('Pasted 4 cells in 2 notes. 1 cell keeps what does not fit.');
    expect(page.dialog).toBe(null);
    expect(await page.migrations()).toBe(before + 1);
    expect([await page.row('Ape'), await page.row('Cat')]).toMatchObject([
      { status: 'done', hours: 3 },
      { status: 'todo', hours: 5 },
    ]);
    // It is kept at its cell, and corrected there.
    expect(page.text('Bee', 2)).toBe('99');
    expect(page.cell('Bee', 2).getAttribute('aria-invalid')).toBe('true');
    await page.select('Bee', 2);
    await page.press('Enter');
    await page.type('7');
    await eventually(async () => expect(await page.row('Bee')).toMatchObject({ hours: 7 }));
  });

  it('of days that are written otherwise than here is read by all of them, which is said before it is written', async () => {
    const isDayFirst = localeOrder(undefined) !== 'dmy';
    await page.select('Ape', 3);
    await page.paste(isDayFirst ? '28/11/2026\n1/11/2026' : '11/28/2026\n11/1/2026');
    const remark = `Due: days are read ${isDayFirst ? 'day' : 'month'} first.`;
    await eventually(() => expect(page.dialog?.textContent).toContain(remark));
    page.button('Paste 2 cells').click();
    await said('Pasted 2 cells in 2 notes.');
    expect([await page.row('Ape'), await page.row('Bee')]).toMatchObject([
      { due: '2026-11-28' },
      { due: '2026-11-01' },
    ]);
  });

  it('that is not wanted after all leaves everything as it is, and the keyboard in the grid', async () => {
    await page.select('Ape', 2);
    await page.paste('many\nmore');
    await eventually(() => expect(page.dialog).not.toBe(null));
    await page.press('Escape');
    await eventually(() => expect(page.dialog).toBe(null));
    expect(page.hasKeyboard).toBe(true);
    expect([page.text('Ape', 2), page.text('Bee', 2)]).toEqual(['1', '2']);
  });

  it('below the last row adds rows when the person says so', async () => {
    await page.select('Cat', 0);
    await page.paste(lines(['Cat', 'todo'], ['Dog', 'doing'], ['Eel', 'done']));
    await eventually(() => expect(page.dialog?.textContent).toContain('Add 2 rows below the last one'));
    page.button('Paste 6 cells, add 2 rows').click();
    await said('Pasted 5 cells in 3 notes.');
    expect([await page.row('Dog'), await page.row('Eel')]).toMatchObject([{ status: 'doing' }, { status: 'done' }]);
    await page.press('z', { ctrlKey: true });
    await eventually(async () => expect(await page.row('Dog')).toBe(null));
    expect(await page.row('Cat')).toMatchObject({ status: 'done' });
  });

  it('adds none when they don’t, and keeps new rows that lack something to be completed', async () => {
    await page.select('Cat', 0);
    await page.paste(lines(['Cat', 'todo'], ['Dog', '']));
    await eventually(() => expect(page.dialog?.textContent).toContain('The new row: Status is needed.'));
    const box = page.dialog?.querySelector<HTMLInputElement>('input[type=checkbox]');
    box?.click();
    await eventually(() => expect(page.button('Paste 2 cells')).toBeTruthy());
    box?.click();
    await eventually(() => expect(page.button('Paste 2 cells, add 1 row')).toBeTruthy());
    page.button('Paste 2 cells, add 1 row').click();
    await eventually(() => expect(page.text('Dog', 1)).toBe('(empty)'));
    expect(await page.row('Dog')).toBe(null);
    await page.select('Dog', 1);
    await page.press('Enter');
    await page.type('doing');
    await eventually(async () => expect(await page.row('Dog')).toMatchObject({ status: 'doing' }));
  });

  it('of one value fills the selected cells, and computed ones stay', async () => {
    await page.select('Ape', 1, { title: 'Cat', at: 1 });
    await page.paste('doing');
    await said('Pasted 2 cells in 2 notes.');
    await page.select('Ape', 7);
    await page.paste('12');
    await said("These columns are computed: they can't be written.");
  });

  it('tells of cells that somebody else changed meanwhile, and overwrites none of them', async () => {
    await page.select('Ape', 2);
    const rows = page.vault.run('update_row', {
      table: 'tasks',
      path: 'notedb/main/default/tasks/Bee.md',
      set_values: { hours: 6 },
    });
    await page.paste('3\n4');
    await rows;
    await eventually(() => {
      const isTold = page.dialog?.textContent?.includes('1 of 2 cells fit') === true;
      const isRefused = page.cell('Bee', 2).getAttribute('aria-invalid') === 'true';
      if (!isTold && !isRefused) throw new Error('not told yet');
    });
    expect(await page.row('Bee')).toMatchObject({ hours: 6 });
  });

  it('into a row that was deleted meanwhile says so and writes the others', async () => {
    await page.select('Ape', 2);
    page.vault.host.external.remove('notedb/main/default/tasks/Bee.md');
    await page.paste('3\n4\n5');
    await eventually(() => expect(page.dialog?.textContent).toContain('2 of 3 cells fit'));
    page.button('Paste 2 cells').click();
    await eventually(async () => expect(await page.row('Cat')).toMatchObject({ hours: 5 }));
  });
});

describe('copying', () => {
  it('gives other programs text, and this one values', async () => {
    await page.select('Ape', 4, { title: 'Ape', at: 6 });
    const copied = await page.take('copy');
    expect(copied.getData('text/plain')).toBe('Ann\tx; y\ttrue');
    await page.select('Bee', 4);
    await page.paste(copied);
    await said('Pasted 3 cells in 1 note.');
    expect(await page.row('Bee')).toMatchObject({ tags: ['x', 'y'], paid: true });
  });

  it('and cutting empties the cells as one write', async () => {
    await page.select('Ape', 2, { title: 'Bee', at: 2 });
    const taken = await page.take('cut');
    expect(taken.getData('text/plain')).toBe('1\n2');
    await said('Cut 2 cells in 2 notes.');
    expect([await page.row('Ape'), await page.row('Bee')]).toMatchObject([{ hours: null }, { hours: null }]);
    await page.press('z', { ctrlKey: true });
    await eventually(async () => expect(await page.row('Bee')).toMatchObject({ hours: 2 }));
  });
});

describe('filling', () => {
  it('repeats the first row downwards, and the first column to the right', async () => {
    await page.select('Ape', 2, { title: 'Cat', at: 2 });
    await page.press('d', { ctrlKey: true });
    await said('Filled 2 cells in 2 notes.');
    expect([await page.row('Bee'), await page.row('Cat')]).toMatchObject([{ hours: 1 }, { hours: 1 }]);
    await page.select('Bee', 1);
    await page.press('d', { ctrlKey: true });
    await eventually(async () => expect(await page.row('Bee')).toMatchObject({ status: 'todo' }));
  });

  it('with the handle goes on over the cells that it passes', async () => {
    await page.select('Ape', 1);
    const handle = page.container.querySelector('.ndb-fill-handle');
    handle?.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, cancelable: true }));
    page.cell('Cat', 1).dispatchEvent(new PointerEvent('pointermove', { bubbles: true, buttons: 1 }));
    await eventually(() => expect(page.container.querySelector('.ndb-fill-outline')).not.toBe(null));
    page.cell('Cat', 1).dispatchEvent(new PointerEvent('pointerup', { bubbles: true }));
    await said('Filled 2 cells in 2 notes.');
    expect(await page.row('Cat')).toMatchObject({ status: 'todo' });
  });
});

it('Delete empties the selected cells that may be empty, and lists the others', async () => {
  await page.select('Ape', 1, { title: 'Bee', at: 2 });
  await page.press('Delete');
  await eventually(() => expect(page.dialog?.textContent).toContain("Status of Ape: Status can't be empty."));
  page.button('Empty 2 cells').click();
  await said('Emptied 2 cells in 2 notes. 2 cells keep what does not fit.');
  expect(await page.row('Ape')).toMatchObject({ status: 'todo', hours: null });
});

it('the foot says what the selected cells come to', async () => {
  const facts = (): string | undefined => page.container.querySelector('.ndb-range-facts')?.textContent ?? undefined;
  await page.select('Ape', 1, { title: 'Cat', at: 2 });
  await eventually(() => expect(facts()).toBe('6 cells · sum 3 · average 1.5'));
  await page.select('Ape', 1);
  await eventually(() => expect(facts()).toBe(undefined));
});
