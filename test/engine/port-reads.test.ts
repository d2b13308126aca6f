import { beforeEach, describe, expect, it } from 'vitest';
import type { JsonObject, MetadataPort } from '../../src/engine/index';
import { openEngine } from '../../src/engine/index';
import { createMemoryHost } from '../memory-host/memory-host';
import { PEOPLE, TASKS, type TestVault, column, onHost, openVault } from './open-vault';

const READS = ['read', 'readMany', 'readBytes', 'list', 'folder', 'stat'] as const;

const ROWS = 60;

/** Paths of the notes that were read, and how often the vault was looked over as a whole. */
function looks({ host }: TestVault): { readonly read: readonly string[]; readonly whole: number } {
  const calls = host.calls.log.filter(({ port, method }) => port === 'vault' && READS.includes(method as never));
  const read = calls.filter(({ method }) => method.startsWith('read')).flatMap(({ path, paths }) => paths ?? [path]);
  return { read: [...new Set(read)].sort(), whole: calls.filter(({ method }) => method === 'list').length };
}

async function counted(vault: TestVault, name: string, args: JsonObject): Promise<ReturnType<typeof looks>> {
  vault.host.calls.reset();
  await vault.run(name, args);
  return looks(vault);
}

const NOTHING = { read: [], whole: 0 };

/** A vault with rows that link to each other, opened anew so that no text is remembered. */
async function filledVault(): Promise<TestVault> {
  const vault = await openVault();
  await vault.run('create_table', PEOPLE);
  await vault.run('create_table', TASKS);
  await vault.run('insert_row', { table: 'people', values: { name: 'Mo', email: 'mo@example.org' } });
  for (let i = 0; i < ROWS; i++) {
    const status = i % 10 === 0 ? 'doing' : 'todo';
    await vault.run('insert_row', { table: 'tasks', values: { title: `Task ${i}`, status, owner: '[[Mo]]' } });
  }
  return vault.restart();
}

const task = (i: number): string => `notedb/main/default/tasks/Task ${i}.md`;

describe('an open vault', () => {
  let vault: TestVault;
  beforeEach(async () => {
    vault = await filledVault();
  });

  it.each<[string, string, JsonObject]>([
    ['a filter', 'select_rows', { table: 'people', where: { file_tags: { contains: 'x' } } }],
    ['a column', 'select_rows', { table: 'people', columns: ['file_tags'] }],
    ['a filter behind a link', 'select_rows', { table: 'tasks', where: { 'owner.file_tags': { contains: 'x' } } }],
  ])('reads the notes of one table, each once, for file_tags in %s', async (_what, name, args) => {
    expect(await counted(vault, name, args)).toEqual({ read: ['notedb/main/default/people/Mo.md'], whole: 0 });
  });

  it.each<[string, string, JsonObject]>([
    ['a select with a filter and an order', 'select_rows', { table: 'tasks', where: { status: 'doing' }, order_by: 'title' }], // prettier-ignore
    ['a select by the links', 'select_rows', { table: 'tasks', where: { owner: '[[Mo]]' } }],
    ['a select of file columns', 'select_rows', { table: 'people', columns: ['file_link', 'file_backlink_count'] }],
    ['a description', 'describe_table', { table: 'tasks' }],
    ['the list of tables', 'list_tables', {}],
    ['the list of migrations', 'list_migrations', {}],
  ])('reads no note for %s', async (_what, name, args) => {
    expect(await counted(vault, name, args)).toEqual(NOTHING);
  });

  it('reads only the notes of the page for their bodies', async () => {
    const args = { table: 'tasks', where: { title: { in: ['Task 3', 'Task 4'] } }, include_body: true };
    expect(await counted(vault, 'select_rows', args)).toEqual({ read: [task(3), task(4)], whole: 0 });
  });

  it('reads no note for an insert', async () => {
    const values = { title: 'One more', owner: '[[Mo]]' };
    expect(await counted(vault, 'insert_row', { table: 'tasks', values })).toEqual(NOTHING);
  });

  it('reads no note for an insert that must be unique', async () => {
    const values = { name: 'Ada', email: 'ada@example.org' };
    expect(await counted(vault, 'insert_row', { table: 'people', values })).toEqual(NOTHING);
  });

  it('reads the row that it updates', async () => {
    const args = { table: 'tasks', path: task(7), set_values: { estimate: 3 } };
    expect(await counted(vault, 'update_row', args)).toEqual({ read: [task(7)], whole: 0 });
  });

  it('reads the rows that a filter matches, to update them', async () => {
    const args = { table: 'tasks', where: { status: 'doing' }, set_values: { estimate: 3 } };
    expect(await counted(vault, 'update_rows', args)).toEqual({
      read: [0, 10, 20, 30, 40, 50].map(task),
      whole: 0,
    });
  });

  it('reads the rows that it deletes', async () => {
    const args = { table: 'tasks', where: { status: 'doing' } };
    expect(await counted(vault, 'delete_rows', args)).toEqual({ read: [0, 10, 20, 30, 40, 50].map(task), whole: 0 });
  });

  it('reads the notes whose links follow a row that moves', async () => {
    const linked = await filledVault();
    await linked.run('update_row', { table: 'tasks', path: task(1), body: 'See [[Task 2]].\n' });
    const args = { table: 'tasks', path: task(2), set_values: { title: 'Renamed' } };
    expect(await counted(linked, 'update_row', args)).toEqual({ read: [task(1), task(2)], whole: 0 });
  });

  it.each<[string, string, JsonObject]>([
    ['a column is added', 'add_column', { table: 'tasks', column: column('part_of', 'link', { ref: 'people' }) }],
    ['a batch adds it', 'batch', { operations: [{ op: 'add_column', table: 'tasks', column: column('done', 'boolean') }] }], // prettier-ignore
    ['a column has another type', 'alter_column', { table: 'tasks', column: 'due', changes: { type: 'string' } }],
  ])('reads the rows together, and none of them twice, when %s', async (_what, name, args) => {
    for (const dryRun of [true, false]) {
      vault.host.calls.reset();
      await vault.run(name, { ...args, dry_run: dryRun });
      const { log } = vault.host.calls;
      expect(log.filter(({ method, path }) => method === 'read' && path.endsWith('.md'))).toEqual([]);
      expect(log.filter(({ method }) => method === 'readMany')).toHaveLength(1);
    }
  });

  it('reads no note when a table says something else of itself', async () => {
    const metastore = 'notedb/metastore.yaml';
    const args = {
      table: 'tasks',
      description: 'Other',
      aliases: ['jobs'],
      row_template: '# {title}\n',
    };
    expect(await counted(vault, 'alter_table', args)).toEqual({ read: [metastore], whole: 0 });
    const { row } = await vault.run('insert_row', { table: 'tasks', values: { title: 'One more' } });
    expect(vault.text((row as JsonObject)['path'] as string)).toContain('# One more\n');
  });
});

