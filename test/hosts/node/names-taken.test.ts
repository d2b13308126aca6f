import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { type Heard, type Listing, NamesTaken, hasStub } from '../../../src/hosts/node/names-taken';
import { SiblingNames } from '../../../src/hosts/node/sibling-names';
import { foldPath } from '../../../src/hosts/vault-path';

/** More than are listed at once. */
const FOLDERS = 20;

let root: string;
let kept: Map<string, Listing | null>;
let names: NamesTaken;
/** What the watch of a folder has told; folders that are not here have none. */
let told: Map<string, Set<string> | null>;

const folder = (i: number): string => path.join(root, `folder ${i}`);
const pause = (): Promise<void> => Promise.resolve();
const unwatched = (): Heard | null => null;

beforeEach(() => {
  root = fs.mkdtempSync(path.join(os.tmpdir(), 'names-taken-'));
  kept = new Map();
  told = new Map();
  names = new NamesTaken(
    {
      listing: (each) => ({
        mtime: 0,
        nameByFold: new Map(fs.readdirSync(each).map((name) => [foldPath(name), name])),
        hasStubs: hasStub(fs.readdirSync(each)),
      }),
      keep: (each, listing) => void kept.set(each, listing),
      listen: (each) => () => told.get(each) ?? null,
    },
    pause,
  );
  for (let i = 0; i < FOLDERS; i++) {
    fs.mkdirSync(folder(i));
    fs.writeFileSync(path.join(folder(i), 'there.md'), '');
    const file = path.join(folder(i), `Ours ${i}.md`);
    expect(names.take(file)).toBe(true);
    fs.writeFileSync(file, '');
  }
});

afterEach(() => {
  vi.restoreAllMocks();
  fs.rmSync(root, { recursive: true });
});

test('finds what others brought, in whichever folder, and keeps what is there now', async () => {
  for (const i of [3, 17]) fs.writeFileSync(path.join(folder(i), `OURS ${i}.md`), '');
  fs.writeFileSync(path.join(folder(9), 'theirs.md'), '');
  const met = await names.settle();
  expect([...met].sort()).toEqual([path.join(folder(17), 'Ours 17.md'), path.join(folder(3), 'Ours 3.md')]);
  expect(kept.size).toBe(FOLDERS);
  expect([...(kept.get(folder(9))?.nameByFold.values() ?? [])].sort()).toEqual(['Ours 9.md', 'theirs.md', 'there.md']);
});

test('forgets a folder that is gone, or that can not be asked', async () => {
  fs.rmSync(folder(2), { recursive: true });
  const { statSync } = fs;
  const denied = Object.assign(new Error('permission denied'), { code: 'EACCES' });
  vi.spyOn(fs, 'statSync').mockImplementation((...args: Parameters<typeof statSync>) => {
    if (args[0] === folder(5) || args[0] === folder(14)) throw denied;
    return statSync(...args);
  });
  expect(await names.settle()).toEqual(new Set());
  const forgotten = [...kept].filter(([, listing]) => listing === null).map(([each]) => each);
  expect(forgotten.sort()).toEqual([folder(14), folder(2), folder(5)]);
});

