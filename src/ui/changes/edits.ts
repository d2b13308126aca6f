/** Edits of one view: pending, refused and undoable ones, with their messages; new rows, and blocks that wait for an answer. */

import { useLayoutEffect, useState } from 'preact/hooks';
import type { CellBlock } from '../components/cells/cell-block';
import type { Json } from '../../engine/index';
import { draftOf } from '../components/cells/edit-draft';
import { type GridColumn, type GridRow, holdsLinks } from '../components/grid-column';
import type { AskedCell, GridEditing } from '../components/grid-editing';
import { computed, signal } from '@preact/signals';
import { createTarget } from './create-target';
import { RangeEdits } from './clipboard/range-edits';
import { isNewRow } from './clipboard/write-block';
import { CellEditQueue } from './cell-edit-queue';
import { type EditNotice, editNoticeOf } from './edit-notice';
import type { CellEdit, QueueEvent, LanePort } from './lane-port';
import { suggestItems, suggestLinks, suggestNotes } from '../client/link-suggestions';
import type { OperationsClient } from '../client/operations-client';
import { DraftRows, NEW_ROW, type DraftValues } from './row-actions/draft-rows';
import { type ListChange, changeLists } from './lists/change-lists';
import { putTogether } from './put-together';
import {
  type RowPlace,
  type RemovalMode,
  currentRows,
  duplicateRows,
  insertRow,
  newRow,
  removeRows,
  runRuleOn,
} from './row-actions/row-actions';
import type { ProblemText } from '../components/text/problem-text';
import type { UnsentInput } from '../client/unsent-input';
import { type TableInput, ViewInput } from './unsent/view-input';
import { undoEdit, writeEdit } from './write-edit';
import { tableName } from './describe-write';

/** A notice leaves by itself. A refusal also stays at its cell. */
const NOTICE_MS = { done: 8000, refused: 30_000 };
/** A notice with an undo stays as long as those of the app. D15 */
const STEP_MS = 30_000;

const KEPT = 'It is kept, and is there again when the table is shown.';
const NONE: ReadonlySet<string> = new Set();

/** What the grid of a table asks, but for its order. */
export type TableEditing = Omit<GridEditing, 'fieldIsOpen' | 'putBlock'> & {
  /** `hold`: rows keep their places from now on. */
  readonly putBlock: (block: CellBlock, hold: () => void) => void;
  /** `watchField` of a field in the panel of a row. */
  readonly watchPanelField: NonNullable<GridEditing['watchField']>;
};

/** Actions on the rows of a table. */
export interface RowActions {
  readonly drafts: DraftRows;
  /** Shows new rows that were kept, as those of a view that was closed. */
  returnKept(): void;
  /** A line below the last row, in which the cursor then is. It becomes a note once it has what it needs. */
  newRow(defaults: DraftValues): void;
  duplicate(rows: readonly GridRow[], columns: readonly GridColumn[]): void;
  remove(rows: readonly GridRow[], mode: RemovalMode): void;
  /** `button`: the words on it. */
  runRule(rule: string, button: string, row: GridRow): void;
  /** As they are now, in the same order, without those that have gone. */
  current(rows: readonly GridRow[]): Promise<readonly GridRow[]>;
  /** Resolves to the reason of a refusal; null: it is written. */
  changeLists(change: ListChange): Promise<ProblemText | null>;
}

export interface Edits {
  readonly lane: CellEditQueue;
  readonly blocks: RangeEdits;
  readonly notice: EditNotice | null;
  readonly of: (table: string) => TableEditing;
  readonly rows: (table: string) => RowActions;
  /** Reads the rows of a shown table again. Returns the function that ends it. */
  readonly shows: (table: string, refresh: () => Promise<void>) => () => void;
}

export interface EditsContext {
  readonly client: OperationsClient;
  /** Shows the refusals that are left when their view is closed. */
  readonly notify: (text: string) => void;
  /** The vault is not closed before this is done. */
  readonly holdOpen: (work: Promise<void>) => void;
  readonly unsent: UnsentInput;
}

export function useEdits(place: EditsContext): Edits {
  const [, draw] = useState(0);
  const [edits] = useState(() => new ViewEdits(place, () => draw((count) => count + 1)));
  useLayoutEffect(() => () => edits.close(), []);
  return edits;
}

interface TableEdits extends TableInput {
  readonly editing: TableEditing;
  readonly rows: RowActions;
}

