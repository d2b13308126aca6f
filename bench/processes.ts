/** One figure in several processes: how V8 compiles the engine and where it lies in memory differs from one to the next. */

import { execFileSync } from 'node:child_process';
import type { GoalId } from './goals';
import type { Comparison } from './measure';
import { removeCopiesAtEnd } from './vault/copies';

/** In sixteen processes in turn merge_rows took 0.93 to 1.12 of what it took in the middle one, and its anchor 0.95 to 1.05. */
const PROCESSES = 3;

/** Of several processes, one after another, the one in the middle. Each judges by its own anchor: the machine swings from minute to minute. */
export function middleOfProcesses(goal: GoalId, size: number): Comparison {
  removeCopiesAtEnd();
  const each = Array.from({ length: PROCESSES }, () => {
    const args = ['--expose-gc', process.argv[1] as string, '--compare', goal, '--size', String(size)];
    return JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' })) as Comparison;
  });
  each.sort((a, b) => speedOf(a) - speedOf(b));
  console.log(`${goal} in ${PROCESSES} processes: ${each.map((one) => speedOf(one).toFixed(2)).join(', ')}`);
  return each[PROCESSES >> 1] as Comparison;
}

/** By the anchor's. */
const speedOf = ({ engine, anchor }: Comparison): number => anchor.median / engine.median;
