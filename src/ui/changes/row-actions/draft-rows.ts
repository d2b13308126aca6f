/**
 * Rows of a table that are not notes yet: their typed values are kept until the row can be written. A written one stays where it was
 * typed until the person leaves it. docs/app/editing.md#new-rows
 */

import { type Signal, signal } from '@preact/signals';
import type { Json } from '../../../engine/index';
import { draftOf } from '../../components/cells/edit-draft';
import { type GridColumn, type GridRow, isEmptyValue } from '../../components/grid-column';
import type { CellOverlay } from '../../components/grid-editing';
import type { ProblemText } from '../../components/text/problem-text';
import { type Refusal, refusalOf } from '../../client/describe-problem';
import type { CellEditQueue } from '../cell-edit-queue';
import type { CellEdit, EditOutcome, StepOutcome } from '../lane-port';
import { noteName } from '../../client/note-text';
import type { OperationsClient } from '../../client/operations-client';
import { describeRefusedValue } from '../refused-value';
import { readRowsOf } from '../../rows/table-rows';

export type DraftValues = Readonly<Record<string, Json>>;

interface DraftRow {
  readonly row: GridRow;
  /** Of the note that it is a copy of. */
  readonly body: string | null;
  /** `written`: a note, which is shown here until the person leaves. */
  readonly state: 'open' | 'writing' | 'written';
  /** Whether somebody typed into it, or its values came from somewhere. */
  readonly isUsed: boolean;
  /** The violations of the row, by column. */
  readonly problems: ReadonlyMap<string, Violation>;
  /** The column at which its last write was refused, when no rule names one. */
  readonly blamed: GridColumn | null;
}

type Violation = Refusal['violations'][number];

/** What its step is called. */
export const NEW_ROW = 'new row';

export interface DraftContext {
  readonly client: OperationsClient;
  readonly lane: CellEditQueue;
  /** Qualified. */
  readonly table: string;
  /** Names of drafts, of which no two in a view are alike. */
  readonly nextKey: () => string;
}

export class DraftRows {
  readonly rows: Signal<readonly DraftRow[]> = signal([]);

  /** Of the row to which the person moved last. */
  private cursorKey: string | null = null;
  /** Rows in which a field is open. */
  private readonly open = new Map<string, number>();
  /** Drafts that became notes, by their keys: further input is meant for these. */
  private readonly notes = new Map<string, WrittenDraft>();

  constructor(private readonly place: DraftContext) {}

  /** An empty line, with what the filter and the group say of rows that are seen. */
  add(values: DraftValues, { body = null, isUsed = false }: Partial<Pick<DraftRow, 'body' | 'isUsed'>> = {}): GridRow {
    const row = this.blank(values);
    this.rows.value = [...this.rows.peek(), { row, body, state: 'open', isUsed, ...CLEAR }];
    void this.isLacking(row.key);
    return row;
  }

  /** A row that is not shown yet. */
  blank(values: DraftValues): GridRow {
    return { key: this.place.nextKey(), path: '', values };
  }

  /** Shows a new row that could not be written, with what it was given. */
  keep(row: GridRow, edits: readonly CellEdit[]): void {
    const given = Object.fromEntries(edits.map(({ column, value }) => [column.name, value]));
    const draft = { row: { ...row, values: { ...row.values, ...given } }, state: 'open', isUsed: true } as const;
    if (this.has(row)) this.change(row.key, draft);
    else this.rows.value = [...this.rows.peek(), { ...draft, body: null, ...CLEAR }];
    void this.isLacking(row.key);
  }

  has({ key }: GridRow): boolean {
    return this.find(key) !== null;
  }

  /** Over a cell that has nothing yet and must, or does not fit. */
  overlay({ key }: GridRow, column: GridColumn): CellOverlay | null {
    const draft = this.find(key);
    const violation = draft?.problems.get(column.name);
    if (draft === null || violation === undefined) return null;
    const value = draft.row.values[column.name] ?? null;
    const typed = draftOf(column, value);
    const thrown = { code: 'refused', message: violation.message, hint: null, violations: [violation], conflicts: [] };
    const isMissing = violation.code === 'required' && isEmptyValue(value);
    const problem: ProblemText = isMissing
      ? { message: `${column.label} is needed.`, hint: 'The row is written as soon as it is there.' }
      : describeRefusedValue(thrown, column, typed);
    return { kind: 'refused', value, typed, problem };
  }