/** Lives on when its view is closed, until everything is written or reported. */
class ViewEdits implements Edits {
  notice: EditNotice | null = null;
  readonly lane: CellEditQueue;
  readonly blocks: RangeEdits;
  /** With the table that each shows. */
  private readonly refreshers = new Map<() => Promise<void>, string>();
  private readonly tables = new Map<string, TableEdits>();
  private readonly input: ViewInput;
  /** Whose new rows are shown. */
  private readonly showsDrafts = new Set<string>();
  /** Reads and writes that are under way. */
  private readonly held = new Set<Promise<void>>();
  private readonly stops: readonly (() => void)[];
  private isClosed = false;
  private leaving = 0;
  private draftCount = 0;

  constructor(
    private readonly place: EditsContext,
    private readonly draw: () => void,
  ) {
    const changed = (): void => {
      if (!this.isClosed) draw();
    };
    const port: LanePort = {
      write: (edit) => writeEdit(place.client, this.rows(edit.table).drafts.overInsert(edit)),
      undo: (migrationId) => undoEdit(place.client, migrationId),
      shown: async (table) => {
        const showing = [...this.refreshers].filter(([, shown]) => shown === table);
        const drafts = this.tables.get(table)?.rows.drafts;
        await Promise.all([...showing.map(([refresh]) => refresh()), drafts?.refresh()]);
      },
      changed,
      tell: (event) => this.tell(event),
    };
    this.lane = new CellEditQueue(port);
    this.blocks = new RangeEdits({
      client: place.client,
      lane: this.lane,
      newRow: (table) => this.rows(table).drafts.blank(this.defaults.get(table) ?? {}),
      keepRow: (table, row, edits) => this.rows(table).drafts.keep(row, edits),
      dropRows: (table, keys) => this.rows(table).drafts.remove(keys),
      changed,
      tell: (table, text) =>
        this.show({ kind: 'refused', table, text, short: text, step: null, isShownElsewhere: true }),
      holdOpen: (work) => this.hold(work),
    });
    const { client, unsent } = place;
    const lost = (edit: CellEdit, problem: ProblemText): void =>
      this.tell({ kind: 'refused', edit, problem, isLost: true });
    this.input = new ViewInput({ client, lane: this.lane, unsent, tables: this.tables, lost });
    this.stops = [unsent.follow(() => this.input.values), unsent.onAdd(() => this.returnKept())];
  }

  /** What new rows of a table hold at first, as it is looked at. */
  private readonly defaults = new Map<string, DraftValues>();

  of(table: string): TableEditing {
    return this.tableOf(table).editing;
  }

  rows(table: string): RowActions {
    return this.tableOf(table).rows;
  }

  private tableOf(table: string): TableEdits {
    const known = this.tables.get(table);
    if (known !== undefined) return known;
    const drafts = new DraftRows({
      client: this.place.client,
      lane: this.lane,
      table,
      nextKey: () => `draft:${(this.draftCount += 1)}`,
    });
    const asked = signal<AskedCell | null>(null);
    const made: TableEdits = {
      drafts,
      asked,
      editing: this.editingOf(table, drafts, asked),
      rows: this.actionsOf(table, drafts, asked),
    };
    this.tables.set(table, made);
    return made;
  }

  private actionsOf(table: string, drafts: DraftRows, asked: TableInput['asked']): RowActions {
    const { client } = this.place;
    const place: RowPlace = { client, lane: this.lane, table, drafts };
    return {
      drafts,
      newRow: (defaults) => {
        this.defaults.set(table, defaults);
        asked.value = { key: newRow(place, defaults).key, column: null, opens: true };
        this.draw();
      },
      duplicate: (rows, columns) => this.hold(duplicateRows(place, rows, columns)),
      remove: (rows, mode) => this.hold(removeRows(place, rows, mode)),
      runRule: (rule, button, row) => this.hold(runRuleOn(place, { rule, button, row })),
      current: (rows) => currentRows(place, rows),
      changeLists: (change) => {
        const done = changeLists(place, change);
        this.hold(done.then(() => undefined));
        return done;
      },
      returnKept: () => {
        this.showsDrafts.add(table);
        this.hold(this.input.returnDrafts(table));
      },
    };
  }

