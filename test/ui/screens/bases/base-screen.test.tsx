/** Views from a base over a real engine: what becomes a view, what is left out and where, the one undo. docs/bases.md */

import { render } from 'preact';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { TableChoice } from '../../../../src/ui/rows/table-choice';
import { TableBrowser } from '../../../../src/ui/screens/table/table-browser';
import type { SavedFile } from '../../../../src/ui/components/download-file';
import type { DatabaseState, DescribedColumn } from '../../../../src/ui/client/operations-client';
import { tableColumns } from '../../../../src/ui/client/table-columns';
import { readSpec } from '../../../../src/ui/rows/view-spec';
import { saveBase } from '../../../../src/ui/screens/bases/save-base';
import { type TestVault, column, openVault } from '../../../engine/open-vault';
import { eventually } from '../../../eventually';
import { ChangingDatabase, openState } from '../../open-database';
import { testServices } from '../../test-services';

const BASE = `filters:
  and:
    - file.inFolder("Reading")
formulas:
  each: price / pages
  late: 'formula.each.nothing()'
properties:
  formula.each:
    displayName: Price of a page
views:
  - type: table
    name: Dear ones
    filters:
      and:
        - price > 10
        - file.hasLink(this)
    order:
      - title
      - formula.each
      - gone
    sort:
      - property: price
        direction: DESC
  - type: map
    name: Places
`;

let vault: TestVault;
let container: HTMLElement;
let choice: TableChoice;

beforeEach(async () => {
  vault = await openVault();
  container = document.body.appendChild(document.createElement('div'));
  choice = { table: null, screen: 'base' };
});
afterEach(async () => {
  render(null, container);
  container.remove();
  await vault.engine.close();
});

const COLUMNS = [column('title', 'string', { required: true }), column('price', 'number'), column('pages', 'integer')];
const makeBooks = async (): Promise<void> => {
  await vault.run('create_table', { name: 'books', description: 'Books', columns: COLUMNS });
  await vault.run('insert_row', { table: 'books', values: { title: 'Dear', price: 40, pages: 100 } });
  await vault.run('insert_row', { table: 'books', values: { title: 'Cheap', price: 4, pages: 100 } });
};

function draw(): void {
  const choose = (next: TableChoice): void => {
    choice = next;
    draw();
  };
  const database = new ChangingDatabase(openState(vault));
  render(<TableBrowser {...{ database, choice, choose }} services={testServices()} />, container);
}

const texts = (selector: string): readonly (string | null)[] =>
  [...container.querySelectorAll(selector)].map(({ textContent }) => textContent);
const button = (label: string): HTMLButtonElement => {
  const found = [...container.querySelectorAll('button')].find(({ textContent }) => textContent === label);
  if (found === undefined) throw new Error(`no button ${label}`);
  return found;
};

async function paste(text: string): Promise<void> {
  draw();
  const field = await eventually(() => {
    const found = container.querySelector('textarea');
    if (found === null) throw new Error('no field');
    return found;
  });
  field.value = text;
  field.dispatchEvent(new Event('input', { bubbles: true }));
  await eventually(() => expect(button('Look at it').disabled).toBe(false));
  button('Look at it').click();
}

async function chooseTable(value: string): Promise<void> {
  const select = await eventually(() => {
    const found = container.querySelector('select');
    if (found === null) throw new Error('nothing to choose');
    return found;
  });
  select.value = value;
  select.dispatchEvent(new Event('change', { bubbles: true }));
}

