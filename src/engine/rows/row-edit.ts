/** Changes one existing row: values, body, and the path when the file name follows. Source: docs/operations.md#update_row; D2, D6, D17. */

import type { TableDefinition } from '../catalog/definition';
import { NotedbError, conflictError } from '../errors';
import { bodyOf, replaceBody, withBody } from '../note/markdown/body';
import { type FrontMatter, parseFrontMatter } from '../yaml/front-matter/front-matter';
import { lineBreakOf } from '../text/text-line';
import type { RawValue } from '../yaml/raw-value';
import { type BodyEdits, editBody } from '../note/markdown/edit-body';
import type { NotePath } from '../ports/vault-port';
import type { Row } from '../storage/row';
import { readNoteText } from '../storage/store/note-reading';
import { linkSpecOf } from '../values/column-spec';
import { valuesEqual } from '../values/compare';
import { datetimeInstant } from '../values/time/dates';
import { type Json, type JsonObject, jsonEqual, isList } from '../json';
import { itemSpec } from '../values/validate';
import type { WriteContext } from '../contexts';
import { addPendingLinks } from './normalize-links';
import { entryOf, setRowValues } from './list-keys';
import { CONFIRM_DELETIONS } from './table-warnings';
import { type LinkList, isWrittenLink, sameLinks, withWrittenLinks } from './link-values';
import { placeChangedRow } from './row-path';
import { GivenValue, fieldValue, readValues, unsettableViolation, written } from './row-values';
import { addTo } from '../values/maps';

export interface RowEdit {
  /** What the note is called from now on, without extension; absent: as its values ask. */
  readonly name?: string | undefined;
  readonly setValues: JsonObject;
  readonly unset: readonly string[];
  /** Of lists: items that come and go; none in another column of the edit. */
  readonly pieces?: ListEdits;
  /** The whole body; null leaves it. */
  readonly body: string | null;
  readonly sections: BodyEdits;
}

/** The lists that change in a row, by column. */
interface ListEdits {
  editsOf(open: OpenRow): ReadonlyMap<string, GivenValue>;
}

export interface OpenRow {
  readonly definition: TableDefinition;
  readonly path: NotePath;
  readonly text: string;
  readonly frontMatter: FrontMatter;
  /** As the text has it now. */
  readonly row: Row;
  /** Columns whose present value does not fit them. */
  readonly invalidColumns: ReadonlySet<string>;
}

/** Reads the note of a row. Throws when it is gone, suspect, or does not parse. */
export async function openRow(context: WriteContext, definition: TableDefinition, path: NotePath): Promise<OpenRow> {
  const { transaction } = context;
  if (transaction.before.unconfirmedDeletions.has(path)) throw unconfirmedDeletion(path);
  const text = await transaction.read(path);
  if (text === null) throw noteChanged(path, 'the note is gone');
  const reading = readNoteText(text);
  if (reading.status !== 'ok') throw unparsableNote(path, reading.reason);
  const open = opened(context, definition, path, text);
  const known = transaction.table(definition.qualified).row(path);
  if (known === null || open.row.id !== known.id) throw noteChanged(path, 'the note is another row now');
  return open;
}

function opened(
  { transaction, now }: WriteContext,
  definition: TableDefinition,
  path: NotePath,
  text: string,
): OpenRow {
  const codec = transaction.codec(definition);
  const parsed = parseFrontMatter(text);
  const frontMatter = { ...parsed, entries: codec.entriesOf(text, parsed) };
  const { row, problems } = codec.decode(path, now, text, frontMatter);
  return { definition, path, text, frontMatter, row, invalidColumns: new Set(problems.map(({ column }) => column)) };
}

/** D7: such a note is never rewritten. */
export const unparsableNote = (path: NotePath, reason: string): NotedbError =>
  new NotedbError('refused', `${path}: the front matter does not parse (${reason})`, {
    violations: [{ path, column: null, code: 'unparsable', message: reason }],
    hint: 'mend the front matter by hand; the note is not rewritten',
  });

