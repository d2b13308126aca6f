/** Links of a base to the table that inherits it: `self` is another table for each heir. Source: docs/operations.md#define_base, docs/sources-and-views.md#sources; docs/sources-and-views.md. */

import type { Catalog } from '../../catalog/catalog';
import type { BaseDefinition } from '../../catalog/definition';
import { BASE_PREFIX } from '../../catalog/resolve-base';
import { SELF, columnsOfBase } from '../../catalog/references/inheritance';
import type { NotePath } from '../../ports/vault-port';
import type { Row } from '../../storage/row';
import type { View } from '../../storage/view';
import type { ColumnSpec, ValueSpec } from '../../values/column-spec';
import { mergedColumns } from './merged-columns';

/** The columns that a base gives its heirs. A link to `self` is one to the base: it leads to rows of the table that holds it. */
export const baseColumns = (catalog: Catalog, base: BaseDefinition): readonly ColumnSpec[] =>
  mergedColumns([
    columnsOfBase(base, catalog.definition.bases).map(({ spec }) => selfAsBase(spec, `${BASE_PREFIX}${base.name}`)),
  ]);

function selfAsBase(spec: ColumnSpec, qualified: string): ColumnSpec {
  const { hierarchy, ...flat } = spec;
  const own = linkingTo(hierarchy === true ? { ...flat, ref: flat.ref ?? SELF } : flat, qualified);
  return own.items === undefined ? own : { ...own, items: linkingTo(own.items, qualified) };
}

function linkingTo<T extends ValueSpec>(spec: T, qualified: string): T {
  const { ref, vocabulary, ...rest } = spec;
  return {
    ...rest,
    ...(ref === undefined ? {} : { ref: ref === SELF ? qualified : ref }),
    ...(vocabulary === undefined || vocabulary === SELF ? {} : { vocabulary }),
  } as unknown as T;
}

/** The names that a row behind a link has. */
export interface LinkedShape {
  readonly name: string;
  readonly columns: readonly ColumnSpec[];
  readonly fields: Readonly<Record<string, unknown>>;
}

/** The shape of the rows that a link with this `ref` leads to; null when nothing has that name. */
export function shapeBehind(catalog: Catalog, ref: string): LinkedShape | null {
  if (!ref.startsWith(BASE_PREFIX)) return catalog.table(ref);
  const base = catalog.base(ref.slice(BASE_PREFIX.length));
  return base === null ? null : { name: ref, columns: baseColumns(catalog, base), fields: {} };
}

/** The row at the end of a link in `source`; null when the target is not a row of the table. */
export function rowBehind(
  view: Pick<View, 'catalog' | 'table' | 'rowAt'>,
  ref: string,
  target: NotePath,
  source: NotePath,
): Row | null {
  if (!ref.startsWith(BASE_PREFIX)) return view.catalog.table(ref) === null ? null : view.table(ref).row(target);
  const found = view.rowAt(target);
  const own = view.rowAt(source)?.table.qualified;
  if (found === null) return null;
  // A row of the past may be none any more; then any heir will do.
  const inheriting =
    own === undefined ? view.catalog.inheritingTables(ref.slice(BASE_PREFIX.length)) : [{ qualified: own }];
  return inheriting.some(({ qualified }) => qualified === found.table.qualified) ? found.row : null;
}
