/** The page's way to its server: tokens, refusals, a server that goes and comes back. docs/page.md#when-the-server-is-gone */

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { OPERATION_INFOS, RULE_OPERATION_INFOS } from '../../../../../src/engine/operation-infos';
import { OPERATIONS } from '../../../../../src/engine/operations/registry';
import { RULE_OPERATIONS } from '../../../../../src/engine/operations/rules/rule-operations';
import { describeProblem, refusalOf } from '../../../../../src/ui/client/describe-problem';
import { READING_OPERATIONS, UNLISTED_OPERATIONS } from '../../../../../src/ui/shells/page/server/reading-operations';
import { ServerConnection } from '../../../../../src/ui/shells/page/server/server-connection';
import type { TokenAuthentication } from '../../../../../src/server/bearer-token';
import type { AppToken } from '../../../../../src/server/tokens/token-book';
import { eventually } from '../../../../eventually';
import { TOKEN, ownerAuthentication, sha256 } from '../../../../server/server-fixture';
import { type ServerInReach, serverInReach } from '../server-in-reach';

let reach: ServerInReach;
let connection: ServerConnection;
let token: string;

beforeEach(async () => {
  token = TOKEN;
  reach = await serverInReach({ auth: ownerAuthentication(() => sha256(token)) });
  connection = new ServerConnection(reach.place);
  const columns = [{ name: 'name', type: 'string', description: 'Its name' }];
  await reach.fixture.call('create_table', { name: 'beds', description: 'Beds', filename: '{name}', columns });
});
afterEach(() => reach.fixture.engine.close());

const insert = (name: string): Promise<unknown> => connection.run('insert_row', { table: 'beds', values: { name } });
const count = async (): Promise<unknown> =>
  (await reach.fixture.engine.run('select_rows', { table: 'beds', limit: 0 }))['total'];
const becomes = (kind: string): Promise<void> => eventually(() => expect(connection.state.kind).toBe(kind));

it('knows which operations change nothing', () => {
  const all = [...OPERATION_INFOS, ...RULE_OPERATION_INFOS];
  const reads = all.filter(({ effect }) => effect === 'read').map(({ name }) => name);
  expect([...READING_OPERATIONS].sort()).toEqual(reads.sort());
});

it('knows which operations the history does not list', () => {
  const all = [...OPERATIONS, ...RULE_OPERATIONS];
  const unlisted = all.filter(({ effect }) => effect === 'command' || effect === 'upkeep');
  expect([...UNLISTED_OPERATIONS].sort()).toEqual([...unlisted.map(({ name }) => name), 'configure_database'].sort());
});

describe('the token', () => {
  it.each([
    ['', 'Paste the token first.'],
    ['  \n', 'Paste the token first.'],
    ['two words', 'This is not a token.'],
    ['clé', 'This is not a token.'],
    ['wrong', 'The server does not accept this token.'],
  ])('%j is not accepted, and that is said', async (given, reason) => {
    expect(await connection.unlock(given)).toBeNull();
    expect(connection.state).toEqual({ kind: 'locked', reason });
  });

  it('that has expired is named as such, by the code of the refusal', async () => {
    const token: AppToken = {
      ...{ id: '1', name: 'Bot', sha256: sha256('bot'), permissions: ['read'], tables: null, ask: false },
      ...{ created: '2026-10-01T00:00:00Z', expires: '2026-11-01', vault: null },
    };
    const auth: TokenAuthentication = { holderOf: () => ({ kind: 'expired', token }), sha256 };
    const { place, fixture } = await serverInReach({ auth });
    const late = new ServerConnection(place);
    expect(await late.unlock('bot')).toBeNull();
    expect(late.state).toEqual({ kind: 'locked', reason: 'The token of Bot expired at 2026-11-01.' });
    await fixture.engine.close();
  });

  it('is accepted with the blanks that a paste brings along', async () => {
    expect(await connection.unlock(` ${TOKEN}\n`)).toEqual({ vault: 'Demo', read_only: false, app: null });
    expect(connection.state).toEqual({ kind: 'ready' });
  });

  it('is asked for again when it is replaced, and what was called meanwhile is done once', async () => {
    await connection.unlock(TOKEN);
    token = 'another';
    const inserted = insert('Peas');
    await becomes('locked');
    expect(connection.state).toEqual({ kind: 'locked', reason: 'The server does not accept this token.' });
    const second = insert('Leeks');
    await eventually(() => expect(connection.waitingWrites).toBe(2));
    expect(await count()).toBe(0);
    await connection.unlock('another');
    await Promise.all([inserted, second]);
    expect([await count(), connection.waitingWrites]).toEqual([2, 0]);
  });
});

