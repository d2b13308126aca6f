/** merge_rows: updates the rows that hold a key and inserts the others, as one migration. Source: docs/operations.md#merge_rows; D6, D16, D17. */

import * as z from 'zod';
import type { TableDefinition } from '../../catalog/definition';
import { type Conflict, NotedbError, type Violation, badRequest } from '../../errors';
import { inTurns } from '../../ports/in-turns';
import type { NotePath } from '../../ports/vault-port';
import { parseArgument } from '../../values/argument';
import { type Json, type JsonObject, isEmpty } from '../../values/json';
import { count } from '../../values/json-schema';
import { dryRun, manyRows, tableArgument } from '../../schemas/arguments';
import type { WriteContext } from '../../contexts';
import { defineWrite } from '../define-operation';
import { writeResult } from '../../schemas/results';
import { stageInsert } from './insert-row';
import { type KeyColumn, MergeKeys } from '../../rows/merge-keys';
import { orRefuse } from '../../rows/refusals';
import { openRow, stageEdit } from '../../rows/row-edit';
import { isSettable, readValues, unknownColumn } from '../../rows/row-values';

const input = z.strictObject({
  table: tableArgument,
  on: z.array(z.string()).min(1).describe('Key columns: every row holds a value of each'),
  rows: manyRows.describe('The rows'),
  when_matched: z.enum(['update', 'ignore']).nullish().describe('Default update'),
  when_not_matched: z.enum(['insert', 'ignore']).nullish().describe('Default insert'),
  dry_run: dryRun,
});

type Input = z.infer<typeof input>;

export const mergeRows = defineWrite({
  name: 'merge_rows',
  group: 'rows',
  effect: 'write',
  summary: 'Updates the rows that hold the given keys and inserts the others, as one migration.',
  description:
    'A row matches when it holds the same values in the columns of on: date-times are compared by instant after completion with the database time zone, links by the row they mean. Of a matched row only the given columns change, null empties one, and a row that would not change is not written. Defaults fill inserted rows. The result counts inserted, updated, unchanged and ignored rows.',
  brief: 'Of a matched row only the given columns change; null empties.',
  input,
  refusals: [
    'a row without a value of a key column',
    'a key that several rows of the table hold',
    'a key that the call holds twice',
    'values that do not fit',
  ],
  result: writeResult.extend({ inserted: count, updated: count, unchanged: count, ignored: count }),
  stage: async (context, args) => {
    const definition = context.transaction.catalog.resolveTable(args.table);
    const merge = new RowMerge(context, definition, args);
    await merge.stage();
    const { inserted, updated } = merge.counts;
    return {
      summary: `merged ${args.rows.length} ${args.rows.length === 1 ? 'row' : 'rows'} into ${definition.name}: ${inserted} inserted, ${updated} updated`,
      tables: [definition.qualified],
      sourceRows: args.rows.length,
      extra: () => ({ ...merge.counts }),
    };
  },
});

/** So many rows are taken between two looks at the clock. */
const ROWS_A_LOOK = 4;

/** A given row with its key. */
interface KeyedSourceRow {
  readonly index: number;
  readonly values: JsonObject;
  readonly key: string;
}

class RowMerge {
  readonly counts = { inserted: 0, updated: 0, unchanged: 0, ignored: 0 };
  private readonly conflicts: Conflict[] = [];
  private readonly columns: readonly KeyColumn[];
  private readonly keys: MergeKeys;

  constructor(
    private readonly context: WriteContext,
    private readonly definition: TableDefinition,
    private readonly args: Input,
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
    for (const [key, source] of firsts) {
      const paths = present.get(key);
      if (paths === undefined) this.insert(source.values);
      else await this.take(source, paths);
      if (taken++ % ROWS_A_LOOK === 0) await scheduler.pause();
    }
    this.refuseConflicts();
  }

  /** Null with violations when a part is missing or does not fit; then everything else that is wrong with the row is told too. */
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

  /** `found`: what is wrong with the key of the row. */
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
   * Adds the value of a key column to `parts`, or says what is wrong with it. Source: D6 (a missing or null key part is refused,
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
    return problems.map((problem) => ({ path: null, column: name, ...problem }));
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

  private insert(values: JsonObject): void {
    if (this.args.when_not_matched === 'ignore') {
      this.counts.ignored++;
      return;
    }
    stageInsert(this.context, this.definition, { values, body: null, path: null });
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
    // What is equal as a key is equal: a date-time in another zone is no change.
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
