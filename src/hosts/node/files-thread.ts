/** A second thread for file work that comes by the thousand: what a file costs is mostly the system's, which another processor can do. */

import type fs from 'node:fs';
import { Worker, type parentPort } from 'node:worker_threads';
import { makeFile } from './make-file';

/** New files that are handed over in one go: real paths, and what each is to hold. */
export interface FilesJob {
  readonly places: readonly string[];
  readonly texts: readonly string[];
}

/** What became of them. After a failure the rest of the job is not begun, unless only the folder was missing. */
export interface FilesMade {
  /** `STAT_NUMBERS` a file: size, mtime, time of birth, ctime, as `fs.Stats` has them; NaN for one that was not made. */
  readonly stats: Float64Array;
  /** Which could not be made, and the system's code. */
  readonly failed: readonly { readonly at: number; readonly code: string }[];
}

export const STAT_NUMBERS = 4;

/** Where many new files are made. */
export interface FileMaker {
  /** Gets ready, so that the first job need not wait for it. */
  start(): void;
  /** Rejects when the thread was lost: nobody knows which of the files were made. */
  make(job: FilesJob): Promise<FilesMade>;
}

interface Waiting {
  readonly done: (made: FilesMade) => void;
  readonly lost: (error: unknown) => void;
}

/** Runs from the first job until `close`; keeps the process alive while a job is under way. */
export class FilesThread implements FileMaker {
  private worker: Worker | null = null;
  private readonly waiting = new Map<number, Waiting>();
  private last = 0;

  start(): void {
    this.running();
  }

  make(job: FilesJob): Promise<FilesMade> {
    const worker = this.running();
    const id = ++this.last;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { done: resolve, lost: reject });
      worker.ref();
      worker.postMessage({ id, ...job });
    });
  }

  close(): void {
    void this.worker?.terminate();
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
    const lose = (error: unknown): void => {
      this.worker = null;
      for (const { lost } of this.waiting.values()) lost(error);
      this.waiting.clear();
    };
    worker.on('error', lose);
    worker.on('exit', () => lose(new Error('the thread for files ended')));
    // Not before the listeners are there: they make it count.
    worker.unref();
    return (this.worker = worker);
  }
}

/** What the thread runs. Only its text goes there, so it uses nothing but what it is given. */
function threadOfFiles(require: (name: string) => unknown, make: typeof makeFile): void {
  const { openSync, writeSync, fchmodSync, fstatSync, closeSync, unlinkSync } = require('node:fs') as typeof fs;
  const system = { openSync, writeSync, fchmodSync, fstatSync, closeSync, unlinkSync };
  const { parentPort: port } = require('node:worker_threads') as { readonly parentPort: typeof parentPort };
  port?.on('message', ({ id, places, texts }: FilesJob & { readonly id: number }) => {
    const numbers: number[] = [];
    const failed: { at: number; code: string }[] = [];
    let isOver = false;
    for (const [at, place] of places.entries()) {
      let stat = [Number.NaN, Number.NaN, Number.NaN, Number.NaN];
      try {
        if (!isOver) {
          const { size, mtimeMs, birthtimeMs, ctimeMs } = make(system, place, Buffer.from(texts[at] as string));
          stat = [size, mtimeMs, birthtimeMs, ctimeMs];
        }
      } catch (error) {
        const { code = '' } = error as { readonly code?: string };
        failed.push({ at, code });
        isOver = code !== 'ENOENT' && code !== 'ENOTDIR';
      }
      numbers.push(...stat);
    }
    port.postMessage({ id, made: { stats: Float64Array.from(numbers), failed } });
  });
}
