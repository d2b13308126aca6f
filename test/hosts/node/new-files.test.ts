/** Many new files by a second thread, by both, and without it when it is lost. A full disk is real in full-disk.test.ts. */

import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { NewFile } from '../../../src/engine/ports/vault-port';
import { VaultFailure } from '../../../src/engine/ports/vault-port';
import { statFrom } from '../../../src/hosts/node/note-file';
import { type FileMaker, FilesThread } from '../../../src/hosts/node/files-thread';
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
    pause: () => new Promise((resolve) => setImmediate(resolve)),
    turn: () => new Promise((resolve) => setImmediate(resolve)),
    ...own,
  };
}

/** Steps that wait after each job here for an answer of the thread: how quick either is does not matter. */
function inStep(thread: FileMaker): { readonly maker: FileMaker; readonly steps: NewFileSteps } {
  const underWay = new Set<Promise<unknown>>();
  const make: FileMaker['make'] = (job) => {
    const made = thread.make(job);
    const settled = made.catch(() => null).finally(() => underWay.delete(settled));
    underWay.add(settled);
    return made;
  };
  const turn = async (): Promise<void> => {
    if (underWay.size > 0) await Promise.race(underWay);
    // What waits for the answer takes it in.
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { maker: { start: () => thread.start(), make }, steps: stepsWith({ turn }) };
}

const nothing = (): Promise<void> => Promise.resolve();

/** As long as the thread needs for a few hundred files. */
const aMoment = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 150));

const threads: FilesThread[] = [];
function aThread(): FilesThread {
  const thread = new FilesThread();
  threads.push(thread);
  return thread;
}
afterEach(() => {
  for (const thread of threads.splice(0)) thread.close();
});

/** Nobody can say what became of its files. */
const lostThread = (): FileMaker => ({ start: () => undefined, make: () => Promise.reject(new Error('lost')) });

test('the work of meanwhile is done beside the thread, and this one helps afterwards', async () => {
  const files = Array.from({ length: 3000 }, (_, i) => ({ path: `${i}.md`, text: `text ${i}` }));
  const here = vi.spyOn(fs, 'openSync');
  let isDone = false;
  let madeMeanwhile = 0;
  const meanwhile = async (): Promise<void> => {
    while (fs.readdirSync(folder).length < 200) await new Promise((resolve) => setImmediate(resolve));
    madeMeanwhile = here.mock.calls.length;
    isDone = true;
  };
  const made = await writeNewFiles(files, stepsWith(), aThread(), meanwhile);
  expect(isDone).toBe(true);
  expect(madeMeanwhile).toBe(0);
  expect(here.mock.calls.length).toBeGreaterThan(0);
  expect(here.mock.calls.length).toBeLessThan(files.length - 200);
  expect(made).toEqual(files.map((file) => statFrom(file.path, fs.statSync(place(file)))));
});

test('when the work of meanwhile fails, the files have been waited for', async () => {
  const files = Array.from({ length: 500 }, (_, i) => ({ path: `${i}.md`, text: 'text' }));
  const failing = (): Promise<void> => Promise.reject(new Error('meanwhile'));
  await expect(writeNewFiles(files, stepsWith(), aThread(), failing)).rejects.toThrow('meanwhile');
  expect(fs.readdirSync(folder)).toHaveLength(files.length);
});

test('files that a lost thread has made are ours, and no others', async () => {
  const files = Array.from({ length: 130 }, (_, i) => ({ path: `${i}.md`, text: `text ${i}` }));
  for (const file of files.slice(0, 100)) fs.writeFileSync(place(file), file.text);
  // Long enough for every job to be handed over.
  const made = await writeNewFiles(files, stepsWith(), lostThread(), aMoment);
  expect(made).toEqual(files.map((file) => statFrom(file.path, fs.statSync(place(file)))));
  fs.writeFileSync(place({ path: '500.md' }), 'theirs');
  const [other] = await writeNewFiles([{ path: '500.md', text: 'ours' }], stepsWith(), lostThread(), aMoment);
  expect(other).toMatchObject({ code: 'exists', path: '500.md' });
  expect(fs.readFileSync(place({ path: '500.md' }), 'utf8')).toBe('theirs');
});

