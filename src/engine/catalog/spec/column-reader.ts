/** Parses a column spec into a ColumnSpec and collects its problems. Source: docs/operations.md#column-specs, D16. */

import {
  type ColumnIdentity,
  type ColumnSpec,
  type ColumnType,
  type Recurs,
  linkSpecOf,
  noteKeyOf,
} from '../../values/column-spec';
import { isInlineKey } from '../../note/inline/inline-properties';
import { checkDefault } from '../../values/default-value';
import { type Json, type JsonObject, isJsonObject } from '../../json';
import { AttributeReader } from './attribute-reader';
import { COLUMN_SPEC, attributesWith } from './column-attributes';
import { RECURS } from './recurs-schema';
import { type Problem, type ProblemPath, grammarProblem } from '../problem';
import { readItems, readType, readValueSpec, refuseMisplaced, presentAttributes } from './value-spec-reader';

export interface ColumnReading {
  /** Null when name or type are not to be had. With problems it may be incomplete. */
  readonly spec: ColumnSpec | null;
  readonly problems: readonly Problem[];
}

/** Reads one column spec. `at` is its place. Never throws. */
export function readColumn(source: Json, at: ProblemPath): ColumnReading {
  if (!isJsonObject(source)) {
    const message = 'the column must be an object with name and type';
    return { spec: null, problems: [grammarProblem(at, message)] };
  }
  const named = typeof source['name'] === 'string' && source['name'] !== '' ? source['name'] : null;
  const label = named ?? `column ${itemNumber(at)}`;
  const reader = new AttributeReader(COLUMN_SPEC, { source, at, label, column: named });
  if (reader.raw('name') === undefined) reader.grammar('name', 'type', 'a name is missing');
  const type = readType(reader);
  if (named === null || type === null) return { spec: null, problems: reader.problems };
  const spec: ColumnSpec = {
    name: named,
    ...(type === 'list' ? readList(reader) : readValueSpec(reader, type)),
    ...readColumnOptions(reader, type),
  };
  checkWhole(reader, spec);
  return { spec, problems: reader.problems };
}

const itemNumber = (at: ProblemPath): string => {
  const last = at.at(-1);
  return typeof last === 'number' ? String(last + 1) : '';
};

type Reader = AttributeReader<typeof COLUMN_SPEC.shape>;

function readList(reader: Reader): Pick<ColumnSpec, 'type' | 'items'> {
  const items = readItems(reader);
  refuseMisplaced(reader, 'list', ['values']);
  return { type: 'list', ...(items === null ? {} : { items }) };
}

/** The attributes of the column as a whole, but those that are read by themselves. */
const REST = attributesWith(({ describes }) => describes === 'column').filter(
  (name) => name !== 'name' && name !== 'items' && name !== 'default' && name !== 'recurs',
);

function readColumnOptions(reader: Reader, type: ColumnType): Partial<ColumnSpec> {
  refuseMisplaced(reader, type, [...REST, 'items', 'recurs']);
  const { identity, default: initial, recurs } = reader.value;
  const description = IDENTITY_DESCRIPTIONS[identity as ColumnIdentity];
  return {
    ...(description === undefined ? {} : { description }),
    ...presentAttributes(reader.value, REST),
    ...(recurs === undefined ? {} : { recurs: readRecurs(reader, recurs) }),
    ...(initial === undefined ? {} : { default: initial }),
  };
}

/** Whether the columns fit is judged with their table. */
function readRecurs(reader: Reader, source: JsonObject): Recurs {
  const own = reader.nested('recurs', RECURS, source);
  const { rule = '', done = '', values, from, shift, reset } = own.value;
  if (own.raw('rule') === undefined) own.grammar('rule', 'recurs', 'the column with the rule is missing');
  if (own.raw('done') === undefined)
    own.grammar('done', 'recurs', 'the column that says when a row is done is missing');
  const lists = Object.entries({ values, shift, reset }).filter(([, list]) => (list ?? []).length > 0);
  return { rule, done, ...Object.fromEntries(lists), ...(from === 'done' ? { from } : {}) };
}

/** The engine knows what these hold, so that definitions need not say it. Source: docs/operations.md#column-specs (identity) */
const IDENTITY_DESCRIPTIONS: Readonly<Partial<Record<ColumnIdentity, string>>> = {
  created: 'When the row was created.',
  uuid: 'A UUID of the row’s own, set once.',
};

function checkWhole(reader: Reader, spec: ColumnSpec): void {
  const kind = spec.type === 'list' ? (spec.items?.type ?? 'string') : spec.type;
  if (spec.unique === true && kind === 'json') reader.semantic('unique', 'unique', 'json values can not be unique');
  if (spec.inline === true) checkInline(reader, spec);
  if (reader.problems.length > 0) return;
  for (const { code, message } of checkDefault(spec)) {
    reader.semantic('default', code, `default ${message.replace(`${spec.name}: `, '')}`);
  }
}

/** The engine writes these by itself, and an empty key in the front matter has no counterpart in a text. */
function checkInline(reader: Reader, spec: ColumnSpec): void {
  const links = linkSpecOf(spec);
  const other = (['generated', 'identity', 'dense'] as const).find((name) => spec[name] !== undefined);
  const what = other ?? (links?.inverse === undefined ? null : 'inverse');
  if (what !== null) reader.semantic('inline', 'type', `inline: a column with ${what} is kept in the front matter`);
  if (spec.items?.type === 'json') reader.semantic('inline', 'type', 'inline: a text holds no json');
  if (!isInlineKey(noteKeyOf(spec)))
    reader.semantic('key', 'type', `"${noteKeyOf(spec)}" can't be the key of a property in a text`);
}
