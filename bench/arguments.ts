/** The arguments of `npm run bench`: `--size 10000 --only Q1 --only W`. */

import { parseArgs } from 'node:util';
import { MEMORY_SIDES, type MemorySide } from './figures/memory';

export interface BenchArguments {
  readonly sizes: readonly number[];
  /** Whether a goal is to be measured. */
  readonly wants: (goal: string) => boolean;
  /** The child process of a memory figure; null for the bench itself. */
  readonly hold: MemorySide | null;
  /** The goal that this is one of several processes for; null for the bench itself. */
  readonly compare: string | null;
}

const SIZES = [1000, 10_000, 100_000];

export function readArguments(given: readonly string[]): BenchArguments {
  const { values } = parseArgs({
    args: [...given],
    options: {
      size: { type: 'string', multiple: true },
      only: { type: 'string', multiple: true },
      hold: { type: 'string' },
      compare: { type: 'string' },
    },
  });
  const sizes = (values.size ?? []).flatMap((list) => list.split(',')).map(Number);
  if (sizes.some((size) => !Number.isInteger(size) || size < 100)) throw new Error('--size takes numbers from 100');
  const only = (values.only ?? []).flatMap((list) => list.split(','));
  return {
    sizes: sizes.length > 0 ? sizes : SIZES,
    wants: (goal) => only.length === 0 || only.some((name) => goal.startsWith(name)),
    hold: MEMORY_SIDES.find((side) => side === values.hold) ?? null,
    compare: values.compare ?? null,
  };
}
