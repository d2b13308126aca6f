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

const edges = (): readonly SVGPathElement[] => [...container.querySelectorAll<SVGPathElement>('.ndb-map-edges > path')];
const panel = (): HTMLElement => {
  const found = container.querySelector<HTMLElement>('[role=dialog]');
  if (found === null) throw new Error('no panel is open');
  return found;
};
const button = (words: string): HTMLButtonElement => {
  const found = [...panel().querySelectorAll('button')].find(({ textContent }) => textContent === words);
  if (found === undefined) throw new Error(`no button ${words}`);
  return found;
};
const field = (label: string): HTMLInputElement | HTMLSelectElement => {
  const found = [...panel().querySelectorAll('label')].find(({ textContent }) => textContent.startsWith(label));
  const input = found?.querySelector<HTMLInputElement | HTMLSelectElement>('input, select');
  if (input === null || input === undefined) throw new Error(`no field ${label}`);
  return input;
};
const write = (label: string, text: string): void => {
  const input = field(label);
  input.value = text;
  input.dispatchEvent(new Event(input.tagName === 'SELECT' ? 'change' : 'input', { bubbles: true }));
};
const isOn = (words: string): void => {
  expect(button(words).disabled).toBe(false);
};
const ask = typedRun((name, args) => vault.engine.run(name, args));

it('makes a relation with its way back in one write, from the keyboard', async () => {
  await makeTables();
  draw();
  await eventually(() => expect(heads()).toHaveLength(3));
  head('Notes').focus();
  buttons('.ndb-map-relate')[0]?.click();
  await eventually(() => expect(panel().getAttribute('aria-label')).toBe('New relation'));
  expect([field('From').value, field('To').value]).toEqual(['main.default.notes', '']);
  write('To', 'main.default.people');
  await eventually(() => expect(field('Name').value).toBe('People'));
  write('Name', 'Author');
  field('A column in People leads back').click();
  await eventually(() => expect(field('Name there').value).toBe('Notes'));
  await eventually(() => isOn('Make the relation'));
  button('Make the relation').click();
  await eventually(() => expect(columns()).toContain('Author of Notes, links to People'));
  expect(columns()).toContain('Notes of People, links to Notes');
  // Both columns are one line, beside those of the tasks.
  expect(lines()).toBe(3);
  const { migrations } = await ask('list_migrations', { limit: 1 });
  await ask('undo_migration', { migration_id: migrations[0]?.migration_id ?? '' });
  await eventually(() => expect(columns()).toHaveLength(2));
});

it('refuses a name that is taken beside its field, and writes nothing', async () => {
  await makeTables();
  draw();
  await eventually(() => expect(heads()).toHaveLength(3));
  buttons('[aria-label="New relation from Tasks"]')[0]?.click();
  await eventually(() => expect(field('From').value).toBe('main.default.tasks'));
  write('To', 'main.default.people');
  await eventually(() => expect(field('Name').value).toBe('People'));
  write('Name', 'Owner');
  await eventually(() => {
    const refused = field('Name').closest('label')?.nextElementSibling;
    expect(refused?.getAttribute('role')).toBe('alert');
  });
  expect(button('Make the relation').disabled).toBe(true);
});

it('edits a relation from its line: renames it, adds the way back with the links that are there, and removes both', async () => {
  await makeTables();
  await vault.run('insert_row', { table: 'tasks', values: { name: 'Call', owner: '[[Ada]]' } });
  draw();
  await eventually(() => expect(edges()).toHaveLength(2));
  edges()[0]?.dispatchEvent(new MouseEvent('click', { bubbles: true }));
  await eventually(() => expect(panel().getAttribute('aria-label')).toBe('Owner'));
  write('Name', 'Person');
  write('Property', 'person');
  await eventually(() => isOn('Change the column'));
  button('Change the column').click();
  await eventually(() => expect(columns()).toContain('Person of Tasks, links to People'));

  edges()[0]?.dispatchEvent(new MouseEvent('click', { bubbles: true }));
  await eventually(() => button('Add a column that leads back…').click());
  await eventually(() => expect(field('From').value).toBe('main.default.people'));
  await eventually(() => isOn('Make the relation'));
  button('Make the relation').click();
  await eventually(() => expect(columns()).toContain('Tasks of People, links to Tasks'));
  const { rows } = await ask('select_rows', { table: 'people', columns: ['tasks'] });
  expect(rows[0]?.['tasks']).toEqual(['[[Call]]']);

  buttons('[aria-label="Person of Tasks, links to People"]')[0]?.click();
  await eventually(() => button('Remove the relation…').click());
  await eventually(() => isOn('Remove both columns'));
  expect(panel().textContent).toContain('Person of Tasks leaves 1 note, with its values.');
  expect(panel().textContent).toContain('Tasks of People leaves 1 note, with its values.');
  button('Remove both columns').click();
  await eventually(() => expect(columns()).toEqual(['Parent of Tasks, links to Tasks']));
  const described = await ask('describe_table', { table: 'people' });
  expect(JSON.stringify(described)).not.toContain('"tasks"');
});

it('offers no relation where nothing can be written', async () => {
  await makeTables();
  database.state = openState(vault, 'only for reading');
  draw();
  await eventually(() => expect(heads()).toHaveLength(3));
  expect(buttons('.ndb-map-relate, .ndb-map-handle')).toEqual([]);
});

it('grows under two fingers, and under the wheel with Ctrl, but no further than it can', async () => {
  await makeTables();
  draw();
  await eventually(() => expect(heads()).toHaveLength(3));
  const shown = (): number => Number.parseInt(container.querySelector('.ndb-map-scale')?.textContent ?? '', 10);
  const place = container.querySelector('.ndb-map-place');
  const fingers = (type: string, ...at: readonly number[]): boolean => {
    const event = new Event(type, { bubbles: true, cancelable: true });
    Object.defineProperty(event, 'touches', { value: at.map((clientX) => ({ clientX, clientY: 50 })) });
    place?.dispatchEvent(event);
    return event.defaultPrevented;
  };
  const first = shown();
  // One finger scrolls.
  fingers('touchstart', 100);
  expect(fingers('touchmove', 140)).toBe(false);
  fingers('touchstart', 100, 200);
  expect(fingers('touchmove', 90, 210)).toBe(true);
  await eventually(() => expect(shown()).toBe(Math.round(first * 1.2)));
  fingers('touchmove', 0, 2000);
  await eventually(() => expect(shown()).toBe(200));
  fingers('touchend');
  const wheel = new Event('wheel', { bubbles: true, cancelable: true });
  place?.dispatchEvent(Object.assign(wheel, { deltaY: 30, ctrlKey: true, clientX: 100, clientY: 50 }));
  await eventually(() => expect(shown()).toBe(164));
});
