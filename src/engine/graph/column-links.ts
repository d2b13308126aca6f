/** The links in the link columns of rows. docs/graph.md#labels */

import { parseLinkValue } from '../note/links/link-syntax';
import type { NotePath } from '../ports/vault-port';
import { type FrozenColumn, frozenValue } from '../storage/columns/stored-column';
import type { CommittedView } from '../storage/view';
import { linkSpecOf } from '../values/column-spec';
import { type Json, isList } from '../json';

/** One link of a row. */
export interface ColumnLink {
  readonly column: string;
  /** The value or the item of the list, as it is written. */
  readonly text: string;
  readonly linkpath: string;
  /** `[[…]]`: one of the note's links. A bare name is none to Obsidian. docs/links.md#what-counts-as-a-link */
  readonly isBracketed: boolean;
}

interface LinkColumn {
  readonly name: string;
  readonly column: FrozenColumn;
}

/** A table with the columns that hold links. */
export interface LinkedTable {
  readonly qualified: string;
  readonly columns: readonly LinkColumn[];
  readonly snapshot: ReturnType<ReturnType<CommittedView['table']>['scan']>['snapshot'];
}

/** Tables without a link column are left out. */
export function linkedTables(view: CommittedView): readonly LinkedTable[] {
  return view.catalog.tables().flatMap(({ qualified, columns }) => {
    if (!columns.some((spec) => linkSpecOf(spec) !== null)) return [];
    const { snapshot } = view.table(qualified).scan();
    const linking = columns.flatMap((spec): readonly LinkColumn[] => {
      const column = linkSpecOf(spec) === null ? undefined : snapshot.columns.get(spec.name);
      return column === undefined ? [] : [{ name: spec.name, column }];
    });
    return [{ qualified, snapshot, columns: linking }];
  });
}

/** The links of the row at a path, in the order of the columns; of a note that is not a row none. */
export function columnLinksAt(tables: readonly LinkedTable[], path: NotePath): readonly ColumnLink[] {
  for (const { columns, snapshot } of tables) {
    const slot = snapshot.slotOf?.(path) ?? -1;
    if (slot < 0) continue;
    const found: ColumnLink[] = [];
    for (const { name, column } of columns) found.push(...linksOfValue(name, frozenValue(column, slot)));
    return found;
  }
  return NO_LINKS;
}

export function linksOfValue(column: string, value: Json | undefined): readonly ColumnLink[] {
  if (isList(value)) return value.flatMap((item) => linkOf(column, item) ?? []);
  const link = linkOf(column, value);
  return link === null ? NO_LINKS : [link];
}

const NO_LINKS: readonly ColumnLink[] = [];

/** Null: `[[#Heading]]` stays in its note, and an address is not a link. */
function linkOf(column: string, text: Json | undefined): ColumnLink | null {
  const link = typeof text === 'string' ? parseLinkValue(text) : null;
  if (typeof text !== 'string' || link === null || link.linkpath === '') return null;
  return { column, text, linkpath: link.linkpath, isBracketed: link.form !== 'bare' };
}
