/** Resolves the value of a link column to rows. Source: docs/operations.md#links; D6. */

import { parseLinkValue } from '../note/links/link-syntax';
import type { NotePath } from '../ports/vault-port';
import type { Row } from '../storage/row';
import type { View } from '../storage/view';
import { type ColumnSpec, linkSpecOf } from '../values/column-spec';
import { isList } from '../json';
import { getOrInsert } from '../values/maps';

type TargetsByPath = ReadonlyMap<NotePath, string>;

/** The file that one link text in `source` means; null for none. */
export const targetOf = (view: View, text: string, source: NotePath): NotePath | null =>
  view.links.resolve(parseLinkValue(text)?.linkpath ?? text, source);

/** Looks up what columns link to, and remembers it: to be used while the view stays as it is. */
export class LinkedRows {
  private readonly rows = new Map<string, TargetsByPath>();
  private readonly files = new Map<string, TargetsByPath>();

  /** `nameOf`: what the columns call a table of the view, where it bears another name there. */
  constructor(
    private readonly view: View,
    private readonly nameOf: (qualified: string) => string = (qualified) => qualified,
  ) {}

  /** The rows of the column's `ref` that its value links to, each with the link's text, in the order of the value. */
  of(column: ColumnSpec, row: Row): TargetsByPath {
    return rememberTargets(this.rows, column, row, () => {
      const ref = linkSpecOf(column)?.ref;
      const isRow = ([path]: readonly [NotePath, string]): boolean => {
        const table = this.view.tableAt(path);
        return table !== null && this.nameOf(table.qualified) === ref;
      };
      return new Map([...this.filesOf(column, row)].filter(isRow));
    });
  }

  /** The same with every file that is linked to, a row of that table or not. */
  filesOf(column: ColumnSpec, row: Row): TargetsByPath {
    return rememberTargets(this.files, column, row, () => {
      const value = row.values[column.name] ?? null;
      const found = new Map<NotePath, string>();
      for (const each of isList(value) ? value : [value]) {
        const target = typeof each !== 'string' || each === '' ? null : targetOf(this.view, each, row.path);
        if (target !== null && target !== row.path && !found.has(target)) found.set(target, each as string);
      }
      return found;
    });
  }
}

function rememberTargets(
  known: Map<string, TargetsByPath>,
  { name }: ColumnSpec,
  { path }: Row,
  find: () => TargetsByPath,
): TargetsByPath {
  return getOrInsert(known, `${name}\n${path}`, find);
}
