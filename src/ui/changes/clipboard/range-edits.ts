/** Blocks of cells on their way: tried by a dry run, shown to their person where something does not fit, written as one step. docs/app/editing.md#blocks */

import type { CellBlock } from '../../components/cells/cell-block';
import type { GridColumn, GridRow } from '../../components/grid-column';
import { shownValue } from '../../components/grid-editing';
import { readText } from '../../components/text/field-text';
import type { ProblemText } from '../../components/text/problem-text';
import type { CellEditQueue } from '../cell-edit-queue';
import type { CellEdit, EditOutcome, StepOutcome } from '../lane-port';
import type { OperationsClient } from '../../client/operations-client';
import { blockName, doneText } from './describe-range';
import { type BlockPlan, planBlock } from './plan-block';
import { type BlockResult, type RefusedCell, isNewRow, writeBlock } from './write-block';

/** What a person is asked before a block is written. */
export interface BlockPreview {
  /** Qualified. */
  readonly table: string;
  readonly kind: CellBlock['kind'];
  /** Cells of columns that can be written. */
  readonly cells: number;
  /** Cells of columns that can't be written. */
  readonly fixed: number;
  readonly notes: number;
  readonly newRows: number;
  /** Cells of new rows that fit. */
  readonly newCells: number;
  /** Columns that have none to go to. */
  readonly beyond: number;
  /** Filled cells that get another value. */
  readonly replaced: number;
  /** How numbers or days were read, where not as is usual here. */
  readonly readings: readonly string[];
  readonly refusedCells: readonly {
    readonly edit: CellEdit;
    readonly problem: ProblemText;
    /** Else the problem is that of the whole row. */
    readonly isOwn: boolean;
  }[];
  /** Cells that do not fit. */
  readonly refused: number;
  readonly addsRows: boolean;
  readonly isBusy: boolean;
  /** Why none of it can be written. */
  readonly failure: ProblemText | null;
}

export interface BlockContext {
  readonly client: OperationsClient;
  readonly lane: CellEditQueue;
  /** A row of the table that is not a note yet. */
  readonly newRow: (table: string) => GridRow;
  /** Keeps a new row that was refused, with its values, as one to be completed. */
  readonly keepRow: (table: string, row: GridRow, edits: readonly CellEdit[]) => void;
  /** These are notes now, or gone. */
  readonly dropRows: (table: string, keys: ReadonlySet<string>) => void;
  readonly changed: () => void;
  /** Why nothing was done. */
  readonly tell: (table: string, text: string) => void;
  readonly holdOpen: (work: Promise<void>) => void;
}

/** A paste of so many cells needs no look at it when all of them fit: one undo takes it back. */
const MOST_UNSEEN = 20;
/** Milliseconds after which a block that is still tried out is shown, such as while the server is gone. */
const SLOW_MS = 500;

interface WaitingBlock {
  readonly block: CellBlock;
  readonly table: string;
  plan: BlockPlan;
  refused: ReadonlyMap<CellEdit, RefusedCell>;
  failure: ProblemText | null;
  addsRows: boolean;
  isBusy: boolean;
  /** Its person wants it written. */
  isAccepted: boolean;
  /** Its person does not want it any more. */
  isGivenUp: boolean;
}

export class RangeEdits {
  private waiting: WaitingBlock | null = null;

  constructor(private readonly place: BlockContext) {}

  get preview(): BlockPreview | null {
    return this.waiting === null ? null : previewOf(this.waiting);
  }

  /** `hold`: rows keep their places from now on. */
  async put(table: string, block: CellBlock, hold: () => void): Promise<void> {
    const { lane, newRow, tell } = this.place;
    const shown = (row: GridRow, column: GridColumn): CellEdit['before'] =>
      shownValue(row, column, lane.overlay(table, row, column));
    const plan = planBlock({ table, shown, newRow: () => newRow(table) }, block);
    // A person who goes on elsewhere does not want the earlier block any more.
    if (this.waiting !== null) this.waiting.isGivenUp = true;
    this.waiting = null;
    if (plan.edits.length === 0) {
      if (plan.fixed > 0 && plan.same === 0) tell(table, "These columns are computed: they can't be written.");
      return;
    }
    hold();
    const [only] = plan.edits;
    // The cell itself says why its value is wrong.
    if (only !== undefined && plan.edits.length + plan.same + plan.fixed === 1 && !isNewRow(only.row)) {
      return this.putOne(only, plan);
    }
    const waiting: WaitingBlock = { ...UNTRIED, block, table, plan };
    // A block that the person looks at anyway is shown while it is tried.
    if (isLookedAt(waiting)) this.show(waiting);
    await this.writeIfFits(waiting);
  }

