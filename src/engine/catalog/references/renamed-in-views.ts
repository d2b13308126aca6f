/** Views after a column or an enum value got another name: what follows, and the call that mends a view which does not. Source: docs/operations.md#rename_value, docs/operations.md#rename_column; D26. */

import type { JsonObject } from '../../json';
import type { Catalog } from '../catalog';
import type { ViewDefinition } from '../definition';
import { agreed, mapViewReads } from './view-reads';

export interface RenamedInViews {
  readonly views: ReadonlyMap<string, ViewDefinition>;
  /** Views that compare rows of several tables with the value, which only some of these call otherwise now. */
  readonly split: readonly { readonly view: ViewDefinition; readonly names: string }[];
}

/** `rename` gives the new value; the same one to leave it. */
export function renamedInViews(
  catalog: Catalog,
  rename: (table: string, column: string, value: string) => string,
): RenamedInViews {
  const views = new Map<string, ViewDefinition>();
  const split: { view: ViewDefinition; names: string }[] = [];
  for (const view of catalog.views()) {
    const names = new Set<string>();
    const next = mapViewReads(catalog, view, {
      column: (_columns, name) => name,
      value: (columns, value) => {
        const renamed = agreed(columns, ({ table, column }) => rename(table, column, value));
        if (renamed === null) for (const { column } of columns) names.add(column);
        return renamed ?? value;
      },
    });
    if (next !== view) views.set(view.qualified, next);
    if (names.size > 0) split.push({ view, names: [...names].join(', ') });
  }
  return { views, split };
}

interface MendedView {
  readonly view: ViewDefinition;
  /** Arguments of create_view; null where stacked tables call the column differently now, so that no name says it for all. */
  readonly mending: JsonObject | null;
}

/** The views that name a column by its old name. `rename`: as in `renamedInViews`, of names. */
function viewsToMend(catalog: Catalog, rename: (table: string, column: string) => string): readonly MendedView[] {
  return catalog.views().flatMap((view): MendedView[] => {
    let isSplit = false;
    const next = mapViewReads(catalog, view, {
      column: (columns, name) => {
        const renamed = agreed(columns, ({ table, column }) => rename(table, column));
        isSplit ||= renamed === null;
        return renamed ?? name;
      },
      value: (_columns, text) => text,
    });
    if (next === view && !isSplit) return [];
    return [{ view, mending: isSplit ? null : callOf(catalog, view, next) }];
  });
}

/** create_view leaves what it is not given. */
function callOf(catalog: Catalog, before: ViewDefinition, after: ViewDefinition): JsonObject {
  const { defaultCatalog, defaultSchema } = catalog.configuration;
  const differs = (key: 'labels' | 'display'): boolean => JSON.stringify(before[key]) !== JSON.stringify(after[key]);
  return {
    name: after.name,
    ...(after.catalog === defaultCatalog ? {} : { catalog: after.catalog }),
    ...(after.schema === defaultSchema ? {} : { schema: after.schema }),
    query: after.query,
    ...(differs('labels') ? { labels: after.labels } : {}),
    ...(differs('display') ? { display: after.display } : {}),
    replace: true,
  };
}

/** What to do about each view that names a column by its old name, by view. */
export function viewRemedies(
  catalog: Catalog,
  rename: (table: string, column: string) => string,
): ReadonlyMap<string, string> {
  const found = viewsToMend(catalog, rename).map(
    ({ view, mending }) =>
      [
        view.qualified,
        mending === null
          ? 'only some of its tables call the column otherwise now: change its query with create_view'
          : `mend it with create_view ${JSON.stringify(mending)}`,
      ] as const,
  );
  return new Map(found);
}
