/** The vault behind a server as the views see it: live, found by name, protected. docs/page.md#live */

import { afterEach, beforeEach, expect, it } from 'vitest';
import type { TokenAuthentication } from '../../../../../src/server/bearer-token';
import type { TablesChanged } from '../../../../../src/ui/client/operations-client';
import { HttpDatabase } from '../../../../../src/ui/shells/page/server/http-database';
import { ServerConnection } from '../../../../../src/ui/shells/page/server/server-connection';
import { eventually } from '../../../../eventually';
import { TEST_PAGE, TOKEN, sha256 } from '../../../../server/server-fixture';
import { type ServerInReach, serverInReach } from '../server-in-reach';

let reach: ServerInReach;
let connection: ServerConnection;
let database: HttpDatabase;
let isSeen: boolean;
let looks: Set<() => void>;
let told: TablesChanged[];

beforeEach(async () => {
  reach = await serverInReach();
  connection = new ServerConnection(reach.place);
  [isSeen, looks, told] = [true, new Set(), []];
  database = databaseOf(connection);
  const columns = [{ name: 'name', type: 'string', description: 'Its name' }];
  for (const name of ['beds', 'tools'])
    await reach.fixture.call('create_table', { name, description: name, filename: '{name}', columns });
});
afterEach(async () => {
  database.close();
  await reach.fixture.server.stop();
  await reach.fixture.engine.close();
});

const databaseOf = (served: ServerConnection): HttpDatabase =>
  new HttpDatabase(served, {
    isSeen: () => isSeen,
    onChange: (listener) => {
      looks.add(listener);
      return () => looks.delete(listener);
    },
  });

const insert = (table: string, name: string): Promise<unknown> =>
  reach.fixture.engine.run('insert_row', { table, values: { name } });
const polls = (): number => reach.asked.filter(([path]) => path.includes('list_changes')).length;

function look(seen: boolean): void {
  isSeen = seen;
  for (const tell of [...looks]) tell();
}

async function open(): Promise<void> {
  await database.unlock(TOKEN);
  const { state } = database;
  if (state.kind !== 'open') throw new Error(`it is ${state.kind}`);
  state.client.onChange((change) => told.push(change));
  await eventually(() => expect(polls()).toBeGreaterThan(0));
}

it('tells which tables another program changed', async () => {
  await open();
  await insert('beds', 'Peas');
  await eventually(() => expect(told).toEqual([{ tables: ['main.default.beds'], definitions: false }]));
  await reach.fixture.engine.run('alter_table', { table: 'tools', description: 'In the shed' });
  await eventually(() => expect(told[1]).toEqual({ tables: ['main.default.tools'], definitions: true }));
});

it('holds no connection while nobody looks, and catches up afterwards', async () => {
  await open();
  look(false);
  const before = polls();
  await insert('beds', 'Peas');
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect([polls(), told]).toEqual([before, []]);
  look(true);
  await eventually(() => expect(told).toEqual([{ tables: ['main.default.beds'], definitions: false }]));
});

it('tells what changed while the server was gone', async () => {
  await open();
  reach.cut(true);
  await insert('tools', 'Spade');
  await eventually(() => expect(connection.state.kind).toBe('gone'));
  await insert('beds', 'Peas');
  reach.mend();
  connection.tryNow();
  await eventually(() =>
    expect(told.flatMap(({ tables }) => tables).sort()).toEqual(['main.default.beds', 'main.default.tools']),
  );
});

it('finds names as the owner does in the app', async () => {
  await open();
  await insert('beds', 'Runner beans');
  const found =
    database.state.kind === 'open' ? await database.state.client.findNames?.({ query: 'beans' }) : undefined;
  expect(found?.names).toMatchObject([{ name: 'Runner beans', table: 'main.default.beds' }]);
});

it('says that a vault is read-only, and asks again when somebody wants to know', async () => {
  const vault = { name: 'Demo', isReadOnly: true };
  const other = await serverInReach({ page: { ...TEST_PAGE, vault } });
  const readOnly = databaseOf(new ServerConnection(other.place));
  await readOnly.unlock(TOKEN);
  expect(readOnly.state).toMatchObject({ writeProtection: 'The server has this vault open for reading only.' });
  vault.isReadOnly = false;
  readOnly.reopen();
  await eventually(() => expect(readOnly.state).toMatchObject({ writeProtection: null }));
  readOnly.close();
  await other.fixture.engine.close();
});

it('says that the token of an app lets nothing be written, and finds no names with it', async () => {
  const token = { id: 'a1', name: 'Shelf', permissions: ['read'], tables: null, ask: false, expires: null };
  const holder = { kind: 'app', token } as unknown as ReturnType<TokenAuthentication['holderOf']>;
  const other = await serverInReach({ auth: { holderOf: () => holder, sha256 } });
  const limited = databaseOf(new ServerConnection(other.place));
  await limited.unlock(TOKEN);
  expect(limited.state).toMatchObject({ kind: 'open', writeProtection: 'The token of Shelf lets nothing be written.' });
  expect(limited.state).not.toHaveProperty('client.findNames');
  limited.close();
  await other.fixture.server.stop();
  await other.fixture.engine.close();
});

it('keeps one client for its views when the token is given again', async () => {
  await open();
  const first = database.state;
  await database.unlock(TOKEN);
  expect(database.state.kind === 'open' && first.kind === 'open' && database.state.client === first.client).toBe(true);
});
