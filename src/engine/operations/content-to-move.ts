/** What is staged of a file that has to move with others. D7 */

import type { Host } from '../ports/host';
import { type FileIdentity, type NotePath, VaultFailure, type VaultFailureCode } from '../ports/vault-port';
import { isMarkdown } from '../note/paths';
import type { Transaction } from '../storage/transaction/transaction';

/** The text of a note; of any other file, and of a note that is no text, only what it is known by: it is moved unread. */
export type ToMove = { readonly text: string } | { readonly asIs: FileIdentity };

/** Null when it is gone. */
export async function contentToMove(
  transaction: Transaction,
  { vault }: Pick<Host, 'vault'>,
  path: NotePath,
): Promise<ToMove | null> {
  const text = isMarkdown(path) ? await textOf(transaction, path) : undefined;
  if (text === null) return null;
  if (text !== undefined) return { text };
  const stat = await vault.stat(path);
  return stat === null ? null : { asIs: { size: stat.size, mtime: stat.mtime } };
}

const NO_TEXT: ReadonlySet<VaultFailureCode> = new Set(['not_utf8', 'not_a_note']);

/** Undefined for what is no text. */
async function textOf(transaction: Transaction, path: NotePath): Promise<string | null | undefined> {
  try {
    return await transaction.read(path);
  } catch (error) {
    if (error instanceof VaultFailure && NO_TEXT.has(error.code)) return undefined;
    throw error;
  }
}

/** What stages the move. */
export const putOf = (from: NotePath, to: NotePath, content: ToMove): Parameters<Transaction['put']>[0] =>
  'text' in content
    ? { from, to, before: content.text, after: content.text }
    : { from, to, before: null, after: null, asIs: content.asIs };
