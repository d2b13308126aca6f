/** The rows behind a dotted key (`project.owner.name`): each link of a path is followed once for each distinct value. Source: docs/operations.md#select_rows. */

import type { NotePath } from '../../ports/vault-port';
import type { Row } from '../../storage/row';
import type { View } from '../../storage/view';
import { BASE_PREFIX } from '../../catalog/resolve-base';
import { rowBehind } from '../source/base-links';
import { type ColumnSpec, linkSpecOf } from '../../values/column-spec';
import { type Json, isList } from '../../json';
import { linkDependsOnPath, linkTargetOfText } from './link-operands';

/** What links lead into: the tables as they are now, whatever is selected from. Source: docs/history.md#reading */
export type LinkedView = Pick<View, 'catalog' | 'links' | 'table' | 'rowAt'>;

/** A link column and what it leads to. */
interface PathHop {
  readonly column: string;
  readonly ref: string;
  /** The rows behind the links of one row, by the row's path. */
  readonly known: Map<NotePath, readonly Row[]>;
}

/** The rows that a dotted key leads to. */
export interface LinkedRows {
  /** The stored column that the path begins with; null where it begins with the links of the note. */
  readonly column: string | null;
  /** Each once. `value`: of that column, in the note `source`. */
  rowsBehind(value: Json | undefined, source: NotePath): readonly Row[];
  dependsOnPath(value: Json | undefined): boolean;
}

/** The rows behind `file_links` and `file_backlinks`, of any table. */
export const rowsOfFiles = (view: LinkedView, pathsOf: (path: NotePath) => readonly NotePath[]): LinkedRows => ({
  column: null,
  rowsBehind: (_value, source) => pathsOf(source).flatMap((path) => view.rowAt(path)?.row ?? []),
  dependsOnPath: () => true,
});

export class LinkPath implements LinkedRows {
  private readonly hops: readonly PathHop[];

  /** At least one column, each a link (or list of links) with `ref`; the first is of the rows that are selected from. */
  constructor(
    columns: readonly ColumnSpec[],
    private readonly view: LinkedView,
  ) {
    this.hops = columns.map((column) => {
      const ref = linkSpecOf(column)?.ref as string;
      return { column: column.name, ref, known: new Map<NotePath, readonly Row[]>() };
    });
  }

  /** The stored column that the path begins with. */
  get column(): string {
    return (this.hops[0] as PathHop).column;
  }

  /** The rows behind one value of that column, in the order of the links, each once; links to no row of the table are left out. */
  rowsBehind(value: Json | undefined, source: NotePath): readonly Row[] {
    let rows = this.linked(this.hops[0] as PathHop, value, source);
    for (const hop of this.hops.slice(1)) {
      const [only, ...more] = rows;
      rows =
        only !== undefined && more.length === 0
          ? this.behindRow(hop, only)
          : [...new Map(rows.flatMap((row) => this.behindRow(hop, row)).map((row) => [row.path, row])).values()];
    }
    return rows;
  }

  /** True when the value means other rows in other notes. */
  dependsOnPath(value: Json | undefined): boolean {
    const links = linksIn(value);
    if (links.length > 0 && (this.hops[0] as PathHop).ref.startsWith(BASE_PREFIX)) return true;
    return links.some((link) => linkDependsOnPath(this.view.links, link));
  }

  private behindRow(hop: PathHop, row: Row): readonly Row[] {
    let rows = hop.known.get(row.path);
    if (rows === undefined) hop.known.set(row.path, (rows = this.linked(hop, row.values[hop.column], row.path)));
    return rows;
  }

  private linked({ ref }: PathHop, value: Json | undefined, source: NotePath): readonly Row[] {
    const links = linksIn(value);
    if (links.length === 1) {
      const row = this.linkedRow(ref, links[0] as string, source);
      return row === null ? [] : [row];
    }
    const rows = new Map<NotePath, Row>();
    for (const link of links) {
      const row = this.linkedRow(ref, link, source);
      if (row !== null) rows.set(row.path, row);
    }
    return [...rows.values()];
  }

  private linkedRow(ref: string, link: string, source: NotePath): Row | null {
    const target = linkTargetOfText(this.view.links, link, source);
    return target === null ? null : rowBehind(this.view, ref, target, source);
  }
}

/** The links that a value holds, one or a list; empty ones don't count. */
function linksIn(value: Json | undefined): readonly string[] {
  if (typeof value === 'string') return value === '' ? NONE : [value];
  if (!isList(value)) return NONE;
  return value.filter((item): item is string => typeof item === 'string' && item !== '');
}

const NONE: readonly string[] = [];
