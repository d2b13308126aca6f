/** `notedb serve` as a process: what it prints, who gets in, how it ends, and how the next one takes over. D1, D7 */

import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { eventually } from '../eventually';
import { times, within } from '../deep';
import { shellWord } from '../../src/headless/usage';
import type { Serving } from './run-program';
import { bearer, post, Scratch, taskVault } from './run-program';

const TOKEN = 'a-token-of-ours';
/** On standard error when all is well. */
const HINT_ALONE = /^To see the tables: http:\S+\/app\/\nTo connect an agent: notedb connect claude-code .+\n$/;

const scratch = new Scratch({ NOTEDB_TOKEN: TOKEN });
const withoutToken = new Scratch();
afterAll(async () => {
  await scratch.remove();
  await withoutToken.remove();
});

const ask = (serving: Serving, operation: string, args = {}) => post(serving.port, operation, args, bearer(TOKEN));
const statuses = async (serving: Serving): Promise<unknown> => {
  const { json } = await ask(serving, 'select_rows', { table: 'tasks', columns: ['status'], limit: 1000 });
  return [...new Set((json['rows'] as { status: string }[]).map(({ status }) => status))];
};
const end = async (serving: Serving, signal: NodeJS.Signals = 'SIGTERM') => {
  serving.child.kill(signal);
  const { status, signal: by } = await serving.finished;
  return [status, by];
};

describe('serving', () => {
  it('prints one line with the address, answers, and ends with 0 when it is told to', async () => {
    const vault = scratch.vault(taskVault(3));
    const serving = await scratch.serve([vault, '--port', '0']);
    expect(serving.said.stdout).toMatch(/^NoteDB \d+\.\d+\.\d+ serves \S+ at http:\/\/127\.0\.0\.1:\d+\n$/);
    expect(await (await fetch(serving.address)).json()).toMatchObject({ name: 'NoteDB', api: '1.4.0' });
    expect(await statuses(serving)).toEqual(['todo']);
    expect((await post(serving.port, 'list_tables', {}, {})).status).toBe(401);
    expect(await end(serving, 'SIGINT')).toEqual([0, null]);
    expect(serving.said).toEqual({
      stdout: expect.stringMatching(/^[^\n]+\n$/) as unknown,
      stderr: `To see the tables: ${serving.address}/app/\nTo connect an agent: notedb connect claude-code ${shellWord(fs.realpathSync(vault))}\n`,
    });
    await expect(post(serving.port, 'list_tables', {}, {})).rejects.toThrow('ECONNREFUSED');
  });

  it('takes the current folder when none is named', async () => {
    const vault = scratch.vault(taskVault(1));
    const running = scratch.start(['serve', '--port', '0'], { cwd: vault });
    while (!running.said.stdout.includes('\n')) await new Promise((resolve) => setTimeout(resolve, 20));
    expect(running.said.stdout).toContain(fs.realpathSync(vault));
    running.child.kill('SIGTERM');
    expect((await running.finished).status).toBe(0);
  });

  it('records on whose behalf a write was made', async () => {
    const serving = await scratch.serve([scratch.vault(taskVault(1)), '--port', '0']);
    const actor = { 'X-Service-Actor': '{"harness":"desk","model":"m-1"}' };
    await post(serving.port, 'insert_row', { table: 'tasks', values: { name: 'One' } }, { ...bearer(TOKEN), ...actor });
    const { json } = await ask(serving, 'list_migrations');
    expect(json).toMatchObject({
      migrations: [{ op: 'insert_row', actor: { app: null, harness: 'desk', model: 'm-1' } }],
    });
    await end(serving);
  });

  it('says which port is taken', async () => {
    const taken = net.createServer();
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
    const { port } = taken.address() as net.AddressInfo;
    const { status, stderr, stdout } = await scratch.run(['serve', scratch.vault(), '--port', String(port)]);
    expect([status, stdout, stderr]).toEqual([1, '', `notedb: the port ${port} is taken or not ours\n`]);
    taken.close();
  });

  it('lets pages of the origins use it that it is told of, and none that no browser sends', async () => {
    const origins = ['--allow-origin', 'https://a.example', '--allow-origin', 'app://obsidian.md'];
    const serving = await scratch.serve([scratch.vault(), '--port', '0', '--quiet', ...origins]);
    const statusFrom = async (origin: string): Promise<number> =>
      (await post(serving.port, 'list_tables', {}, { ...bearer(TOKEN), origin })).status;
    expect([await statusFrom('https://a.example'), await statusFrom('app://obsidian.md')]).toEqual([200, 200]);
    expect(await statusFrom('https://b.example')).toBe(403);
    expect(await end(serving)).toEqual([0, null]);
    const wrong = await scratch.run(['serve', scratch.vault(), '--allow-origin', '*']);
    expect([wrong.status, wrong.stderr]).toEqual([2, expect.stringContaining('* is not an origin')]);
  });

  it('refuses a write with 403 when it is read-only, and leaves nothing in the vault', async () => {
    const vault = scratch.vault(taskVault(2));
    const before = fs.readdirSync(vault, { recursive: true }).sort();
    const serving = await scratch.serve([vault, '--port', '0', '--read-only']);
    expect(await statuses(serving)).toEqual(['todo']);
    const answer = await ask(serving, 'update_rows', { table: 'tasks', set_values: { status: 'done' } });
    expect([answer.status, answer.json]).toMatchObject([
      403,
      { error: { code: 'forbidden', operation: 'update_rows' } },
    ]);
    expect(await end(serving)).toEqual([0, null]);
    expect(fs.readdirSync(vault, { recursive: true }).sort()).toEqual(before);
  });
});

