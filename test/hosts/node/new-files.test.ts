/** Many new files by threads, as on a slow disk, and on the spot, as on a quick one. */

import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { NewFile } from '../../../src/engine/ports/vault-port';
import { VaultFailure } from '../../../src/engine/ports/vault-port';
import { statFrom } from '../../../src/hosts/node/note-file';
import { type NewFileSteps, writeNewFiles } from '../../../src/hosts/node/new-files';

let folder: string;
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'notedb-new-files-'));
});
afterEach(() => {
  vi.restoreAllMocks();
  fs.rmSync(folder, { recursive: true, force: true });
});

const place = (file: { readonly path: string }): string => path.join(folder, file.path);

function stepsWith(own: Partial<NewFileSteps> = {}): NewFileSteps {
  return {
    place,
    again: (file) => {
      throw new VaultFailure('missing', file.path);
    },
    pause: () => Promise.resolve(),
    ...own,
  };
}

test('a folder that takes long to look at is no slow disk', async () => {
  const files = Array.from({ length: 130 }, (_, i) => ({ path: `${i}.md`, text: 'text' }));
  const byThreads = vi.spyOn(fs, 'open');
  let looks = 0;
  const slowly = (file: NewFile): string => {
    // Until the first files have said how long one takes.
    if (looks++ < 64) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 8);
    return place(file);
  };
  await writeNewFiles(files, stepsWith({ place: slowly }), 5);
  expect(byThreads).not.toHaveBeenCalled();
  expect(fs.readdirSync(folder)).toHaveLength(files.length);
});

test('a disk that was slow for a while is tried again', async () => {
  const files = Array.from({ length: 64 + 1024 + 64 + 10 }, (_, i) => ({ path: `${i}.md`, text: 'text' }));
  const byThreads = vi.spyOn(fs, 'open');
  const { openSync } = fs;
  let opened = 0;
  vi.spyOn(fs, 'openSync').mockImplementation((...args) => {
    if (opened++ < 17) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 40);
    return openSync(...args);
  });
  const made = await writeNewFiles(files, stepsWith(), 30);
  expect(byThreads).toHaveBeenCalledTimes(1024);
  expect(made).toEqual(files.map((file) => statFrom(file.path, fs.statSync(place(file)))));
});

describe.each([
  ['by threads', 0],
  ['on the spot', Infinity],
])('%s', (_how, worthThreads) => {
  const files: readonly NewFile[] = Array.from({ length: 300 }, (_, i) => ({
    path: `Ä ${i}.md`,
    text: i === 9 ? 'ü🎵'.repeat(300_000) : `text ${i}`,
  }));

  test('writes every file and tells its stat', async () => {
    const made = await writeNewFiles(files, stepsWith(), worthThreads);
    expect(made).toEqual(files.map((file) => statFrom(file.path, fs.statSync(place(file)))));
    for (const file of files) expect(fs.readFileSync(place(file), 'utf8')).toBe(file.text);
  });

  test('lets others have their turn', async () => {
    let turns = 0;
    const pause = (): Promise<void> => Promise.resolve(void (turns += 1));
    let isMade = false;
    const others = (async () => {
      for (; !isMade; turns += 1) await new Promise((resolve) => setImmediate(resolve));
    })();
    await writeNewFiles(files, stepsWith({ pause }), worthThreads);
    isMade = true;
    await others;
    // A pause is asked for with every file, or the files are waited for.
    expect(turns).toBeGreaterThan(worthThreads === 0 ? 10 : files.length - 1);
  });

  test('begins no more when one is taken, and leaves that one alone', async () => {
    fs.writeFileSync(place(files[150] as NewFile), 'theirs');
    const made = await writeNewFiles(files, stepsWith(), worthThreads);
    expect(made[150]).toMatchObject({ code: 'exists', path: files[150]?.path });
    expect(made.at(-1)).toBeNull();
    expect(made.slice(0, 150)).not.toContain(null);
    for (const [i, file] of files.entries()) expect(fs.existsSync(place(file))).toBe(made[i] !== null);
    expect(fs.readFileSync(place(files[150] as NewFile), 'utf8')).toBe('theirs');
  });

  test('begins no more when one has no place', async () => {
    const made = await writeNewFiles(
      files,
      stepsWith({
        place: (file) => {
          if (file === files[150]) throw new VaultFailure('exists', file.path);
          return place(file);
        },
      }),
      worthThreads,
    );
    expect(made[150]).toMatchObject({ code: 'exists' });
    expect(made.at(-1)).toBeNull();
    expect(made.filter((outcome) => outcome instanceof VaultFailure)).toHaveLength(1);
  });

  test('asks again for a file whose folder has gone', async () => {
    const asked: string[] = [];
    const made = await writeNewFiles(
      files,
      stepsWith({
        place: (file) => (file === files[150] ? path.join(folder, 'gone', 'x.md') : place(file)),
        again: (file) => {
          asked.push(file.path);
          fs.writeFileSync(place(file), file.text);
          return statFrom(file.path, fs.statSync(place(file)));
        },
      }),
      worthThreads,
    );
    expect(asked).toEqual([files[150]?.path]);
    expect(made.filter((outcome) => outcome === null || outcome instanceof VaultFailure)).toEqual([]);
  });

  test('takes away what a full disk cuts off', async () => {
    const full = Object.assign(new Error('no space left'), { code: 'ENOSPC' });
    let calls = 0;
    const { write, writeSync } = fs;
    vi.spyOn(fs, 'write').mockImplementation((...args: Parameters<typeof write>) => {
      calls += 1;
      if (calls === 151) setImmediate(() => (args.at(-1) as unknown as (error: Error) => void)(full));
      else write(...args);
    });
    vi.spyOn(fs, 'writeSync').mockImplementation((...args: Parameters<typeof writeSync>) => {
      calls += 1;
      if (calls === 151) throw full;
      return writeSync(...args);
    });
    const made = await writeNewFiles(files, stepsWith(), worthThreads);
    const failed = made.filter((outcome) => outcome instanceof VaultFailure);
    expect(failed).toMatchObject([{ code: 'io', detail: 'ENOSPC' }]);
    expect(made.at(-1)).toBeNull();
    for (const [i, file] of files.entries()) {
      expect(fs.existsSync(place(file))).toBe(made[i] !== null && made[i] !== failed[0]);
    }
  });
});
