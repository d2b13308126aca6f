/** Lets the filter of a webhook follow renames: of tables, columns and values, of rows and of notes. docs/webhooks.md#renames; D26 */

import type { Catalog } from '../catalog/catalog';
import { type DefinitionRename, catalogBefore } from '../catalog/references/definition-rename';
import { TextFollower } from '../catalog/references/text-follower';
import { agreed, mapQueryFilter } from '../catalog/references/view-reads';
import type { FeedFilter } from '../feed/feed-event';
import { sourcesOfFilter } from '../feed/filter-arguments';
import { rowNameOf } from '../integrity/vocabulary';
import { fileMoves } from '../links/followed-text';
import type { LinkResolver } from '../links/link-resolver';
import { MovedFiles } from '../links/moved-files';
import type { NotePath } from '../ports/vault-port';
import { getOrInsert } from '../values/maps';

/** A row that has another place, or another name. */
export interface RowMove {
  readonly table: string;
  readonly from: NotePath;
  readonly to: NotePath;
}

export interface PublishedRenames {
  readonly renames: readonly DefinitionRename[];
  readonly moves: readonly RowMove[];
  /** The definitions and the files afterwards. */
  readonly catalog: Catalog;
  readonly links: LinkResolver;
}

export interface FollowedFilter {
  /** The same one when nothing changes. */
  readonly filter: FeedFilter;
  /** Why it may not mean what it did. */
  readonly problems: readonly string[];
}

export function followedFilter(given: FeedFilter, published: PublishedRenames): FollowedFilter {
  const { renames, moves, catalog } = published;
  const problems: string[] = [];
  let filter = given;
  const catalogs = [catalog];
  for (const rename of [...renames].reverse()) catalogs.unshift(catalogBefore(catalogs[0] as Catalog, rename));
  renames.forEach((rename, i) => (filter = withRename(filter, rename, catalogs[i] as Catalog, problems)));
  if (moves.length > 0 && filter.where !== null) filter = withMoves(filter, published, problems);
  return JSON.stringify(filter) === JSON.stringify(given) ? { filter: given, problems } : { filter, problems };
}

const swap = (from: string, to: string) => (text: string) => (text === from ? to : text);

function withRename(filter: FeedFilter, rename: DefinitionRename, catalog: Catalog, problems: string[]): FeedFilter {
  const { from, to } = rename;
  const { tables, columns, where } = filter;
  if (rename.kind === 'table') return { ...filter, tables: tables?.map(swap(from, to)) ?? null };
  const sources = sourcesOfFilter(filter, catalog);
  const other =
    rename.kind === 'value'
      ? `${rename.table}.${rename.column} calls ${JSON.stringify(from)} ${JSON.stringify(to)} now`
      : `${rename.table}.${from} is called ${to} now`;
  const split = (name: string): void =>
    void problems.push(`its filter names ${name}, and among its tables only ${other}`);
  const mapped =
    where === null
      ? null
      : mapQueryFilter(catalog, sources, where, {
          column: (found, name) => {
            if (rename.kind !== 'column') return name;
            const next = agreed(found, ({ table, column }) =>
              table === rename.table && column === from ? to : column,
            );
            if (next === null) split(name);
            return next ?? name;
          },
          value: (found, text) => {
            if (rename.kind !== 'value') return text;
            const next = agreed(found, ({ table, column }) =>
              table === rename.table && column === rename.column ? swap(from, to)(text) : text,
            );
            if (next === null) split(JSON.stringify(text));
            return next ?? text;
          },
        });
  if (rename.kind === 'value' || !sources.includes(rename.table) || columns?.includes(from) !== true)
    return { ...filter, where: mapped };
  // A change of any of them passes: the other tables go on with the old name.
  const isShared = sources.some((name) => name !== rename.table && hasColumn(catalog, name, from));
  const named = isShared ? [...columns, to] : columns.map(swap(from, to));
  return { ...filter, where: mapped, columns: [...new Set(named)] };
}

const hasColumn = (catalog: Catalog, table: string, column: string): boolean =>
  catalog.table(table)?.columns.some(({ name }) => name === column) === true;

function withMoves(filter: FeedFilter, { moves, catalog, links }: PublishedRenames, problems: string[]): FeedFilter {
  const paths = new Map(moves.map(({ from, to }) => [from, to] as const));
  const back = new Map(moves.map(({ from, to }) => [to, from] as const));
  const words = new Map<string, ReadonlyMap<string, string>>();
  const follower = new TextFollower(fileMoves(new MovedFiles(links, back), links, paths), (vocabulary) =>
    getOrInsert(words, vocabulary, () => wordsOf(vocabulary, moves)),
  );
  const where = mapQueryFilter(catalog, sourcesOfFilter(filter, catalog), filter.where ?? {}, {
    column: (_columns, name) => name,
    value: (columns, text) => {
      const found = follower.followed(columns, text);
      if ('text' in found) return found.text;
      problems.push(
        `its filter compares ${columns[0]?.column ?? ''} with ${JSON.stringify(text)}, which ${found.problem}`,
      );
      return text;
    },
  });
  return { ...filter, where };
}

const wordsOf = (vocabulary: string, moves: readonly RowMove[]): ReadonlyMap<string, string> =>
  new Map(
    moves
      .filter(({ table, from, to }) => table === vocabulary && rowNameOf(from) !== rowNameOf(to))
      .map(({ from, to }) => [rowNameOf(from), rowNameOf(to)] as const),
  );
