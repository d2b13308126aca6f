/** Keeps typed input of the tables of one view that is not written, and puts it back to its cells and rows. */

import type { Signal } from '@preact/signals';
import type { AskedCell, OpenField } from '../../components/grid-editing';
import type { ProblemText } from '../../components/text/problem-text';
import type { CellEditQueue } from '../cell-edit-queue';
import type { CellEdit } from '../lane-port';
import type { OperationsClient } from '../../client/operations-client';
import type { DraftRows } from '../row-actions/draft-rows';
import { writeEdit } from '../write-edit';
import {
  type KeptCell,
  type KeptDraft,
  asJson,
  keptEdit,
  keptField,
  keptRow,
  readCell,
  readDraft,
  unreadable,
} from './kept-input';
import type { UnsentInput, UnsentValues } from '../../client/unsent-input';

/** Of one table of the view. */
export interface TableInput {
  readonly drafts: DraftRows;
  readonly asked: Signal<AskedCell | null>;
}

export interface ViewInputContext {
  readonly client: OperationsClient;
  readonly lane: CellEditQueue;
  readonly unsent: UnsentInput;
  /** By qualified name. */
  readonly tables: ReadonlyMap<string, TableInput>;
  /** Of an edit whose row or column is gone: no cell can show it. */
  readonly lost: (edit: CellEdit, problem: ProblemText) => void;
}

interface WatchedField {
  readonly table: string;
  readonly field: OpenField;
  readonly read: () => string;
  readonly isInPanel: boolean;
}

const NOT_WRITTEN: ProblemText = {
  message: 'This was typed before, and is not written yet.',
  hint: 'Enter writes it.',
};

const cellsOf = (table: string): string => `cells ${table}`;
const draftsOf = (table: string): string => `rows ${table}`;

export class ViewInput {
  private readonly fields = new Set<WatchedField>();
  /** On their way back to their cells. */
  private readonly returning = new Map<KeptCell, string>();

  constructor(private readonly place: ViewInputContext) {}

  /** A field is open; `read` gives its text. Returns the function that ends it. */
  watch(watched: WatchedField): () => void {
    this.fields.add(watched);
    return () => void this.fields.delete(watched);
  }

  get values(): UnsentValues {
    const values: Record<string, UnsentValues[string]> = {};
    for (const [table, { drafts }] of this.place.tables) {
      const cells = this.cellsIn(table);
      const rows = drafts.unsent(new Set(cells.map(({ row }) => row.key)));
      const known = new Set(rows.map(({ row }) => row.key));
      values[draftsOf(table)] = rows.map(({ row: { key, values: typed }, body }) =>
        asJson({ values: typed, body, cells: cells.filter(({ row }) => row.key === key) } satisfies KeptDraft),
      );
      values[cellsOf(table)] = cells.filter(({ row }) => !known.has(row.key)).flatMap((cell) => this.keptCell(cell));
    }
    return values;
  }

  /** A view shows the table: the kept values of its cells are there again. */
  async returnCells(table: string): Promise<void> {
    const cells = this.place.unsent.take(cellsOf(table)).flatMap((json) => readCell(json) ?? []);
    for (const cell of cells) this.returning.set(cell, table);
    await Promise.all(cells.map((cell) => this.returnCell(table, cell)));
  }

  /** A view that shows new rows does so. */
  async returnDrafts(table: string): Promise<void> {
    const { unsent, tables } = this.place;
    const drafts = tables.get(table)?.drafts;
    if (drafts === undefined) return;
    const kept = unsent.take(draftsOf(table)).flatMap((json) => readDraft(json) ?? []);
    const rows = kept.map(({ values, body }) => drafts.add(values, { body, isUsed: true }));
    const cells = kept.flatMap(({ cells: own }, at) => own.map((cell) => ({ ...cell, row: rows[at] ?? cell.row })));
    for (const cell of cells) this.returning.set(cell, table);
    await Promise.all(cells.map((cell) => this.mark(table, cell, unreadable(cell) ?? cell.problem ?? NOT_WRITTEN)));
  }

  /** The newest of each cell: the text of an open field counts, not the value that was refused there. */
  private cellsIn(table: string): readonly KeptCell[] {
    const { lane } = this.place;
    const cells = [
      ...[...this.returning].flatMap(([cell, of]) => (of === table ? [cell] : [])),
      ...lane.unwritten(table).map(({ edit, kind, problem }) => keptEdit(edit, kind, problem)),
      ...[...this.fields].flatMap((watched) => {
        if (watched.table !== table) return [];
        return keptField(watched.field, watched.read(), watched.isInPanel) ?? [];
      }),
    ];
    return [...new Map(cells.map((cell) => [JSON.stringify([cell.row.key, cell.column.name]), cell])).values()];
  }

  private keptCell(cell: KeptCell): UnsentValues[string] {
    const row = keptRow(cell.row, this.place.lane.idOf(cell.row.key));
    return row === null ? [] : [asJson({ ...cell, row })];
  }

  private async returnCell(table: string, cell: KeptCell): Promise<void> {
    const { client, lane, lost } = this.place;
    const edit: CellEdit = { table, ...cell };
    if (cell.state === 'pending') {
      this.returning.delete(cell);
      return lane.put(edit);
    }
    // It may be in conflict by now, or fit.
    const outcome = await writeEdit(client, edit, true);
    const problem = outcome.kind === 'refused' ? outcome.problem : NOT_WRITTEN;
    if (outcome.kind === 'refused' && outcome.isLost) {
      this.returning.delete(cell);
      lost(edit, problem);
    } else await this.mark(table, cell, unreadable(cell) ?? problem);
  }

  /** At its cell, with the reason; a field that was open is open again. */
  private async mark(table: string, cell: KeptCell, problem: ProblemText): Promise<void> {
    const { lane, tables } = this.place;
    this.returning.delete(cell);
    await lane.refuse({ table, ...cell }, problem, true);
    const asked = tables.get(table)?.asked;
    if (cell.state !== 'open' || cell.isInPanel || asked === undefined) return;
    asked.value = { key: cell.row.key, column: cell.column.name, opens: true };
  }
}
