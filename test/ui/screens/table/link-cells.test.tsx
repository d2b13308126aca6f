/** Link cells over a real engine: the rows that may be linked are listed while somebody types. docs/quick-find.md#in-link-cells */

import { render } from 'preact';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { eventually } from '../../../eventually';
import { TableBrowser } from '../../../../src/ui/screens/table/table-browser';
import { type TestVault, column, openVault } from '../../../engine/open-vault';
import { openDatabase } from '../../open-database';
import { testServices } from '../../test-services';

let vault: TestVault;
let container: HTMLElement;

beforeEach(async () => {
  vault = await openVault();
  container = document.body.appendChild(document.createElement('div'));
  const people = [
    column('name', 'string', { required: true }),
    column('aliases', 'list', { items: { type: 'string' } }),
    column('retired', 'boolean'),
  ];
  await vault.run('create_table', { name: 'people', description: 'People', filename: '{name}', columns: people });
  const refWhere = { ref_where: { or: [{ retired: false }, { retired: { exists: false } }] } };
  await vault.run('create_table', {
    name: 'tasks',
    description: 'Tasks',
    filename: '{title}',
    columns: [
      column('title', 'string', { required: true }),
      column('owner', 'link', { ref: 'people', ...refWhere }),
      column('note', 'link'),
    ],
  });
  const rows = [
    { name: 'Ada Lovelace', aliases: ['Countess'] },
    { name: 'Grace Hopper', aliases: ['Amazing Grace'] },
    { name: 'Ada Retired', aliases: ['Countess Emerita'], retired: true },
  ];
  await vault.run('merge_rows', { table: 'people', on: ['name'], rows });
  await vault.run('insert_row', { table: 'tasks', values: { title: 'Call' } });
  draw();
  await eventually(() => expect(cells()).toHaveLength(3));
});
afterEach(async () => {
  render(null, container);
  container.remove();
  await vault.engine.close();
});

function draw(): void {
  const database = openDatabase(vault);
  const choice = { table: 'main.default.tasks' };
  const more = { choose: () => undefined, services: testServices() };
  render(<TableBrowser {...{ database, choice }} {...more} />, container);
}

const cells = (): HTMLElement[] => [...container.querySelectorAll<HTMLElement>('.ndb-row [role=gridcell]')];
const choices = (): string[] =>
  [...document.querySelectorAll('[role=option]:not(.ndb-is-create)')].map((el) => el.textContent ?? '');
const chosen = (): string | null => document.querySelector('[role=option][aria-selected=true]')?.textContent ?? null;

function field(): HTMLInputElement {
  const found = document.querySelector<HTMLInputElement>('input[role=combobox]');
  if (found === null) throw new Error('no field for a link');
  return found;
}

function press(element: HTMLElement, key: string, more: KeyboardEventInit = {}): void {
  element.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more }));
}

async function open(at: number): Promise<void> {
  cells()[at]?.click();
  press(cells()[at] as HTMLElement, 'Enter');
  await eventually(() => expect(field()).toBeTruthy());
}

function type(text: string): void {
  field().value = text;
  field().dispatchEvent(new Event('input', { bubbles: true }));
}

async function firstTask(): Promise<Readonly<Record<string, unknown>>> {
  const { rows } = await vault.run('select_rows', { table: 'tasks' });
  return (rows as readonly Record<string, unknown>[])[0] ?? {};
}

const owner = async (): Promise<unknown> => (await firstTask())['owner'];