describe('a vault that is still being read', () => {
  const answers = (status: number, code: string, message: string) => (): Response =>
    Response.json({ error: { code, message } }, { status });
  const READING = answers(503, 'unavailable', 'the vault is still being read');

  it('is waited for with the token that was given', async () => {
    reach.replace(READING);
    const session = connection.unlock(TOKEN);
    await becomes('gone');
    expect(connection.state).toEqual({ kind: 'gone', reason: 'The vault is still being read.' });
    reach.replace(null);
    connection.tryNow();
    expect(await session).toMatchObject({ vault: 'Demo' });
    expect(connection.state).toEqual({ kind: 'ready' });
  });

  it('whose server does not accept the token says so once it is read', async () => {
    reach.replace(READING);
    const session = connection.unlock('wrong');
    await becomes('gone');
    reach.replace(null);
    connection.tryNow();
    expect(await session).toBeNull();
    expect(connection.state).toEqual({ kind: 'locked', reason: 'The server does not accept this token.' });
  });

  it('is told from a server that is gone when it comes back', async () => {
    await connection.unlock(TOKEN);
    reach.cut();
    const read = connection.run('list_tables', {});
    await becomes('gone');
    reach.mend();
    reach.replace(READING);
    connection.tryNow();
    await eventually(() =>
      expect(connection.state).toEqual({ kind: 'gone', reason: 'The vault is still being read.' }),
    );
    reach.replace(null);
    connection.tryNow();
    expect(await read).toHaveProperty('tables');
  });
});

describe('a refusal', () => {
  it('is the data that the engine gives', async () => {
    await connection.unlock(TOKEN);
    const thrown = await connection
      .run('insert_row', { table: 'beds', values: { name: 7 } })
      .catch((each: unknown) => each);
    const own = await reach.fixture.engine
      .run('insert_row', { table: 'beds', values: { name: 7 } })
      .catch((each: unknown) => each);
    expect(refusalOf(thrown)?.code).toBe('refused');
    expect(refusalOf(thrown)?.violations).toMatchObject([{ column: 'name', code: 'type' }]);
    expect(describeProblem(thrown)).toEqual(describeProblem(own));
  });
});

describe('an answer to no question', () => {
  /** As a server says it on a connection that a browser opened ahead. RFC 9110, 15.5.9 */
  const late = (): Response =>
    Response.json({ error: { code: 'bad_request', message: 'the request did not arrive in time' } }, { status: 408 });
  const states: string[] = [];
  beforeEach(async () => {
    await connection.unlock(TOKEN);
    states.length = 0;
    connection.onState(() => states.push(connection.state.kind));
    reach.asked.length = 0;
  });

  it.each([
    ['a late one', late],
    ['none: the connection is closed', null],
  ])('of a read is asked for again at once, and nobody hears of it: %s', async (_, answer) => {
    reach.answerOnce(answer);
    expect(await connection.run('select_rows', { table: 'beds', limit: 0 })).toMatchObject({
      table: 'main.default.beds',
    });
    expect([reach.asked.length, states]).toEqual([2, []]);
  });

  it('of a write that did not arrive has it sent again, once', async () => {
    reach.answerOnce(late);
    expect(await insert('Peas')).toMatchObject({ row: { name: 'Peas' } });
    expect([await count(), reach.asked.map(([, status]) => status), states]).toEqual([1, [408, 200], []]);
  });

  it('of a write whose connection is closed has the history looked at before it is sent again', async () => {
    reach.answerOnce(null);
    expect(await insert('Peas')).toMatchObject({ row: { name: 'Peas' } });
    expect([await count(), connection.state.kind]).toEqual([1, 'ready']);
    expect(reach.asked.map(([path]) => path.split('/')[3])).toContain('list_migrations');
  });

  it('of a write that may be done, and that nobody can look up, is told', async () => {
    reach.answerOnce(null);
    const thrown = await connection.run('configure_database', { history: true }).catch((each: unknown) => each);
    expect(describeProblem(thrown).message).toContain('it may be done, or not');
  });

  it('again and again is a server that is gone', async () => {
    reach.replace(late);
    const read = connection.run('list_tables', {});
    await becomes('gone');
    expect(connection.state).toEqual({ kind: 'gone', reason: 'The server does not answer.' });
    reach.replace(null);
    connection.tryNow();
    expect(await read).toHaveProperty('tables');
  });
});