  private editingOf(table: string, drafts: DraftRows, asked: TableInput['asked']): TableEditing {
    const { lane, place } = this;
    let count = 0;
    const draftsChanged = computed(() => {
      void drafts.rows.value;
      return (count += 1);
    });
    return {
      asked,
      version: (row) => lane.version(table, row) + draftsChanged.value,
      overlay: (row, column) => lane.overlay(table, row, column) ?? drafts.overlay(row, column),
      put: (row, column, value, before) => {
        const edit = { row, column, value, before, typed: draftOf(column, value) };
        this.hold(isNewRow(row) || drafts.has(row) ? drafts.put(edit) : lane.put({ table, ...edit }));
      },
      putBlock: (block, hold) => this.hold(this.blocks.put(table, block, hold)),
      refuse: (row, column, typed, problem) =>
        void lane.refuse({ table, row, column, value: null, before: row.values[column.name], typed }, problem),
      giveUp: (row, column) => {
        if (this.notice?.kind === 'refused') this.notice = null;
        if (isNewRow(row)) drafts.giveUp(row, column);
        lane.giveUp(table, row, column);
      },
      suggest: (row, column, typed) => {
        const isLink = holdsLinks(column);
        const suggest = !isLink ? suggestItems : column.ref === null ? suggestNotes : suggestLinks;
        return suggest(place.client, { table, row, column }, typed);
      },
      putTogether: (group) => this.hold(putTogether({ client: place.client, lane }, table, group)),
      insertRow: (values) => {
        const done = insertRow({ client: place.client, lane, table, drafts }, values);
        this.hold(done.then(() => undefined));
        return done;
      },
      createTarget: (row, column, name, before) => this.hold(this.createTarget(table, row, column, name, before)),
      leave: (key) => drafts.leave(key),
      watchField: (field, read) => {
        const ends = [this.input.watch({ table, field, read, isInPanel: false }), drafts.openField(field.row)];
        return () => ends.forEach((end) => end());
      },
      watchPanelField: (field, read) => this.input.watch({ table, field, read, isInPanel: true }),
      undo: () => this.hold(lane.undo(table)),
      redo: () => this.hold(lane.redo(table)),
    };
  }

  private async createTarget(
    table: string,
    row: GridRow,
    column: GridColumn,
    name: string,
    before: Json | undefined,
  ): Promise<void> {
    const { drafts } = this.rows(table);
    const value = column.type === 'list' ? [...(Array.isArray(before) ? (before as Json[]) : []), name] : name;
    const edit = { table, row, column, value, before, typed: draftOf(column, value) };
    const isMade = await createTarget({ client: this.place.client, lane: this.lane }, edit, name);
    if (isMade && drafts.has(row)) await drafts.put(edit);
  }

  shows(table: string, refresh: () => Promise<void>): () => void {
    this.refreshers.set(refresh, table);
    this.tableOf(table);
    this.hold(this.input.returnCells(table));
    return () => void this.refreshers.delete(refresh);
  }

  close(): void {
    this.isClosed = true;
    window.clearTimeout(this.leaving);
    this.place.holdOpen(this.handOver());
  }

  private hold(work: Promise<void>): void {
    this.held.add(work);
    void work.finally(() => this.held.delete(work));
    this.place.holdOpen(work);
  }

  /** Another view left something of the tables that are shown here. */
  private returnKept(): void {
    for (const table of new Set(this.refreshers.values())) this.hold(this.input.returnCells(table));
    for (const table of this.showsDrafts) this.hold(this.input.returnDrafts(table));
  }

  /** Leaves to the next view what could not be written, and says so. */
  private async handOver(): Promise<void> {
    // A field that goes with its view is written, and so are the edits under way.
    await Promise.resolve();
    while (this.held.size > 0) await Promise.allSettled(this.held);
    for (const { edit, problem } of this.lane.refused) {
      this.place.notify(`${editNoticeOf({ kind: 'refused', edit, problem }).text} ${KEPT}`);
    }
    for (const [table, { drafts }] of this.tables) {
      for (const { row } of drafts.unsent(NONE)) {
        const typed = Object.values(row.values).filter((value) => typeof value === 'string');
        this.place.notify(`A new row of ${tableName(table)} is not written: ${typed.join(', ')}. ${KEPT}`);
      }
    }
    const { values } = this.input;
    for (const stop of this.stops) stop();
    this.place.unsent.add(values);
  }

  private tell(event: QueueEvent): void {
    // It is listed with everything that a closed view leaves.
    if (this.isClosed && event.kind === 'refused' && event.isLost !== true) return;
    // A line that is not a row any more.
    if (event.kind === 'undone' && event.step.name === NEW_ROW) {
      this.tables.get(event.step.table)?.rows.drafts.forget(new Set(event.step.edits.map(({ row }) => row.key)));
    }
    // A refusal that is not put right matters more than a write that went well.
    if (event.kind === 'written' && this.notice?.kind === 'refused' && this.lane.refused.length > 0) return;
    this.show(editNoticeOf(event));
  }

  private show(notice: EditNotice): void {
    this.notice = notice;
    // Where no table is shown, as after this one was dropped, the person can't read it elsewhere.
    const isUnseen = this.isClosed || this.refreshers.size === 0;
    if (isUnseen && notice.kind === 'refused') this.place.notify(notice.text);
    window.clearTimeout(this.leaving);
    if (this.isClosed) return;
    this.draw();
    this.leaving = window.setTimeout(
      () => {
        this.notice = null;
        this.draw();
      },
      notice.step === null ? NOTICE_MS[notice.kind] : STEP_MS,
    );
  }
}
