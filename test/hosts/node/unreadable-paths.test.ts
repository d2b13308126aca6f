/** Names, folders and notes that nobody can read, on a real disk: each is left out or kept with a warning, and nothing else is late. D7 */

import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Engine, type JsonObject, openEngine } from '../../../src/engine/index';
import { eventually } from '../../eventually';
import { PEOPLE } from '../../engine/open-vault';
import { type ScratchVault, scratchVault } from './scratch-vault';

const FOLDER = 'notedb/main/default/people';
const ADA = `${FOLDER}/Ada.md`;
const GRACE = `${FOLDER}/Grace.md`;

let scratch: ScratchVault;
let engine: Engine;
beforeEach(async () => {
  scratch = await scratchVault();
  engine = await openEngine(scratch.host);
  await engine.run('create_table', PEOPLE);
  for (const name of ['Ada', 'Grace']) await engine.run('insert_row', { table: 'people', values: { name } });
});
afterEach(async () => {
  vi.restoreAllMocks();
  await engine.close();
  await scratch.close();
});

async function emails(): Promise<JsonObject> {
  const { rows } = await engine.run('select_rows', { table: 'people', order_by: 'path', limit: 100 });
  return Object.fromEntries((rows as JsonObject[]).map(({ name, email }) => [name as string, email ?? null]));
}

const at = (file: string): string => path.join(scratch.folder, file);

function edit(file: string, email: string): void {
  const text = fs.readFileSync(at(file), 'utf8');
  fs.writeFileSync(at(file), text.replace('\n---\n', `\nemail: ${email}\n---\n`));
}

const warnings = (): readonly unknown[] =>
  scratch.logger.entries.filter(({ event }) => event === 'path_not_read').map(({ data }) => data);

async function reopen(): Promise<void> {
  await engine.close();
  engine = await openEngine(await scratch.reopen());
}

describe.runIf(process.platform === 'linux')('a name that no path of a vault has', () => {
  const BACKSLASH = 'a\\b';
  const NO_UTF8 = Buffer.from([0x61, 0xff, 0x62]);
  const inFolder = (name: string | Buffer): Buffer => Buffer.concat([Buffer.from(`${at(FOLDER)}/`), Buffer.from(name)]);

  test.each([
    ['a note with a backslash', () => fs.writeFileSync(inFolder(`${BACKSLASH}.md`), 'x')],
    ['a picture with a backslash', () => fs.writeFileSync(inFolder(`${BACKSLASH}.png`), 'x')],
    ['a folder with a backslash', () => fs.mkdirSync(inFolder(BACKSLASH))],
    ['a note that is not UTF-8', () => fs.writeFileSync(inFolder(Buffer.concat([NO_UTF8, Buffer.from('.md')])), 'x')],
    ['a folder that is not UTF-8', () => fs.mkdirSync(inFolder(NO_UTF8))],
  ])('%s: edits of others are taken in, before and after a restart', async (_what, make) => {
    make();
    edit(GRACE, 'one@x');
    await eventually(async () => expect(await emails()).toEqual({ Ada: null, Grace: 'one@x' }));
    await engine.rescan();
    expect(warnings()).toMatchObject([{ path: expect.stringContaining(`${FOLDER}/a`) as unknown }]);
    await expect(engine.run('list_folder', { folder: FOLDER })).resolves.toBeTruthy();
    await reopen();
    fs.writeFileSync(at(`${FOLDER}/New.md`), fs.readFileSync(at(GRACE), 'utf8').replace(/^id: .*\n/m, ''));
    edit(ADA, 'two@x');
    await eventually(async () => expect(await emails()).toMatchObject({ Ada: 'two@x', Grace: 'one@x' }));
    expect(scratch.logger.entries.map(({ event }) => event)).not.toContain('edits_not_taken_in');
  });
});

/** The calls of the system that fail for a path and what lies below it. */
const LOOKS = ['lstatSync', 'statSync', 'readFileSync', 'openSync'] as const;
const LISTS = ['readdirSync'] as const;
const CODES = ['EACCES', 'EIO', 'ELOOP', 'ENAMETOOLONG', 'ESTALE'] as const;

/** As the system refuses it: the root may do everything, so that permissions alone refuse nothing where tests run as root. */
function deny(file: string, code: string, calls: readonly ((typeof LOOKS)[number] | (typeof LISTS)[number])[]): void {
  const place = at(file);
  for (const name of calls) {
    const real = fs[name].bind(fs) as (...args: readonly unknown[]) => unknown;
    vi.spyOn(fs, name as 'lstatSync').mockImplementation(((...args: readonly unknown[]) => {
      const [asked] = args;
      const isOn = asked === place || (typeof asked === 'string' && asked.startsWith(`${place}/`));
      if (isOn) throw Object.assign(new Error(`${code}: ${place}`), { code });
      return real(...args);
    }) as unknown as typeof fs.lstatSync);
  }
}

