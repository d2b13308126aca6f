/** What to do about an undo that is refused for what happened since: which later writes to undo first. D5, D17 */

import { NotedbError } from '../../errors';
import type { Migration } from '../../history/journal/migration';
import type { WriteContext } from '../define-operation';
import { laterDefinitions } from './later-definitions';
import { laterRenames } from './later-renames';

/** Writes that the hint names. */
const MOST_NAMED = 3;

/** The error with another hint, where later writes are what stands in the way. */
export async function explainRefusal(context: WriteContext, undone: Migration, error: unknown): Promise<unknown> {
  if (!(error instanceof NotedbError)) return error;
  const { code, message, violations, conflicts } = error;
  const renames = await laterRenames(context, undone, violations);
  const definitions = await laterDefinitions(context, undone, violations);
  const reasons = [
    ...(renames.length === 0 ? [] : ['what these notes link to was renamed, moved or deleted since']),
    ...(definitions.length === 0 ? [] : ['their table asks something else of its rows since']),
  ];
  const writes = [...new Set([...renames, ...definitions])].sort((a, b) => b.seq - a.seq);
  if (writes.length === 0 && !isOfDefinitions(error)) return error;
  return new NotedbError(code, message, {
    violations,
    conflicts,
    hint: writes.length === 0 ? LATER_DEFINITIONS : `${reasons.join(', and ')}: ${wayBack(writes)}`,
  });
}

/** Nothing is wrong with any row: what is defined since reads what would go. */
const isOfDefinitions = ({ violations, conflicts }: NotedbError): boolean =>
  violations.length > 0 && conflicts.length === 0 && violations.every(({ path }) => path === null);

const LATER_DEFINITIONS =
  'what is defined since reads what the undo takes away: undo those writes first (list_migrations), or take these columns and rules away';

/** What to do about them; newest first. */
export function wayBack(writes: readonly Migration[]): string {
  const named = writes.slice(0, MOST_NAMED).map(({ id, op, summary }) => `${id} (${op}: ${summary})`);
  const more = writes.length > MOST_NAMED ? ` and ${writes.length - MOST_NAMED} more` : '';
  return `call undo_migration for ${named.join(', then for ')}${more} first, then for this one`;
}
