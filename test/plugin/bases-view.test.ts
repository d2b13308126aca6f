// @vitest-environment happy-dom
/** The view of NoteDB in a base of the app: rows of tables, with their refusals. docs/bases.md#in-obsidian */

import { expect, it } from 'vitest';
import { eventually } from '../eventually';
import type { NodeTestApp } from '../host/create-test-app';
import { type BasesView, QueryResult, type TestFormula } from '../host/bases';
import type { TFile } from '../host/abstract-files';
import { demoVault, letGo, startApp, turnOn, usePluginFixture } from './plugin-fixture';

usePluginFixture();

const TASKS = 'notedb/main/default/tasks/';

interface Base {
  readonly view: BasesView;
  readonly element: HTMLElement;
  /** As the app does after a change of the base, or of its notes. */
  readonly find: (
    paths: readonly string[],
    config?: Partial<Record<string, unknown>>,
    computed?: { readonly formulas?: Readonly<Record<string, TestFormula>>; readonly group?: TestFormula },
  ) => void;
}

async function openBase(): Promise<Base & { readonly app: NodeTestApp }> {
  const app = await startApp({ folder: await demoVault() });
  await turnOn(app);
  const element = document.body.appendChild(document.createElement('div'));
  const registration = app.core.basesViews.get('notedb');
  if (registration === undefined) throw new Error('no view is registered');
  const view = registration.factory({}, element);
  const find: Base['find'] = (paths, config = {}, { formulas = {}, group } = {}) => {
    view.config = {
      get: (key: string) => config[key],
      getOrder: () => config['order'] ?? [],
      getSort: () => config['sort'] ?? [],
      getDisplayName: (property: string) => property.replace(/^\w+\./, ''),
    };
    const files = paths.map((path) => app.core.vault.getAbstractFileByPath(path) as TFile);
    view.data = new QueryResult(files, formulas, group ?? null);
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
    order: ['note.title', 'note.status', 'note.weather'],
    sort: [{ property: 'note.title', direction: 'DESC' }],
  };
  find([first, second], config);
  await eventually(() => expect(element.querySelectorAll('.ndb-row')).toHaveLength(2));
  expect([...element.querySelectorAll('.ndb-head')].map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('Title'),
    expect.stringContaining('Status'),
  ]);
  expect(element.querySelector('[role=note]')?.textContent).toBe('The table has no column for note.weather.');
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

const rowsOf = (element: Element): readonly string[] =>
  [...element.querySelectorAll('.ndb-row')].map(({ textContent }) => textContent);
const headings = (element: Element): readonly string[] =>
  [...element.querySelectorAll('.ndb-base-heading')].map(({ textContent }) => textContent);

it('shows formulas of the base for reading, in the order of the base, and their new values', async () => {
  const { app, element, find } = await openBase();
  const [first = '', second = '', third = ''] = tasksOf(app);
  const config = {
    order: ['note.title', 'formula.total'],
    sort: [{ property: 'formula.total', direction: 'DESC' }],
  };
  // The app orders before it shows.
  const shown = [third, first, second];
  const totals = (base: number) => ({
    formulas: { 'formula.total': ({ path }: TFile) => base - shown.indexOf(path) },
  });
  find(shown, config, totals(900));
  await eventually(() => {
    expect(rowsOf(element).map((text) => /\d+$/.exec(text.trim())?.[0])).toEqual(['900', '899', '898']);
  });
  expect([...element.querySelectorAll('.ndb-head')].map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('Title'),
    expect.stringContaining('total'),
  ]);
  expect(element.querySelector('[role=note]')).toBeNull();
  find(shown, config, totals(500));
  await eventually(() => expect(rowsOf(element)[0]).toContain('500'));
});

it('shows the groups of the base with their numbers, folds them, and names the one without a value', async () => {
  const { app, element, find } = await openBase();
  const [first = '', second = '', third = ''] = tasksOf(app);
  const group: TestFormula = ({ path }) => (path === first ? null : 'High');
  find([second, third, first], { order: ['note.title'] }, { group });
  await eventually(() => expect(element.querySelectorAll('.ndb-row')).toHaveLength(3));
  expect(headings(element)).toEqual(['High2', 'Nothing1']);
  const [high] = element.querySelectorAll<HTMLButtonElement>('.ndb-base-heading > button');
  high?.click();
  await eventually(() => expect(element.querySelectorAll('.ndb-row')).toHaveLength(1));
  expect(high?.getAttribute('aria-expanded')).toBe('false');
});

it('refuses a value that does not fit, with the reason, and leaves the note', async () => {
  const { app, element, find } = await openBase();
  const [first = ''] = tasksOf(app);
  const before = await app.core.vault.adapter.read(first);
  find([first], { order: ['note.title'] });
  await eventually(() => expect(element.querySelectorAll('.ndb-row')).toHaveLength(1));
  const press = (key: string): void => {
    const target = document.activeElement ?? element;
    target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
  };
  element.querySelector<HTMLElement>('[role=grid]')?.focus();
  await eventually(() => expect(element.contains(document.activeElement)).toBe(true));
  press('Delete');
  await eventually(() => expect(element.querySelector('.ndb-is-refused, [role=alert]')?.textContent).toMatch(/Title/i));
  expect(await app.core.vault.adapter.read(first)).toBe(before);
});

it('asks Page preview for a row under the pointer', async () => {
  const { app, element, find } = await openBase();
  find(tasksOf(app).slice(0, 1), { order: ['note.title'] });
  const open = await eventually(() => {
    const found = element.querySelector<HTMLElement>('.ndb-row [data-href]');
    if (found === null) throw new Error('the row leads to no note');
    return found;
  });
  const asked: object[] = [];
  app.core.workspace.on('hover-link', (info) => void asked.push(info));
  open.dispatchEvent(new MouseEvent('mouseover', { bubbles: true }));
  expect(asked).toEqual([expect.objectContaining({ source: 'notedb', linktext: tasksOf(app)[0] })]);
});
