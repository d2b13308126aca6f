/**
 * Edits of several cells as one batch, one step for each row. One call names every refused step; without their cells the rest is
 * written: one migration, or with `isDryRun` none. docs/app/editing.md#blocks
 */

import type { JsonObject, Operations } from '../../../engine/index';
import type { ProblemText } from '../../components/text/problem-text';
import { type Refusal, describeProblem, refusalOf, refusedSteps } from '../../client/describe-problem';
import { withOriginalOffset } from '../preserve-offset';
import type { CellEdit } from '../lane-port';
import { type OperationsClient, asText } from '../../client/operations-client';
import { describeRefusedValue } from '../refused-value';
import { humanName } from '../../client/table-columns';

export interface RefusedCell {
  readonly problem: ProblemText;
  /** There is no such row or column any more, so that nothing can be corrected there. */
  readonly isLost: boolean;
  /** Whether the problem is this cell's; else it is the row's, such as a value that it lacks. */
  readonly isOwn: boolean;
}

type BatchResult = Operations['batch']['result'];
type StepResult = BatchResult['steps'][number];

export interface BlockResult {
  /** Null for a dry run, and where nothing changed. */
  readonly migrationId: string | null;
  readonly refused: ReadonlyMap<CellEdit, RefusedCell>;
  /** The result of the step for each row, by the key of the row. */
  readonly rows: ReadonlyMap<string, StepResult>;
  /** Notes that changed. */
  readonly changed: number;
  /** Nothing was written, and no single cell is to blame. */
  readonly failure: ProblemText | null;
}

/** The edits of one row that are still to be written. */
interface RowWrite {
  readonly key: string;
  edits: readonly CellEdit[];
}

/** Whether the row is not a note yet. */
export const isNewRow = ({ path }: CellEdit['row']): boolean => path === '';

interface TriedRows {
  readonly result: BatchResult | null;
  readonly refused: readonly RowWrite[];
}

interface BlockRequest {
  readonly client: OperationsClient;
  readonly edits: readonly CellEdit[];
  /** One line for the journal. */
  readonly summary: string;
  readonly isDryRun: boolean;
  /** All cells or none: the others are not written without the refused ones. */
  readonly isWhole?: boolean;
}

export async function writeBlock(request: BlockRequest): Promise<BlockResult> {
  const block = new BlockWrite(request);
  try {
    return await (request.isDryRun ? block.dryRun() : block.write());
  } catch (thrown) {
    const failure = isTableGone(thrown) ? TABLE_GONE : describeProblem(thrown);
    return { ...NOTHING, refused: block.refused, failure };
  }
}

const TABLE_GONE: ProblemText = {
  message: 'The table is gone: it was dropped, or it has another name now.',
  hint: 'Undoing that in the history brings it back.',
};

const isTableGone = (thrown: unknown): boolean => refusalOf(thrown)?.code === 'not_found';

const asError = (thrown: unknown): Error => (thrown instanceof Error ? thrown : new Error(String(thrown)));

const NOTHING: BlockResult = { migrationId: null, refused: new Map(), rows: new Map(), changed: 0, failure: null };

class BlockWrite {
  readonly refused = new Map<CellEdit, RefusedCell>();
  private readonly writes: RowWrite[];

  constructor(private readonly request: BlockRequest) {
    const byRow = new Map<string, CellEdit[]>();
    for (const edit of request.edits) byRow.set(edit.row.key, [...(byRow.get(edit.row.key) ?? []), edit]);
    this.writes = [...byRow].map(([key, edits]) => ({ key, edits }));
  }

  /** The rest of the refused rows is tried once more, without the cells that are to blame. */
  async dryRun(): Promise<BlockResult> {
    let rows: readonly RowWrite[] = this.writes;
    while (rows.length > 0) rows = withEdits((await this.tryRows(rows, true)).refused);
    return { ...NOTHING, refused: this.refused };
  }

  /** Nothing of a batch is written when a step is refused: the whole of it is tried again without the cells that are to blame. */
  async write(): Promise<BlockResult> {
    for (;;) {
      const rows = withEdits(this.writes);
      if (rows.length === 0) return { ...NOTHING, refused: this.refused };
      const { result } = await this.tryRows(rows, false);
      if (result === null && this.request.isWhole === true) return { ...NOTHING, refused: this.refused };
      if (result === null) continue;
      const { migrationId, changed, steps } = result;
      const results = new Map(steps.map((step, at) => [rows[at]?.key ?? '', step]));
      return { migrationId, changed, rows: results, refused: this.refused, failure: null };
    }
  }

