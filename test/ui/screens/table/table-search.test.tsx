/** The search field above a table, over a real engine: rows by name and by text, live, by keyboard. docs/quick-find.md#in-a-table */

import { render } from 'preact';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { eventually } from '../../../eventually';
import { typedRun } from '../../../../src/engine/index';
import type { Database } from '../../../../src/ui/client/operations-client';
import { TableBrowser } from '../../../../src/ui/screens/table/table-browser';
import type { TableChoice } from '../../../../src/ui/rows/table-choice';
import { testServices } from '../../test-services';
import { type TestVault, column, openVault } from '../../../engine/open-vault';

let vault: TestVault;
let container: HTMLElement;
let choice: TableChoice;

beforeEach(async () => {
  vault = await openVault();
  container = document.body.appendChild(document.createElement('div'));
  choice = { table: 'main.default.tasks' };
  for (const name of ['tasks', 'people']) {
    const columns = [column('title', 'string', { required: true }), column('hours', 'number')];
    await vault.run('create_table', { name, description: `The ${name}`, filename: '{title}', columns });
  }
  await insert('tasks', 'Mend the roof', 'Call the carpenter.');
  await insert('tasks', 'Paint the door', 'With linseed oil.');
  await insert('tasks', 'Sweep', 'The roof terrace, too.');
  await insert('people', 'Roofer', 'Knows linseed oil.');
});
afterEach(async () => {
  render(null, container);
  container.remove();
  await vault.engine.close();
});

const insert = (table: string, title: string, content: string): Promise<unknown> =>
  vault.run('insert_row', { table, values: { title }, body: content });

function draw(hasNames = true): void {
  const { engine } = vault;
  const client = {
    run: typedRun((name, args) => engine.run(name, args)),
    onChange: engine.onChange.bind(engine),
    ...(hasNames ? { findNames: engine.findNames.bind(engine) } : {}),
  };
  const database: Database = {
    state: { kind: 'open', client, writeProtection: null },
    onState: () => () => undefined,
    holdOpen: () => undefined,
    reopen: () => undefined,
  };
  const redraw = (): void => {
    const choose = (next: TableChoice): void => {
      choice = next;
      redraw();
    };
    const services = testServices();
    render(<TableBrowser {...{ database, choice, choose, services }} />, container);
  };
  redraw();
}

const titles = (): string[] =>
  [...container.querySelectorAll('.ndb-row .ndb-cell.ndb-is-pinned')].map((el) => el.textContent ?? '');
const shows = (...expected: string[]): Promise<void> => eventually(() => expect(titles().sort()).toEqual(expected));

function field(): HTMLInputElement {
  const found = container.querySelector<HTMLInputElement>('input[type=search]');
  if (found === null) throw new Error('no search field');
  return found;
}

function search(text: string): void {
  field().value = text;
  field().dispatchEvent(new Event('input', { bubbles: true }));
}

function press(key: string): KeyboardEvent {
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
  field().dispatchEvent(event);
  return event;
}

const ALL = ['Mend the roof', 'Paint the door', 'Sweep'];

it('shows the rows of the table that are called so or whose text says so', async () => {
  draw();
  await shows(...ALL);
  expect(field().getAttribute('aria-label')).toBe('Search the rows of Tasks');
  search('roof');
  await shows('Mend the roof', 'Sweep');
  expect(container.querySelector('.ndb-total')?.textContent).toBe('2 rows');
  search('linseed');
  await shows('Paint the door');
  expect(field().isConnected).toBe(true);
});

it('forgives a slip in a name, and finds texts alone where names are not told', async () => {
  draw();
  await shows(...ALL);
  search('paimt');
  await shows('Paint the door');
  render(null, container);
  draw(false);
  await shows(...ALL);
  search('terrace');
  await shows('Sweep');
});

it('shows all rows again on Escape, and leaves the next Escape to the app', async () => {
  draw();
  await shows(...ALL);
  search('sweep');
  press('Enter');
  await shows('Sweep');
  expect(press('Escape').defaultPrevented).toBe(true);
  expect(field().value).toBe('');
  await shows(...ALL);
  expect(press('Escape').defaultPrevented).toBe(false);
});

it('says when nothing is found, also for signs that make no word', async () => {
  draw();
  await shows(...ALL);
  for (const text of ['carburettor', '\u0301', '\ud800']) {
    search(text);
    await eventually(() => expect(container.querySelector('.ndb-state-empty')?.textContent).toContain(`"${text}"`));
    expect(container.querySelector('.ndb-state-empty')?.textContent).toContain('No row found');
  }
  press('Escape');
  await shows(...ALL);
});

it('leads from no row back to all of them', async () => {
  draw();
  await shows(...ALL);
  search('carburettor');
  await eventually(() => expect(container.querySelector('.ndb-state-empty')).not.toBeNull());
  container.querySelector<HTMLElement>('.ndb-state-empty button')?.click();
  await shows(...ALL);
  expect(field().value).toBe('');
});

it('follows changes while it searches', async () => {
  draw();
  await shows(...ALL);
  search('roof');
  await shows('Mend the roof', 'Sweep');
  await insert('tasks', 'Roof box', 'For the car.');
  await shows('Mend the roof', 'Roof box', 'Sweep');
});

it('searches nothing in the next table', async () => {
  draw();
  await shows(...ALL);
  search('sweep');
  await shows('Sweep');
  [...container.querySelectorAll<HTMLElement>('.ndb-table-choice')]
    .find((el) => el.textContent?.includes('People'))
    ?.click();
  await shows('Roofer');
  expect(field().value).toBe('');
});