test('believes a watch that has told of all our files, and lists the folder where it has not', async () => {
  fs.writeFileSync(path.join(folder(3), 'OURS 3.md'), '');
  fs.writeFileSync(path.join(folder(4), 'OURS 4.md'), '');
  fs.writeFileSync(path.join(folder(5), 'theirs.md'), '');
  told.set(folder(3), new Set(['Ours 3.md', 'OURS 3.md']));
  told.set(folder(4), new Set(['OURS 4.md']));
  told.set(folder(5), new Set(['theirs.md', 'Ours 5.md', 'gone again.md', 'there.md']));
  const listed = vi.spyOn(fs.promises, 'readdir');
  const met = await names.settle();
  expect([...met].sort()).toEqual([path.join(folder(3), 'Ours 3.md'), path.join(folder(4), 'Ours 4.md')]);
  const places = listed.mock.calls.map(([place]) => place);
  expect(places).toHaveLength(FOLDERS - 2);
  expect(places).not.toContain(folder(3));
  expect(places).not.toContain(folder(5));
  expect([...(kept.get(folder(3))?.nameByFold.values() ?? [])].sort()).toEqual(['OURS 3.md', 'there.md']);
  expect([...(kept.get(folder(4))?.nameByFold.values() ?? [])].sort()).toEqual(['OURS 4.md', 'there.md']);
  expect([...(kept.get(folder(5))?.nameByFold.values() ?? [])].sort()).toEqual(['Ours 5.md', 'theirs.md', 'there.md']);
  expect(kept.get(folder(5))?.mtime).toBe(fs.statSync(folder(5)).mtimeMs);
  expect(names.heardAlone).toEqual(new Map());
});

test('tells of the folders whose watch has told of our files alone', async () => {
  expect(names.take(path.join(folder(6), 'Also ours.md'))).toBe(true);
  fs.writeFileSync(path.join(folder(6), 'Also ours.md'), '');
  told.set(folder(6), new Set(['Also ours.md', 'Ours 6.md']));
  told.set(folder(7), new Set(['Ours 7.md', 'theirs.md']));
  told.set(folder(8), new Set());
  told.set(folder(9), new Set(['Ours 9.md']));
  await names.settle();
  expect(names.heardAlone).toEqual(new Map([[folder(6), 2], [folder(9), 1]])); // prettier-ignore
});

test('takes a name whose file was taken away while others were made', async () => {
  const siblings = new SiblingNames();
  const ours = path.join(folder(0), 'mine.md');
  const first = siblings.together(() => () => new Set(['mine.md']), pause);
  expect(first.take(ours)).toBe(true);
  fs.writeFileSync(ours, '');
  fs.unlinkSync(ours);
  await first.settle();
  expect(siblings.find(path.join(folder(0), 'Mine.md'))).toBeUndefined();
  const second = siblings.together(unwatched, pause);
  expect(second.take(path.join(folder(0), 'THERE.md'))).toBe(false);
  fs.unlinkSync(path.join(folder(0), 'there.md'));
  expect(second.take(path.join(folder(0), 'THERE.md'))).toBe(true);
});

test('finds a name that was taken away and came back by somebody else while ours was made', async () => {
  const siblings = new SiblingNames();
  const first = siblings.together(unwatched, pause);
  expect(first.take(path.join(folder(0), 'other.md'))).toBe(true);
  fs.writeFileSync(path.join(folder(0), 'other.md'), '');
  expect(await first.settle()).toEqual(new Set());
  fs.unlinkSync(path.join(folder(0), 'there.md'));
  siblings.removed(path.join(folder(0), 'there.md'));
  const second = siblings.together(unwatched, pause);
  expect(second.take(path.join(folder(0), 'There.md'))).toBe(true);
  for (const name of ['There.md', 'there.md']) fs.writeFileSync(path.join(folder(0), name), '');
  expect(await second.settle()).toEqual(new Set([path.join(folder(0), 'There.md')]));
});

test('a name whose file is not made after all is free again, and until then it is taken', () => {
  const siblings = new SiblingNames();
  const file = path.join(folder(1), 'never.md');
  const respelled = path.join(folder(1), 'NEVER.md');
  const first = siblings.together(unwatched, pause);
  expect([first.take(file), first.take(file), first.take(respelled)]).toEqual([true, false, false]);
  expect(siblings.find(respelled)).toBeUndefined();
  const second = siblings.together(unwatched, pause);
  expect([second.take(respelled), second.take(file)]).toEqual([true, false]);
  fs.writeFileSync(respelled, '');
  expect(siblings.together(unwatched, pause).take(file)).toBe(false);
});
