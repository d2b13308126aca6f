/** Another program moves many notes of an open vault, or checks out another commit of it: the rows stay the rows that they are. D7, D25 */

import { execFile } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterEach, expect, test } from 'vitest';
import type { Engine, JsonObject } from '../../../src/engine/index';
import { openEngine } from '../../../src/engine/index';
import { handRow, id } from '../../conformance/tables';
import { PEOPLE, TASKS, openVault } from '../../engine/open-vault';
import { eventually } from '../../eventually';
import { type ScratchVault, scratchVault } from './scratch-vault';

const upTo = (count: number): number[] => Array.from({ length: count }, (_, n) => n);
const textOf = (n: number, table = 'people'): string => handRow(table, n + 1, [`name: P${n}`]);
const TASK = handRow('tasks', 9999, ['title: Call', 'owner: "[[P7]]"']);

let scratch: ScratchVault;
let engine: Engine;

afterEach(async () => {
  await engine.close();
  await scratch.close();
});

/** The metastore file of another vault with these tables. */
async function metastoreOf(...tables: readonly JsonObject[]): Promise<string> {
  const vault = await openVault();
  for (const table of tables) await vault.run('create_table', table);
  return vault.text('notedb/metastore.yaml') as string;
}

async function openWith(files: Readonly<Record<string, string>>): Promise<void> {
  scratch = await scratchVault();
  for (const [file, text] of Object.entries(files)) scratch.outside.write(file, text);
  engine = await openEngine(scratch.host);
}

/** Runs a script in another process, with the vault's folder and one beside it as its `process.argv[1]` and `[2]`. */
const runElsewhere = (script: string): Promise<unknown> =>
  promisify(execFile)(process.execPath, [
    '-e',
    `const fs = require('node:fs'); ${script}`,
    scratch.folder,
    scratch.beside,
  ]);

async function rowsIn(folder: string, table = 'people'): Promise<number> {
  let found = 0;
  for (let offset = 0; ; offset += 1000) {
    const { rows } = await engine.run('select_rows', { table, columns: ['path', 'id'], limit: 1000, offset });
    const page = rows as { path: string; id: string }[];
    const isThere = (row: { path: string; id: string }): boolean =>
      row.path.startsWith(`${folder}/P`) && row.id === id(Number(/\d+/.exec(path.basename(row.path))?.[0]) + 1);
    found += page.filter(isThere).length;
    if (page.length < 1000) return found;
  }
}

/** All rows are in the folder, each with its id, and nothing is wrong with any. */
async function expectMoved(count: number, folder: string, table = 'people'): Promise<void> {
  await eventually(async () => expect(await rowsIn(folder, table)).toBe(count));
  await eventually(async () =>
    expect(await engine.run('check_table', { table })).toMatchObject({ rows: count, ok: true, counts: {} }),
  );
  expect(engine.unconfirmedDeletions()).toEqual(new Map());
  const { rows } = await engine.run('select_rows', { table: 'tasks', columns: ['owner.path', 'owner.name'] });
  expect(rows).toMatchObject([{ 'owner.path': `${folder}/P7.md`, 'owner.name': 'P7' }]);
}

const vaultOf = async (count: number): Promise<void> => {
  const rows = Object.fromEntries(upTo(count).map((n) => [`Inbox/P${n}.md`, textOf(n)]));
  const metastore = await metastoreOf(PEOPLE, TASKS);
  await openWith({ ...rows, 'Contacts/Readme.md': '', 'Call.md': TASK, 'notedb/metastore.yaml': metastore });
};

test('3,000 notes moved into a folder that is there are the same rows', async () => {
  await vaultOf(3000);
  await runElsewhere(`
    process.chdir(process.argv[1]);
    for (const name of fs.readdirSync('Inbox')) fs.renameSync('Inbox/' + name, 'Contacts/' + name);
  `);
  await expectMoved(3000, 'Contacts');
});

test('300 notes that go and are elsewhere 120 ms later are the same rows', async () => {
  await vaultOf(300);
  await runElsewhere(`
    process.chdir(process.argv[1]);
    const away = process.argv[2] + '/away';
    fs.renameSync('Inbox', away);
    setTimeout(() => fs.readdirSync(away).forEach((name) => fs.renameSync(away + '/' + name, 'Contacts/' + name)), 120);
  `);
  await expectMoved(300, 'Contacts');
});

test('a checkout of a commit with another folder of a table has its rows and links', async () => {
  const [before, after] = ['notedb/main/default/people', 'notedb/main/default/contacts'];
  const owner = { name: 'owner', type: 'link', ref: 'contacts', description: 'whose' };
  const columns = (TASKS['columns'] as JsonObject[]).map((column) => (column['name'] === 'owner' ? owner : column));
  const rows = Object.fromEntries(upTo(60).map((n) => [`${before}/P${n}.md`, textOf(n)]));
  await openWith({ ...rows, 'Call.md': TASK, 'notedb/metastore.yaml': await metastoreOf(PEOPLE, TASKS) });
  // What the other program brings lies ready beside the vault.
  const commit = path.join(scratch.beside, 'commit');
  fs.mkdirSync(commit);
  for (const n of upTo(60)) fs.writeFileSync(path.join(commit, `P${n}.md`), textOf(n, 'contacts'));
  const metastore = await metastoreOf({ ...PEOPLE, name: 'contacts' }, { ...TASKS, columns });
  fs.writeFileSync(path.join(scratch.beside, 'metastore.yaml'), metastore);
  // As git does: first what goes, then what comes, in the order of the paths.
  await runElsewhere(`
    process.chdir(process.argv[1]);
    fs.rmSync('${before}', { recursive: true });
    fs.cpSync(process.argv[2] + '/commit', '${after}', { recursive: true });
    fs.rmSync('notedb/metastore.yaml');
    fs.copyFileSync(process.argv[2] + '/metastore.yaml', 'notedb/metastore.yaml');
  `);
  await eventually(async () => void (await engine.run('describe_table', { table: 'contacts' })));
  await expectMoved(60, after, 'contacts');
  const { tables } = await engine.run('list_tables');
  expect((tables as JsonObject[]).map(({ name }) => name)).toEqual(['contacts', 'tasks']);
});
