/** "Did you mean", by the names that quick find knows: a row is called otherwise, and has the wrong name as an alias. docs/quick-find.md#in-refusals */

import { type NotedbError, type UnmatchedName, VIOLATION_CODES, type Violation, nearOf } from '../../errors';
import { linkpathIn } from '../../note/links/link-syntax';
import { noteNameOf } from '../../note/paths';
import type { FoundName, NamedView, NameIndex } from './name-index';

/** Rows that a hint names for each wrong name. */
const MOST_ROWS = 3;

/** As a refusal says something of. A batch has more. */
const MOST_UNMATCHED = 12;

interface SuggestedRows {
  readonly unmatched: UnmatchedName;
  readonly rows: readonly FoundName[];
}

/** The error with a hint that names the rows that were meant, as far as the caller sees them; each violation has their names as `near`. */
export async function withSuggestedRows(names: NameIndex, seen: NamedView, error: NotedbError): Promise<NotedbError> {
  const meant: SuggestedRows[] = [];
  for (const unmatched of error.unmatched.slice(0, MOST_UNMATCHED)) {
    const rows = await rowsFor(names, seen, unmatched);
    if (rows.length > 0) meant.push({ unmatched, rows });
  }
  if (meant.length === 0) return error;
  const violations = error.violations.map((violation) => withNear(violation, meant));
  // The hint is the one of the step that speaks.
  const own = meant.filter(({ unmatched }) => unmatched.step === undefined || unmatched.step === error.step?.index);
  if (own.length === 0) return error.with({ violations });
  const rows = own.flatMap((each) => each.rows);
  const near = [...rows.map(({ name }) => name), ...error.near];
  const question = `did you mean ${[...new Set(rows.map(shownRow))].join(' or ')}?`;
  return error.with({ violations, near, hint: error.hint === null ? question : `${question} Else ${error.hint}` });
}

const shownRow = ({ field, name, text }: FoundName): string => (field === 'name' ? name : `${name} (alias ${text})`);

function withNear(violation: Violation, meant: readonly SuggestedRows[]): Violation {
  const { code, column, value, step, near } = violation;
  if (near !== undefined || VIOLATION_CODES[code].names === undefined || typeof value !== 'string') return violation;
  const name = noteNameOf(linkpathIn(value));
  const found = meant.find(
    ({ unmatched }) => unmatched.step === step && unmatched.column === column && unmatched.name === name,
  );
  return found === undefined ? violation : { ...violation, ...nearOf(found.rows.map((row) => row.name)) };
}

async function rowsFor(names: NameIndex, seen: NamedView, unmatched: UnmatchedName): Promise<readonly FoundName[]> {
  const { table, name, allowed } = unmatched;
  const found = await names.find(seen, { query: linkpathIn(name), table, limit: MOST_ROWS });
  return found.names.filter((each) => CALLED.has(each.field) && allowed.includes(each.name));
}

/** A row is not called like its headings and tags. */
const CALLED: ReadonlySet<FoundName['field']> = new Set(['name', 'aliases']);
