/** What was typed and is not written is there again after a reload, and when its view was closed. docs/app/editing.md#input-that-is-not-written */

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Json } from '../../../../src/engine/index';
import { UnsentInput } from '../../../../src/ui/client/unsent-input';
import { describeUnsent } from '../../../../src/ui/changes/unsent/describe-unsent';
import { eventually } from '../../../eventually';
import { EditingPage } from '../../editing-page';

let page: EditingPage;
beforeEach(async () => {
  page = await EditingPage.open([
    { title: 'Ape', status: 'todo', hours: 1 },
    { title: 'Bee', status: 'doing', hours: 2 },
  ]);
  await eventually(() => expect(page.text('Bee', 1)).toBe('doing'));
});
afterEach(() => page.close());

const APE = 'notedb/main/default/tasks/Ape.md';
const field = (): HTMLInputElement | null => document.querySelector<HTMLInputElement>('.ndb-field');
const area = (): HTMLTextAreaElement | null => page.container.querySelector('.ndb-panel .ndb-note-field');
const invalid = (title: string, at: number): string | null => page.cell(title, at).getAttribute('aria-invalid');
const titles = (): string[] =>
  [...page.container.querySelectorAll('.ndb-row')].map((row) => row.querySelector('.ndb-value')?.textContent ?? '');
const setElsewhere = (values: Record<string, Json>): Promise<unknown> =>
  page.vault.run('update_row', { table: 'tasks', path: APE, set_values: values });

/** Leaves a text in a field. */
function typeInto(target: HTMLInputElement | HTMLTextAreaElement | null, text: string): void {
  if (target === null) throw new Error('no field');
  target.value = text;
  target.dispatchEvent(new Event('input', { bubbles: true }));
}

async function begin(title: string, at: number, text: string): Promise<void> {
  await page.select(title, at);
  await page.press('Enter');
  typeInto(field(), text);
}

async function refuse(title: string, at: number, text: string): Promise<void> {
  await page.select(title, at);
  await page.press('Enter');
  await page.type(text);
  await eventually(() => expect(invalid(title, at)).toBe('true'));
}

async function newRow(title: string): Promise<void> {
  page.button('New').click();
  await page.type(title, 'Tab');
  await eventually(() => expect(page.text(title, 1)).toBe('(empty)'));
}

async function editText(text: string): Promise<void> {
  page.choose({ table: 'main.default.tasks', note: APE });
  await eventually(() => page.button('Edit the text'));
  page.button('Edit the text').click();
  await eventually(() => expect(area()).not.toBe(null));
  typeInto(area(), text);
}

