/** What stands where there is nothing yet: a vault without notes, a table without rows, a filter that finds nothing, a vault that is still being read. */

import { render } from 'preact';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { eventually } from '../../../eventually';
import type { JsonObject } from '../../../../src/engine/index';
import { readBlock } from '../../../../src/ui/screens/block/block-query';
import { TableBlock, clockAt } from '../../../../src/ui/screens/block/table-block';
import { TableBrowser } from '../../../../src/ui/screens/table/table-browser';
import type { TableChoice } from '../../../../src/ui/rows/table-choice';
import { readSpec } from '../../../../src/ui/rows/view-spec';
import { type TestVault, column, openVault } from '../../../engine/open-vault';
import { ChangingDatabase, openState } from '../../open-database';
import { testServices } from '../../test-services';

let vault: TestVault;
let container: HTMLElement;
let choice: TableChoice;
let database: ChangingDatabase;
let block: JsonObject | null;

beforeEach(async () => {
  vault = await openVault();
  container = document.body.appendChild(document.createElement('div'));
  [choice, block] = [{ table: null }, null];
  database = new ChangingDatabase(openState(vault));
});
afterEach(async () => {
  render(null, container);
  container.remove();
  await vault.engine.close();
});

function draw(): void {
  const choose = (next: TableChoice): void => {
    choice = next;
    draw();
  };
  const services = testServices({});
  const view =
    block === null ? (
      <TableBrowser {...{ database, choice, choose, services }} />
    ) : (
      <TableBlock
        {...{ database, services }}
        query={readBlock(block)}
        clock={clockAt(new Date())}
        note={{ path: 'Home.md', properties: '{}' }}
      />
    );
  render(view, container);
}

const shows = (part: string): Promise<void> => eventually(() => expect(container.textContent).toContain(part));
const rows = (): number => container.querySelectorAll('.ndb-row').length;
const button = (label: string): HTMLElement => {
  const found = [...container.querySelectorAll('button')].find((el) => el.textContent?.startsWith(label));
  if (found === undefined) throw new Error(`no button ${label}`);
  return found;
};

const TASKS: JsonObject = {
  name: 'tasks',
  description: 'What is to do',
  filename: '{title}',
  columns: [column('title', 'string', { required: true }), column('hours', 'number')],
};
const insert = (title: string, hours: number): Promise<JsonObject> =>
  vault.run('insert_row', { table: 'tasks', values: { title, hours } });

describe('a vault without notes', () => {
  it('says that no folder looks like a table, and an empty table is made from there', async () => {
    draw();
    await shows('No folder looks like a table yet');
    button('Empty table').click();
    await eventually(() => expect(container.querySelector('[aria-label="A new table"]')).not.toBe(null));
  });

  it('that can’t be written says so instead', async () => {
    database.state = openState(vault, 'The server has this vault open for reading only.');
    draw();
    await shows('Nothing can be written here now, so that no table can be made.');
  });

  it('shows the first table by itself when somebody makes one', async () => {
    draw();
    await shows('No folder looks like a table yet');
    await vault.run('create_table', TASKS);
    await shows('No rows yet');
  });
});

describe('a table without rows', () => {
  beforeEach(() => vault.run('create_table', TASKS));

  it('says how a row comes, and makes one', async () => {
    draw();
    await shows('A note becomes a row when its properties say table: main.default.tasks.');
    button('New row').click();
    await eventually(() => expect(rows()).toBe(1));
  });

  it('whose filter finds nothing says so, and shows all rows again', async () => {
    await insert('Ape', 1);
    choice = { table: 'main.default.tasks', spec: readSpec({ where: { hours: 7 } }) };
    draw();
    await shows('No row of Tasks fits the filter.');
    button('Show all rows').click();
    await eventually(() => expect(rows()).toBe(1));
  });
});

describe('a vault that is still being read', () => {
  beforeEach(async () => {
    await vault.run('create_table', TASKS);
    await insert('Ape', 1);
    database.state = { kind: 'opening' };
  });

  it('is said to open; then the table that was chosen comes by itself', async () => {
    choice = { table: 'main.default.tasks' };
    draw();
    await shows('Opening the tables…');
    await eventually(() => expect(database.listeners.size).toBe(1));
    database.become(openState(vault));
    await eventually(() => expect(rows()).toBe(1));
  });

  it('is said in a block of a note too; then its rows come by themselves', async () => {
    block = { table: 'tasks' };
    draw();
    await shows('Opening the tables…');
    await eventually(() => expect(database.listeners.size).toBe(1));
    database.become(openState(vault));
    await eventually(() => expect(rows()).toBe(1));
  });

  it('that can’t be read says why in a block, which tries again and goes on', async () => {
    block = { table: 'tasks' };
    draw();
    await eventually(() => expect(database.listeners.size).toBe(1));
    database.become({ kind: 'failed', message: 'The journal is broken.', hint: 'Look at it.' });
    await shows('The journal is broken.');
    button('Try again').click();
    expect(database.reopen).toHaveBeenCalledOnce();
    database.become(openState(vault));
    await eventually(() => expect(rows()).toBe(1));
  });

  it('a question that fails once is asked again from its place', async () => {
    block = { table: 'tasks' };
    const run = vault.engine.run.bind(vault.engine);
    const failing = vi.spyOn(vault.engine, 'run').mockRejectedValueOnce(new Error('not now'));
    database.state = openState(vault);
    draw();
    await shows('not now');
    failing.mockImplementation(run);
    button('Try again').click();
    await eventually(() => expect(rows()).toBe(1));
    vi.restoreAllMocks();
  });
});
