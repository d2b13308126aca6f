/** Lets the folders that a write empties go with it. D17 */

import { liesIn } from '../../links/same-place';
import { folderOf } from '../../note/paths';
import type { NotePath } from '../../ports/vault-port';
import type { Transaction } from '../../storage/transaction/transaction';

/** The folders of a note that leaves, up to `above`, which stays. One that is not empty stays too. */
export function leaveFolders(transaction: Transaction, path: NotePath, above: NotePath): void {
  for (let folder = folderOf(path); folder !== '' && liesIn(folder, above); folder = folderOf(folder))
    transaction.foldersLeft.add(folder);
}
