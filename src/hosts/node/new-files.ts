/** Many new files at once: one after the other while each takes less than waking another thread, then by Node's threads. */

import type { FileStat, NewFile } from '../../engine/ports/vault-port';
import { VaultFailure } from '../../engine/ports/vault-port';
import { isMissing, vaultFailure } from './file-errors';
import { statFrom } from './note-file';
import { startNewFile, writeNewFile } from './whole-write';

/** A disk that takes longer for a file lets threads work beside each other. */
const WORTH_THREADS_MS = 0.06;

/** So many files say how long one takes: the disk is slow when a quarter of them is. One that waits for others' writes says nothing. */
const PACE = 64;
const SLOW = PACE / 4;

/** So many files are made by threads before the disk is judged again. */
const SPELL = 1024;

/** So many are under way: enough that no thread waits for the event loop to hand it the next. */
const UNDER_WAY = 64;

export interface NewFileSteps {
  /** Where a file may be made; throws when it may not. */
  place(file: NewFile): string;
  /** Makes a file whose folder has gone since `place` was asked; throws when it can't. */
  again(file: NewFile): FileStat;
  pause(): Promise<void>;
}

export type Outcome = FileStat | VaultFailure | null;

/** What `VaultPort.createMany` answers. `worthThreads`: milliseconds that a file may take on the spot. */
export async function writeNewFiles(
  files: readonly NewFile[],
  steps: NewFileSteps,
  worthThreads = WORTH_THREADS_MS,
): Promise<Outcome[]> {
  const made: Outcome[] = files.map(() => null);
  let slow = 0;
  for (let i = 0; i < files.length; i++) {
    made[i] = onTheSpot(files[i] as NewFile, steps, (took) => (slow += took > worthThreads ? 1 : 0));
    if (made[i] instanceof VaultFailure) break;
    await steps.pause();
    if (i % PACE !== PACE - 1) continue;
    if (slow > SLOW) {
      const end = Math.min(i + SPELL, files.length - 1);
      if (!(await byThreads(files.slice(0, end + 1), i + 1, made, steps))) break;
      i = end;
    }
    slow = 0;
  }
  return made;
}

/** `spend` is told the milliseconds of the file alone: the names of a large folder, looked at for its first file, say nothing of the disk. */
function onTheSpot(file: NewFile, steps: NewFileSteps, spend: (took: number) => void): FileStat | VaultFailure {
  try {
    const place = steps.place(file);
    const start = performance.now();
    const stats = writeNewFile(place, Buffer.from(file.text));
    spend(performance.now() - start);
    return statFrom(file.path, stats);
  } catch (error) {
    return orAgain(file, error, steps);
  }
}

function orAgain(file: NewFile, error: unknown, steps: NewFileSteps): FileStat | VaultFailure {
  try {
    if (!isMissing(error)) throw error;
    return steps.again(file);
  } catch (failure) {
    return vaultFailure(failure, file.path);
  }
}

/** Fills `made` from `first` on, until a file fails; then it answers false. */
function byThreads(files: readonly NewFile[], first: number, made: Outcome[], steps: NewFileSteps): Promise<boolean> {
  let begun = first;
  let underWay = 0;
  let hasFailed = false;
  return new Promise((resolve) => {
    const end = (i: number, outcome: FileStat | VaultFailure): void => {
      underWay -= 1;
      made[i] = outcome;
      hasFailed ||= outcome instanceof VaultFailure;
    };
    const begin = (i: number, file: NewFile): void => {
      underWay += 1;
      try {
        startNewFile(steps.place(file), Buffer.from(file.text), (error, stats) => {
          end(i, stats === undefined ? orAgain(file, error, steps) : statFrom(file.path, stats));
          advance();
        });
      } catch (error) {
        end(i, vaultFailure(error, file.path));
      }
    };
    const advance = (): void => {
      while (!hasFailed && begun < files.length && underWay < UNDER_WAY) {
        const i = begun++;
        begin(i, files[i] as NewFile);
      }
      if (underWay === 0) resolve(!hasFailed);
    };
    advance();
  });
}
