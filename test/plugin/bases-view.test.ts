// @vitest-environment happy-dom
/** The view of NoteDB in a base of the app: rows of tables, with their refusals. docs/bases.md#in-obsidian */

import { expect, it } from 'vitest';
import { eventually } from '../eventually';
import type { NodeTestApp } from '../host/create-test-app';
import type { BasesView } from '../host/bases';
import { demoVault, letGo, startApp, turnOn, usePluginFixture } from './plugin-fixture';

usePluginFixture();

const TASKS = 'notedb/main/default/tasks/';

interface Base {
  readonly view: BasesView;
  readonly element: HTMLElement;
  /** As the app does after a change of the base, or of its notes. */
  readonly find: (paths: readonly string[], config?: Partial<Record<string, unknown>>) => void;
}

async function openBase(): Promise<Base & { readonly app: NodeTestApp }> {
  const app = await startApp({ folder: await demoVault() });
  await turnOn(app);
  const element = document.body.appendChild(document.createElement('div'));
  const registration = app.core.basesViews.get('notedb');
  if (registration === undefined) throw new Error('no view is registered');
  const view = registration.factory({}, element);
  const find: Base['find'] = (paths, config = {}) => {
    view.config = {
      get: (key: string) => config[key],
      getOrder: () => config['order'] ?? [],
      getSort: () => config['sort'] ?? [],
    };
    view.data = { data: paths.map((path) => ({ file: app.core.vault.getAbstractFileByPath(path) })) };
    view.onDataUpdated();
  };
  view.load();
  return { app, view, element, find };
}

const tasksOf = ({ core }: NodeTestApp): readonly string[] =>
  core.vault
    .getMarkdownFiles()
    .map(({ path }) => path)
    .filter((path) => path.startsWith(TASKS) && !path.slice(TASKS.length).includes('/'));

it('shows the rows that the base found, in its order and columns, and follows it', async () => {
  const { app, element, find } = await openBase();
  const [first = '', second = ''] = tasksOf(app);
  const config = {
    order: ['note.title', 'note.status', 'formula.total'],
    sort: [{ property: 'note.title', direction: 'DESC' }],
  };
  find([first, second], config);
  await eventually(() => expect(element.querySelectorAll('.ndb-row')).toHaveLength(2));
  expect([...element.querySelectorAll('.ndb-head')].map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('Title'),
    expect.stringContaining('Status'),
  ]);
  expect(element.querySelector('[role=note]')?.textContent).toBe('The table has no column for formula.total.');
  find([second, 'Welcome.md'], config);
  await eventually(() => expect(element.querySelectorAll('.ndb-row')).toHaveLength(1));
  expect(element.textContent).toContain('1 note of this base is not a row of a table.');
});

it('says that no note is a row', async () => {
  const { find, element } = await openBase();
  find(['Welcome.md']);
  await eventually(() => expect(element.textContent).toContain('No note of this base is a row of a table'));
});

it('offers the layouts, and draws in the chosen one', async () => {
  const { app, element, find } = await openBase();
  find(tasksOf(app).slice(0, 3), { layout: 'list' });
  await eventually(() => expect(element.querySelector('[role=list]')).not.toBeNull());
  const [option] = app.core.basesViews.get('notedb')?.options?.({}) ?? [];
  expect(option).toMatchObject({ key: 'layout', options: { table: 'Table', list: 'List' } });
});

it('lets go when it is closed, and when the plugin is turned off', async () => {
  const { app, view, element, find } = await openBase();
  find(tasksOf(app).slice(0, 3));
  await eventually(() => expect(element.querySelectorAll('.ndb-row')).toHaveLength(3));
  view.unload();
  expect(element.children).toHaveLength(0);
  await app.disable('notedb');
  await letGo(app);
  expect(app.core.basesViews.size).toBe(0);
});