describe.each(CODES)('%s', (code) => {
  test.each([
    ['a note', ADA, LOOKS],
    ['the folder of a table', FOLDER, [...LOOKS, ...LISTS]],
    ['the names in the folder of a table', FOLDER, LISTS],
    ['another folder', 'Closed', [...LOOKS, ...LISTS]],
  ] as const)('at %s: rows stay, and other edits are seen', async (_what, denied, calls) => {
    fs.mkdirSync(at('Closed'));
    fs.writeFileSync(at('Closed/note.md'), 'x');
    await engine.rescan();
    deny(denied, code, calls);
    // The watcher hears of the path itself, and of its neighbours.
    fs.utimesSync(at(denied), new Date(), new Date());
    fs.writeFileSync(
      at('Elsewhere.md'),
      '---\ntable: main.default.people\nid: 5f0c3b1e-0000-4000-8000-000000000001\nname: Joan\n---\n',
    );
    await eventually(async () => expect(await emails()).toEqual({ Ada: null, Grace: null, Joan: null }));
  });
});

const notes = (): readonly string[] => [ADA, GRACE].map((file) => fs.readFileSync(at(file), 'utf8'));

describe('a write of several rows', () => {
  const SET_BORN = { table: 'people', where: {}, set_values: { born: '2026-01-01' } };
  const INSERT = { op: 'insert_row', table: 'people', values: { name: 'Joan' } };

  test.each([
    ['an update', 'update_rows', SET_BORN],
    ['a deletion', 'delete_rows', { table: 'people', where: {} }],
    ['a batch', 'batch', { operations: [INSERT, { op: 'update_rows', ...SET_BORN }] }],
    ['an undo', 'undo_migration', {}],
  ] as const)(
    '%s is refused whole with the note and the reason when one can not be read',
    async (_what, name, args) => {
      const { migrationId } = await engine.run('update_rows', {
        table: 'people',
        where: {},
        set_values: { born: '2020-01-01' },
      });
      const before = notes();
      deny(ADA, 'EACCES', LOOKS);
      await engine.rescan();
      const given = name === 'undo_migration' ? { migration_id: migrationId as string } : args;
      await expect(engine.run(name, given)).rejects.toMatchObject({
        code: 'unavailable',
        message: `${ADA} can't be read (EACCES); nothing was changed`,
      });
      vi.restoreAllMocks();
      expect(notes()).toEqual(before);
      expect(Object.keys(await emails())).toEqual(['Ada', 'Grace']);
      expect(fs.existsSync(at(`${FOLDER}/Joan.md`))).toBe(false);
    },
  );
});

describe('a note that goes right before a call of the system', () => {
  /** Removes the note before the first such call for it. */
  function removeBefore(file: string, name: (typeof LOOKS)[number]): () => void {
    const place = at(file);
    const real = fs[name].bind(fs) as (...args: readonly unknown[]) => unknown;
    let isGone = false;
    const remove = (): void => {
      if (isGone) return;
      isGone = true;
      fs.unlinkSync(place);
    };
    vi.spyOn(fs, name as 'lstatSync').mockImplementation(((...args: readonly unknown[]) => {
      if (args[0] === place) remove();
      return real(...args);
    }) as unknown as typeof fs.lstatSync);
    return remove;
  }

  test.each(LOOKS)('%s is a deleted row, and the same row when it comes back', async (name) => {
    const ids = async (): Promise<readonly unknown[]> => {
      const { rows } = await engine.run('select_rows', { table: 'people', order_by: 'path', limit: 100 });
      return (rows as JsonObject[]).map(({ id }) => id);
    };
    const before = await ids();
    const text = fs.readFileSync(at(ADA), 'utf8');
    const remove = removeBefore(ADA, name);
    fs.writeFileSync(at(ADA), `${text}More.\n`);
    edit(GRACE, 'one@x');
    await engine.rescan();
    remove();
    vi.restoreAllMocks();
    await engine.rescan();
    expect(await emails()).toEqual({ Grace: 'one@x' });
    fs.writeFileSync(at(ADA), text);
    await engine.rescan();
    expect(await ids()).toEqual(before);
    const { changes } = await engine.run('list_changes', { limit: 1000 });
    const ops = (changes as JsonObject[]).filter((change) => change['path'] === ADA).map(({ op }) => op);
    expect(ops.filter((op) => op !== 'update')).toEqual(['insert', 'delete', 'insert']);
  });
});