  /** Resolves when the row is written, or waits for more. */
  async put(edit: Omit<CellEdit, 'table'>): Promise<void> {
    const { lane, table } = this.place;
    const draft = this.find(edit.row.key);
    const note = this.notes.get(edit.row.key);
    // The write of the row comes first; then this is an edit as any other.
    const row = draft?.row ?? note?.row ?? edit.row;
    const isOverDraft = edit.row.path === '';
    if (note !== undefined || draft?.state === 'writing') return lane.put({ ...edit, table, row, isOverDraft });
    // Its line was taken away while somebody typed.
    if (draft === null) return this.keep(edit.row, [{ ...edit, table }]);
    const { blamed } = draft;
    const values = { ...row.values, [edit.column.name]: edit.value };
    for (const column of [edit.column, ...(blamed === null ? [] : [blamed])]) lane.giveUp(table, row, column);
    const problems = new Map([...draft.problems].filter(([name]) => name !== edit.column.name));
    this.change(row.key, { row: { ...row, values }, isUsed: true, blamed: null, problems });
    if (!(await this.isLacking(row.key))) await this.write(row.key, edit);
  }

  /** Forgets a value that was refused. */
  giveUp(row: GridRow, { name }: GridColumn): void {
    const draft = this.find(row.key);
    if (draft === null || draft.state !== 'open' || !draft.problems.has(name)) return;
    const { [name]: _, ...values } = draft.row.values;
    this.change(row.key, { row: { ...draft.row, values } });
    void this.isLacking(row.key);
  }

  remove(keys: ReadonlySet<string>): void {
    this.rows.value = this.rows.peek().filter(({ row }) => !keys.has(row.key));
  }

  /** The notes that drafts became are not rows any more. */
  forget(keys: ReadonlySet<string>): void {
    for (const key of keys) this.notes.delete(key);
    this.remove(keys);
  }

  /** The person moved to the row of this key, or to none. Nothing that was typed goes. */
  leave(key: string | null): void {
    const left = this.cursorKey;
    this.cursorKey = key;
    if (left !== null && left !== key) this.tidy(left);
  }

  /** A field is open in a row. Returns the function that ends it. */
  openField({ key }: GridRow): () => void {
    this.open.set(key, (this.open.get(key) ?? 0) + 1);
    return () => {
      const count = (this.open.get(key) ?? 0) - 1;
      if (count > 0) this.open.set(key, count);
      else this.open.delete(key);
      this.tidy(key);
    };
  }

  /** Removes a draft that the person is not in: a note is shown at its own place, and an empty line was not meant. */
  private tidy(key: string): void {
    const draft = this.find(key);
    if (draft === null || this.cursorKey === key || this.open.has(key)) return;
    if (draft.state === 'written' || (draft.state === 'open' && !draft.isUsed)) this.remove(new Set([key]));
  }

  /** An edit of a row that was seen as new, over the values that its insert gave it: a default is not a conflict. */
  overInsert(edit: CellEdit): CellEdit {
    const note = this.notes.get(edit.row.key);
    if (note === undefined || edit.isOverDraft !== true) return edit;
    const { name } = edit.column;
    const isGiven = !isEmptyValue(note.given[name] ?? null) || !isEmptyValue(edit.before ?? null);
    return isGiven ? edit : { ...edit, before: note.row.values[name] };
  }

  /** Drafts that are not notes and hold something, and those of `keys`. */
  unsent(keys: ReadonlySet<string>): readonly Pick<DraftRow, 'row' | 'body'>[] {
    return this.rows.peek().filter(({ row, state, isUsed }) => state !== 'written' && (isUsed || keys.has(row.key)));
  }