  /** Writes it where the person need not look at it first. */
  private async writeIfFits(waiting: WaitingBlock): Promise<void> {
    const { table, plan } = waiting;
    const slow = window.setTimeout(() => {
      if (!waiting.isGivenUp) this.show(waiting);
    }, SLOW_MS);
    waiting.isBusy = true;
    await this.place.lane.idle(table, rowsOf(plan.edits));
    await this.dryRun(waiting);
    window.clearTimeout(slow);
    if (waiting.isGivenUp) return;
    if (!mayBeWritten(waiting)) return this.show(waiting);
    this.hide(waiting);
    return this.write(waiting);
  }

  private show(waiting: WaitingBlock): void {
    this.waiting = waiting;
    this.place.changed();
  }

  private async putOne(edit: CellEdit, { unreadable }: BlockPlan): Promise<void> {
    const problem = unreadable.get(edit);
    await (problem === undefined ? this.place.lane.put(edit) : this.place.lane.refuse(edit, problem));
  }

  private async dryRun(waiting: WaitingBlock): Promise<void> {
    const { plan } = waiting;
    waiting.isBusy = true;
    const edits = plan.edits.filter((edit) => !plan.unreadable.has(edit));
    const { client } = this.place;
    const found = await writeBlock({
      client,
      edits,
      summary: blockName(waiting.block.kind, edits.length),
      isDryRun: true,
    });
    const refused = new Map(found.refused);
    for (const [edit, problem] of plan.unreadable) refused.set(edit, { problem, isLost: false, isOwn: true });
    Object.assign(waiting, { refused, failure: found.failure, isBusy: false });
  }

  setAddsRows(addsRows: boolean): void {
    if (this.waiting === null) return;
    this.waiting.addsRows = addsRows;
    this.place.changed();
  }

  /** Another text for a cell that does not fit. */
  async correct(edit: CellEdit, text: string): Promise<void> {
    const { waiting } = this;
    if (waiting === null || waiting.isBusy) return;
    const value = readText(edit.column, text);
    if (value === undefined) return;
    const next: CellEdit = { ...edit, value, typed: text };
    const { plan } = waiting;
    const unreadable = new Map([...plan.unreadable].filter(([each]) => each !== edit));
    waiting.plan = { ...plan, edits: plan.edits.map((each) => (each === edit ? next : each)), unreadable };
    waiting.isBusy = true;
    this.place.changed();
    await this.dryRun(waiting);
    this.place.changed();
  }

  /** Writes what fits; what does not stays at its cells. */
  accept(): void {
    const { waiting } = this;
    if (waiting === null || waiting.isBusy) return;
    waiting.isAccepted = true;
    this.hide(waiting);
    this.place.holdOpen(this.write(waiting));
  }

  /** What failed as a whole: from the beginning. */
  tryAgain(): void {
    const { waiting } = this;
    if (waiting === null || waiting.isBusy) return;
    Object.assign(waiting, { failure: null, refused: NONE });
    this.place.holdOpen(this.writeIfFits(waiting));
    this.place.changed();
  }

  /** Nothing of it is written. */
  close(): void {
    const { waiting } = this;
    if (waiting === null) return;
    waiting.isGivenUp = true;
    this.hide(waiting);
  }

  private hide(waiting: WaitingBlock): void {
    if (this.waiting !== waiting) return;
    this.waiting = null;
    this.place.changed();
    waiting.block.focus();
  }

  private async write(waiting: WaitingBlock): Promise<void> {
    const { block, table, plan, refused, addsRows } = waiting;
    const { lane, keepRow, dropRows, holdOpen } = this.place;
    const wanted = plan.edits.filter((edit) => addsRows || !isOfNewRow(edit));
    const edits = wanted.filter((edit) => !refused.has(edit));
    const name = blockName(block.kind, edits.length);
    // A new row of which nothing fits is kept all the same.
    const kept = new Set(edits.map(({ row }) => row.key));
    for (const [key, own] of byRow(wanted.filter(isOfNewRow))) {
      const [first] = own;
      if (first !== undefined && !kept.has(key)) keepRow(table, first.row, own);
    }
    for (const [edit, { problem, isLost, isOwn }] of refused) {
      const isOfKept = isOfNewRow(edit) && !isOwn;
      if (wanted.includes(edit) && !isLost && !isOfKept) holdOpen(lane.refuse(edit, problem, true));
    }
    if (edits.length === 0) return;
    await lane.perform({ table, name, edits }, rowsOf(edits), async (due) => {
      const result = await writeBlock({ client: this.place.client, edits: due, summary: name, isDryRun: false });
      const made = newIds(result, due);
      for (const { id, key } of made) lane.know(id, key);
      dropRows(table, new Set(made.map(({ key }) => key)));
      for (const [, own] of byRow(due.filter((edit) => isOfNewRow(edit) && result.refused.has(edit)))) {
        if (own[0] !== undefined && !result.rows.has(own[0].row.key)) keepRow(table, own[0].row, own);
      }
      return outcomeOf(
        block.kind,
        due,
        result,
        [...refused].flatMap(([edit, each]) => (wanted.includes(edit) ? each : [])),
        this.keeps(waiting, result),
      );
    });
  }

