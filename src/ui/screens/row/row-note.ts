/** A note as the panel shows it: its text, and what it is as a row. */

import type { Json, Operations } from '../../../engine/index';
import type { GridColumn } from '../../components/grid-column';
import { refusalOf } from '../../client/describe-problem';
import { notePartsOf } from '../../client/note-text';
import type { OperationsClient } from '../../client/operations-client';
import { readWholeNote } from '../../client/whole-note';
import { tableColumns } from '../../client/table-columns';

export interface PanelNote {
  /** Vault path. */
  readonly path: string;
  readonly body: string;
  /** Null: the note is not a row, or of a table that this caller does not see. */
  readonly row: PanelRow | null;
  /** As they are written, where the note is not a row. */
  readonly properties: Readonly<Record<string, Json>>;
}

export interface PanelRow {
  /** Qualified. */
  readonly table: string;
  readonly id: string;
  readonly columns: readonly GridColumn[];
  /** Names of columns that can't be written, such as computed ones. */
  readonly readOnly: ReadonlySet<string>;
  readonly values: Readonly<Record<string, Json>>;
  readonly keepsHistory: boolean;
}

export async function askNote(client: OperationsClient, path: string): Promise<PanelNote> {
  const note = await readWholeNote(client, path);
  const { table, id } = note.front_matter;
  const { body } = notePartsOf(note.content);
  const isRow = typeof table === 'string' && typeof id === 'string';
  const row = isRow ? await askRow(client, note.path, { table, id }) : null;
  return { path: note.path, body, row, properties: note.front_matter };
}

/** A caller that may not read a table gets the same answer as for a table that does not exist. */
async function askRow(
  client: OperationsClient,
  path: string,
  { table, id }: { readonly table: string; readonly id: string },
): Promise<PanelRow | null> {
  try {
    const described = await client.run('describe_table', { table });
    if (!('options' in described)) return null;
    const { rows } = await client.run('select_rows', { table, where: { id }, limit: 1 });
    const [row] = rows;
    // A copy has the id of a row that is another note.
    if (row === undefined || row.path !== path) return null;
    return {
      table: described.qualified,
      id,
      columns: tableColumns(described.columns),
      readOnly: new Set(described.columns.filter(isReadOnly).map(({ name }) => name)),
      values: row,
      keepsHistory: described.options.history,
    };
  } catch (thrown) {
    if (refusalOf(thrown) !== null) return null;
    throw thrown;
  }
}

type Described = Extract<Operations['describe_table']['result'], { readonly options: unknown }>['columns'][number];

const isReadOnly = ({ generated, identity, system }: Described): boolean =>
  generated !== undefined || identity !== undefined || system === true;

export interface LinkGroup {
  /** The link column, or `Text`. */
  readonly label: string;
  readonly direction: 'out' | 'in';
  readonly notes: readonly LinkedNote[];
}

export interface LinkedNote {
  /** Null: no note has the name. */
  readonly path: string | null;
  readonly name: string;
  readonly table: string | null;
  readonly count: number;
}

export interface NoteLinks {
  readonly groups: readonly LinkGroup[];
  /** Notes that link or are linked. */
  readonly total: number;
}

/** Links by column, those of the note before those to it. */
export async function askLinks(client: OperationsClient, path: string): Promise<NoteLinks> {
  const { nodes, total } = await client.run('graph_neighbors', { from_nodes: { paths: [path] } });
  const groups = new Map<string, { label: string; direction: 'out' | 'in'; notes: LinkedNote[] }>();
  for (const { path: other, unresolved, table, direction, edges } of nodes) {
    for (const [label, count] of Object.entries(edges)) {
      const key = `${direction} ${label}`;
      const group = groups.get(key) ?? { label, direction, notes: [] };
      group.notes.push({ path: other, name: other ?? unresolved ?? '', table, count });
      groups.set(key, group);
    }
  }
  const order = ({ direction, label }: LinkGroup): string =>
    `${direction === 'out' ? 0 : 1}${label === 'link' ? 1 : 0}${label}`;
  return { groups: [...groups.values()].sort((a, b) => order(a).localeCompare(order(b))), total };
}
