/** `notedb call` and `notedb check`, alone and beside a server that owns the vault. D1 */

import fs from 'node:fs';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { folderState } from './folder-state';
import { bearer, post, Scratch, taskVault } from './run-program';
import { shellWord } from '../../src/headless/usage';

const TOKEN = 'a-token-of-ours';
const scratch = new Scratch({ NOTEDB_TOKEN: TOKEN });
afterAll(() => scratch.remove());

const names = (stdout: string): string[] =>
  (JSON.parse(stdout) as { rows: { name: string }[] }).rows.map(({ name }) => name).sort();

describe('calling', () => {
  it('runs an operation on a vault that nobody has open, and closes it again', async () => {
    const vault = scratch.vault(taskVault(1));
    const inserted = await scratch.run([
      'call',
      'insert_row',
      '{"table":"tasks","values":{"name":"Two"}}',
      '--vault',
      vault,
    ]);
    expect([inserted.status, inserted.stderr]).toEqual([0, '']);
    expect(JSON.parse(inserted.stdout)).toMatchObject({ operation: 'insert_row', changed: 1 });
    expect(inserted.stdout).toMatch(/^\{.*\}\n$/);
    const selected = await scratch.run(['call', 'select_rows', '{"table":"tasks"}'], { cwd: vault });
    expect(names(selected.stdout)).toEqual(['Task number 0', 'Two']);
  });

  it('takes the older names of operations', async () => {
    const vault = scratch.vault(taskVault(2));
    const called = await scratch.run(['call', 'search_simple', '{"query":"task number"}', '--vault', vault]);
    expect([called.status, called.stderr]).toEqual([0, '']);
    expect(JSON.parse(called.stdout)).toMatchObject({ query: 'task number', total: 2 });
  });

  it('reads its arguments from standard input', async () => {
    const vault = scratch.vault(taskVault(2));
    const { status, stdout } = await scratch.run(['call', 'select_rows', '-', '--vault', vault], {
      input: '{"table": "tasks",\n "where": {"name": {"eq": "Task number 1"}}}\n',
    });
    expect([status, names(stdout)]).toEqual([0, ['Task number 1']]);
    const empty = await scratch.run(['call', 'list_tables', '-', '--vault', vault], { input: '' });
    expect([empty.status, JSON.parse(empty.stdout)]).toMatchObject([0, { tables: [{ name: 'tasks' }] }]);
  });

  it('goes to the server that owns the vault, and gives what the server gives', async () => {
    const vault = scratch.vault(taskVault(1));
    const serving = await scratch.serve([vault, '--port', '0']);
    const inserted = await scratch.run([
      'call',
      'insert_row',
      '{"table":"tasks","values":{"name":"Two"}}',
      '--vault',
      vault,
    ]);
    expect([inserted.status, JSON.parse(inserted.stdout)]).toMatchObject([0, { changed: 1 }]);
    const { json } = await post(serving.port, 'select_rows', { table: 'tasks' }, bearer(TOKEN));
    expect(names(JSON.stringify(json))).toEqual(['Task number 0', 'Two']);

    const wrong = { table: 'tasks', values: { name: 'Three', status: 'doing', colour: 'red' } };
    const refused = await scratch.run(['call', 'insert_row', JSON.stringify(wrong), '--vault', vault]);
    expect([refused.status, refused.stdout]).toEqual([1, '']);
    const overHttp = await post(serving.port, 'insert_row', wrong, bearer(TOKEN));
    expect([JSON.parse(refused.stderr), overHttp.status]).toEqual([overHttp.json, 422]);
    serving.child.kill('SIGTERM');
    expect((await serving.finished).status).toBe(0);
  });

  it.each([
    ['an operation that there is not', ['no_such_operation'], 'not_found'],
    ['an unknown table', ['select_rows', '{"table":"nothing"}'], 'not_found'],
    ['a bad argument', ['select_rows', '{"sort":"name"}'], 'bad_request'],
    ['arguments that are not an object', ['select_rows', '[]'], 'bad_request'],
    ['bad values', ['insert_row', '{"table":"tasks","values":{}}'], 'refused'],
  ])('says the whole error on standard error for %s', async (_, args, code) => {
    const { status, stdout, stderr } = await scratch.run(['call', ...args, '--vault', scratch.vault(taskVault(0))]);
    expect([status, stdout]).toEqual([1, '']);
    const { error } = JSON.parse(stderr) as { error: object };
    expect(Object.keys(error)).toEqual(['code', 'message', 'operation', 'violations', 'conflicts', 'hint']);
    expect(error).toMatchObject({ code, operation: args[0] });
  });

  it('says the whole error too when the vault can not be opened', async () => {
    const vault = scratch.vault({
      'a/metastore.yaml': 'format: 1\ntables: {}\n',
      'b/metastore.yaml': 'format: 1\ntables: {}\n',
    });
    const { status, stderr } = await scratch.run(['call', 'list_tables', '--vault', vault]);
    const { error } = JSON.parse(stderr) as { error: { message: string } };
    expect([status, error]).toMatchObject([1, { operation: 'list_tables' }]);
    expect(error.message).not.toContain(vault);
  });

  it('waits its turn: of many at once every one is done', async () => {
    const vault = scratch.vault(taskVault(0));
    const calls = ['a', 'b', 'c', 'd', 'e'].map((name) =>
      scratch.run(['call', 'insert_row', JSON.stringify({ table: 'tasks', values: { name } }), '--vault', vault]),
    );
    expect((await Promise.all(calls)).map(({ status, stderr }) => [status, stderr])).toEqual(calls.map(() => [0, '']));
    const { stdout } = await scratch.run(['call', 'select_rows', '{"table":"tasks"}', '--vault', vault]);
    expect(names(stdout)).toEqual(['a', 'b', 'c', 'd', 'e']);
  }, 30_000);
});

