/** Many new files at once: a second thread makes them, and this one too as soon as it has nothing else to do. */

import type { FileStat, NewFile, VaultFailure } from '../../engine/ports/vault-port';
import { errorCode, isMissing, vaultFailure } from './file-errors';
import { type FileMaker, type FilesMade, statAt } from './files-thread';
import { readText, statFile, statFrom } from './note-file';
import { writeNewFile } from './whole-write';

/** So many files, or those that hold so many characters, are one job. */
const JOB_FILES = 32;
const JOB_CHARACTERS = 256 * 1024;

/** So many jobs lie with the thread: more than it can do until this one has time to hand it the next, which may take a slice of 8 ms. */
const UNDER_WAY = 16;

export interface NewFileSteps {
  /** Where a file may be made; throws when it may not. */
  place(file: NewFile): string;
  /** Makes a file whose folder has gone since `place` was asked; throws when it can't. */
  again(file: NewFile): FileStat;
  pause(): Promise<void>;
}

export type Outcome = FileStat | VaultFailure | null;

/** What `VaultPort.createMany` answers. This thread makes files too once it is done with `meanwhile`. */
export async function writeNewFiles(
  files: readonly NewFile[],
  steps: NewFileSteps,
  thread: FileMaker,
  meanwhile: () => Promise<void>,
): Promise<readonly Outcome[]> {
  thread.start();
  const making = new Making(files, steps, thread);
  await making.findPlaces();
  const elsewhere = making.byThread();
  try {
    await meanwhile();
  } finally {
    await making.here();
    await elsewhere;
  }
  return making.made;
}

/** Files from `start` to before `end`. */
interface Job {
  readonly start: number;
  readonly end: number;
}

class Making {
  readonly made: Outcome[];
  /** Of the files up to the first that has none. */
  private readonly places: string[] = [];
  private readonly jobs: Job[] = [];
  private begun = 0;
  private hasFailed = false;

  constructor(
    private readonly files: readonly NewFile[],
    private readonly steps: NewFileSteps,
    private readonly thread: FileMaker,
  ) {
    this.made = files.map(() => null);
  }

  async findPlaces(): Promise<void> {
    let start = 0;
    let characters = 0;
    for (const [i, file] of this.files.entries()) {
      try {
        this.places.push(this.steps.place(file));
      } catch (error) {
        this.made[i] = vaultFailure(error, file.path);
        break;
      }
      characters += file.text.length;
      if (i + 1 - start === JOB_FILES || characters >= JOB_CHARACTERS) {
        this.jobs.push({ start, end: i + 1 });
        start = i + 1;
        characters = 0;
      }
      await this.steps.pause();
    }
    if (start < this.places.length) this.jobs.push({ start, end: this.places.length });
  }

  /** Hands jobs to the thread while there are any. */
  async byThread(): Promise<void> {
    await Promise.all(Array.from({ length: UNDER_WAY }, () => this.handOver()));
  }

  private async handOver(): Promise<void> {
    for (let job = this.take(); job !== undefined; job = this.take()) {
      const texts = this.files.slice(job.start, job.end).map(({ text }) => text);
      const places = this.places.slice(job.start, job.end);
      const made = await this.thread.make({ places, texts }).catch(() => null);
      if (made !== null) this.takeIn(job, made);
      else await this.makeJob(job, (i) => this.unlessOurs(i));
    }
  }

  private takeIn({ start, end }: Job, { stats, failed }: FilesMade): void {
    for (let i = start; i < end; i++) this.made[i] = statAt(stats, i - start, this.file(i).path);
    for (const { at, code } of failed) this.made[start + at] = this.orAgain(start + at, systemError(code));
  }

  /** Makes files on this thread while there are any that nobody has begun. */
  async here(): Promise<void> {
    for (let job = this.take(); job !== undefined; job = this.take()) await this.makeJob(job, (i) => this.makeOne(i));
  }

  /** The next job; none when a file has failed. */
  private take(): Job | undefined {
    return this.hasFailed ? undefined : this.jobs[this.begun++];
  }

  private async makeJob({ start, end }: Job, make: (i: number) => FileStat): Promise<void> {
    for (let i = start; i < end && !this.hasFailed; i++) {
      try {
        this.made[i] = make(i);
      } catch (error) {
        this.made[i] = this.orAgain(i, error);
      }
      await this.steps.pause();
    }
  }

  private makeOne(i: number): FileStat {
    return statFrom(this.file(i).path, writeNewFile(this.places[i] as string, Buffer.from(this.file(i).text)));
  }

  /** The thread was lost with this file: it may have made it. */
  private unlessOurs(i: number): FileStat {
    try {
      return this.makeOne(i);
    } catch (error) {
      const [{ path, text }, place] = [this.file(i), this.places[i] as string];
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

const systemError = (code: string): Error => Object.assign(new Error(code), { code });