describe('views of a base', () => {
  it('are views of a table, with what is left out and where, and one undo', async () => {
    await makeBooks();
    const before = vault.tree();
    await paste(BASE.replace('    - file.inFolder("Reading")\n', '    - price > 1\n'));
    await eventually(() =>
      expect(texts('.ndb-base-views > li')).toEqual(['Dear onesprice > 1price > 10', 'Placesprice > 1']),
    );
    expect(texts('.ndb-base-report > li').map((text) => /^Line \d+: \S+/.exec(text ?? '')?.[0])).toEqual([
      'Line 6: each.nothing()',
      'Line 16: file.hasLink(this)',
      'Line 20: gone',
      'Line 24: map',
    ]);
    button('Make the views').click();
    await eventually(() => expect(choice.table).toBe('main.default.books'));
    const { rows } = await vault.run('select_rows', { table: 'vw_dear_ones' });
    expect(rows).toMatchObject([{ title: 'Dear', each: 0.4 }]);
    const { migrations } = (await vault.run('list_migrations', {})) as {
      migrations: readonly { migration_id: string }[];
    };
    await vault.run('undo_migration', { migration_id: migrations[0]?.migration_id ?? '' });
    expect(vault.tree()).toBe(before);
  });

  it('come with a table of the notes in the folder of the base', async () => {
    await vault.engine.close();
    const note = (name: string, price: number): string => `---\ntitle: ${name}\nprice: ${price}\npages: 10\n---\n`;
    vault = await openVault({ files: { 'Reading/Dear.md': note('Dear', 40), 'Reading/Cheap.md': note('Cheap', 4) } });
    await paste(BASE);
    await eventually(() => expect(texts('.ndb-base-views > li')).toHaveLength(2));
    expect(container.querySelector('.ndb-form-promise')?.textContent).toContain('2 notes become rows, 2 views.');
    button('Make the table and its views').click();
    await eventually(() => expect(choice.table).toBe('main.default.reading'));
    const { rows } = await vault.run('select_rows', { table: 'vw_dear_ones' });
    expect(rows).toMatchObject([{ title: 'Dear', each: 4 }]);
  });

  it('of another table keep names that are taken', async () => {
    await makeBooks();
    await vault.run('create_view', { name: 'vw_dear_ones', query: { table: 'books' } });
    await paste(BASE);
    await chooseTable('main.default.books');
    await eventually(() => expect(texts('.ndb-base-views > li')).toHaveLength(2));
    button('Make the views').click();
    await eventually(() => expect(choice.table).toBe('main.default.books'));
    const { views } = (await vault.run('list_tables', {})) as { views: readonly { name: string }[] };
    expect(views.map(({ name }) => name).sort()).toEqual(['vw_dear_ones', 'vw_dear_ones_2', 'vw_places']);
  });
});

it.each([
  ['filters:\n  and:\n - x: [', /^The file is not YAML\. Line \d+: /],
  ['just a text', /^The file is not a base/],
  ['', null],
])('refuses %j at its place', async (text, message) => {
  draw();
  if (message === null) {
    await eventually(() => expect(button('Look at it').disabled).toBe(true));
    return;
  }
  await paste(text);
  await eventually(() => expect(texts('[role=alert]')).toEqual([expect.stringMatching(message)]));
});

it('saves the view of a table as a base that is read back', async () => {
  await makeBooks();
  const saved: SavedFile[] = [];
  const told: string[] = [];
  const spec = readSpec({ where: { price: { gt: 10 } }, order_by: ['-price'], rollup: { n: { table: 'books' } } });
  const { client } = openState(vault) as Extract<DatabaseState, { kind: 'open' }>;
  const { columns } = (await vault.run('describe_table', { table: 'books' })) as {
    columns: readonly DescribedColumn[];
  };
  await saveBase({
    ...{ client, spec, table: 'main.default.books', label: 'Dear ones', columns: tableColumns(columns) },
    services: { saveFile: (file) => Promise.resolve(void saved.push(file)), notify: (text) => void told.push(text) },
  });
  expect(saved.map(({ name }) => name)).toEqual(['Dear ones.base']);
  expect(told).toEqual([expect.stringContaining('rollup')]);
  await paste(saved[0]?.text ?? '');
  await eventually(() => expect(texts('.ndb-base-views > li')).toEqual(['Dear onesnote.price > 10']));
  expect(texts('.ndb-base-report > li')).toEqual([]);
});

it('says that there is nothing to make views of', async () => {
  await paste('views:\n  - type: table\n    name: All\n');
  await eventually(() => expect(texts('[role=alert]')[0]).toContain('Make a table first.'));
});