describe('a reload', () => {
  it('has nothing to ask for while everything is written', async () => {
    await page.select('Ape', 2);
    await page.press('Enter');
    expect(page.unsent.isEmpty).toBe(true);
    await page.type('4');
    await eventually(async () => expect(await page.row('Ape')).toMatchObject({ hours: 4 }));
    await eventually(() => expect(page.unsent.values).toEqual({}));
  });

  it('brings a new row back that lacks a value, and it is written once it has that', async () => {
    await newRow('Cat');
    expect(describeUnsent(page.unsent.values)).toBe('1 new row in Tasks');
    await page.reload();
    await eventually(() => expect(titles()).toEqual(['Ape', 'Bee', 'Cat']));
    await eventually(() => expect(page.cell('Cat', 1).textContent).toContain('Status is needed.'));
    await page.select('Cat', 1);
    await page.press('Enter');
    await page.type('doing');
    await eventually(async () => expect(await page.row('Cat')).toMatchObject({ status: 'doing' }));
    await eventually(() => expect(page.unsent.isEmpty).toBe(true));
  });

  it('brings a refused value back to its cell, with the reason', async () => {
    await refuse('Ape', 2, '99');
    expect(describeUnsent(page.unsent.values)).toBe('1 value in Tasks');
    await page.reload();
    await eventually(() => expect(page.cell('Ape', 2).textContent).toContain('above the maximum 8'));
    expect([page.text('Ape', 2), await page.row('Ape')]).toMatchObject(['99', { hours: 1 }]);
    await page.select('Ape', 2);
    await page.press('Escape');
    await eventually(() => expect([page.text('Ape', 2), page.unsent.isEmpty]).toEqual(['1', true]));
  });

  it('brings a conflict back with its choice', async () => {
    await page.select('Ape', 2);
    await page.press('Enter');
    await setElsewhere({ hours: 4 });
    await page.type('5');
    await eventually(() => expect(invalid('Ape', 2)).toBe('true'));
    await page.reload();
    await eventually(() => expect(page.cell('Ape', 2).textContent).toContain('Now: 4 · yours: 5'));
    await page.select('Ape', 2);
    page.button('Use mine').click();
    await eventually(async () => expect(await page.row('Ape')).toMatchObject({ hours: 5 }));
  });

  it('opens the field again in which somebody typed, with the text', async () => {
    await begin('Bee', 2, '7');
    expect(describeUnsent(page.unsent.values)).toBe('1 value in Tasks');
    await page.reload();
    await eventually(() => expect(field()?.value).toBe('7'));
    expect(document.querySelector('.ndb-editor')?.textContent).toContain('not written yet');
    await page.press('Enter');
    await eventually(async () => expect(await page.row('Bee')).toMatchObject({ hours: 7 }));
    await eventually(() => expect(page.unsent.isEmpty).toBe(true));
  });

  it('does not write over what was changed under the field meanwhile', async () => {
    await begin('Ape', 2, '7');
    page.unsent.keep();
    await setElsewhere({ hours: 3 });
    await page.reload();
    await eventually(() => expect(field()?.value).toBe('7'));
    expect(document.querySelector('.ndb-editor')?.textContent).toContain('Now: 3 · yours: 7');
    page.button('Keep theirs').click();
    await eventually(() => expect([page.text('Ape', 2), field()]).toEqual(['3', null]));
  });

  it('opens the field of a new row again', async () => {
    await newRow('Cat');
    await page.select('Cat', 2);
    await page.press('Enter');
    typeInto(field(), '6');
    await page.reload();
    await eventually(() => expect(field()?.value).toBe('6'));
    await page.press('Enter');
    await eventually(() => expect(page.text('Cat', 2)).toBe('6'));
    await page.select('Cat', 1);
    await page.press('Enter');
    await page.type('todo');
    await eventually(async () => expect(await page.row('Cat')).toMatchObject({ hours: 6, status: 'todo' }));
  });

  it('writes a value that was on its way, once', async () => {
    const { engine } = page.vault;
    const run = engine.run.bind(engine);
    engine.run = (name: string, args: never) =>
      name === 'update_row' ? new Promise(() => undefined) : run(name, args);
    await page.select('Ape', 2);
    await page.press('Enter');
    await page.type('5');
    await eventually(() => expect(page.cell('Ape', 2).getAttribute('aria-busy')).toBe('true'));
    engine.run = run;
    const before = await page.migrations();
    await page.reload();
    await eventually(async () => expect(await page.row('Ape')).toMatchObject({ hours: 5 }));
    await eventually(() => expect(page.unsent.isEmpty).toBe(true));
    expect(await page.migrations()).toBe(before + 1);
  });

  it('knows that a value on its way was written after all', async () => {
    const { engine } = page.vault;
    const run = engine.run.bind(engine);
    engine.run = async (name: string, args: never) => {
      const answer = await run(name, args);
      return name === 'update_row' ? new Promise(() => undefined) : answer;
    };
    await page.select('Ape', 2);
    await page.press('Enter');
    await page.type('5');
    await eventually(async () => expect(await page.row('Ape')).toMatchObject({ hours: 5 }));
    engine.run = run;
    const before = await page.migrations();
    await page.reload();
    await eventually(() => expect([page.text('Ape', 2), page.unsent.isEmpty]).toEqual(['5', true]));
    expect([invalid('Ape', 2), await page.migrations()]).toEqual([null, before]);
  });

  it('keeps what belongs to a table that is not shown, until it is', async () => {
    await refuse('Ape', 2, '99');
    page.choose({ table: 'main.default.people' });
    await eventually(() => expect(page.container.textContent).toContain('Ann'));
    await page.reload();
    expect(describeUnsent(page.unsent.values)).toBe('1 value in Tasks');
    await page.reload();
    page.choose({ table: 'main.default.tasks' });
    await eventually(() => expect(page.cell('Ape', 2).textContent).toContain('above the maximum 8'));
    expect(page.text('Ape', 2)).toBe('99');
  });

  it('tells a value whose row is gone', async () => {
    await refuse('Ape', 2, '99');
    page.unsent.keep();
    await page.vault.run('delete_rows', { table: 'tasks', where: { title: 'Ape' } });
    await page.reload();
    await eventually(() => expect(page.news).toContain('Hours of Ape was not changed to "99".'));
    expect(page.unsent.isEmpty).toBe(true);
  });

  it('brings the text of a note back that was being edited', async () => {
    await editText('Two lines\nof mine');
    expect(describeUnsent(page.unsent.values)).toBe('the text of a note in Tasks');
    await page.reload();
    await eventually(() => expect(area()?.value).toBe('Two lines\nof mine'));
    page.button('Done').click();
    await eventually(() => expect(page.note('Ape')).toContain('Two lines\nof mine'));
    await eventually(() => expect(page.unsent.isEmpty).toBe(true));
  });

  it('is nothing to a text that the note has by now', async () => {
    await editText('Mine');
    page.unsent.keep();
    await page.vault.run('update_row', { table: 'tasks', path: APE, body: 'Mine' });
    await page.reload();
    await eventually(() => page.button('Edit the text'));
    expect([area(), page.unsent.isEmpty]).toEqual([null, true]);
  });
});

