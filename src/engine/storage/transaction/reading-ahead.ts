/** Loops over many notes on hosts that need as long to read one as to read some together, such as a phone. */

import type { NotePath } from '../../ports/vault-port';
import type { Transaction } from './transaction';

/** So many notes are read together. */
export const READ_TOGETHER = 64;

/** The items one after the other. Before each group of them its notes are read. `path` null: an item without a note. */
export async function* readingAhead<T extends NotePath | { readonly path: NotePath | null }>(
  transaction: Pick<Transaction, 'readAhead'>,
  items: readonly T[],
): AsyncGenerator<T, void, void> {
  for (const [at, item] of items.entries()) {
    if (at % READ_TOGETHER === 0) await transaction.readAhead(items.slice(at, at + READ_TOGETHER).flatMap(pathOf));
    yield item;
  }
}

const pathOf = (item: NotePath | { readonly path: NotePath | null }): readonly NotePath[] =>
  typeof item === 'string' ? [item] : item.path === null ? [] : [item.path];
