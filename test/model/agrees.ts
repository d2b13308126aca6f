/** Random sequences of operations on rows, definitions and notes, and of edits by hand: the engine does what the plain model does, and undo takes all of it back. */

import * as fc from 'fast-check';
import { expect } from 'vitest';
import { size, times } from '../deep';
import { OPERATIONS_OF_THE_MODEL, type Counts, HAND_EDIT, type Step, runSequence } from './run-sequence';

/** The sequences are spread over this many files, which run side by side. */
const FILES = 4;

const SEQUENCES = times(400, 50_000) / FILES;

/** Of every operation in one file: a tenth of the sequences. */
const FEWEST = SEQUENCES / 10;

const STEPS = [...OPERATIONS_OF_THE_MODEL, HAND_EDIT];

const numbers = fc.array(fc.nat(0x7fffffff), { minLength: 12, maxLength: 12 });

const stepOf = (operations: readonly string[]): fc.Arbitrary<Step> =>
  fc.record({ operation: fc.constantFrom(...operations), numbers });

/** A sequence begins with tables; then comes what needs something that is seldom there a little more often. */
const sequence = fc
  .tuple(
    stepOf(['create_table']),
    fc.array(stepOf(['create_table', 'create_table', 'define_base', 'insert_row', 'insert_row']), {
      minLength: 3,
      maxLength: 5,
    }),
    fc.array(
      fc.oneof(
        { weight: 10, arbitrary: stepOf(STEPS) },
        {
          weight: 6,
          arbitrary: stepOf([
            'insert_row',
            'update_row',
            'add_constraint',
            'drop_constraint',
            'drop_constraint',
            'drop_constraint',
            'drop_constraint',
            'drop_view',
            'drop_view',
            'drop_view',
            'undo_migration',
          ]),
        },
      ),
      { minLength: 10, maxLength: size(20, 22) },
    ),
  )
  .map(([first, begin, rest]) => [first, ...begin, ...rest]);

/** One file's share. The seed is told: `SEED=… npx vitest run test/model` repeats it. */
export async function agrees(file: number): Promise<void> {
  const counts: Counts = { accepted: new Map(), refused: new Map() };
  const seed = (Number(process.env['SEED']) + file * 7919) % 2 ** 31;
  console.log(`model ${file}: ${SEQUENCES} sequences, seed ${seed}`);
  await fc.assert(
    fc.asyncProperty(sequence, (steps) => runSequence(steps, counts)),
    // The log in the message is the whole sequence; making it smaller takes longer than reading it.
    { numRuns: SEQUENCES, seed, endOnFailure: true },
  );
  const accepted = [...counts.accepted.values()].reduce((sum, each) => sum + each, 0);
  console.log(`model ${file}: accepted ${JSON.stringify(Object.fromEntries([...counts.accepted].sort()))}`);
  console.log(`model ${file}: refused ${JSON.stringify(Object.fromEntries([...counts.refused].sort()))}`);
  expect(accepted / SEQUENCES).toBeGreaterThanOrEqual(12);
  expect(STEPS.filter((each) => (counts.accepted.get(each) ?? 0) < FEWEST)).toEqual([]);
}
