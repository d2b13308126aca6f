/** Converts the values of notes to another type of their column, where that loses nothing. Source: docs/operations.md#alter_column; docs/decisions.md#d27-tables-from-notes */

import { type DecimalSign, conventionOf } from '../../../kernel/column-convention';
import { fitsWikiLink, formatWikiLink } from '../../../kernel/link-text';
import { readTruth } from '../../../kernel/read-text';
import type { WriteContext } from '../../contexts';
import { type Json, isEmpty, jsonEqual, isList } from '../../json';
import { parseArgument } from '../../values/argument';
import { type ColumnSpec, type ItemSpec, linkSpecOf, noteKeyOf } from '../../values/column-spec';
import { itemSpec } from '../../values/validate';
import { plainToJson } from '../../yaml/core-schema';
import { rawToJson } from '../../yaml/raw-json';
import { decodeValue } from '../../values/decode';
import type { RawValue } from '../../yaml/raw-value';
import type { OpenRow } from '../row-edit';
import { setRowKeys } from '../list-keys';
import { written } from '../row-values';

/** Null where the values keep their type. `values`: those of the whole column, which show what a point in a number means. */
export function valueConversion(
  context: WriteContext,
  before: ColumnSpec,
  after: ColumnSpec,
  values: Iterable<Json | undefined>,
): ((open: OpenRow) => string) | null {
  const typeOf = (spec: ColumnSpec): string => `${spec.type} ${spec.type === 'list' ? itemSpec(spec).type : ''}`;
  if (typeOf(before) === typeOf(after)) return null;
  const key = noteKeyOf(after);
  const isNumeric = NUMERIC.has(after.type === 'list' ? itemSpec(after).type : after.type);
  const decimal = isNumeric ? conventionOf(textsIn(values)).decimal : null;
  return ({ definition, text, path, frontMatter }) => {
    const raw = frontMatter.entries.find((entry) => entry.key === key)?.raw;
    if (raw === undefined || !needsConversion(before, after, raw)) return text;
    const conversion = new ValueConversion(context, path, decimal);
    const wanted =
      after.type === 'list' ? conversion.list(itemSpec(after), raw) : conversion.scalar(after, soleItem(raw));
    // Bounds and rules are the gate's: here only the type decides.
    const { value, problems } = parseArgument(typeAlone(after), wanted, { zone: context.zone });
    const isSame = jsonEqual(value ?? null, decodeValue(typeAlone(after), raw).value ?? null);
    return problems.length > 0 || value === undefined || isSame
      ? text
      : setRowKeys(context.transaction.codec(definition), text, new Map([[key, written(after, value).raw]]));
  };
}

/** A value that reads right already keeps its bytes; a text of several items is one item only by its looks. */
function needsConversion(before: ColumnSpec, after: ColumnSpec, raw: RawValue): boolean {
  if (isEmpty(rawToJson(raw))) return false;
  const isSplit = after.type === 'list' && before.type !== 'list' && raw.kind === 'scalar' && SEPARATOR.test(raw.text);
  // A link column takes a text without brackets, but it leads nowhere.
  const isLink = linkSpecOf(after) !== null;
  return isSplit || isLink || decodeValue(typeAlone(after), raw).problem !== null;
}

/** A name may have a comma: only these end an item. */
const SEPARATOR = /[;\n]/;

/** Whole or decimal, and without leading zeros, which a number would lose. */
const NUMBER = /^[-+]?(?:0|[1-9]\d*)(?:\.\d+)?$/;

const NUMERIC: ReadonlySet<string> = new Set(['integer', 'number']);

/** The point may part thousands. */
const THOUSANDS = /^[-+]?[1-9]\d{0,2}\.\d{3}$/;

function* textsIn(values: Iterable<Json | undefined>): Generator<string> {
  for (const value of values) {
    if (typeof value === 'string') yield value;
    else if (isList(value)) yield* textsIn(value);
  }
}

class ValueConversion {
  constructor(
    private readonly context: WriteContext,
    private readonly path: string,
    private readonly decimal: DecimalSign | null,
  ) {}

  list(items: ItemSpec, raw: RawValue): Json {
    const json = rawToJson(raw);
    const given = isList(json) ? json : itemsIn(json);
    return given.filter((item) => !isEmpty(item)).map((item) => this.scalar(items, item));
  }

  /** The value itself where nothing is known of how it could be one of the type. */
  scalar({ type, values = [] }: ColumnSpec | ItemSpec, json: Json): Json {
    const text = typeof json === 'string' ? json.trim() : null;
    switch (type) {
      case 'integer':
      case 'number':
        return text !== null && this.isNumber(text) ? plainToJson(text.replace(/^\+/, '')) : json;
      case 'boolean':
        return readTruth(text ?? '') ?? json;
      case 'enum':
        return valueIn(values, text ?? textOf(json));
      case 'string':
        return textOf(json);
      case 'link':
        return text === null ? json : (this.linkTo(text) ?? text);
      default:
        return text ?? json;
    }
  }

  /** `1.234` is a thousand where no other number of the column has a decimal point. */
  private isNumber(text: string): boolean {
    if (!NUMBER.test(text)) return false;
    if (this.decimal === '.' || !text.includes('.')) return true;
    return this.decimal === null && !THOUSANDS.test(text);
  }

  /** A text that is the name or the path of a note. */
  private linkTo(text: string): string | null {
    if (text.includes('[[')) return null;
    const isNote = this.context.transaction.links.resolve(text, this.path) !== null;
    return isNote && fitsWikiLink(text) ? formatWikiLink(text) : null;
  }
}

const itemsIn = (json: Json): readonly Json[] =>
  typeof json === 'string' ? json.split(SEPARATOR).map((item) => item.trim()) : [json];

/** The value of the enum that is meant, blanks around it and letter case aside. */
const valueIn = (values: readonly string[], json: Json): Json =>
  values.find((value) => typeof json === 'string' && value.toLowerCase() === json.toLowerCase()) ?? json;

const textOf = (json: Json): Json => (typeof json === 'number' || typeof json === 'boolean' ? String(json) : json);

/** The one item of a list; any other value as it is. */
function soleItem(raw: RawValue): Json {
  const json = rawToJson(raw);
  return isList(json) && json.length === 1 ? (json[0] ?? null) : json;
}

/** Without bounds. */
function typeAlone(spec: ColumnSpec): ColumnSpec {
  const { name, type, values, items } = spec;
  const of = values === undefined ? {} : { values };
  if (items === undefined) return { name, type, ...of };
  return { name, type, items: { type: items.type, ...(items.values === undefined ? {} : { values: items.values }) } };
}
