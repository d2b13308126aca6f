/** Where the browser is, and the way up. */

import { expect, it } from 'vitest';
import type { Breadcrumb } from '../../../../src/ui/client/app-services';
import { breadcrumbsOf } from '../../../../src/ui/screens/frame/breadcrumbs';
import type { TableTree, TreeView } from '../../../../src/ui/screens/sidebar/table-tree';

const view = (name: string, label: string, source: string | null): TreeView => ({
  view: `main.default.${name}`,
  label,
  description: null,
  source,
  spec: null,
});

const DUE = view('vw_due', 'Due soon', 'main.default.tasks');
const STACK = view('vw_stack', 'Everything', null);
const TREE: TableTree = {
  root: 'notedb',
  schemas: [
    {
      label: null,
      tables: [{ table: 'main.default.tasks', label: 'Tasks', description: null, rows: 3, views: [DUE] }],
      views: [STACK],
    },
  ],
};

const TASKS: Breadcrumb = { label: 'Tasks', opens: 'main.default.tasks' };
const last = (label: string): Breadcrumb => ({ label, opens: null });

it('leads from a view up to its table', () => {
  expect(breadcrumbsOf(TREE, 'main.default.vw_due', undefined)).toEqual([TASKS, last('Due soon')]);
});

it('ends where one is: there is nothing to open', () => {
  expect(breadcrumbsOf(TREE, 'main.default.tasks', undefined)).toEqual([last('Tasks')]);
  expect(breadcrumbsOf(TREE, 'main.default.vw_stack', undefined)).toEqual([last('Everything')]);
  expect(breadcrumbsOf(TREE, 'main.default.tasks', 'journal')).toEqual([last('History')]);
  expect(breadcrumbsOf(TREE, 'main.default.tasks', 'map')).toEqual([last('Map of tables')]);
  expect(breadcrumbsOf(TREE, 'main.default.tasks', 'folder:Reading')).toEqual([last('New table')]);
});

it('leads from the versions and the import of a table up to it', () => {
  expect(breadcrumbsOf(TREE, null, 'history:main.default.tasks')).toEqual([TASKS, last('As it was')]);
  expect(breadcrumbsOf(TREE, null, 'import:main.default.tasks')).toEqual([TASKS, last('From a CSV file')]);
});

it('names nothing where there is nothing: no table yet, or one that is gone', () => {
  expect(breadcrumbsOf(TREE, null, undefined)).toEqual([]);
  expect(breadcrumbsOf(TREE, 'main.default.gone', undefined)).toEqual([]);
});
