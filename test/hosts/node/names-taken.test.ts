import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { type Listing, NamesTaken } from '../../../src/hosts/node/names-taken';
import { SiblingNames } from '../../../src/hosts/node/sibling-names';
import { foldPath } from '../../../src/hosts/vault-path';

/** More than are listed at once. */
const FOLDERS = 20;

let root: string;
let kept: Map<string, Listing | null>;
let names: NamesTaken;

const folder = (i: number): string => path.join(root, `folder ${i}`);
const pause = (): Promise<void> => Promise.resolve();

beforeEach(() => {
  root = fs.mkdtempSync(path.join(os.tmpdir(), 'names-taken-'));
  kept = new Map();
  names = new NamesTaken(
    (each) => {
      const order = fs.readdirSync(each);
      return { mtime: 0, nameByFold: new Map(order.map((name) => [foldPath(name), name])), order };
    },
    (each, listing) => void kept.set(each, listing),
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

test('finds a name that was taken away and came back by somebody else while ours was made', async () => {
  const siblings = new SiblingNames();
  const first = siblings.together(pause);
  expect(first.take(path.join(folder(0), 'other.md'))).toBe(true);
  fs.writeFileSync(path.join(folder(0), 'other.md'), '');
  expect(await first.settle()).toEqual(new Set());
  fs.unlinkSync(path.join(folder(0), 'there.md'));
  siblings.removed(path.join(folder(0), 'there.md'));
  const second = siblings.together(pause);
  expect(second.take(path.join(folder(0), 'There.md'))).toBe(true);
  for (const name of ['There.md', 'there.md']) fs.writeFileSync(path.join(folder(0), name), '');
  expect(await second.settle()).toEqual(new Set([path.join(folder(0), 'There.md')]));
});
