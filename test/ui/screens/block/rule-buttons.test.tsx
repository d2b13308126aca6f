/** The button of a rule in a block: in the menu of its rows, and as a block of its own. docs/rules.md#buttons */

import { render } from 'preact';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { eventually } from '../../../eventually';
import type { JsonObject } from '../../../../src/engine/index';
import { readBlock } from '../../../../src/ui/screens/block/block-query';
import { TableBlock, clockAt } from '../../../../src/ui/screens/block/table-block';
import { type TestVault, column, openVault } from '../../../engine/open-vault';
import { openDatabase } from '../../open-database';
import { sizeDocument } from '../../sized-document';
import { testServices } from '../../test-services';

let vault: TestVault;
let container: HTMLElement;

beforeEach(async () => {
  vault = await openVault();
  const columns = [column('name', 'string')];
  await vault.run('create_table', { name: 'people', description: 'p', columns });
  await vault.run('create_table', {
    name: 'tasks',
    description: 't',
    filename: '{title}',
    columns: [column('title', 'string'), column('owner', 'link', { ref: 'people' }), column('due', 'date')],
  });
  await vault.run('insert_row', { table: 'people', values: { name: 'Ada' } });
  for (const title of ['a', 'b', 'c'])
    await vault.run('insert_row', { table: 'tasks', values: { title, owner: 'Ada' } });
  await vault.run('create_rule', {
    ...{ name: 'plan', table: 'tasks', button: 'Plan it' },
    steps: [{ op: 'update_row', table: 'tasks', path: { $row: 'path' }, set_values: { due: '2026-12-01' } }],
  });
  container = document.body.appendChild(document.createElement('div'));
});
afterEach(async () => {
  render(null, container);
  container.remove();
  await vault.engine.close();
});

const CLOCK = clockAt(new Date('2026-11-21T09:37:21Z'));

function draw({ path, source }: { readonly path: string; readonly source: unknown }): void {
  const database = openDatabase(vault);
  render(
    <TableBlock
      {...{ database }}
      clock={CLOCK}
      query={readBlock(source)}
      note={{ path, properties: '{}' }}
      services={testServices()}
    />,
    container,
  );
}

const planned = async (): Promise<unknown> =>
  (
    (await vault.run('select_rows', { table: 'tasks', where: { due: '2026-12-01' } }))['rows'] as readonly JsonObject[]
  ).map(({ title }) => title);
const button = (text: string): HTMLButtonElement => {
  const found = [...document.querySelectorAll('button')].find((each) => each.textContent === text);
  if (found === undefined) throw new Error(`no button ${text}`);
  return found;
};

it.each([
  ['table', '.ndb-row .ndb-cell'],
  ['list', '.ndb-row-line'],
  ['cards', '.ndb-row-line'],
  ['board', '.ndb-lane-card-inner'],
])('is in the menu of a row in the layout %s', async (layout, row) => {
  sizeDocument({ width: 1280, height: 800 });
  draw({ path: 'Home.md', source: { table: 'tasks', layout, where: { title: 'b' }, group: 'owner' } });
  const line = await eventually(() => {
    const found = [...container.querySelectorAll(row)].find((each) => each.textContent?.includes('b') === true);
    if (found === undefined) throw new Error('no row');
    return found;
  });
  line.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true, button: 2 }));
  await eventually(() => button('Plan it').click());
  await eventually(async () => expect(await planned()).toEqual(['b']));
  expect(document.querySelector('[role=menu]')).toBeNull();
});

it('is a block of its own, which runs it on its note', async () => {
  draw({ path: 'notedb/main/default/tasks/c.md', source: { rule: 'plan' } });
  await eventually(() => button('Plan it').click());
  await eventually(async () => expect(await planned()).toEqual(['c']));
  await eventually(() => expect(container.querySelector('[role=status]')?.textContent).toBe('Plan it: c.'));
});

it('says why it is refused, and that there is no such rule', async () => {
  draw({ path: 'notedb/main/default/people/Ada.md', source: { rule: 'plan' } });
  await eventually(() => button('Plan it').click());
  await eventually(() => expect(container.querySelector('[role=status]')?.textContent).toContain('was refused'));
  draw({ path: 'notedb/main/default/people/Ada.md', source: { rule: 'gone' } });
  await eventually(() => expect(container.textContent).toContain('There is no rule gone.'));
  draw({ path: 'notedb/main/default/people/Ada.md', source: { rule: 'plan', table: 'tasks' } });
  await eventually(() => expect(container.textContent).toContain('and no other key'));
});
