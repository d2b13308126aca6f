/** The staged content of a file that moves with others. D7 */

import {
  type FileIdentity,
  type NotePath,
  type NoteReader,
  VaultFailure,
  type VaultFailureCode,
} from '../ports/vault-port';
import { isMarkdown } from '../note/paths';
import type { StagedPut } from '../storage/transaction/staged-change';
import type { Transaction } from '../storage/transaction/transaction';

/** The text of a note; of any other file, and of a note that is not text, only what it is known by: it is moved unread. */
export type MovedContent = { readonly text: string } | { readonly asIs: FileIdentity };

/** Null when it is gone. */
export async function movedContentOf(
  transaction: Transaction,
  { vault }: { readonly vault: NoteReader },
  path: NotePath,
): Promise<MovedContent | null> {
  const text = isMarkdown(path) ? await textOf(transaction, path) : undefined;
  if (text === null) return null;
  if (text !== undefined) return { text };
  const stat = await vault.stat(path);
  return stat === null ? null : { asIs: { size: stat.size, mtime: stat.mtime } };
}

const NO_TEXT: ReadonlySet<VaultFailureCode> = new Set(['not_utf8', 'not_a_note']);

/** Undefined for other files than texts. */
async function textOf(transaction: Transaction, path: NotePath): Promise<string | null | undefined> {
  try {
    return await transaction.read(path);
  } catch (error) {
    if (error instanceof VaultFailure && NO_TEXT.has(error.code)) return undefined;
    throw error;
  }
}

/** What stages the move. `followed`: the text of a note of which no rule is asked. */
export const putOf = (
  from: NotePath,
  to: NotePath,
  content: MovedContent,
  followed: string | null = null,
): StagedPut =>
  'text' in content
    ? { from, to, before: content.text, after: followed ?? content.text, follows: followed !== null }
    : { kind: 'opaque', from, to, before: null, after: null, asIs: content.asIs };
