/** Lets a call continue after a refused note, so that it reports all refusals at once. D5 */

import { NotedbError } from '../errors';
import type { Transaction } from '../storage/transaction/transaction';

/** The result of the step; null when it was refused; the gate has the refusal. */
export async function orRefuse<T>(transaction: Transaction, step: () => Promise<T>): Promise<T | null> {
  try {
    return await step();
  } catch (error) {
    if (!(error instanceof NotedbError)) throw error;
    transaction.refusals.push(error);
    return null;
  }
}
