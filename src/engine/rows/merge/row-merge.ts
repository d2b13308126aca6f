/** Merges given rows into a table by their keys. Source: docs/operations.md#merge_rows; D6, D16. */

import { nearValues } from '../../catalog/near-values';
import type { TableDefinition } from '../../catalog/definition';
import { type Conflict, NotedbError, type Violation, badRequest } from '../../errors';
import { inTurns } from '../../ports/in-turns';
import type { NotePath } from '../../ports/vault-port';
import { parseArgument } from '../../values/argument';
import { type Json, type JsonObject, isEmpty } from '../../json';
import type { WriteContext } from '../../contexts';
import { type KeyColumn, MergeKeys } from './merge-keys';
import { orRefuse } from '../refusals';
import { openRow, stageEdit } from '../row-edit';
import { stageInsert } from '../row-insert';
import { RowTemplates } from '../row-templates';
import { isSettable, readValues, unknownColumn } from '../row-values';

/** The arguments of merge_rows that say what becomes of which row. */
interface MergeArguments {
  readonly on: readonly string[];
  readonly rows: readonly JsonObject[];
  readonly when_matched?: 'update' | 'ignore' | null | undefined;
  readonly when_not_matched?: 'insert' | 'ignore' | null | undefined;
}

/** So many rows are taken between two looks at the clock. */
const ROWS_A_LOOK = 4;

/** A given row with its key. */
interface KeyedSourceRow {
  readonly index: number;
  readonly values: JsonObject;
  readonly key: string;
}

export class RowMerge {
  readonly counts = { inserted: 0, updated: 0, unchanged: 0, ignored: 0 };
  private readonly conflicts: Conflict[] = [];
  private readonly columns: readonly KeyColumn[];
  private readonly keys: MergeKeys;

  constructor(
    private readonly context: WriteContext,
    private readonly definition: TableDefinition,
    private readonly args: MergeArguments,
  ) {
    this.columns = keyColumns(definition, args.on);
    this.keys = new MergeKeys(context, definition, this.columns);
  }

  async stage(): Promise<void> {
    const { scheduler } = this.context.host;
    const sources: KeyedSourceRow[] = [];
    await inTurns(this.args.rows, scheduler, (values, index) => {
      const key = this.keyOf(index, values);
      if (key !== null) sources.push({ index, values, key });
    });
    const firsts = this.firstOfEach(sources);
    const present = await this.keys.find(firsts);
    let taken = 0;
    const templates = await RowTemplates.read(this.context, this.definition);
    for (const [key, source] of firsts) {
      const paths = present.get(key);
      if (paths === undefined) this.insert(source.values, templates);
      else await this.take(source, paths);
      if (taken++ % ROWS_A_LOOK === 0) await scheduler.pause();
    }
    this.refuseConflicts();
  }

  /** Null with violations when a part is missing or does not fit; then all other problems of the row are reported too. */
  private keyOf(index: number, values: JsonObject): string | null {
    const parts: Json[] = [];
    const found: Violation[] = [];
    for (const column of this.columns) {
      const problems = this.takePart(column, values[column.name], parts);
      if (problems.length > 0) found.push(...problems);
    }
    if (found.length === 0 && this.keys.haveLinks) found.push(...this.keys.ambiguous(parts));
    if (found.length === 0) return this.keys.keyOf(parts);
    this.refuse(index, values, found);
    return null;
  }

  /** `found`: problems of the key of the row. */
  private refuse(index: number, values: JsonObject, found: Violation[]): void {
    const wrong = new Set(found.map(({ column }) => column));
    const others = Object.fromEntries(Object.entries(values).filter(([name]) => !wrong.has(name)));
    const violate = (violation: Violation): void => void found.push(violation);
    readValues({ table: this.definition, path: null, zone: this.context.zone, violate }, others);
    for (const violation of found) {
      this.context.transaction.violate({ ...violation, message: `rows[${index}]: ${violation.message}` });
    }
  }

