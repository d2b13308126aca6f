/** Edits one property in the front matter of a note. docs/http.md#parts */

import { NotedbError } from '../../errors';
import type { WriteContext } from '../../contexts';
import { type Json, isJsonObject, isList } from '../../json';
import type { PartOperation } from '../../note/parts/edit-part';
import { missingProperty } from '../../note/parts/note-part';
import { setRowKeys } from '../../rows/list-keys';
import { unparsableNote } from '../../rows/row-edit';
import { noteKeyOf } from '../../values/column-spec';
import { encodeJson, encodeValue } from '../../values/encode';
import { isDate, isDatetime } from '../../values/time/dates';
import { parseFrontMatter } from '../../yaml/front-matter/front-matter';
import { setFrontMatter } from '../../yaml/front-matter/splice-front-matter';
import { rawToJson } from '../../yaml/raw-json';
import { type RawValue, rawPlain } from '../../yaml/raw-value';
import type { OpenNote } from './open-note';

interface PropertyEdit {
  readonly operation: PartOperation;
  readonly value: Json;
  /** A missing key is added. */
  readonly creates: boolean;
}

/** Throws `refused`. */
export function editProperty(
  { transaction }: WriteContext,
  { path, text, row }: OpenNote,
  key: string,
  { operation, value, creates }: PropertyEdit,
): string {
  const { status, reason, entries } = parseFrontMatter(text);
  if (status === 'unparsable') throw unparsableNote(path, reason);
  const codec = row === null ? null : transaction.codec(row.table);
  const present = entries.find((entry) => entry.key === key);
  if (present === undefined && (!creates || operation === 'delete')) throw missingProperty(key, entries).refusal;
  const old = present === undefined ? null : rawToJson(present.raw);
  const wanted = operation === 'append' || operation === 'prepend' ? joined(key, old, value, operation) : value;
  const spec = row?.table.columns.find((column) => noteKeyOf(column) === key);
  const raw = spec === undefined ? untyped(wanted) : encodeValue(spec, wanted);
  const changes = new Map([[key, operation === 'delete' ? null : raw]]);
  return codec === null ? setFrontMatter(text, changes) : setRowKeys(codec, text, changes);
}

/** Dates are plain, as Obsidian writes them. */
const untyped = (value: Json): RawValue =>
  typeof value === 'string' && (isDate(value) || isDatetime(value)) ? rawPlain(value) : encodeJson(value);

function joined(key: string, old: Json, value: Json, operation: 'append' | 'prepend'): Json {
  const [first, second] = operation === 'append' ? [old, value] : [value, old];
  if (old === null) return value;
  if (isList(old)) return [first, second].flatMap((each) => (isList(each) ? [...each] : [each as Json]));
  if (isJsonObject(old) && isJsonObject(value)) return { ...(first as typeof old), ...(second as typeof old) };
  if (typeof first === 'string' && typeof second === 'string') return first + second;
  throw new NotedbError('refused', `${key}: the value can't be added to the present one`, {
    hint: 'append and prepend add to a list, a text with a text, or an object with an object; else replace it',
  });
}
