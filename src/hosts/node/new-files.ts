/** Many new files at once, by the threads that Node keeps for files: the calls of one wait for those of no other. */

import type { FileStat, NewFile } from '../../engine/ports/vault-port';
import { VaultFailure } from '../../engine/ports/vault-port';
import { isMissing, vaultFailure } from './file-errors';
import { statFrom } from './note-file';
import { startNewFile } from './whole-write';

/** Of fewer files each is made faster on the spot than another thread is woken. */
export const WORTH_THREADS = 256;

/** So many are under way: enough that no thread waits for the event loop to hand it the next. */
const UNDER_WAY = 64;

export interface NewFileSteps {
  /** Where a file may be made; throws when it may not. */
  place(file: NewFile): string;
  /** Makes a file whose folder has gone since `place` was asked; throws when it can't. */
  again(file: NewFile): FileStat;
}

/** What `VaultPort.createMany` answers. */
export function writeNewFiles(
  files: readonly NewFile[],
  steps: NewFileSteps,
): Promise<(FileStat | VaultFailure | null)[]> {
  const made: (FileStat | VaultFailure | null)[] = files.map(() => null);
  let begun = 0;
  let ended = 0;
  let hasFailed = false;
  return new Promise((resolve) => {
    const end = (i: number, outcome: () => FileStat): void => {
      ended += 1;
      try {
        made[i] = outcome();
      } catch (error) {
        made[i] = vaultFailure(error, (files[i] as NewFile).path);
        hasFailed = true;
      }
    };
    const begin = (i: number, file: NewFile): void => {
      startNewFile(steps.place(file), Buffer.from(file.text), (error, stats) => {
        end(i, () => {
          if (stats !== undefined) return statFrom(file.path, stats);
          if (!isMissing(error)) throw error;
          return steps.again(file);
        });
        advance();
      });
    };
    const advance = (): void => {
      while (!hasFailed && begun < files.length && begun - ended < UNDER_WAY) {
        const i = begun++;
        try {
          begin(i, files[i] as NewFile);
        } catch (error) {
          end(i, () => {
            throw error;
          });
        }
      }
      if (ended === begun && (hasFailed || begun === files.length)) resolve(made);
    };
    advance();
  });
}