  /** Whether a block of which nothing was written waits to be tried again. Else it stays at its cells. */
  private keeps(waiting: WaitingBlock, { failure }: BlockResult): boolean {
    if (failure === null || this.waiting !== null) return false;
    this.show(Object.assign(waiting, { failure, isAccepted: true }));
    return true;
  }
}

const NONE: ReadonlyMap<CellEdit, RefusedCell> = new Map();

const UNTRIED: Omit<WaitingBlock, 'block' | 'table' | 'plan'> = {
  refused: NONE,
  failure: null,
  addsRows: true,
  isBusy: true,
  isAccepted: false,
  isGivenUp: false,
};

const isLookedAt = ({ block, plan }: WaitingBlock): boolean =>
  block.kind === 'paste' && (plan.edits.length > MOST_UNSEEN || plan.readings.length > 0);

function mayBeWritten(waiting: WaitingBlock): boolean {
  const { block, plan, refused, failure, isAccepted } = waiting;
  const isPlain = refused.size === 0 && block.beyond === 0 && !plan.edits.some(isOfNewRow);
  return failure === null && (isAccepted || (isPlain && !isLookedAt(waiting)));
}

const isOfNewRow = ({ row }: CellEdit): boolean => isNewRow(row);

const rowsOf = (edits: readonly CellEdit[]): readonly GridRow[] => [
  ...new Map(edits.map(({ row }) => [row.key, row])).values(),
];

function byRow(edits: readonly CellEdit[]): ReadonlyMap<string, readonly CellEdit[]> {
  const rows = new Map<string, CellEdit[]>();
  for (const edit of edits) {
    const own = rows.get(edit.row.key);
    if (own === undefined) rows.set(edit.row.key, [edit]);
    else own.push(edit);
  }
  return rows;
}

/** Rows that became notes, with the keys under which they are shown. */
function newIds({ rows }: BlockResult, due: readonly CellEdit[]): readonly { id: string; key: string }[] {
  return rowsOf(due).flatMap((row) => {
    const id = isNewRow(row) ? rows.get(row.key)?.row?.id : null;
    return typeof id === 'string' ? [{ id, key: row.key }] : [];
  });
}

/** `before`: cells that were refused before. `isWaiting`: its cells are as they were. */
function outcomeOf(
  kind: CellBlock['kind'],
  due: readonly CellEdit[],
  result: BlockResult,
  before: readonly RefusedCell[],
  isWaiting: boolean,
): StepOutcome {
  const { migrationId, refused, rows, changed, failure } = result;
  const cells = due.map((edit): EditOutcome => {
    if (failure !== null)
      return isWaiting ? { kind: 'untouched' } : { kind: 'refused', problem: failure, isLost: false };
    const problem = refused.get(edit);
    // A new row is kept with its values: what it lacks is marked there.
    if (problem !== undefined && !problem.isOwn && isOfNewRow(edit)) return { kind: 'untouched' };
    if (problem !== undefined) return { kind: 'refused', problem: problem.problem, isLost: problem.isLost };
    const row = rows.get(edit.row.key)?.row;
    const value = row === undefined ? edit.value : (row[edit.column.name] ?? null);
    return { kind: 'written', migrationId: null, value, path: row?.path ?? edit.row.path, others: 0 };
  });
  const problem = failure ?? (migrationId === null ? ([...refused.values()][0]?.problem ?? null) : null);
  const written = failure === null ? due.length - refused.size : 0;
  const all = [...before, ...refused.values()];
  const lost = all.flatMap(({ isLost, problem: { message } }) => (isLost ? [message] : []));
  const text = doneText(kind, { written, refused: all.length - lost.length, lost, changed });
  return { migrationId, cells, problem, text };
}

/** A problem of a whole row is listed once. */
function refusedCellsOf(refused: WaitingBlock['refused']): BlockPreview['refusedCells'] {
  const told = new Set<string>();
  return [...refused].flatMap(([edit, { problem, isOwn }]) => {
    const isKnown = !isOwn && told.has(edit.row.key);
    if (!isOwn) told.add(edit.row.key);
    return isKnown ? [] : [{ edit, problem, isOwn }];
  });
}

function previewOf({ block, table, plan, refused, addsRows, isBusy, failure }: WaitingBlock): BlockPreview {
  const newRows = rowsOf(plan.edits.filter(isOfNewRow));
  return {
    table,
    kind: block.kind,
    cells: plan.edits.length + plan.same,
    fixed: plan.fixed,
    notes: rowsOf(plan.edits).length - newRows.length,
    newRows: newRows.length,
    newCells: plan.edits.filter((edit) => isOfNewRow(edit) && !refused.has(edit)).length,
    beyond: block.beyond,
    replaced: plan.edits.filter(({ before, value }) => before !== undefined && before !== null && value !== null)
      .length,
    readings: plan.readings,
    refusedCells: refusedCellsOf(refused),
    refused: refused.size,
    addsRows,
    isBusy,
    failure,
  };
}
