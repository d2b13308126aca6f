/** Layouts where people choose and meet them: a saved view, the menu of views, the list of tables. docs/views.md#layouts */

import { render } from 'preact';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { eventually } from '../../eventually';
import { LAYOUTS, LAYOUT_NAMES } from '../../../src/ui/layouts/layout-registry';
import { TableBrowser } from '../../../src/ui/screens/table/table-browser';
import type { TableChoice } from '../../../src/ui/rows/table-choice';
import { type TestVault, column, openVault } from '../../engine/open-vault';
import { openDatabase } from '../open-database';
import { testServices } from '../test-services';

const FILE = 'notedb/metastore.yaml';

let vault: TestVault;
let container: HTMLElement;

beforeEach(async () => {
  vault = await openVault();
  container = document.body.appendChild(document.createElement('div'));
  await vault.run('create_table', {
    name: 'tasks',
    description: 'What is to do',
    filename: '{title}',
    columns: [column('title', 'string'), column('hours', 'number')],
  });
  await vault.run('insert_row', { table: 'tasks', values: { title: 'Ape', hours: 2 } });
  await vault.run('create_view', { name: 'vw_open', query: { table: 'tasks' }, display: { layout: 'list' } });
});
afterEach(async () => {
  render(null, container);
  container.remove();
  await vault.engine.close();
});

function draw(choice: TableChoice): void {
  const choose = (next: TableChoice): void => draw(next);
  render(
    <TableBrowser {...{ database: openDatabase(vault), choice, choose }} services={testServices({})} />,
    container,
  );
}

it('shows a saved view in its layout, and offers each layout in its menu', async () => {
  draw({ table: 'main.default.vw_open' });
  await eventually(() => expect(container.querySelector('[role=list]')).not.toBeNull());
  container.querySelector<HTMLElement>('button[title=View]')?.click();
  await eventually(() => expect(document.querySelector('[aria-label=Layout]')).not.toBeNull());
  const choices = [...document.querySelectorAll('[aria-label=Layout] button')];
  expect(choices.map((each) => [each.textContent, each.getAttribute('title')])).toEqual(
    LAYOUT_NAMES.map((name) => [LAYOUTS[name].label, LAYOUTS[name].description]),
  );
});

it('shows a view of a layout that it does not know as a table, and says so', async () => {
  const text = vault.text(FILE) ?? '';
  expect(text).toContain('layout: list');
  vault.host.external.write(FILE, text.replace('layout: list', 'layout: orbit'));
  vault = await vault.restart();
  draw({ table: 'main.default.vw_open' });
  await eventually(() => expect(container.querySelectorAll('[role=grid] .ndb-row')).toHaveLength(1));
  expect(container.querySelector('.ndb-warnings')?.textContent).toContain('layout "orbit"');
});
