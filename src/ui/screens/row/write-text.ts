/** Writes the text of a note over the one that its person saw; changes that others made to it meanwhile are merged in. */

import { describeProblem, refusalOf } from '../../client/describe-problem';
import type { OperationsClient } from '../../client/operations-client';
import { type MergedPart, isMerged, mergeTexts, textOf } from '../../changes/merge-text';
import type { PanelRow } from './row-note';

export type TextOutcome =
  /** `text`: what the note holds now. */
  | { readonly kind: 'written'; readonly text: string; readonly isMerged: boolean }
  /** Both changed the same lines. */
  | { readonly kind: 'conflict'; readonly theirs: string; readonly parts: readonly MergedPart[] }
  | { readonly kind: 'failed'; readonly reason: string };

/** So often another writer may be quicker. */
const MOST_TRIES = 5;

/** Never rejects. `base`: the text of the note when its person began, or when they last saw it. */
export async function writeText(
  client: OperationsClient,
  { table, id }: Pick<PanelRow, 'table' | 'id'>,
  base: string,
  mine: string,
): Promise<TextOutcome> {
  let [expected, text] = [base, mine];
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    try {
      await client.run('update_row', { table, id, body: text, expect: { body: expected } });
      return { kind: 'written', text, isMerged: text !== mine };
    } catch (thrown) {
      const theirs = otherText(thrown);
      if (theirs === null) return { kind: 'failed', reason: reasonOf(thrown) };
      const parts = mergeTexts(unixLines(base), unixLines(mine), unixLines(theirs));
      if (!isMerged(parts)) return { kind: 'conflict', theirs, parts };
      [expected, text] = [theirs, textOf(parts, () => [])];
    }
  }
  return { kind: 'failed', reason: 'Other writers change the note again and again. Try again later.' };
}

/** As a text field has them: the engine gives a note its own line breaks. */
export const unixLines = (text: string): string => text.replaceAll('\r\n', '\n');

/** The text that the note holds in place of the expected one; null when the write was refused for another reason. */
function otherText(thrown: unknown): string | null {
  const found = refusalOf(thrown)?.conflicts.find(({ code, column }) => code === 'expect' && column === 'body');
  return found === undefined ? null : typeof found.actual === 'string' ? found.actual : '';
}

function reasonOf(thrown: unknown): string {
  const refusal = refusalOf(thrown);
  const isGone = refusal?.code === 'not_found' || refusal?.conflicts.some(({ code }) => code === 'missing') === true;
  if (isGone) return 'The note is gone. Copy what you typed.';
  const { message, hint } = describeProblem(thrown);
  return [message, hint].filter((part) => part !== null).join(' ');
}
