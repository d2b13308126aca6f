/** Later values in columns that an undo takes away, and missing values in columns that it brings back. docs/history.md: undo_migration */

import type { TableDefinition } from '../catalog/definition';
import { NotedbError } from '../errors';
import { parseFrontMatter } from '../yaml/front-matter/front-matter';
import { RAW_EMPTY, type RawValue } from '../yaml/raw-value';
import { renameKeys } from '../yaml/front-matter/rename-key';
import { setFrontMatter } from '../yaml/front-matter/splice-front-matter';
import type { NotePath } from '../ports/vault-port';
import { noteKeys } from '../storage/columns/column-table';
import { RowCodec } from '../storage/row-codec';
import { readNoteText } from '../storage/store/note-reading';
import { type ColumnSpec, noteKeyOf } from '../values/column-spec';
import { resolveDefault } from '../values/default-value';
import { encodeJson } from '../values/encode';
import { isComputed } from '../values/generated-columns';
import type { WriteContext } from '../contexts';
import { ColumnComputer } from '../rows/computed-columns';
import { inlineToFrontMatter } from '../rows/inline-to-front-matter';
import { written } from '../rows/row-values';
import type { LaterWrites } from './later-writes';

/**
 * Settles the rows that were written later with the staged definitions. A later value without a column is refused; the empty
 * key of a dense column goes, and a column that takes another key back takes it in later notes too. Keys that notes had before
 * the column came stay. A row that came later gets what every new row has in the columns and fields that come back.
 */
export async function settleLaterValues(context: WriteContext, later: LaterWrites): Promise<void> {
  const lost = lostKeys(context);
  const gained = gainedKeys(context);
  const left = leftTexts(context);
  if (lost.size + gained.size + left.size === 0) return;
  const rows = await later.rows(({ table = '' }) => lost.has(table) || gained.has(table) || left.has(table));
  for (const { first, textBefore: earlier, path } of rows) {
    const { table = '', from } = first;
    if (path === null || context.transaction.before.table(table).row(path) === null) continue;
    const keys = lost.get(table);
    if (keys !== undefined) await reconcileRow(context, { path, earlier, from }, keys);
    const leaving = left.get(table);
    if (leaving !== undefined) await moveToFrontMatter(context, { path, earlier, from }, leaving);
    const gain = gained.get(table);
    if (gain !== undefined) await fillRow(context, { path, earlier, from }, gain);
    await context.host.scheduler.pause();
  }
}

/** Front matter keys that mean nothing any more; with the key that the column takes back, null: it goes. */
type LostKeys = ReadonlyMap<string, string | null>;

/** By table. */
function lostKeys({ transaction: { before, catalog } }: WriteContext): ReadonlyMap<string, LostKeys> {
  const lost = new Map<string, LostKeys>();
  for (const table of catalog.tables()) {
    const present = before.catalog.table(table.qualified);
    if (present === null || present === table) continue;
    const kept = noteKeys(table);
    const keys = [...noteKeys(present)].filter(([key]) => !kept.has(key));
    const keyNow = ({ name }: { readonly name: string }): string | null => {
      const spec = columnOf(table, name);
      return spec === undefined ? null : noteKeyOf(spec);
    };
    if (keys.length > 0) lost.set(table.qualified, new Map(keys.map(([key, of]) => [key, keyNow(of)])));
  }
  return lost;
}

/** A row that was written since. */
interface Touched {
  readonly path: NotePath;
  /** What its note held before, and where; null where there was none. */
  readonly earlier: string | null;
  readonly from: NotePath | null;
}

async function reconcileRow({ transaction }: WriteContext, { path, earlier }: Touched, lost: LostKeys): Promise<void> {
  const text = transaction.staged(path) !== null ? null : await transaction.read(path);
  if (text === null) return;
  const had = new Set(earlier === null ? [] : parseFrontMatter(earlier).entries.map(({ key }) => key));
  const emptied = new Map<string, RawValue | null>();
  const renamed = new Map<string, string>();
  for (const { key, raw } of parseFrontMatter(text).entries) {
    const keyNow = lost.get(key);
    if (keyNow === undefined || had.has(key)) continue;
    if (keyNow !== null) renamed.set(key, keyNow);
    else if (raw.kind === RAW_EMPTY.kind) emptied.set(key, null);
    else {
      const message = `${key}: ${path} got a value in this column since, which the undo takes away; undo that write first`;
      const violations = [{ path, column: key, code: 'unknown_column' as const, message }];
      const hint = 'undo the writes that gave these values first, or empty the column with update_rows and unset';
      transaction.refusals.push(new NotedbError('refused', message, { violations, hint }));
    }
  }
  if (emptied.size + renamed.size === 0) return;
  transaction.put({ from: path, to: path, before: text, after: setFrontMatter(renameKeys(text, renamed), emptied) });
}

