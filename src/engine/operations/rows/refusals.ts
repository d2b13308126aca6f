/** Lets a call go on over a note that is refused, so that everything that stands against it is told at once. D5 */

import { NotedbError } from '../../errors';
import type { Transaction } from '../../storage/transaction/transaction';

/** The result of the step; null when it was refused, which the gate tells. */
export async function orRefuse<T>(transaction: Transaction, step: () => Promise<T>): Promise<T | null> {
  try {
    return await step();
  } catch (error) {
    if (!(error instanceof NotedbError)) throw error;
    transaction.refusals.push(error);
    return null;
  }
}
