/** The text of a file that has to move with others. D7 */

import { type NotePath, VaultFailure } from '../ports/vault-port';
import type { Transaction } from '../storage/transaction';

/**
 * Null when it is gone, or when the journal could not keep it: then it is a violation, since the file would be left behind
 * or lost by a crash. `what` says with what it should have moved.
 */
export async function textToMove(transaction: Transaction, path: NotePath, what: string): Promise<string | null> {
  try {
    return await transaction.read(path);
  } catch (error) {
    if (!(error instanceof VaultFailure) || error.code !== 'not_utf8') throw error;
    const message = `${path} is no UTF-8 text and can't be moved with ${what}; move it out of the folder first`;
    transaction.violate({ path, column: null, code: 'path', message });
    return null;
  }
}
