/** "Did you mean", by the names that quick find knows: a row is called otherwise, and has the wrong name as an alias. docs/quick-find.md#in-refusals */

import type { NotedbError, UnmatchedName } from '../../errors';
import { linkpathIn } from '../../note/links/link-syntax';
import type { FoundName, NamedView, NameIndex } from './name-index';

/** Rows that a hint names for each wrong name. */
const MOST_ROWS = 3;

/** The error with a hint that names the rows that were meant, as far as the caller sees them. */
export async function withMeantRows(names: NameIndex, seen: NamedView, error: NotedbError): Promise<NotedbError> {
  const meant: string[] = [];
  for (const unmatched of error.unmatched) meant.push(...(await rowsFor(names, seen, unmatched)));
  if (meant.length === 0) return error;
  const question = `did you mean ${[...new Set(meant)].join(' or ')}?`;
  return error.with({ hint: error.hint === null ? question : `${question} Else ${error.hint}` });
}

async function rowsFor(names: NameIndex, seen: NamedView, unmatched: UnmatchedName): Promise<readonly string[]> {
  const { table, name, allowed } = unmatched;
  const found = await names.find(seen, { query: linkpathIn(name), table, limit: MOST_ROWS });
  return found.names
    .filter((each) => CALLED.has(each.field) && allowed.includes(each.name))
    .map(({ field, name: row, text }) => (field === 'name' ? row : `${row} (alias ${text})`));
}

/** A row is not called like its headings and tags. */
const CALLED: ReadonlySet<FoundName['field']> = new Set(['name', 'aliases']);
