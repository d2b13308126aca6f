/** The map of tables over a real engine: boxes, links, keys, the panel of a column, and changes of definitions. docs/page.md#map */

import { render } from 'preact';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { App } from '../../../../src/engine/index';
import { typedRun } from '../../../../src/engine/index';
import type { TableChoice } from '../../../../src/ui/rows/table-choice';
import { TableBrowser } from '../../../../src/ui/screens/table/table-browser';
import { type TestVault, column, openVault } from '../../../engine/open-vault';
import { eventually } from '../../../eventually';
import { ChangingDatabase, openState } from '../../open-database';
import { testServices } from '../../test-services';

const BOT: App = {
  kind: 'app',
  id: 'bot',
  name: 'Bot',
  permissions: new Set(['read']),
  tables: ['main.default.tasks'],
  ask: false,
  actor: null,
};

let vault: TestVault;
let container: HTMLElement;
let choice: TableChoice;
let database: ChangingDatabase;

beforeEach(async () => {
  vault = await openVault();
  container = document.body.appendChild(document.createElement('div'));
  choice = { table: null, screen: 'map' };
  database = new ChangingDatabase(openState(vault));
});
afterEach(async () => {
  render(null, container);
  container.remove();
  await vault.engine.close();
});

async function makeTables(): Promise<void> {
  const name = column('name', 'string', { required: true });
  await vault.run('create_table', { name: 'people', description: 'Somebody', columns: [name] });
  await vault.run('create_table', {
    name: 'tasks',
    description: 'To do',
    columns: [name, column('owner', 'link', { ref: 'people' }), column('parent', 'link', { ref: 'self' })],
  });
  await vault.run('create_table', { name: 'notes', description: 'Alone', columns: [name] });
  await vault.run('insert_row', { table: 'people', values: { name: 'Ada' } });
}

function draw(): void {
  const choose = (next: TableChoice): void => {
    choice = next;
    draw();
  };
  render(<TableBrowser {...{ database, choice, choose }} services={testServices()} />, container);
}

const buttons = (selector: string): readonly HTMLButtonElement[] => [
  ...container.querySelectorAll<HTMLButtonElement>(selector),
];
const heads = (): readonly HTMLButtonElement[] => buttons('.ndb-map-head');
const head = (label: string): HTMLButtonElement => {
  const found = heads().find(({ textContent }) => textContent?.startsWith(label));
  if (found === undefined) throw new Error(`${label} is not on the map`);
  return found;
};
const columns = (): readonly (string | null)[] =>
  buttons('.ndb-map-column').map((each) => each.getAttribute('aria-label'));
const lines = (): number => container.querySelectorAll('.ndb-map-lines > path').length;
const press = (key: string): boolean =>
  (document.activeElement ?? container).dispatchEvent(
    new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }),
  );

it('shows each table with its rows and its links, and opens one', async () => {
  await makeTables();
  draw();
  await eventually(() =>
    expect(heads().map(({ textContent }) => textContent)).toEqual(['Notes0', 'People1', 'Tasks0']),
  );
  expect(columns()).toEqual(['Owner of Tasks, links to People', 'Parent of Tasks, links to Tasks']);
  expect(lines()).toBe(2);
  head('People').click();
  await eventually(() => expect(choice).toMatchObject({ table: 'main.default.people' }));
  expect(choice.screen).toBeUndefined();
});

it('goes with arrow keys from table to table, in the direction in which they are drawn', async () => {
  await makeTables();
  draw();
  await eventually(() => expect(heads()).toHaveLength(3));
  head('Tasks').focus();
  press('ArrowRight');
  await eventually(() => expect(document.activeElement).toBe(head('People')));
  expect(heads().filter(({ tabIndex }) => tabIndex === 0)).toEqual([head('People')]);
  press('ArrowLeft');
  await eventually(() => expect(document.activeElement).toBe(head('Tasks')));
  // Its links are the next stops of Tab, those of no other table.
  expect(buttons('.ndb-map-column').map(({ tabIndex }) => tabIndex)).toEqual([0, 0]);
});

it('opens the panel of a link, and follows what is written there', async () => {
  await makeTables();
  draw();
  await eventually(() => expect(columns()).toHaveLength(2));
  buttons('.ndb-map-column')[0]?.click();
  await eventually(() => expect(container.querySelector('[role=dialog]')?.getAttribute('aria-label')).toBe('Owner'));
  await vault.run('drop_column', { table: 'tasks', column: 'owner' });
  await eventually(() => expect(columns()).toEqual(['Parent of Tasks, links to Tasks']));
  expect(lines()).toBe(1);
  expect(container.querySelector('[role=dialog]')?.textContent).toContain('Owner is gone');
});

it('draws two columns that lead back to each other as one line', async () => {
  await makeTables();
  const items = { type: 'link', ref: 'tasks', inverse: 'owner' };
  await vault.run('add_column', { table: 'people', column: column('tasks', 'list', { items }) });
  draw();
  await eventually(() => expect(columns()).toHaveLength(3));
  expect(lines()).toBe(2);
});

it('has no table that an app may not see', async () => {
  await makeTables();
  const { engine } = vault;
  const run = typedRun((name, args) => engine.run(name, args, BOT));
  database.state = { kind: 'open', client: { run, onChange: engine.onChange.bind(engine) }, writeProtection: 'read' };
  draw();
  await eventually(() => expect(heads().map(({ textContent }) => textContent)).toEqual(['Tasks0']));
  expect(columns()).toEqual(['Parent of Tasks, links to Tasks']);
});

it('changes its size by keys and buttons', async () => {
  await makeTables();
  draw();
  await eventually(() => expect(heads()).toHaveLength(3));
  const shown = (): string | null | undefined => container.querySelector('.ndb-map-scale')?.textContent;
  const first = shown();
  head('Tasks').focus();
  press('-');
  await eventually(() => expect(shown()).not.toBe(first));
  buttons('[aria-label=Larger]')[0]?.click();
  await eventually(() => expect(shown()).toBe(first));
});
