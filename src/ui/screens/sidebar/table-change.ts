/** Changes of a table or a view as a whole: each is planned and written by one call. docs/tables.md#the-menu-of-a-table */

import type { Json, JsonObject, Operations } from '../../../engine/index';
import type { OperationsClient } from '../../client/operations-client';
import { countedNotes } from '../../changes/describe-write';
import { suggestName } from '../../../kernel/names';
import { viewName } from '../toolbar/save-view';
import type { TreeTable, TreeView } from './table-tree';

export type Written = Pick<Operations['alter_table']['result'], 'migrationId' | 'changed' | 'warnings' | 'table'>;

interface ChangeField {
  readonly label: string;
  readonly initial: string;
  readonly isLong?: boolean;
  /** Shown in the empty field. */
  readonly hint?: string;
  readonly canBeEmpty?: boolean;
  /** The initial text is a proposal: it can be written as it is. */
  readonly isProposed?: boolean;
}

export interface TableChange {
  readonly title: string;
  /** The field to type in; null: there is nothing to type. */
  readonly field: ChangeField | null;
  readonly submit: string;
  /** Takes something away. */
  readonly isDanger: boolean;
  readonly run: (typed: string, isDryRun: boolean) => Promise<Written>;
  /** What the plan does to notes. */
  readonly impact: (plan: Written) => string;
  /** The notice that is shown when it is done. */
  readonly done: (typed: string) => string;
  /** Where to go then; null: to stay. */
  readonly next: (written: Written) => string | null;
}

const changing = ({ changed }: Written): string =>
  changed === 0 ? 'No note changes.' : `${countedNotes(changed)} ${changed === 1 ? 'changes' : 'change'}.`;

const namePart = (qualified: string): string => qualified.split('.').at(-1) ?? qualified;
const stay = (): null => null;

export function renameTable(client: OperationsClient, { table, label }: TreeTable): TableChange {
  return {
    ...{ title: `Rename ${label}`, submit: 'Rename', isDanger: false, impact: changing },
    field: { label: 'Name', initial: label },
    run: (typed, dry_run) => client.run('alter_table', { table, name: suggestName(typed), dry_run }),
    done: (typed) => `${label} is called ${typed} now`,
    next: ({ table: renamed }) => renamed ?? null,
  };
}

export function describeTable(client: OperationsClient, { table, label, description }: TreeTable): TableChange {
  return {
    ...{ title: `Describe ${label}`, submit: 'Save', isDanger: false, impact: changing, next: stay },
    field: { label: 'What a row records', initial: description ?? '', isLong: true },
    run: (typed, dry_run) => client.run('alter_table', { table, description: typed, dry_run }),
    done: () => `Description of ${label} changed`,
  };
}

export function duplicateTable(client: OperationsClient, { table, label }: TreeTable): TableChange {
  const place = table.split('.').slice(0, -1).join('.');
  return {
    ...{ title: `Duplicate ${label}`, submit: 'Duplicate', isDanger: false },
    field: { label: 'Name of the copy', initial: `${label} copy`, isProposed: true },
    run: (typed, dry_run) =>
      client.run('clone_table', { source: table, target: `${place}.${suggestName(typed)}`, dry_run }),
    impact: ({ changed }) => (changed === 0 ? 'No note is made.' : `${countedNotes(changed)} of its own.`),
    done: (typed) => `${label} copied as ${typed}`,
    next: ({ table: copy }) => copy ?? null,
  };
}

export function dropTable(client: OperationsClient, { table, label }: TreeTable): TableChange {
  return {
    ...{ title: `Drop ${label}`, submit: 'Drop the table', isDanger: true, field: null, next: stay },
    run: (_, dry_run) => client.run('drop_table', { table, mode: 'archive', dry_run }),
    impact: ({ changed }) =>
      changed === 0
        ? 'It has no notes. One undo brings it back.'
        : `Its ${countedNotes(changed)} move into its archive. One undo brings all of it back.`,
    done: () => `${label} dropped`,
  };
}

type Described = Extract<Operations['describe_table']['result'], { readonly query: unknown }>;

async function describedView(client: OperationsClient, view: string): Promise<Described> {
  const described = await client.run('describe_table', { table: view });
  if (!('query' in described)) throw new Error(`${view} is not a view`);
  return described;
}

/** Parts that are not given stay. */
async function replaceView(client: OperationsClient, view: string, change: Change, dry_run: boolean): Promise<Written> {
  const [catalog = '', schema = '', name = ''] = view.split('.');
  const { query, display } = await describedView(client, view);
  const { title, description } = change;
  return client.run('create_view', {
    ...{ name, catalog, schema, query, replace: true, dry_run },
    ...(description === undefined ? {} : { description }),
    ...(title === undefined ? {} : { display: withTitle(display, title) }),
  });
}

interface Change {
  readonly title?: string;
  readonly description?: string;
}

const withTitle = (display: Json | undefined, title: string): JsonObject => ({ ...(display as JsonObject), title });

/** Its name stays, so that blocks in notes and calls of programs still find it. */
export function renameView(client: OperationsClient, { view, label }: TreeView): TableChange {
  return {
    ...{ title: `Rename ${label}`, submit: 'Rename', isDanger: false, next: stay },
    field: { label: 'Title', initial: label },
    run: (title, isDryRun) => replaceView(client, view, { title }, isDryRun),
    impact: () => `Blocks and programs find it as ${namePart(view)}, as before.`,
    done: (typed) => `${label} is called ${typed} now`,
  };
}

export function describeView(client: OperationsClient, { view, label, description }: TreeView): TableChange {
  return {
    ...{ title: `Describe ${label}`, submit: 'Save', isDanger: false, impact: changing, next: stay },
    field: { label: 'What it shows', initial: description ?? '', isLong: true },
    run: (typed, isDryRun) => replaceView(client, view, { description: typed }, isDryRun),
    done: () => `Description of ${label} changed`,
  };
}

export function duplicateView(client: OperationsClient, { view, label }: TreeView): TableChange {
  const [catalog = '', schema = ''] = view.split('.');
  return {
    ...{ title: `Duplicate ${label}`, submit: 'Duplicate', isDanger: false, impact: changing },
    field: { label: 'Name of the copy', initial: `${label} copy`, isProposed: true },
    run: async (title, dry_run) => {
      const { query, display, description, labels } = await describedView(client, view);
      return client.run('create_view', {
        ...{ name: viewName(title), catalog, schema, query, labels, dry_run },
        ...(description === null ? {} : { description }),
        display: withTitle(display, title),
      });
    },
    done: (typed) => `${label} copied as ${typed}`,
    next: ({ table }) => table ?? null,
  };
}

export function dropView(client: OperationsClient, { view, label, source }: TreeView): TableChange {
  return {
    ...{ title: `Delete ${label}`, submit: 'Delete the view', isDanger: true, field: null },
    run: (_, dry_run) => client.run('drop_view', { view, dry_run }),
    impact: () => 'Its rows stay. One undo brings it back.',
    done: () => `View ${label} deleted. Its rows stay`,
    next: () => source,
  };
}

/** As it is written in a note. docs/app/views-in-notes.md */
export const blockText = (kind: 'table' | 'view', name: string): string => `\`\`\`notedb\n${kind}: ${name}\n\`\`\`\n`;