describe('the field of a link', () => {
  it('lists what the cell may link to as soon as it is open', async () => {
    await open(1);
    await eventually(() => expect(choices()).toEqual(['Ada Lovelace', 'Grace Hopper']));
    expect(chosen()).toBeNull();
  });

  it.each([
    ['part of a name, without accents and case', 'LÓVE', ['Ada Lovelace']],
    ['a link as it is written', '[[Ada', ['Ada Lovelace']],
    ['an alias', 'countess', ['Ada LovelaceCountess']],
    ['a slip', 'hoppre', ['Grace Hopper']],
    ['an alias of a row that is called otherwise, after the names', 'grace', ['Grace Hopper']],
    ['nothing', 'zebra', []],
  ])('finds rows by %s', async (_, typed, expected) => {
    await open(1);
    await eventually(() => expect(choices()).toHaveLength(2));
    type(typed);
    await eventually(() => expect(choices()).toEqual(expected));
  });

  it('writes the row that is chosen by keys', async () => {
    await open(1);
    type('countess');
    await eventually(() => expect(choices()).toEqual(['Ada LovelaceCountess']));
    press(field(), 'ArrowDown');
    await eventually(() => expect(chosen()).toBe('Ada LovelaceCountess'));
    press(field(), 'Enter');
    await eventually(async () => expect(await owner()).toBe('[[Ada Lovelace]]'));
    expect(document.querySelector('input[role=combobox]')).toBeNull();
  });

  it('writes the row that is clicked', async () => {
    await open(1);
    await eventually(() => expect(choices()).toHaveLength(2));
    document.querySelectorAll<HTMLElement>('[role=option]')[1]?.click();
    await eventually(async () => expect(await owner()).toBe('[[Grace Hopper]]'));
  });

  it('saves what was typed where nothing is chosen, and the refusal says who is meant', async () => {
    await open(1);
    type('[[Countess]]');
    await eventually(() => expect(choices()).toHaveLength(1));
    press(field(), 'Enter');
    await eventually(() =>
      expect(container.querySelector('.ndb-cell[aria-invalid] .ndb-unseen')?.textContent).toContain(
        'Did you mean Ada Lovelace?',
      ),
    );
    expect(await owner()).toBeUndefined();
  });

  it('makes the row that is missing, and links it, as one write with one undo', async () => {
    const before = (await vault.run('list_migrations', {})) as { migrations: unknown[] };
    await open(1);
    type('Alan Turing');
    const create = await eventually(() => {
      const found = document.querySelector<HTMLElement>('.ndb-is-create');
      if (found?.textContent !== 'New in People: Alan Turing') throw new Error('not offered yet');
      return found;
    });
    create.click();
    await eventually(async () => expect(await owner()).toBe('[[Alan Turing]]'));
    const { migrations } = (await vault.run('list_migrations', {})) as { migrations: { migration_id: string }[] };
    expect(migrations).toHaveLength(before.migrations.length + 1);
    press(container.querySelector('[role=grid]') as HTMLElement, 'z', { ctrlKey: true });
    await eventually(async () => expect(await owner()).toBeUndefined());
    expect(vault.text('notedb/main/default/people/Alan Turing.md')).toBeUndefined();
  });

  it('says that a row is there which must not be linked, and does not offer to make it again', async () => {
    await open(1);
    type('Ada Retired');
    await eventually(() =>
      expect(document.querySelector('.ndb-options')?.textContent).toBe(
        'Ada Retired is in People, but this cell may not link to it.',
      ),
    );
  });

  it('puts what was meant in its place by one click', async () => {
    await open(1);
    type('Grace Hoper');
    press(field(), 'Enter');
    const near = await eventually(() => {
      const found = document.querySelector<HTMLElement>('.ndb-near');
      if (found === null) throw new Error('nothing is meant yet');
      return found;
    });
    expect(near.textContent).toBe('Grace Hopper');
    near.click();
    await eventually(async () => expect(await owner()).toBe('[[Grace Hopper]]'));
  });

  it('lists for a link to any note those that the column leads to, then notes of that name', async () => {
    await vault.run('insert_row', { table: 'tasks', values: { title: 'Write', note: '[[Not yet there]]' } });
    await open(2);
    await eventually(() => expect(choices()).toEqual(['Not yet there']));
    type('ada');
    await eventually(() => expect(choices()).toEqual(['Ada Lovelace', 'Ada Retired']));
    press(field(), 'ArrowDown');
    await eventually(() => expect(chosen()).toBe('Ada Lovelace'));
    press(field(), 'Enter');
    await eventually(async () => expect((await firstTask())['note']).toBe('[[Ada Lovelace]]'));
  });

  it('links a note by its path where another one is called alike', async () => {
    vault.host.external.write('Old/Grace Hopper.md', 'An older note.\n');
    await vault.engine.rescan();
    await open(2);
    type('hopper');
    await eventually(() => expect(choices()).toEqual(['Grace HopperOld', 'Grace Hoppernotedb/main/default/people']));
    press(field(), 'ArrowDown');
    await eventually(() => expect(chosen()).toBe('Grace HopperOld'));
    press(field(), 'Enter');
    await eventually(async () => expect((await firstTask())['note']).toBe('[[Old/Grace Hopper]]'));
  });
});
