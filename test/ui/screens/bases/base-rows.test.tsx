/** A base with more rows than one call gives: all of them, in the order of the base. docs/bases.md#in-obsidian */

import { render } from 'preact';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { BASE_ORDER, BaseDatabase } from '../../../../src/ui/screens/bases/base-values';
import { BaseRows, type FoundNotes } from '../../../../src/ui/screens/bases/base-rows';
import { type TestVault, column, openVault } from '../../../engine/open-vault';
import { eventually } from '../../../eventually';
import { openDatabase } from '../../open-database';
import { testServices } from '../../test-services';

const ROWS = 1200;
const TABLE = 'main.default.things';

let vault: TestVault;
let container: HTMLElement;
/** In the order of the base, which is not that of their names. */
let paths: readonly string[];

beforeAll(async () => {
  vault = await openVault();
  const name = column('name', 'string', { required: true });
  await vault.run('create_table', { name: 'things', description: 'Many', columns: [name] });
  const operations = Array.from({ length: ROWS }, (_, at) => ({
    op: 'insert_row',
    table: 'things',
    values: { name: `Thing ${at}` },
    path: `things/${at}.md`,
  }));
  await vault.run('batch', { operations });
  paths = operations.map(({ path }) => path).reverse();
});
afterAll(() => vault.engine.close());
beforeEach(() => {
  container = document.body.appendChild(document.createElement('div'));
});
afterEach(() => {
  render(null, container);
  container.remove();
});

const found = (): FoundNotes => ({
  groups: [{ title: null, pathsByTable: new Map([[TABLE, paths]]) }],
  order: ['note.name', 'formula.rank'],
  sort: [{ property: 'formula.rank', isDescending: false }],
  formulas: [{ property: 'formula.rank', label: 'Rank' }],
  valueOf: (path) => paths.indexOf(path),
  placeOf: (path) => paths.indexOf(path),
  layout: 'table',
});

it('shows all of them, not the first thousand', async () => {
  render(
    <BaseRows found={found()} database={openDatabase(vault)} services={testServices()} openTable={() => undefined} />,
    container,
  );
  await eventually(() =>
    expect(container.querySelector('[role=grid]')?.getAttribute('aria-rowcount')).toBe(String(ROWS + 1)),
  );
  expect(container.querySelector('.ndb-row')?.textContent).toContain('Thing 1199');
  expect(container.querySelector('[role=note]')).toBeNull();
});

it('reads a page far down in the order of the base, and of a formula in both directions', async () => {
  const { state } = new BaseDatabase(openDatabase(vault), TABLE, found());
  if (state.kind !== 'open') throw new Error('the vault is not open');
  const page = async (orderBy: string): Promise<readonly unknown[]> => {
    const args = { table: TABLE, columns: ['name', 'formula.rank'], order_by: [orderBy], offset: 1150, limit: 2 };
    const { rows, total } = await state.client.run('select_rows', args);
    expect(total).toBe(ROWS);
    return rows.map((row) => [row['name'], row['formula.rank']]);
  };
  expect(await page(BASE_ORDER)).toEqual([
    ['Thing 49', 1150],
    ['Thing 48', 1151],
  ]);
  expect(await page('-formula.rank')).toEqual([
    ['Thing 1150', 49],
    ['Thing 1151', 48],
  ]);
});