describe('checking', () => {
  /** The notes and the definitions, with the times of their last writes. */
  const written = (vault: string): readonly (readonly [string, string, number])[] =>
    fs
      .readdirSync(vault, { recursive: true, encoding: 'utf8' })
      .filter((name) => /^[^.].*\.(md|yaml)$/.test(name))
      .map((name) => path.join(vault, name))
      .map((file) => [file, fs.readFileSync(file, 'utf8'), fs.statSync(file).mtimeMs] as const);

  it('is content with a good vault', async () => {
    const { status, stdout } = await scratch.run(['check', scratch.vault(taskVault(3))]);
    expect([status, stdout]).toEqual([0, 'main.default.tasks: 3 rows, ok\n']);
  });

  it('says that there are no tables', async () => {
    expect(await scratch.run(['check', scratch.vault()])).toMatchObject({
      status: 0,
      stdout: 'There are no tables.\n',
    });
  });

  it('ends with 1 where the definitions can not be used, also when no table is known', async () => {
    const vault = scratch.vault(taskVault(2));
    await scratch.run(['call', 'list_tables', '--vault', vault]);
    const broken = 'format: 1\ntables: [\n';
    fs.writeFileSync(path.join(vault, 'notedb/metastore.yaml'), broken);
    const { status, stdout } = await scratch.run(['check', vault]);
    expect(status).toBe(1);
    expect(stdout).toMatch(
      /^error: the last good definitions are in force: notedb\/metastore\.yaml, line \d.*\nmain\.default\.tasks: 2 rows, ok\n$/,
    );
    const fresh = await scratch.run(['check', scratch.vault({ 'notedb/metastore.yaml': broken })]);
    expect(fresh.status).toBe(1);
    expect(fresh.stdout).toMatch(/^error: .*metastore\.yaml, line \d.*\nThere are no tables\.\n$/);
  });

  it('names what is wrong and ends with 1, also through the server that owns the vault', async () => {
    const vault = scratch.vault(taskVault(2));
    const note = path.join(vault, 'notedb/main/default/tasks/Task number 1.md');
    fs.writeFileSync(note, fs.readFileSync(note, 'utf8').replace('todo', 'doing'));
    const before = written(vault);
    const alone = await scratch.run(['check', vault]);
    expect(written(vault)).toEqual(before);
    expect(alone.status).toBe(1);
    expect(alone.stdout).toMatch(/^main\.default\.tasks: 2 rows, 1 found\n {2}error: \S.*Task number 1\.md: .*doing/);
    const serving = await scratch.serve([vault, '--port', '0']);
    expect(await scratch.run(['check', vault])).toEqual(alone);
    serving.child.kill('SIGTERM');
    await serving.finished;
  });
});

describe('checking writes nothing: not a byte, not a time', () => {
  const broken = (): string => {
    const files = taskVault(3);
    const [first = ''] = Object.keys(files).filter((name) => name.endsWith('.md'));
    return scratch.vault({ ...files, [first]: (files[first] ?? '').replace('todo', 'doing'), 'Plain.md': 'Text\n' });
  };

  it('in a vault that no program has opened yet', async () => {
    for (const vault of [broken(), scratch.vault({ 'a.md': 'A\n' })]) {
      const before = folderState(vault);
      await scratch.run(['check', vault]);
      expect(folderState(vault)).toEqual(before);
      expect([...before.keys()].some((name) => name.startsWith('.notedb'))).toBe(false);
    }
  });

  it('in a vault with private state, also after edits of others', async () => {
    const vault = broken();
    await scratch.run(['call', 'insert_row', '{"table":"tasks","values":{"name":"Mine"}}', '--vault', vault]);
    fs.writeFileSync(path.join(vault, 'New.md'), 'Since then\n');
    const before = folderState(vault);
    expect(await scratch.run(['check', vault])).toMatchObject({
      status: 1,
      stdout: expect.stringContaining('4 rows') as string,
    });
    expect(folderState(vault)).toEqual(before);
    expect([...before.keys()]).toContain('.notedb');
  });
});