  /** Reads those again that are notes. */
  async refresh(): Promise<void> {
    const { client, table } = this.place;
    const paths = this.rows.peek().flatMap(({ row, state }) => (state === 'written' ? [row.values['id'] ?? null] : []));
    if (paths.length === 0) return;
    const found = await readRowsOf(client, { table, columns: null }, { id: { in: paths } }, paths.length).catch(
      () => [],
    );
    const rows = new Map(found.map((row) => [row.values['id'], row]));
    this.rows.value = this.rows.peek().map((draft) => {
      const read = draft.state === 'written' ? rows.get(draft.row.values['id']) : undefined;
      return read === undefined ? draft : { ...draft, row: { ...read, key: draft.row.key } };
    });
  }

  private find(key: string): DraftRow | null {
    return this.rows.peek().find(({ row }) => row.key === key) ?? null;
  }

  private change(key: string, change: Partial<DraftRow>): void {
    this.rows.value = this.rows.peek().map((draft) => (draft.row.key === key ? { ...draft, ...change } : draft));
  }

  /** Whether the row has violations that its cells show. */
  private async isLacking(key: string): Promise<boolean> {
    const draft = this.find(key);
    if (draft === null) return true;
    const problems = await this.dryRun(draft);
    // Somebody typed on meanwhile: that edit finds out.
    if (this.find(key)?.row !== draft.row) return true;
    this.change(key, { problems });
    return problems.size > 0;
  }

  private async dryRun({ row }: DraftRow): Promise<DraftRow['problems']> {
    const { client, table } = this.place;
    try {
      await client.run('insert_row', { table, values: givenValues(row), dry_run: true });
      return CLEAR.problems;
    } catch (thrown) {
      return problemsOf(thrown);
    }
  }

  /** `last` is what completed it. */
  private async write(key: string, last: Omit<CellEdit, 'table'>): Promise<void> {
    const { lane, table } = this.place;
    const draft = this.find(key);
    if (draft === null || draft.state !== 'open') return;
    this.change(key, { state: 'writing' });
    const edit: CellEdit = { ...last, table, row: draft.row, before: undefined };
    const step = { table, name: NEW_ROW, edits: [edit] };
    const { migrationId } = await lane.perform(step, [draft.row], () => this.insert(draft, edit));
    if (migrationId === null) this.change(key, { state: 'open' });
    else this.tidy(key);
  }

  private async insert({ row, body }: DraftRow, edit: CellEdit): Promise<StepOutcome> {
    const { client, lane, table } = this.place;
    const text = body === null ? {} : { body };
    try {
      const answer = await client.run('insert_row', { table, values: givenValues(row), ...text });
      const written = answer.row;
      const path = written?.path ?? answer.plannedCreates[0] ?? '';
      if (typeof written?.id === 'string') lane.know(written.id, row.key);
      const note = { key: row.key, path, values: written ?? row.values };
      this.notes.set(row.key, { row: note, given: row.values });
      this.change(row.key, { row: note, state: 'written' });
      const value = written === undefined ? edit.value : (written[edit.column.name] ?? null);
      const cells: EditOutcome[] = [{ kind: 'written', migrationId: null, value, path, others: 0 }];
      return { migrationId: answer.migrationId, cells, text: `${noteName(path)} is new.`, problem: null };
    } catch (thrown) {
      const problem = describeRefusedValue(thrown, edit.column, edit.typed);
      const problems = problemsOf(thrown);
      const isAnonymous = problems.size === 0;
      this.change(row.key, { problems, blamed: isAnonymous ? edit.column : null });
      const cell: EditOutcome = isAnonymous ? { kind: 'refused', problem, isLost: false } : { kind: 'untouched' };
      return { migrationId: null, cells: [cell], text: 'The new row was not written yet.', problem };
    }
  }
}

interface WrittenDraft {
  /** As its insert left it. */
  readonly row: GridRow;
  /** What the person and the view gave it. */
  readonly given: DraftValues;
}

const CLEAR: Pick<DraftRow, 'problems' | 'blamed'> = { problems: new Map(), blamed: null };

function problemsOf(thrown: unknown): DraftRow['problems'] {
  const violations = refusalOf(thrown)?.violations ?? [];
  return new Map(violations.flatMap((each) => (each.column === null ? [] : [[each.column, each]])));
}

const givenValues = ({ values }: GridRow): DraftValues =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => !isEmptyValue(value)));