describe('opening', () => {
  it('reads every note when nothing is known', async () => {
    const { host } = await filledVault();
    const texts = Object.fromEntries([...host.image().files].map(([path, { text }]) => [path, text]));
    const fresh = createMemoryHost({ files: texts });
    const vault = await onHost(fresh);
    const asked = fresh.calls.log.filter(({ method }) => method === 'readMany');
    expect(asked).toHaveLength(1);
    expect(await vault.run('select_rows', { table: 'tasks', limit: 0 })).toMatchObject({ total: ROWS });
  });

  it('reads no note that the warm-start file knows', async () => {
    const first = await filledVault();
    // A note that was written just before the file was made may have changed again within one time stamp.
    first.host.advance(10_000);
    const vault = await first.restart();
    const { total } = await vault.run('select_rows', { table: 'tasks', limit: 0 });
    const methods = new Set(vault.host.calls.log.filter(({ port }) => port === 'vault').map(({ method }) => method));
    expect(total).toBe(ROWS);
    expect(methods.has('readMany')).toBe(false);
    expect(looks(vault)).toEqual({ read: ['notedb/metastore.yaml'], whole: 1 });
  });

  it('reads no note where the host knows front matter and links', async () => {
    const notes = Array.from({ length: ROWS }, (_, i) => [task(i), i] as const);
    const definitions = (await filledVault()).text('notedb/metastore.yaml') as string;
    const frontMatter = (i: number): JsonObject => ({ table: 'main.default.tasks', id: `id-${i}`, title: `Task ${i}` });
    const text = (i: number): string => `---\ntable: main.default.tasks\nid: id-${i}\ntitle: Task ${i}\n---\n`;
    const files = Object.fromEntries(notes.map(([path, i]) => [path, text(i)]));
    const numbers = new Map(notes);
    const metadata: MetadataPort = {
      note: (path) => {
        const i = numbers.get(path);
        return i === undefined ? null : { frontMatter: frontMatter(i), links: ['Mo'] };
      },
    };
    const host = Object.assign(createMemoryHost({ files: { ...files, 'notedb/metastore.yaml': definitions } }), {
      metadata,
    });
    const engine = await openEngine(host);
    const { total } = await engine.run('select_rows', { table: 'tasks', where: { title: 'Task 9' } });
    const calls = host.calls.log.filter(({ port, method }) => port === 'vault' && /^read/.test(method));
    const read = calls.map(({ path }) => path);
    expect({ total, read: [...new Set(read)] }).toEqual({ total: 1, read: ['notedb/metastore.yaml'] });
  });
});