describe('a view that is closed', () => {
  it('leaves its new rows and refused values to the next one, and says so', async () => {
    await newRow('Cat');
    await refuse('Ape', 2, '99');
    await page.reopen();
    await eventually(() => expect(titles()).toEqual(['Ape', 'Bee', 'Cat']));
    await eventually(() => expect(page.cell('Ape', 2).textContent).toContain('above the maximum 8'));
    expect(page.told).toEqual([
      expect.stringMatching(/Hours of Ape was not changed to "99".* It is kept/),
      expect.stringMatching(/A new row of Tasks is not written: Cat. It is kept/),
    ]);
  });

  it('writes what stands in an open field, and leaves what is refused of it', async () => {
    await begin('Bee', 2, '99');
    await page.reopen();
    await eventually(() => expect(page.cell('Bee', 2).textContent).toContain('above the maximum 8'));
    expect(page.text('Bee', 2)).toBe('99');
    await begin('Ape', 2, '3');
    await page.reopen();
    await eventually(async () => expect(await page.row('Ape')).toMatchObject({ hours: 3 }));
    await eventually(() => expect([page.text('Ape', 2), invalid('Ape', 2)]).toEqual(['3', null]));
  });

  it('leaves the text of a note that could not be written', async () => {
    await page.vault.run('update_row', { table: 'tasks', path: APE, body: 'Old' });
    await editText('Mine');
    await page.vault.run('update_row', { table: 'tasks', path: APE, body: 'Theirs' });
    page.choose({ table: 'main.default.tasks' });
    await eventually(() => expect(page.told.join()).toContain('The text of Ape is not written.'));
    page.choose({ table: 'main.default.tasks', note: APE });
    await eventually(() => expect(area()?.value).toBe('Mine'));
    expect(page.note('Ape')).toContain('Theirs');
  });
});

describe('the memory', () => {
  it('holds nothing while the views are seen: a tab that is opened from this one finds nothing', () => {
    const saved = new Map<string, Json>();
    const memory = {
      load: (name: string) => saved.get(name) ?? null,
      save: (name: string, value: Json) => void saved.set(name, value),
    };
    const unsent = new UnsentInput(memory);
    unsent.follow(() => ({ 'cells main.default.tasks': [1] }));
    unsent.keep();
    expect(new UnsentInput(memory).take('cells main.default.tasks')).toEqual([1]);
    unsent.keep();
    unsent.release();
    expect(new UnsentInput(memory).take('cells main.default.tasks')).toEqual([]);
  });

  it.each([
    [7],
    [['x']],
    [{ rows: 'x' }],
    [{ 'rows main.default.tasks': [{ values: 1 }], 'cells main.default.tasks': [{}] }],
  ])('that holds %j is no reason to fail', async (kept) => {
    page.unsent = new UnsentInput({ load: () => kept, save: () => undefined });
    page.choose({ table: 'main.default.tasks' });
    await page.reopen();
    await eventually(() => expect(titles()).toEqual(['Ape', 'Bee']));
  });
});