/** The note changed after planning. D7 */
export const noteChanged = (path: NotePath, what: string): NotedbError =>
  conflictError(
    { path, code: 'changed', message: what },
    'select the row again',
    `${path}: ${what}; nothing was written`,
  );

/** D7: a write to a row that may be lost is a conflict. */
export const unconfirmedDeletion = (path: NotePath): NotedbError =>
  conflictError(
    { path, code: 'suspect', message: 'the note vanished together with many others' },
    CONFIRM_DELETIONS,
    `${path} vanished together with many other notes; nothing was written`,
  );

/** Stages the edit. Returns the path that the row has afterwards. */
export function stageEdit(context: WriteContext, unedited: OpenRow, edit: RowEdit): NotePath {
  const { transaction, zone } = context;
  const { definition, path, text: before, row: rowBefore } = unedited;
  // A text may hold values of columns: it is edited first.
  const open = withBodyEdit(context, unedited, edit);
  const { text, row } = open;
  const given = readEdit(context, open, edit);
  const keys = new Map<string, RawValue | null>();
  const kept = new Map<string, ReadonlySet<number>>();
  const values: Record<string, Json> = { ...row.values };
  for (const [name, each] of given) {
    const { value } = each;
    if (isSame(context, open, name, each)) {
      given.delete(name);
      continue;
    }
    const list = each.kept === null ? linkList(context, open, name, each) : null;
    if (list !== null) given.set(name, each.with(list.links));
    kept.set(name, list?.kept ?? new Set(Array(each.kept?.count ?? 0).keys()));
    keys.set(name, asItStands(context, open, name, given.get(name) ?? each));
    if (value === undefined || value === null) delete values[name];
    else values[name] = value;
  }
  const after = keys.size === 0 ? text : setRowValues(transaction.codec(definition), text, keys);
  const { name } = edit;
  const place = placeChangedRow(transaction, definition, rowBefore, { ...row, values }, { zone, name });
  if (typeof place !== 'string') {
    if (keys.size > 0 || name !== undefined) transaction.violate(place);
    transaction.put({ from: path, to: path, before, after });
    return path;
  }
  if (name !== undefined) transaction.named.add(path);
  transaction.put({ from: path, to: place, before, after });
  addPendingLinks(context, {
    table: definition,
    from: transaction.stagedAt(place)?.from ?? null,
    path: place,
    id: row.id,
    values: (name) => given.get(name)?.value,
    stays: (name, item) => kept.get(name)?.has(item) === true,
  });
  return place;
}

function withBodyEdit(context: WriteContext, open: OpenRow, { body, sections }: RowEdit): OpenRow {
  const { definition, path, text } = open;
  const warn = (message: string): number => context.transaction.warnings.push(message);
  const edited = body === null ? editSections(text, { ...sections, warn }) : replaceBody(text, body);
  return edited === text ? open : opened(context, definition, path, edited);
}

/** The row holds this value already: its bytes stay. */
function isSame(context: WriteContext, open: OpenRow, name: string, { value, raw, kept }: GivenValue): boolean {
  if (kept !== null) return false;
  const { definition, path, row } = open;
  if (value === undefined || value === null) return isUnset(context, open, name, raw);
  // A value that reads equal but does not fit its column (a quoted number) is written anew.
  if (open.invalidColumns.has(name)) return false;
  const spec = definition.columns.find((column) => column.name === name);
  const present = row.values[name];
  const link = spec === undefined ? null : linkSpecOf(spec);
  if (link !== null) return isWrittenLink(present) && sameLinks(context.transaction, link, present, value, path);
  return spec === undefined ? jsonEqual(present, value) : valuesEqual(spec, context.zone)(present, value);
}

/** Null for other values than lists of links, before or after. */
function linkList(
  { transaction }: WriteContext,
  { definition, path, row }: OpenRow,
  name: string,
  given: GivenValue,
): LinkList | null {
  const present = row.values[name];
  if (!isList(given.value) || !isList(present)) return null;
  const spec = definition.columns.find((column) => column.name === name);
  const link = spec === undefined ? null : linkSpecOf(spec);
  const lists = { written: present, given: given.value };
  return link === null ? null : withWrittenLinks(transaction, link, lists, path);
}