  /**
   * Adds the value of a key column to `parts`, or reports its problem. Source: D6 (a missing or null key part is refused,
   * else every run would insert it again)
   */
  private takePart({ name, spec }: KeyColumn, value: Json | undefined, parts: Json[]): readonly Violation[] {
    if (value === undefined || isEmpty(value)) {
      const message = `the key column ${name} has no value`;
      return [{ path: null, column: name, code: 'required', message, value: value ?? null }];
    }
    if (spec === null) {
      parts.push(value);
      return [];
    }
    const { zone } = this.context;
    const { value: part, problems } = parseArgument(spec, value, { zone, table: this.definition.name });
    parts.push(part ?? value);
    return problems.map((problem) => ({ path: null, column: name, ...problem, ...nearValues(spec, problem) }));
  }

  /** The first of each key, by the key; the others are conflicts. */
  private firstOfEach(sources: readonly KeyedSourceRow[]): ReadonlyMap<string, KeyedSourceRow> {
    const firsts = new Map<string, KeyedSourceRow>();
    for (const source of sources) {
      const first = firsts.get(source.key);
      if (first === undefined) firsts.set(source.key, source);
      else this.repeats(first.index, source);
    }
    return firsts;
  }

  private repeats(first: number, { index, values }: KeyedSourceRow): void {
    const message = `rows[${first}] and rows[${index}] have the same key (${this.shown(values)})`;
    this.conflict(null, 'repeated_key', message, values);
  }

  private async take({ index, values }: KeyedSourceRow, paths: readonly NotePath[]): Promise<void> {
    const [path] = paths;
    if (path !== undefined && paths.length === 1) return this.update(path, values);
    for (const each of paths) {
      const message = `rows[${index}]: ${paths.length} rows of ${this.definition.name} have the key ${this.shown(values)}, ${each} among them`;
      this.conflict(each, 'several_rows', message, values);
    }
  }

  private insert(values: JsonObject, templates: RowTemplates): void {
    if (this.args.when_not_matched === 'ignore') {
      this.counts.ignored++;
      return;
    }
    stageInsert(this.context, this.definition, { values, body: null, path: null, templates });
    this.counts.inserted++;
  }

  private async update(path: NotePath, values: JsonObject): Promise<void> {
    if (this.args.when_matched === 'ignore') {
      this.counts.ignored++;
      return;
    }
    const { transaction } = this.context;
    const open = await orRefuse(transaction, () => openRow(this.context, this.definition, path));
    if (open === null) return;
    // Values with equal keys are equal: a date-time in another zone is not a change.
    const rest = Object.entries(values).filter(([name]) => !this.args.on.includes(name));
    stageEdit(this.context, open, { setValues: Object.fromEntries(rest), unset: [], body: null, sections: {} });
    if (transaction.isChanged(path)) this.counts.updated++;
    else this.counts.unchanged++;
  }

  private shown(values: JsonObject): string {
    return this.columns.map(({ name }) => `${name} ${JSON.stringify(values[name] ?? null)}`).join(', ');
  }

  private conflict(path: NotePath | null, code: string, message: string, values: JsonObject): void {
    const column = this.columns.length === 1 ? (this.columns[0]?.name ?? null) : null;
    const actual = Object.fromEntries(this.columns.map(({ name }) => [name, values[name] ?? null]));
    this.conflicts.push({ path, column, code, message, actual });
  }

  private refuseConflicts(): void {
    const [first] = this.conflicts;
    if (first === undefined) return;
    const hint =
      first.code === 'repeated_key'
        ? 'give each key once'
        : 'name more columns in on, so that a key means one row, or merge the rows that are the same';
    this.context.transaction.refusals.push(
      new NotedbError('conflict', first.message, { conflicts: this.conflicts, hint }),
    );
  }
}

function keyColumns(definition: TableDefinition, on: readonly string[]): readonly KeyColumn[] {
  const twice = on.find((name, i) => on.indexOf(name) !== i);
  if (twice !== undefined) throw badRequest(`on names ${twice} twice`, 'name each key column once');
  const violations = on.flatMap((name) =>
    isSettable(definition, name) ? [] : [unknownColumn(definition, null, name, null)],
  );
  if (violations.length > 0) {
    throw new NotedbError('refused', `on: ${violations.map(({ message }) => message).join('; ')}`, {
      violations,
      hint: 'on names columns or fields of the table',
    });
  }
  return on.map((name) => ({ name, spec: definition.columns.find((column) => column.name === name) ?? null }));
}