describe('accepting that rows are gone', () => {
  const TASKS = 'notedb/main/default/tasks';
  const asked = (vault: string): string =>
    `The notes of 60 rows vanished together. Bring them back, or confirm that they are gone: notedb check --accept-deletions ${shellWord(vault)}\n`;

  function removeNotes(vault: string, count = 60): void {
    for (let i = 0; i < count; i++) fs.rmSync(path.join(vault, TASKS, `Task number ${i}.md`));
  }

  /** A vault of which 60 of 70 rows vanished while nobody had it open. */
  async function lostVault(): Promise<string> {
    const vault = scratch.vault(taskVault(70));
    // Checking writes nothing, so that it is a call that makes the rows known.
    await scratch.run(['call', 'list_tables', '--vault', vault]);
    expect(await scratch.run(['check', vault])).toMatchObject({ stdout: 'main.default.tasks: 70 rows, ok\n' });
    removeNotes(vault);
    return vault;
  }

  it('is what check proposes when many vanished at once, also while nothing ran; until then they stay', async () => {
    const vault = await lostVault();
    for (let time = 0; time < 2; time++) {
      const { status, stdout } = await scratch.run(['check', vault]);
      expect([status, stdout.split('\n')[0]]).toEqual([0, 'main.default.tasks: 70 rows, ok']);
      expect(stdout.match(/ {2}warning: .*Task number \d+\.md vanished together/g)).toHaveLength(60);
      expect(stdout.endsWith(asked(vault))).toBe(true);
    }
    const accepted = await scratch.run(['check', '--accept-deletions', vault]);
    const after = 'main.default.tasks: 10 rows, ok\n';
    expect([accepted.status, accepted.stderr]).toEqual([0, '']);
    expect(accepted.stdout).toBe(`Accepted as gone: 60 rows of main.default.tasks.\n${after}`);
    expect(await scratch.run(['check', vault])).toMatchObject({ status: 0, stdout: after });
    expect(await scratch.run(['check', vault, '--accept-deletions'])).toMatchObject({
      status: 0,
      stdout: `Nothing to accept: no rows have vanished together.\n${after}`,
    });
  });

  it('ends with 1 when something is wrong besides, and does not count rows that returned', async () => {
    const vault = await lostVault();
    await scratch.run(['check', vault]);
    for (const [name, text] of Object.entries(taskVault(5))) fs.writeFileSync(path.join(vault, name), text);
    const wrong = path.join(vault, TASKS, 'Task number 69.md');
    fs.writeFileSync(wrong, fs.readFileSync(wrong, 'utf8').replace('todo', 'doing'));
    const { status, stdout } = await scratch.run(['check', '--accept-deletions'], { cwd: vault });
    expect(status).toBe(1);
    expect(stdout).toMatch(
      /^Accepted as gone: 55 rows of main\.default\.tasks\.\nmain\.default\.tasks: 15 rows, 1 found\n/,
    );
  });

  it('goes to the server that owns the vault', async () => {
    const vault = scratch.vault(taskVault(70));
    const serving = await scratch.serve([vault, '--port', '0']);
    fs.renameSync(path.join(vault, TASKS), path.join(vault, '.away'));
    fs.mkdirSync(path.join(vault, TASKS));
    await expect
      .poll(async () => (await scratch.run(['check', vault])).stdout, { timeout: 50_000 })
      .toContain('The notes of 70 rows vanished together.');
    const accepted = await scratch.run(['check', '--accept-deletions', vault]);
    expect(accepted.stdout).toBe('Accepted as gone: 70 rows of main.default.tasks.\nmain.default.tasks: 0 rows, ok\n');
    const { json } = await post(serving.port, 'select_rows', { table: 'tasks' }, bearer(TOKEN));
    expect(json).toMatchObject({ total: 0, rows: [] });
    // Nobody but a person may say so.
    expect(await post(serving.port, '?accept-deletions', {}, bearer(TOKEN))).toMatchObject({ status: 404 });
    serving.child.kill('SIGTERM');
    await serving.finished;
  }, 40_000);

  it('is refused while the definitions can not be read', async () => {
    const vault = await lostVault();
    await scratch.run(['check', vault]);
    fs.writeFileSync(path.join(vault, 'notedb/metastore.yaml'), 'format: 1\ntables: [\n');
    const { status, stdout, stderr } = await scratch.run(['check', '--accept-deletions', vault]);
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/^notedb: .*metastore\.yaml/);
  });
});