describe('the token', () => {
  it('is made at the first start and printed once; only its hash is kept', async () => {
    const vault = withoutToken.vault();
    const first = await withoutToken.serve([vault, '--port', '0']);
    const token = /shown this once: (\S+)\n/.exec(first.said.stderr)?.[1] ?? '';
    expect(token).toMatch(/^ndb_[A-Za-z0-9_-]{43}$/);
    expect((await post(first.port, 'list_tables', {}, bearer(token))).status).toBe(200);
    await end(first);

    const file = path.join(withoutToken.folder, 'state', 'notedb', 'tokens.json');
    expect(fs.statSync(file).mode & 0o777).toBe(0o600);
    expect(fs.readFileSync(file, 'utf8')).not.toContain(token);
    const everything = fs
      .readdirSync(vault, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile());
    for (const { parentPath, name } of everything) {
      expect(fs.readFileSync(path.join(parentPath, name), 'utf8')).not.toContain(token);
    }

    const second = await withoutToken.serve([vault, '--port', '0']);
    await eventually(() => expect(second.said.stderr).toMatch(HINT_ALONE));
    expect((await post(second.port, 'list_tables', {}, bearer(token))).status).toBe(200);
    const created = await withoutToken.run(['token', 'create', '--owner']);
    expect((await post(second.port, 'list_tables', {}, bearer(token))).status).toBe(401);
    expect((await post(second.port, 'list_tables', {}, bearer(created.stdout.trim()))).status).toBe(200);
    await end(second);
  });

  it('of an app works until it is revoked, in its own vault alone', async () => {
    const vault = scratch.vault();
    const serving = await scratch.serve([vault, '--port', '0']);
    const rights = ['--name', 'Bot', '--permissions', 'read', '--vault'];
    const made = await scratch.run(['token', 'create', ...rights, vault]);
    expect([made.status, made.stdout]).toEqual([0, expect.stringMatching(/^ndb_[A-Za-z0-9_-]{43}\n$/)]);
    const token = bearer(made.stdout.trim());
    expect((await post(serving.port, 'list_tables', {}, token)).status).toBe(200);
    const listed = JSON.parse((await scratch.run(['token', 'list', '--json'])).stdout) as { apps: unknown[] };
    expect(listed.apps).toMatchObject([{ name: 'Bot', permissions: ['read'], lastUsed: expect.any(String) as string }]);
    expect((await scratch.run(['token', 'list'])).stdout).toContain('Bot may read in all tables');
    await scratch.run(['token', 'revoke', 'Bot']);
    expect((await post(serving.port, 'list_tables', {}, token)).status).toBe(401);

    const other = await scratch.run([
      'token',
      'create',
      '--name',
      'Elsewhere',
      '--permissions',
      'read',
      '--vault',
      scratch.vault(),
    ]);
    expect((await post(serving.port, 'list_tables', {}, bearer(other.stdout.trim()))).status).toBe(401);
    expect((await scratch.run(['token', 'revoke', 'Elsewhere'])).status).toBe(0);
    expect(await scratch.run(['token', 'revoke', 'Elsewhere'])).toMatchObject({ status: 1, stdout: '' });
    await end(serving);
  });

  it('of the command line goes before the one of the environment', async () => {
    const serving = await scratch.serve([scratch.vault(), '--port', '0', '--token', 'another']);
    expect((await post(serving.port, 'list_tables', {}, bearer(TOKEN))).status).toBe(401);
    expect((await post(serving.port, 'list_tables', {}, bearer('another'))).status).toBe(200);
    await eventually(() => expect(serving.said.stderr).toMatch(HINT_ALONE));
    await end(serving);
  });
});

