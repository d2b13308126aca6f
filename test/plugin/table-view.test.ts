// @vitest-environment happy-dom
/** The view of tables as a citizen of the app: one tab, a state that is kept, links that open notes. */

import { expect, it, vi } from 'vitest';
import { eventually } from '../eventually';
import type { NodeTestApp } from '../host/create-test-app';
import { cellOf, demoVault, find, letGo, press, showTable, startApp, turnOn, usePluginFixture } from './plugin-fixture';

usePluginFixture();

const VIEW = 'notedb-tables';

async function start(): Promise<NodeTestApp> {
  const app = await startApp({ folder: await demoVault() });
  await turnOn(app);
  return app;
}

const shownTitle = (): string => find('.ndb-title', '').textContent ?? '';
const stateOf = ({ core }: NodeTestApp): unknown => core.workspace.getLeavesOfType(VIEW)[0]?.getViewState().state;

it('opens once, by ribbon or command', async () => {
  const app = await start();
  find<HTMLElement>('.side-dock-ribbon-action', '').click();
  await eventually(() => expect(shownTitle()).toBe('Books'));
  app.core.commands.executeCommandById('notedb:open-tables');
  await eventually(() => expect(app.core.workspace.getLeavesOfType(VIEW)).toHaveLength(1));
});

it('keeps table and order when the command is given again', async () => {
  const app = await start();
  await showTable(app, 'Projects');
  find<HTMLElement>('.ndb-sort', 'Status').click();
  const state = { table: 'main.default.projects', spec: { order_by: ['status'] } };
  await eventually(() => expect(stateOf(app)).toEqual(state));
  const shown = vi.spyOn(app.core.workspace, 'revealLeaf');
  app.core.commands.executeCommandById('notedb:open-tables');
  await eventually(() => expect(shown).toHaveBeenCalled());
  expect(stateOf(app)).toEqual(state);
});

it('keeps the chosen table and order in the layout, also when the plugin is turned off and on', async () => {
  const app = await start();
  await showTable(app, 'Projects');
  find<HTMLElement>('.ndb-sort', 'Status').click();
  const state = { table: 'main.default.projects', spec: { order_by: ['status'] } };
  await eventually(() => expect(stateOf(app)).toEqual(state));
  await app.disable('notedb');
  await letGo(app);
  expect(stateOf(app)).toEqual(state);
  await turnOn(app);
  await eventually(() => expect(shownTitle()).toBe('Projects'));
  await eventually(() => expect(find('.ndb-head', 'Status').getAttribute('aria-sort')).toBe('ascending'));
});

it.each([
  ['nothing', {}],
  ['what is no table', { table: 7, sort: 'status' }],
  ['an order by nothing', { sort: { column: 1 } }],
])('shows the first table when the layout holds %s', async (_what, state) => {
  const app = await start();
  await app.core.workspace.getLeaf('tab').setViewState({ type: VIEW, state });
  await eventually(() => expect(shownTitle()).toBe('Books'));
  // The heading counts; rows far below are not drawn.
  expect(document.querySelector('.ndb-grid')?.getAttribute('aria-rowcount')).toBe('38');
  expect(document.querySelectorAll('.ndb-grid .ndb-row').length).toBeGreaterThan(20);
});

it('says so when the layout holds a table that is gone, and leads to the first one', async () => {
  const app = await start();
  const state = { table: 'main.default.visits', sort: { column: 'x', isDescending: true } };
  await app.core.workspace.getLeaf('tab').setViewState({ type: VIEW, state });
  await eventually(() => expect(find('.ndb-state-empty', '').textContent).toContain('Visits is gone'));
  find<HTMLElement>('.ndb-state-empty button', 'Show Books').click();
  await eventually(() => expect(shownTitle()).toBe('Books'));
});

it('opens notes: of a row in this tab, of a link with Ctrl in another', async () => {
  const app = await start();
  await showTable(app, 'Projects');
  const { workspace } = app.core;
  const tabs = document.querySelectorAll('.workspace-leaf').length;
  const link = cellOf('Heat pump', 'Lead').querySelector('a');
  link?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, ctrlKey: true }));
  await eventually(() => expect(workspace.getActiveFile()?.path).toContain('people/'));
  expect(document.querySelectorAll('.workspace-leaf')).toHaveLength(tabs + 1);
  const view = workspace.getLeavesOfType(VIEW)[0];
  if (view !== undefined) workspace.setActiveLeaf(view);
  cellOf('Heat pump', 'Name').click();
  press(cellOf('Heat pump', 'Name'), 'Enter', { ctrlKey: true });
  await eventually(() => expect(workspace.getActiveFile()?.path).toBe('notedb/main/default/projects/Heat pump.md'));
});

it('shows folders that look like tables, and what was written, in place of the open table', async () => {
  const app = await startApp({ folder: await demoVault() });
  await turnOn(app);
  const { commands, workspace } = app.core;
  commands.executeCommandById('notedb:make-table');
  await eventually(() => expect(find('.ndb-start', '').textContent).toContain('Reading'));
  commands.executeCommandById('notedb:open-tables');
  find<HTMLElement>('.ndb-table-choice', 'Projects').click();
  await eventually(() => expect(shownTitle()).toBe('Projects'));
  commands.executeCommandById('notedb:history');
  await eventually(() => expect(find('.ndb-journal', '')).toBeTruthy());
  const leaf = workspace.getLeavesOfType(VIEW)[0];
  expect(workspace.getLeavesOfType(VIEW)).toHaveLength(1);
  expect([leaf?.getDisplayText(), leaf?.tabHeaderEl.textContent]).toEqual(['History', 'History']);
  expect(leaf?.view.containerEl.querySelector('.view-header-title')?.textContent).toBe('History');
  find<HTMLElement>('.ndb-table-choice', 'Projects').click();
  await eventually(() => expect(shownTitle()).toBe('Projects'));
  expect(leaf?.tabHeaderEl.textContent).toBe('Projects');
});

it('says why a vault can not be opened, and opens it when that is mended', async () => {
  const app = await startApp({ folder: await demoVault() });
  const { adapter } = app.core.vault;
  await adapter.mkdir('other');
  const metastore = await adapter.read('notedb/metastore.yaml');
  await adapter.write('other/metastore.yaml', metastore);
  await adapter.rename('notedb', 'first');
  await app.settled();
  vi.spyOn(console, 'error').mockReturnValue();
  await turnOn(app);
  app.core.commands.executeCommandById('notedb:open-tables');
  await eventually(() => expect(find('.ndb-state-error', '').textContent).toContain('other'));
  await adapter.remove('other/metastore.yaml');
  find<HTMLElement>('.ndb-state-error button', '').click();
  await eventually(() => expect(shownTitle()).toBe('Books'));
});
