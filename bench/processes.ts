/** One figure in several processes: how V8 compiles the engine and where it lies in memory differs from one to the next. */

import { execFileSync } from 'node:child_process';
import type { GoalId } from './goals';
import type { Taken } from './measure';
import { removeCopiesAtEnd } from './vault/copies';

/** In sixteen processes in turn merge_rows took 0.93 to 1.12 of what it took in the middle one, and its anchor 0.95 to 1.05. */
const PROCESSES = 3;

/** The samples of all of them, one process after another. */
export function takenByProcesses(goal: GoalId, size: number): Taken {
  removeCopiesAtEnd();
  const each = Array.from({ length: PROCESSES }, () => {
    const args = ['--expose-gc', process.argv[1] as string, '--take', goal, '--size', String(size)];
    return JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' })) as Taken;
  });
  return { engine: each.flatMap(({ engine }) => engine), anchor: each.flatMap(({ anchor }) => anchor) };
}
