/** Rows that the search of list_link_targets means, though their names do not contain it. docs/quick-find.md#in-link-cells */

import { nearNames } from '../../../kernel/near-names';
import type { ReadContext } from '../../contexts';
import type { NotePath } from '../../ports/vault-port';
import type { NamedRow } from '../../query/scan/sorted-names';
import type { FoundName } from '../../search/names/name-index';
import { foldText } from '../../../kernel/fold-text';

/** As the rows of list_link_targets, with the alias. */
export type MeantTarget = {
  readonly name: string;
  /** Null: no link can lead to it, or it may not be linked here. */
  readonly link: string | null;
  readonly path: NotePath;
  /** The alias that was found; null: the name was. */
  readonly alias: string | null;
};

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
): Promise<readonly MeantTarget[]> {
  const wanted = foldText(search.trim());
  const allowed = new Set(linkable.map(({ path }) => path));
  const known = new Set(found.map(({ path }) => path));
  const { names } = await findNames({ query: search, table, limit: MOST_MEANT });
  const called = names.flatMap(({ name, path, field, text }): readonly MeantTarget[] => {
    if (path === null || !CALLED.has(field) || known.has(path)) return [];
    const alias = field === 'aliases' ? text : null;
    if (allowed.has(path)) return [{ name, link: link(path), path, alias }];
    return foldText(name) === wanted ? [{ name, link: null, path, alias }] : [];
  });
  if (found.length + called.length > 0) return called;
  return slips(wanted, linkable).map(({ name, path }) => ({ name, link: link(path), path, alias: null }));
}

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