describe('a server that is gone', () => {
  beforeEach(() => connection.unlock(TOKEN));

  it('is asked until it is back; what was asked meanwhile is answered then', async () => {
    reach.cut();
    const read = connection.run('select_rows', { table: 'beds', limit: 0 });
    await becomes('gone');
    expect(connection.state).toEqual({ kind: 'gone', reason: 'The server does not answer.' });
    const written = insert('Peas');
    await eventually(() => expect(connection.waitingWrites).toBe(1));
    reach.mend();
    connection.tryNow();
    expect(await read).toMatchObject({ table: 'main.default.beds' });
    await written;
    expect([connection.state.kind, await count()]).toEqual(['ready', 1]);
  });

  it('is found again without being asked for', async () => {
    reach.cut();
    const read = connection.run('list_tables', {});
    await becomes('gone');
    reach.mend();
    expect(await read).toHaveProperty('tables');
  });

  it('that did a write and lost its answer gives it when it is back: the history tells, and it is not done twice', async () => {
    reach.cut(true);
    const written = connection.run('insert_row', { table: 'beds', values: { name: 'Peas' } });
    await becomes('gone');
    await eventually(() => expect(connection.waitingWrites).toBe(1));
    reach.mend();
    connection.tryNow();
    const [newest] = (await reach.fixture.engine.run('list_migrations', {}))['migrations'] as {
      migration_id: string;
    }[];
    expect(await written).toMatchObject({
      migrationId: newest?.migration_id,
      changed: 1,
      table: 'main.default.beds',
      row: { name: 'Peas' },
    });
    expect([await count(), connection.waitingWrites]).toEqual([1, 0]);
  });

  it('that never had a write is given it once it is back, once', async () => {
    reach.cut();
    const written = insert('Peas');
    await becomes('gone');
    reach.mend();
    connection.tryNow();
    expect(await written).toMatchObject({ row: { name: 'Peas' } });
    expect([await count(), connection.waitingWrites]).toEqual([1, 0]);
  });

  it('tells a batch that was done by its steps', async () => {
    const operations = ['Peas', 'Leeks'].map((name) => ({ op: 'insert_row', table: 'beds', values: { name } }));
    reach.cut(true);
    const written = connection.run('batch', { operations });
    await becomes('gone');
    reach.mend();
    connection.tryNow();
    expect(await written).toMatchObject({ changed: 2, steps: [{ table: 'main.default.beds' }, {}] });
    expect(await count()).toBe(2);
  });

  it('may have done what an app asked for, or what no history lists: that is said, and it is not done again', async () => {
    const problem = {
      message: 'The server went away while this was written: it may be done, or not.',
      hint: 'Look at it when the server is back, before you do it again.',
    };
    reach.cut(true);
    const configured = await connection.run('configure_database', { history: true }).catch((each: unknown) => each);
    expect(describeProblem(configured)).toEqual(problem);
    reach.mend();
    const grant = { id: 'a1', name: 'Shelf', permissions: ['read', 'write'], tables: null, ask: false, expires: null };
    const holder = { kind: 'app', token: grant } as unknown as ReturnType<TokenAuthentication['holderOf']>;
    const other = await serverInReach({ auth: { holderOf: () => holder, sha256 } });
    const limited = new ServerConnection(other.place);
    await limited.unlock(TOKEN);
    other.cut(true);
    const thrown = await limited.run('delete_rows', { table: 'beds' }).catch((each: unknown) => each);
    expect(describeProblem(thrown)).toEqual(problem);
    await other.fixture.engine.close();
  });

  it('does a dry run again', async () => {
    reach.cut(true);
    const planned = connection.run('insert_row', { table: 'beds', values: { name: 'Peas' }, dry_run: true });
    await becomes('gone');
    reach.mend();
    connection.tryNow();
    expect(await planned).toMatchObject({ dryRun: true });
  });

  it.each([
    ['a page', () => new Response('<html>Not found</html>', { status: 404 })],
    ['other JSON', () => new Response('{"detail": "no"}', { status: 404 })],
    ['no object', () => new Response('7', { status: 200 })],
  ])('is told from another program, which answers with %s', async (_, answer) => {
    reach.replace(answer);
    void connection.run('list_tables', {});
    await becomes('gone');
    expect(connection.state).toEqual({ kind: 'gone', reason: 'Another program answers at this address.' });
  });

  it('ends what is called off', async () => {
    reach.cut();
    const calling = new AbortController();
    const read = connection.run('list_tables', {}, calling.signal);
    await becomes('gone');
    calling.abort();
    reach.mend();
    connection.tryNow();
    await expect(read).rejects.toThrow(/abort/i);
  });
});

it('waits for a server that is not there yet with the token that it has', async () => {
  reach.cut();
  const unlocked = connection.unlock(TOKEN);
  await becomes('gone');
  reach.mend();
  connection.tryNow();
  expect(await unlocked).toMatchObject({ vault: 'Demo' });
});

it('asks a server that shuts down again, instead of failing', async () => {
  await connection.unlock(TOKEN);
  await reach.fixture.server.stop();
  void connection.run('list_tables', {});
  await becomes('gone');
  expect(connection.state).toEqual({ kind: 'gone', reason: 'The server is shutting down.' });
});
