/** Rows that the search of list_link_targets means, though their names do not contain it. docs/quick-find.md#in-link-cells */

import { nearNames } from '../../catalog/near-names';
import type { ReadContext } from '../../contexts';
import type { NotePath } from '../../ports/vault-port';
import type { NamedRow } from '../../query/scan/sorted-names';
import type { FoundName } from '../../search/names/name-index';
import { foldText } from '../../text/fold-text';

export interface MeantTarget {
  readonly name: string;
  /** Null: no link can lead to it. */
  readonly link: string | null;
  readonly path: NotePath;
  /** The alias that was found; null: its name is near. */
  readonly alias: string | null;
}

export interface MeantTargets {
  readonly meant: readonly MeantTarget[];
  /** Names of rows that are called exactly so and may not be linked. */
  readonly barred: readonly string[];
}

interface Search {
  readonly search: string;
  /** Qualified. */
  readonly table: string;
  readonly link: (path: NotePath) => string | null;
}

interface KnownTargets {
  /** That the rules allow and a link can name, by name. */
  readonly linkable: readonly NamedRow[];
  /** Of these, those whose names contain the search. */
  readonly found: readonly NamedRow[];
}

const MOST_MEANT = 20;

/** Names that are compared for slips: of more rows, those that begin alike. */
const MOST_COMPARED = 2000;

/** Letters that a near name has in common with the search. */
const BEGINNING = 3;

export async function meantTargets(
  { findNames }: Pick<ReadContext, 'findNames'>,
  { search, table, link }: Search,
  { linkable, found }: KnownTargets,
): Promise<Partial<MeantTargets>> {
  const wanted = foldText(search.trim());
  const rows = new Map(linkable.map((row) => [row.path, row]));
  const known = new Set(found.map(({ path }) => path));
  const { names } = await findNames({ query: search, table, limit: MOST_MEANT });
  const called = names.filter(({ path, field }) => CALLED.has(field) && path !== null && !known.has(path));
  const byName = called.flatMap((each) => {
    const row = rows.get(each.path ?? '');
    return row === undefined ? [] : [targetOf(row, link, each.field === 'aliases' ? each.text : null)];
  });
  const barred = called.flatMap(({ name, path }) => (!rows.has(path ?? '') && foldText(name) === wanted ? [name] : []));
  const isFound = found.length + byName.length + barred.length > 0;
  const meant = isFound ? byName : slips(wanted, linkable).map((row) => targetOf(row, link, null));
  return { ...(meant.length === 0 ? {} : { meant }), ...(barred.length === 0 ? {} : { barred }) };
}

const targetOf = ({ name, path }: NamedRow, link: Search['link'], alias: string | null): MeantTarget => ({
  name,
  link: link(path),
  path,
  alias,
});

/** A row is not called like its headings and tags. */
const CALLED: ReadonlySet<FoundName['field']> = new Set(['name', 'aliases']);

/** The rows whose names differ in a letter or two. */
function slips(wanted: string, linkable: readonly NamedRow[]): readonly NamedRow[] {
  const beginning = wanted.slice(0, BEGINNING);
  const compared =
    linkable.length <= MOST_COMPARED ? linkable : linkable.filter(({ folded }) => folded.startsWith(beginning));
  const near = nearNames(
    wanted,
    compared.slice(0, MOST_COMPARED).map(({ folded }) => folded),
  );
  return near.flatMap((name) => compared.find(({ folded }) => folded === name) ?? []);
}
