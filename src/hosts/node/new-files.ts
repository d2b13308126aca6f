/** Many new files at once: a second thread makes them, and this one too as soon as it has nothing else to do. */

import { type FileStat, type NewFile, type NotePath, VaultFailure } from '../../engine/ports/vault-port';
import { parentOf } from '../vault-path';
import { errorCode, isMissing, vaultFailure } from './file-errors';
import { type FileMaker, type FilesMade, statAt } from './files-thread';
import { readText, statFile, statFrom } from './note-file';
import { writeNewFile } from './whole-write';

/** So many files, or those that hold so many characters, are one job. */
const JOB_FILES = 32;
const JOB_CHARACTERS = 256 * 1024;

/**
 * So many jobs lie with the thread: more than it can do until this one has time to hand it the next. That may take a slice of 8 ms
 * and a collection of garbage of 15.
 */
const UNDER_WAY = 32;

/** The same when this one makes files too, and looks for answers after each job: nobody is to wait for the other at the end. */
const UNDER_WAY_WITH_US = 3;

export interface NewFileSteps {
  /** Where a file may be made; throws when it may not. */
  place(file: NewFile): string;
  /** Makes a file whose folder has gone since `place` was asked; throws when it can't. */
  again(file: NewFile): FileStat;
  pause(): Promise<void>;
  /** Lets the answers of the thread in. */
  turn(): Promise<void>;
}

export type Outcome = FileStat | VaultFailure | null;

export const isMade = (outcome: Outcome): outcome is FileStat => outcome !== null && !(outcome instanceof VaultFailure);

/** What `VaultPort.createMany` answers. This thread makes files too once it is done with `meanwhile`. */
export async function writeNewFiles(
  files: readonly NewFile[],
  steps: NewFileSteps,
  thread: FileMaker,
  meanwhile: () => Promise<void>,
): Promise<readonly Outcome[]> {
  thread.start();
  const making = new Making(files, steps, thread);
  const elsewhere = making.byThread();
  try {
    await meanwhile();
  } finally {
    await making.here();
    await elsewhere;
  }
  return making.made;
}

/** Files of one folder, or of some that follow each other. */
interface Job {
  /** Their numbers. */
  readonly files: readonly number[];
  readonly places: readonly string[];
}

class Making {
  readonly made: Outcome[];
  private readonly jobs: readonly (readonly number[])[];
  private begun = 0;
  /** One has no place: what comes behind it is not begun. */
  private isOver = false;
  private hasFailed = false;
  /** Jobs that lie with the thread. */
  private underWay = 0;
  /** This thread makes files too. */
  private isBusy = false;

  constructor(
    private readonly files: readonly NewFile[],
    private readonly steps: NewFileSteps,
    private readonly thread: FileMaker,
  ) {
    this.made = files.map(() => null);
    this.jobs = inJobs(files, byFolder(files).flat());
  }

  /** Hands jobs to the thread while there are any. */
  async byThread(): Promise<void> {
    const handing: Promise<void>[] = [];
    for (let i = 0; i < UNDER_WAY; i++) {
      handing.push(this.handOver());
      // A folder that is met for the first time is listed.
      await this.steps.pause();
    }
    await Promise.all(handing);
  }

  private async handOver(): Promise<void> {
    for (let job = this.take(); job !== undefined; job = this.take()) {
      const { files, places } = job;
      this.underWay++;
      const made = await this.thread.make({ places, texts: files.map((i) => this.file(i).text) }).catch(() => null);
      this.underWay--;
      if (made !== null) this.takeIn(job, made);
      else await this.makeJob(job, (i, place) => this.unlessOurs(i, place));
      if (this.isBusy && this.underWay >= UNDER_WAY_WITH_US) return;
    }
  }

  private takeIn(job: Job, { stats, failed }: FilesMade): void {
    const { files } = job;
    for (let at = 0; at < files.length; at++) {
      const i = files[at]!;
      this.made[i] = statAt(stats, at, this.file(i).path);
    }
    for (const { at, code } of failed) {
      const i = files[at] as number;
      this.made[i] = this.orAgain(i, systemError(code));
    }
  }

  /** Makes files on this thread while there are any that nobody has begun. */
  async here(): Promise<void> {
    this.isBusy = true;
    for (let job = this.take(); job !== undefined; job = this.take()) {
      await this.makeJob(job, (i, place) => this.makeOne(i, place));
      await this.steps.turn();
    }
  }

  /** The next job, with the places of its files up to the first that has none; none when a file has failed. */
  private take(): Job | undefined {
    const files = this.isOver || this.hasFailed ? undefined : this.jobs[this.begun++];
    if (files === undefined) return undefined;
    const places: string[] = [];
    for (const i of files) {
      try {
        places.push(this.steps.place(this.file(i)));
      } catch (error) {
        this.isOver = true;
        this.made[i] = vaultFailure(error, this.file(i).path);
        return places.length === 0 ? undefined : { files: files.slice(0, places.length), places };
      }
    }
    return { files, places };
  }

  private async makeJob(job: Job, make: (i: number, place: string) => FileStat): Promise<void> {
    const { files, places } = job;
    for (let at = 0; at < files.length && !this.hasFailed; at++) {
      const i = files[at]!;
      try {
        this.made[i] = make(i, places[at]!);
      } catch (error) {
        this.made[i] = this.orAgain(i, error);
      }
      await this.steps.pause();
    }
  }

  private makeOne(i: number, place: string): FileStat {
    const { path, text } = this.file(i);
    return statFrom(path, writeNewFile(place, Buffer.from(text)));
  }

  /** The thread was lost with this file: it may have made it. */
  private unlessOurs(i: number, place: string): FileStat {
    try {
      return this.makeOne(i, place);
    } catch (error) {
      const { path, text } = this.file(i);
      const stat = errorCode(error) === 'EEXIST' && readText(path, place) === text ? statFile(path, place) : null;
      if (stat === null) throw error;
      return stat;
    }
  }

  private orAgain(i: number, error: unknown): FileStat | VaultFailure {
    try {
      if (!isMissing(error)) throw error;
      return this.steps.again(this.file(i));
    } catch (failure) {
      this.hasFailed = true;
      return vaultFailure(failure, this.file(i).path);
    }
  }

  private file(i: number): NewFile {
    return this.files[i] as NewFile;
  }
}

/** The numbers of the files in each folder. */
function byFolder(files: readonly NewFile[]): readonly (readonly number[])[] {
  const folders = new Map<NotePath, number[]>();
  for (let i = 0; i < files.length; i++) {
    const folder = parentOf(files[i]!.path);
    const inFolder = folders.get(folder);
    if (inFolder === undefined) folders.set(folder, [i]);
    else inFolder.push(i);
  }
  return [...folders.values()];
}

/** Two threads in one folder wait for each other, so the files of a folder stand together. */
function inJobs(files: readonly NewFile[], order: readonly number[]): readonly (readonly number[])[] {
  const jobs: number[][] = [];
  let job: number[] = [];
  let characters = 0;
  for (const i of order) {
    if (job.length === 0) jobs.push(job);
    job.push(i);
    characters += files[i]!.text.length;
    if (job.length < JOB_FILES && characters < JOB_CHARACTERS) continue;
    job = [];
    characters = 0;
  }
  return jobs;
}

const systemError = (code: string): Error => Object.assign(new Error(code), { code });