describe('one owner a vault', () => {
  it('refuses the second one, and names the address of the first', async () => {
    const vault = scratch.vault(taskVault(1));
    const first = await scratch.serve([vault, '--port', '0']);
    const link = path.join(scratch.folder, 'link to the vault');
    fs.symlinkSync(vault, link);
    for (const folder of [vault, link]) {
      const { status, stdout, stderr } = await scratch.run(['serve', folder, '--port', '0']);
      expect([status, stdout]).toEqual([1, '']);
      expect(stderr).toBe(
        `notedb: this vault is served already, at ${first.address} (process ${String(first.child.pid)})\n`,
      );
    }
    const reader = await scratch.serve([vault, '--port', '0', '--read-only']);
    expect(await statuses(reader)).toEqual(['todo']);
    await end(reader);
    await end(first);
  });

  it('lets one of two that start together have it', async () => {
    const vault = scratch.vault(taskVault(1));
    const both = await Promise.allSettled([1, 2].map(() => scratch.serve([vault, '--port', '0'])));
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(String(both.find((each) => each.status === 'rejected')?.reason)).toContain('served already');
    for (const each of both) if (each.status === 'fulfilled') await end(each.value);
  });

  it('takes over from a killed one', async () => {
    const vault = scratch.vault(taskVault(1));
    const first = await scratch.serve([vault, '--port', '0']);
    expect(await end(first, 'SIGKILL')).toEqual([null, 'SIGKILL']);
    const second = await scratch.serve([vault, '--port', '0']);
    expect(await statuses(second)).toEqual(['todo']);
    await end(second);
  });
});

describe('a write that is interrupted', () => {
  const ROWS = 300;
  const everyRow = { table: 'tasks', set_values: { status: 'done' } };
  const changedNotes = (vault: string): number => {
    const folder = path.join(vault, 'notedb/main/default/tasks');
    return fs.readdirSync(folder).filter((name) => fs.readFileSync(path.join(folder, name), 'utf8').includes('done'))
      .length;
  };
  /** Resolves in the middle of a write: when so many notes are changed already. */
  const untilChanged = async (vault: string, count: number): Promise<void> => {
    while (changedNotes(vault) < count) await new Promise((resolve) => setTimeout(resolve, 1));
  };

  it('is finished and answered when the program is told to end', async () => {
    const vault = scratch.vault(taskVault(ROWS));
    const serving = await scratch.serve([vault, '--port', '0']);
    const write = ask(serving, 'update_rows', everyRow);
    await untilChanged(vault, 1);
    const ended = end(serving);
    const { status, json } = await write;
    expect([status, json['changed'], changedNotes(vault)]).toEqual([200, ROWS, ROWS]);
    expect(await ended).toEqual([0, null]);

    const next = await scratch.serve([vault, '--port', '0']);
    expect(await statuses(next)).toEqual(['done']);
    await eventually(() => expect(next.said.stderr).toMatch(HINT_ALONE));
    await end(next);
  }, 30_000);

  it.each([0, 1, 100, 250])(
    'by kill -9 when %i notes are changed is done wholly or not at all, and the vault goes on',
    async (count) => {
      for (let round = 0; round < times(1, 20); round++) {
        const vault = scratch.vault(taskVault(ROWS));
        const first = await scratch.serve([vault, '--port', '0']);
        const write = ask(first, 'update_rows', everyRow).then(
          ({ status }) => status,
          () => null,
        );
        await untilChanged(vault, count);
        await end(first, 'SIGKILL');
        const isAnswered = (await write) === 200;

        const second = await scratch.serve([vault, '--port', '0']);
        const [found, ...others] = (await statuses(second)) as string[];
        expect([found, others]).toEqual([isAnswered || count > 0 ? 'done' : expect.any(String), []]);
        expect(changedNotes(vault)).toBe(found === 'done' ? ROWS : 0);
        expect((await ask(second, 'check_table', { table: 'tasks' })).json).toMatchObject({ ok: true, rows: ROWS });
        const again = await ask(second, 'update_rows', { ...everyRow, set_values: { status: 'todo' } });
        expect([again.status, again.json['changed']]).toEqual([200, found === 'done' ? ROWS : 0]);
        await end(second);
      }
    },
    within(30_000),
  );

  it.each([1, 300, 700])(
    'by kill -9 when %i of 1000 new notes are there is done wholly',
    async (count) => {
      for (let round = 0; round < times(1, 20); round++) {
        const vault = scratch.vault(taskVault(1));
        const notes = (): number => fs.readdirSync(path.join(vault, 'notedb/main/default/tasks')).length;
        const first = await scratch.serve([vault, '--port', '0']);
        const rows = Array.from({ length: 1000 }, (_, i) => ({ name: `New ${i}`, status: 'todo' }));
        const write = ask(first, 'merge_rows', { table: 'tasks', on: ['name'], rows }).catch(() => null);
        while (notes() <= count) await new Promise((resolve) => setTimeout(resolve, 1));
        await end(first, 'SIGKILL');
        await write;

        const second = await scratch.serve([vault, '--port', '0']);
        expect(notes()).toBe(1001);
        expect((await ask(second, 'check_table', { table: 'tasks' })).json).toMatchObject({ ok: true, rows: 1001 });
        const { json } = await ask(second, 'list_migrations', { limit: 1 });
        const [last] = json['migrations'] as { migration_id: string }[];
        expect((await ask(second, 'undo_migration', { migration_id: last?.migration_id })).status).toBe(200);
        expect(notes()).toBe(1);
        await end(second);
      }
    },
    within(30_000),
  );
});
