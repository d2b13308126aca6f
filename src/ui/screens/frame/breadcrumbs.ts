/** Where the browser is, from the table on: what a tab is called, and the way up. docs/page.md#where-one-is */

import type { Breadcrumb } from '../../client/app-services';
import { type BrowserScreen, type ScreenKind, partsOfScreen } from '../../rows/table-choice';
import { type TableTree, allTables, viewIn } from '../sidebar/table-tree';

export function breadcrumbsOf(
  tree: TableTree,
  table: string | null,
  screen: BrowserScreen | undefined,
): readonly Breadcrumb[] {
  if (screen === undefined) return table === null ? [] : breadcrumbsOfTable(tree, table, null);
  const { kind, of, place } = partsOfScreen(screen);
  const label = SCREEN_LABELS[kind];
  return place === 'table' ? breadcrumbsOfTable(tree, of, label) : [{ label, opens: null }];
}

const SCREEN_LABELS: Readonly<Record<ScreenKind, string>> = {
  start: 'New table',
  empty: 'New table',
  csv: 'New table',
  base: 'From a base',
  app: 'Import',
  folder: 'New table',
  where: 'New table',
  journal: 'History',
  problems: 'Problems',
  map: 'Map of tables',
  rules: 'Rules',
  history: 'As it was',
  import: 'From a CSV file',
  settings: 'Settings',
};

/** A view comes under the table that it shows. */
function breadcrumbsOfTable(tree: TableTree, name: string, last: string | null): readonly Breadcrumb[] {
  const view = viewIn(tree, name);
  const known = (qualified: string): string | undefined =>
    allTables(tree).find(({ table }) => table === qualified)?.label;
  const table = view === null ? name : view.source;
  const label = table === null ? undefined : known(table);
  const steps = [
    ...(label === undefined ? [] : [{ label, opens: table }]),
    ...(view === null ? [] : [{ label: view.label, opens: name }]),
    ...(last === null ? [] : [{ label: last, opens: null }]),
  ];
  return steps.map((step, at) => (at === steps.length - 1 ? { ...step, opens: null } : step));
}