/** Columns that the undo does not read in the text any more, as they are now. */
interface LeftTexts {
  readonly codec: RowCodec;
  readonly columns: readonly ColumnSpec[];
}

/** By table. */
function leftTexts({ transaction: { before, catalog } }: WriteContext): ReadonlyMap<string, LeftTexts> {
  const left = new Map<string, LeftTexts>();
  for (const table of catalog.tables()) {
    const present = before.catalog.table(table.qualified);
    if (present === null || present === table) continue;
    const columns = present.columns.filter((spec) => {
      const next = columnOf(table, spec.name);
      return spec.inline === true && next !== undefined && next.inline !== true;
    });
    if (columns.length > 0) left.set(table.qualified, { codec: new RowCodec(present), columns });
  }
  return left;
}

/** A value that the text had before is text again. */
async function moveToFrontMatter(
  { transaction }: WriteContext,
  { path, earlier }: Touched,
  { codec, columns }: LeftTexts,
): Promise<void> {
  const text = transaction.staged(path) !== null ? null : await transaction.read(path);
  if (text === null) return;
  const had = new Set(
    earlier === null ? [] : codec.entriesOf(earlier, parseFrontMatter(earlier)).map(({ key }) => key),
  );
  let after = text;
  for (const spec of columns) if (!had.has(noteKeyOf(spec))) after = inlineToFrontMatter(codec, spec, path, after);
  if (after !== text) transaction.put({ from: path, to: path, before: text, after });
}

/** What a table has again. */
interface GainedColumns {
  readonly table: TableDefinition;
  /** The values of every row, by key. */
  readonly filled: ReadonlyMap<string, RawValue>;
  readonly computer: ColumnComputer;
}

/** By table. */
function gainedKeys(context: WriteContext): ReadonlyMap<string, GainedColumns> {
  const { before, catalog } = context.transaction;
  const gained = new Map<string, GainedColumns>();
  for (const table of catalog.tables()) {
    const present = before.catalog.table(table.qualified);
    if (present === null || present === table) continue;
    const filled = filledKeys(context, table, present);
    const computes = table.columns.some((spec) => isComputed(spec) && columnOf(present, spec.name) === undefined);
    if (filled.size > 0 || computes)
      gained.set(table.qualified, { table, filled, computer: new ColumnComputer(context, table) });
  }
  return gained;
}

const columnOf = ({ columns }: TableDefinition, name: string): ColumnSpec | undefined =>
  columns.find((spec) => spec.name === name);

/** Dense columns with their defaults, unless the column itself was there meanwhile, and fields. D16 */
function filledKeys(
  { transaction, zone }: WriteContext,
  table: TableDefinition,
  present: TableDefinition,
): ReadonlyMap<string, RawValue> {
  const filled = new Map<string, RawValue>();
  for (const spec of table.columns) {
    const meanwhile = columnOf(present, spec.name);
    if (spec.dense !== true || meanwhile?.dense === true || isComputed(spec)) continue;
    const initial = meanwhile === undefined ? resolveDefault(spec, transaction.now, zone) : undefined;
    const { raw } = written(spec, initial);
    if (raw !== null) filled.set(noteKeyOf(spec), raw);
  }
  for (const [name, value] of Object.entries(table.fields)) {
    if (!Object.hasOwn(present.fields, name)) filled.set(name, encodeJson(value));
  }
  return filled;
}

async function fillRow(
  { transaction }: WriteContext,
  { path, earlier, from }: Touched,
  { table, filled, computer }: GainedColumns,
): Promise<void> {
  if (transaction.staged(path)?.kind === 'restore') return;
  const text = await transaction.read(path);
  if (text === null) return;
  const { catalog } = transaction.before;
  const was = earlier === null || from === null ? null : catalog.rowTableOf(from, readNoteText(earlier).table);
  // A row that was there before lacks what it lacked then. An archived note was none.
  if (was?.qualified === table.qualified) return;
  const { entries, status } = parseFrontMatter(text);
  if (status === 'unparsable') return;
  const present = new Set(entries.map(({ key }) => key));
  const whole = setFrontMatter(text, new Map([...filled].filter(([key]) => !present.has(key))));
  const { row, problems } = transaction.codec(table).decode(path, transaction.now, whole);
  const invalidColumns = new Set(problems.map(({ column }) => column));
  const after = computer.text({ row, invalidColumns, text: whole, from: path });
  if (after !== text) transaction.put({ from: path, to: path, before: text, after });
}
