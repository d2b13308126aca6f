/** A second thread for file work that comes by the thousand: what a file costs is mostly the system's, which another processor can do. */

import type fs from 'node:fs';
import { Worker, type parentPort } from 'node:worker_threads';
import type { FileStat, NotePath } from '../../engine/ports/vault-port';
import { makeFile } from './make-file';
import { statFrom } from './note-file';

/** New files that are handed over in one go: real paths, and what each is to hold. Without texts: files to look at. */
export interface FilesJob {
  readonly places: readonly string[];
  readonly texts?: readonly string[];
}

/** The same on its way: one long text goes to another thread sooner than many short ones. */
interface SentJob {
  readonly id: number;
  /** No path holds a NUL. */
  readonly places: string;
  readonly texts: string | null;
  /** Of each text, in characters. */
  readonly lengths: readonly number[];
}

/** What became of them. After a failure the rest of the job is not begun, unless only the folder was missing. */
export interface FilesMade {
  readonly stats: StatNumbers;
  /** Which could not be made, and the system's code. */
  readonly failed: readonly { readonly at: number; readonly code: string }[];
}

/** `STAT_NUMBERS` a file: size, mtime, time of birth, ctime, as `fs.Stats` has them; NaN for what is not there, or is no file. */
export type StatNumbers = Float64Array;
export const STAT_NUMBERS = 4;

/** The stat of the `at`-th file of a job; null for one that has none. */
export function statAt(numbers: StatNumbers, at: number, path: NotePath): FileStat | null {
  const start = at * STAT_NUMBERS;
  const size = numbers[start];
  if (size === undefined || Number.isNaN(size)) return null;
  const [mtimeMs = 0, birthtimeMs = 0, ctimeMs = 0] = [numbers[start + 1], numbers[start + 2], numbers[start + 3]];
  return statFrom(path, { size, mtimeMs, birthtimeMs, ctimeMs });
}

/** Whether the `at`-th file of a job is as large, and as old, as it was left. */
export const isAsLeft = (numbers: StatNumbers, at: number, { size, mtime }: FileStat): boolean =>
  numbers[at * STAT_NUMBERS] === size && numbers[at * STAT_NUMBERS + 1] === mtime;

/** Where many new files are made. */
export interface FileMaker {
  /** Gets ready, so that the first job need not wait for it. */
  start(): void;
  /** Rejects when the thread was lost: nobody knows which of the files were made. */
  make(job: Required<FilesJob>): Promise<FilesMade>;
}

/** Where many files are looked at. */
export interface FileLooker {
  /** The stat of each; what is a link, a folder, or not to be looked at has none. Rejects when the thread was lost. */
  look(places: readonly string[]): Promise<StatNumbers>;
}

interface Waiting {
  readonly done: (made: FilesMade) => void;
  readonly lost: (error: unknown) => void;
}

/** Runs from the first job until `close`; keeps the process alive while a job is under way. */
export class FilesThread implements FileMaker, FileLooker {
  private worker: Worker | null = null;
  private readonly waiting = new Map<number, Waiting>();
  private last = 0;

  start(): void {
    try {
      this.running();
    } catch {
      // Not allowed here, or no room for it: every job will be rejected, and done by who asked.
    }
  }

  make(job: Required<FilesJob>): Promise<FilesMade> {
    return this.run(job);
  }

  async look(places: readonly string[]): Promise<StatNumbers> {
    return (await this.run({ places })).stats;
  }

  private async run(job: FilesJob): Promise<FilesMade> {
    const worker = this.running();
    const id = ++this.last;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { done: resolve, lost: reject });
      worker.ref();
      worker.postMessage(sent(id, job));
    });
  }

  close(): void {
    const { worker } = this;
    if (worker === null) return;
    this.lose(worker, new Error('the thread for files was closed'));
    void worker.terminate();
  }

  private lose(worker: Worker, error: unknown): void {
    // One that failed ends too, when the next may be running already.
    if (this.worker !== worker) return;
    this.worker = null;
    for (const { lost } of this.waiting.values()) lost(error);
    this.waiting.clear();
  }

  private running(): Worker {
    if (this.worker !== null) return this.worker;
    // By its text: the program is one file, and tests run the sources.
    const worker = new Worker(`(${threadOfFiles.toString()})(require, ${makeFile.toString()})`, { eval: true });
    worker.on('message', ({ id, made }: { readonly id: number; readonly made: FilesMade }) => {
      this.waiting.get(id)?.done(made);
      this.waiting.delete(id);
      if (this.waiting.size === 0) worker.unref();
    });
    worker.on('error', (error) => this.lose(worker, error));
    worker.on('exit', () => this.lose(worker, new Error('the thread for files ended')));
    // Not before the listeners are there: they make it count.
    worker.unref();
    return (this.worker = worker);
  }
}

const sent = (id: number, { places, texts }: FilesJob): SentJob => ({
  id,
  places: places.join('\0'),
  texts: texts === undefined ? null : texts.join(''),
  lengths: texts === undefined ? [] : texts.map(({ length }) => length),
});

/** What the thread runs. Only its text goes there, so it uses nothing but what it is given. */
function threadOfFiles(require: (name: string) => unknown, make: typeof makeFile): void {
  const { openSync, writeSync, fchmodSync, fstatSync, closeSync, unlinkSync, lstatSync } =
    require('node:fs') as typeof fs;
  const system = { openSync, writeSync, fchmodSync, fstatSync, closeSync, unlinkSync };
  const { parentPort: port } = require('node:worker_threads') as { readonly parentPort: typeof parentPort };
  const look = (place: string): fs.Stats | null => {
    const stats = lstatSync(place, { throwIfNoEntry: false });
    return stats?.isFile() === true ? stats : null;
  };
  port?.on('message', ({ id, places, texts, lengths }: SentJob) => {
    const stats: number[] = [];
    const failed: { at: number; code: string }[] = [];
    const bytes = Buffer.from(texts ?? '');
    const isPlain = bytes.length === texts?.length;
    let isOver = false;
    let start = 0;
    for (const [at, place] of (places === '' ? [] : places.split('\0')).entries()) {
      const end = start + (lengths[at] ?? 0);
      let stat: fs.Stats | null = null;
      try {
        if (texts === null) stat = look(place);
        else if (!isOver)
          stat = make(system, place, isPlain ? bytes.subarray(start, end) : Buffer.from(texts.slice(start, end)));
      } catch (error) {
        const { code = '' } = error as { readonly code?: string };
        failed.push({ at, code });
        isOver = code !== 'ENOENT' && code !== 'ENOTDIR';
      }
      const { size, mtimeMs, birthtimeMs, ctimeMs } = stat ?? {
        size: Number.NaN,
        mtimeMs: 0,
        birthtimeMs: 0,
        ctimeMs: 0,
      };
      stats.push(size, mtimeMs, birthtimeMs, ctimeMs);
      start = end;
    }
    port.postMessage({ id, made: { stats: Float64Array.from(stats), failed } });
  });
}