  /** `result` null: some rows were refused, and their cells that are to blame are taken out. */
  private async tryRows(rows: readonly RowWrite[], isDryRun: boolean): Promise<TriedRows> {
    try {
      return { result: await this.run(rows, isDryRun), refused: [] };
    } catch (thrown) {
      const refusals = isTableGone(thrown) ? NO_STEPS : refusedSteps(thrown);
      if (refusals.size === 0) throw asError(thrown);
      const refused = [...refusals].map(([at, refusal]) => {
        const row = rows[at];
        if (row === undefined) throw new Error(`A step that was not asked for was refused: ${at}`);
        this.blame(row, refusal);
        return row;
      });
      return { result: null, refused };
    }
  }

  private async run(rows: readonly RowWrite[], isDryRun: boolean): Promise<BatchResult> {
    const { client, summary } = this.request;
    const operations = await Promise.all(rows.map(({ edits }) => stepFor(client, edits)));
    return client.run('batch', { operations, summary, ...(isDryRun ? { dry_run: true } : {}) });
  }

  /** Takes the cells out that the refusal names; all of the row where it names none. */
  private blame(row: RowWrite, refusal: Refusal): void {
    const isLost = isRowGone(refusal);
    const own = isLost ? new Map<CellEdit, ProblemText>() : ownProblems(row.edits, refusal);
    const blamed = own.size > 0 ? own : new Map(row.edits.map((edit) => [edit, problemOf(refusal, row.edits)]));
    const isOwn = own.size > 0 || (row.edits.length === 1 && !row.edits.some((edit) => isNewRow(edit.row)));
    const isGone = ({ column }: CellEdit): boolean => isLost || isColumnGone(refusal, column.name);
    for (const [edit, problem] of blamed) this.refused.set(edit, { problem, isLost: isGone(edit), isOwn });
    row.edits = row.edits.filter((edit) => !blamed.has(edit));
  }
}

const NO_STEPS: ReadonlyMap<number, Refusal> = new Map();

const withEdits = (rows: readonly RowWrite[]): readonly RowWrite[] => rows.filter(({ edits }) => edits.length > 0);

/** Why a row was refused, in words. */
export function problemOf(refusal: Refusal, [first]: readonly CellEdit[]): ProblemText {
  const { violations } = refusal;
  const missing = violations.flatMap(({ code, column }) => (code === 'required' && column !== null ? [column] : []));
  if (missing.length > 0 && missing.length === violations.length) {
    const names = missing.map(humanName).join(' and ');
    return { message: `${names} ${missing.length === 1 ? 'is' : 'are'} needed.`, hint: null };
  }
  return first === undefined ? describeProblem(refusal) : describeRefusedValue(refusal, first.column, first.typed);
}

/** The reasons that name one of these columns. */
function ownProblems(edits: readonly CellEdit[], refusal: Refusal): Map<CellEdit, ProblemText> {
  const problems = new Map<CellEdit, ProblemText>();
  for (const edit of edits) {
    const { name } = edit.column;
    const violations = refusal.violations.filter(({ column, columns }) => column === name || columns?.includes(name));
    const conflicts = refusal.conflicts.filter(({ column }) => column === name);
    if (violations.length + conflicts.length === 0) continue;
    problems.set(edit, describeRefusedValue({ ...plain(refusal), violations, conflicts }, edit.column, edit.typed));
  }
  return problems;
}

const plain = ({ code, message, hint }: Refusal): Omit<Refusal, 'violations' | 'conflicts' | 'step'> => ({
  code,
  message,
  hint,
});

export function isRowGone(refusal: Refusal | null): boolean {
  return refusal?.code === 'not_found' || refusal?.conflicts.some(({ code }) => code === 'missing') === true;
}

export function isColumnGone(refusal: Refusal | null, name: string): boolean {
  return refusal?.violations.some(({ code, column }) => code === 'unknown_column' && column === name) === true;
}

async function stepFor(client: OperationsClient, edits: readonly CellEdit[]): Promise<{ op: string } & JsonObject> {
  const [first] = edits;
  if (first === undefined) throw new Error('A row without an edit is not written.');
  const values: Record<string, JsonObject[string]> = {};
  for (const edit of edits) values[edit.column.name] = await withOriginalOffset(client, edit);
  const { table, row } = first;
  if (isNewRow(row)) {
    const given = Object.entries(values).filter(([, value]) => value !== null);
    return { op: 'insert_row', table, values: { ...row.values, ...Object.fromEntries(given) } };
  }
  const id = asText(row.values['id']);
  return {
    op: 'update_row',
    table,
    ...(id === null ? { path: row.path } : { id }),
    set_values: values,
    expect: Object.fromEntries(edits.map(({ column, before }) => [column.name, before ?? null])),
  };
}