/** How a value is written: unchanged items of a list as they are in the note. Links are settled by their targets. */
export function asItStands(
  { zone, transaction }: WriteContext,
  open: OpenRow,
  name: string,
  given: GivenValue,
): RawValue | null {
  const { definition, row, frontMatter, invalidColumns } = open;
  const spec = definition.columns.find((column) => column.name === name);
  if (
    given.kept !== null ||
    !Array.isArray(given.value) ||
    invalidColumns.has(name) ||
    (spec !== undefined && linkSpecOf(spec) !== null)
  )
    return given.raw;
  const raw = entryOf(transaction.codec(definition), frontMatter.entries, name)?.raw;
  const isTime = spec !== undefined && itemSpec(spec).type === 'datetime';
  const keyOf = (item: Json): string =>
    isTime && typeof item === 'string' ? String(datetimeInstant(item, zone)) : JSON.stringify(item);
  return preserveItems({ raw, value: row.values[name] }, given, keyOf);
}

function readEdit({ transaction, zone }: WriteContext, open: OpenRow, edit: RowEdit): Map<string, GivenValue> {
  const { definition, path } = open;
  const violate = transaction.violate.bind(transaction);
  const given = readValues({ table: definition, path, zone, violate }, edit.setValues);
  for (const name of edit.unset) {
    const spec = definition.columns.find((column) => column.name === name);
    const refusal = unsettableViolation(definition, path, name);
    if (refusal !== null) transaction.violate(refusal);
    else if (spec !== undefined) given.set(name, written(spec, undefined));
    else if (Object.hasOwn(definition.fields, name)) given.set(name, fieldValue(null));
    else given.set(name, new GivenValue(undefined, 'list'));
  }
  for (const [name, list] of edit.pieces?.editsOf(open) ?? []) given.set(name, list);
  return given;
}

/** Nothing to unset: no key at all, or an empty one that stays for a dense column. */
function isUnset(
  { transaction }: WriteContext,
  { definition, frontMatter, row }: OpenRow,
  name: string,
  raw: RawValue | null,
): boolean {
  const entry = entryOf(transaction.codec(definition), frontMatter.entries, name);
  return row.values[name] === undefined && (raw === null ? entry === undefined : entry !== undefined);
}

function editSections(text: string, edits: BodyEdits): string {
  const body = bodyOf(text);
  const edited = editBody(body, edits, lineBreakOf(body.includes('\n') ? body : text));
  return edited === body ? text : withBody(text, edited);
}

/** Preserves the written form of list items that a write keeps, such as `1.50`. D2 */
interface ListAsWritten {
  readonly raw: RawValue | undefined;
  /** What it reads as. */
  readonly value: Json | undefined;
}

/** The list `wanted` as it is to be written: an item whose key an item of the list has that is there is written like that one. */
function preserveItems(
  present: ListAsWritten,
  wanted: { readonly raw: RawValue | null; readonly value: Json | undefined },
  keyOf: (value: Json) => string,
): RawValue | null {
  const { raw } = wanted;
  if (raw?.kind !== 'list' || present.raw?.kind !== 'list') return raw;
  const [values, news] = [itemsOf(present.value), itemsOf(wanted.value)];
  const { items } = present.raw;
  // Where they are not one to one, they can't be matched.
  if (values.length !== items.length || news.length !== raw.items.length) return raw;
  const left = new Map<string, RawValue[]>();
  for (const [i, item] of items.entries()) {
    const key = keyOf(values[i] as Json);
    addTo(left, key, item);
  }
  return { kind: 'list', items: raw.items.map((item, i) => left.get(keyOf(news[i] as Json))?.shift() ?? item) };
}

const itemsOf = (value: Json | undefined): readonly Json[] => (isList(value) ? value : []);