test('a thread that ended is started again with the next files', async () => {
  const thread = aThread();
  const file = (i: number): NewFile[] => [{ path: `${i}.md`, text: 'text' }];
  expect(await writeNewFiles(file(1), stepsWith(), thread, aMoment)).toMatchObject([{ path: '1.md' }]);
  thread.close();
  const here = vi.spyOn(fs, 'openSync');
  expect(await writeNewFiles(file(2), stepsWith(), thread, aMoment)).toMatchObject([{ path: '2.md' }]);
  expect(here).not.toHaveBeenCalled();
});

test('a thread that is closed says so to who waits for it', async () => {
  const thread = aThread();
  const making = thread.make({ places: [place({ path: 'a.md' })], texts: ['text'] });
  thread.close();
  await expect(making).rejects.toThrow('closed');
});

describe.each([
  ['by the thread', aThread, aMoment],
  ['by both', aThread, nothing],
  ['without it', lostThread, nothing],
])('%s', (_how, thread, meanwhile) => {
  const files: readonly NewFile[] = Array.from({ length: 300 }, (_, i) => ({
    path: `Ä ${i}.md`,
    text: i === 9 ? 'ü🎵'.repeat(300_000) : `text ${i}`,
  }));

  test('writes every file and tells its stat', async () => {
    const made = await writeNewFiles(files, stepsWith(), thread(), meanwhile);
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
    await writeNewFiles(files, stepsWith({ pause }), thread(), meanwhile);
    isMade = true;
    await others;
    // A pause is asked for with every place, and here with every file.
    expect(turns).toBeGreaterThan(files.length);
  });

  test('begins no more when one is taken, and leaves that one alone', async () => {
    // More than what is under way at once.
    const many = Array.from({ length: 3000 }, (_, i) => ({ path: `${i}.md`, text: `text ${i}` }));
    fs.writeFileSync(place({ path: '150.md' }), 'theirs');
    const { maker, steps } = inStep(thread());
    const made = await writeNewFiles(many, steps, maker, meanwhile);
    expect(made[150]).toMatchObject({ code: 'exists', path: '150.md' });
    expect(made.filter((outcome) => outcome instanceof VaultFailure)).toHaveLength(1);
    expect(made.at(-1)).toBeNull();
    for (const [i, file] of many.entries()) expect(fs.existsSync(place(file))).toBe(made[i] !== null);
    expect(fs.readFileSync(place({ path: '150.md' }), 'utf8')).toBe('theirs');
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
      thread(),
      meanwhile,
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
      thread(),
      meanwhile,
    );
    expect(asked).toEqual([files[150]?.path]);
    expect(made.filter((outcome) => outcome === null || outcome instanceof VaultFailure)).toEqual([]);
  });
});

test('takes away what a full disk cuts off', async () => {
  // More than lie with the thread at once.
  const files = Array.from({ length: 1200 }, (_, i) => ({ path: `${i}.md`, text: `text ${i}` }));
  const full = Object.assign(new Error('no space left'), { code: 'ENOSPC' });
  let calls = 0;
  const { writeSync } = fs;
  vi.spyOn(fs, 'writeSync').mockImplementation((...args: Parameters<typeof writeSync>) => {
    calls += 1;
    if (calls === 151) throw full;
    return writeSync(...args);
  });
  const made = await writeNewFiles(files, stepsWith(), lostThread(), nothing);
  const failed = made.filter((outcome) => outcome instanceof VaultFailure);
  expect(failed).toMatchObject([{ code: 'io', detail: 'ENOSPC' }]);
  expect(made.at(-1)).toBeNull();
  for (const [i, file] of files.entries()) {
    expect(fs.existsSync(place(file))).toBe(made[i] !== null && made[i] !== failed[0]);
  }
});
