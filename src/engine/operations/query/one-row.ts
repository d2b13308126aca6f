/** The row that a caller names by its path, by a link or by its name. Source: docs/operations.md#list_link_targets */

import { NotedbError, notFound } from '../../errors';
import { findNotePath } from '../../links/find-note';
import { linkpathIn } from '../../note/link-syntax';
import { PATH_HINT, isMarkdown } from '../../note/paths';
import type { NotePath } from '../../ports/vault-port';
import type { Row } from '../../storage/row';
import type { View } from '../../storage/view';

/** Paths that a refusal lists. */
const MOST_PATHS = 10;

/**
 * A whole path means that row only; a link or a name means the row of the table that has it. Throws 404 when there is
 * none, and 422 with the paths when there are several.
 */
export function findOneRow(view: View, qualified: string, named: string): Row {
  const table = view.table(qualified);
  const linkpath = linkpathIn(named);
  const whole = linkpath.includes('/') || isMarkdown(linkpath) ? wholePath(view, linkpath) : null;
  const exact = whole === null ? null : table.row(whole);
  if (exact !== null) return exact;
  const rows = view.links.candidates(linkpath).flatMap((path) => table.row(path) ?? []);
  const [row, ...more] = rows;
  if (row === undefined) {
    throw notFound(
      `${table.definition.name} has no row ${JSON.stringify(named)}`,
      'call select_rows to find it, or leave row away for one that is yet to be',
    );
  }
  if (more.length > 0) throw shared(table.definition.name, named, rows);
  return row;
}

function wholePath(view: View, linkpath: string): NotePath | null {
  const check = findNotePath(view.links, linkpath.replace(/^\//, ''));
  if ('path' in check) return check.path;
  if (check.problem === 'hidden') return null;
  throw new NotedbError('bad_request', check.message, { hint: PATH_HINT });
}

function shared(table: string, named: string, rows: readonly Row[]): NotedbError {
  const paths = rows.map(({ path }) => path).sort();
  const shown = paths.slice(0, MOST_PATHS).join(', ');
  const more = paths.length > MOST_PATHS ? ` and ${paths.length - MOST_PATHS} more` : '';
  return new NotedbError('refused', `${paths.length} rows of ${table} are called ${named}: ${shown}${more}`, {
    hint: 'give the path of the one that is meant',
  });
}
