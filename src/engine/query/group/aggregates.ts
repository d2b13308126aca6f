/** Parses aggregates: `count`, `count:column`, `sum:column`, … Source: docs/queries.md#group_by-and-aggregates; D4, D31. */

import * as z from 'zod';
import { nearNames, suggestThenList } from '../../../kernel/near-names';
import { badRequest } from '../../errors';
import type { ColumnSpec, ItemSpec, ValueSpec } from '../../values/column-spec';
import { type Json, isJsonObject } from '../../json';

/** Those that add up a column; count and share also go without. */
const OF_COLUMN = ['count', 'count_distinct', 'sum', 'avg', 'median', 'min', 'max', 'first', 'last', 'list'] as const;

const AGGREGATES = [...OF_COLUMN, 'share'] as const;

export type AggregateKind = (typeof AGGREGATES)[number];

/** As it is written. */
export const AGGREGATE = z
  .string()
  .regex(new RegExp(`^(count|share|(${OF_COLUMN.join('|')}):.+)$`))
  .describe(`count, share, or a column after ${OF_COLUMN.map((kind) => `${kind}:`).join(' ')}`);

/** An aggregate as it is written; `column` is null for a plain count and for a share. */
export interface WrittenAggregate {
  readonly kind: AggregateKind;
  readonly column: string | null;
}

/** Throws 400 for other values than aggregates. */
export function readAggregate(name: string, text: Json): WrittenAggregate {
  if (typeof text !== 'string')
    throw badRequest(
      `aggregates: ${name} must be text`,
      `write ${meantAggregate(name, text) ?? '"count" or "sum:column"'}`,
    );
  const colon = text.indexOf(':');
  const kind = (colon < 0 ? text : text.slice(0, colon)).trim();
  const column = colon < 0 ? '' : text.slice(colon + 1).trim();
  if (!(AGGREGATES as readonly string[]).includes(kind)) {
    const known = ['count', 'share', ...OF_COLUMN.map((each) => `${each}:column`)].join(', ');
    const message = `aggregates: ${name}: there is no aggregate "${kind}"`;
    const meant = meantAggregate(name, text);
    if (meant !== null) throw badRequest(message, `write ${meant}; aggregates: ${known}`);
    throw badRequest(message, suggestThenList(nearNames(kind, AGGREGATES), `aggregates: ${known}`));
  }
  if (kind === 'share' && colon >= 0) {
    throw badRequest(`aggregates: ${name}: share takes no column`, 'write "share": the part of all counted rows');
  }
  if (column === '' && ((kind !== 'count' && kind !== 'share') || colon >= 0)) {
    throw badRequest(`aggregates: ${name}: ${kind} needs a column`, `write "${kind}:column"`);
  }
  return { kind: kind as AggregateKind, column: column === '' ? null : column };
}

/** The right form of `sum(hours)`, of `{"sum": "hours"}` and of `hours` under the name `sum`; null: none of them. */
function meantAggregate(name: string, written: Json): string | null {
  const isOfColumn = (kind: string): boolean => (OF_COLUMN as readonly string[]).includes(kind);
  const [kind = '', column] = isJsonObject(written)
    ? (Object.entries(written)[0] ?? [])
    : typeof written === 'string'
      ? (/^(\w+)\s*\((.+)\)$/.exec(written)?.slice(1) ?? [name, written])
      : [];
  return isOfColumn(kind) && typeof column === 'string' ? `"${kind}:${column}"` : null;
}

/** The type of one value, or of each item of a list; null: any. */
export const valueSpecOf = (spec: ColumnSpec | null): ValueSpec | null =>
  spec?.type === 'list' ? (spec.items ?? { type: 'string' }) : spec?.type === 'json' ? null : spec;

/** True for the positions of an ordered enum, which have an average. D4 */
export const isOrderedEnum = (spec: ValueSpec | null): boolean => spec?.type === 'enum' && spec.ordered === true;

/** True for aggregates that go by the order of the rows. */
export const isOfRowOrder = (kind: AggregateKind): boolean => kind === 'first' || kind === 'last' || kind === 'list';

/** Throws 400 when the aggregate means nothing for values of this type. */
export function checkAggregate(name: string, { kind, column }: WrittenAggregate, spec: ColumnSpec | null): void {
  const item = valueSpecOf(spec);
  const isNumeric = item === null || item.type === 'json' || item.type === 'integer' || item.type === 'number';
  if (kind === 'sum' && !isNumeric) throw notNumeric(name, kind, column, item, 'count and min and max take any column');
  if ((kind === 'avg' || kind === 'median') && !isNumeric && !isOrderedEnum(item)) {
    throw notNumeric(name, kind, column, item, `${kind} takes numbers and ordered enums`);
  }
}

const notNumeric = (name: string, kind: string, column: string | null, item: ValueSpec | null, hint: string) =>
  badRequest(`aggregates: ${name}: ${column ?? ''} is ${item?.type ?? 'json'}, it has no ${kind}`, hint);

/** The type of what an aggregate gives. */
export function aggregateSpec(name: string, kind: AggregateKind, spec: ColumnSpec | null): ColumnSpec {
  switch (kind) {
    case 'count':
    case 'count_distinct':
      return { name, type: 'integer' };
    case 'share':
      return { name, type: 'number' };
    case 'avg':
    case 'median':
      return { name, type: 'number', ...formatOf(valueSpecOf(spec)) };
    case 'sum':
      return {
        name,
        type: valueSpecOf(spec)?.type === 'integer' ? 'integer' : 'number',
        ...formatOf(valueSpecOf(spec)),
      };
    case 'min':
    case 'max':
      return { name, ...typeOf(valueSpecOf(spec)) };
    case 'list':
      return { name, type: 'list', items: typeOf(valueSpecOf(spec)) as ItemSpec };
    case 'first':
    case 'last':
      return spec?.type === 'list'
        ? { name, type: 'list', items: typeOf(valueSpecOf(spec)) as ItemSpec }
        : { name, ...typeOf(spec) };
  }
}

/** Sums of money are money. Bars and stars have an end, which a sum does not keep to. */
function formatOf(spec: ValueSpec | null): Pick<ValueSpec, 'numberFormat'> {
  const format = spec?.numberFormat;
  return format === undefined || format.style === 'bar' || format.style === 'stars' ? {} : { numberFormat: format };
}

/** The type and the look alone, without limits and rules of the column. */
function typeOf(spec: ValueSpec | null): ValueSpec {
  const { type, values, valueColors, textFormat, ordered, ref } = spec ?? { type: 'json' };
  return {
    type,
    ...formatOf(spec),
    ...(textFormat === undefined ? {} : { textFormat }),
    ...(values === undefined ? {} : { values }),
    ...(valueColors === undefined ? {} : { valueColors }),
    ...(ordered === undefined ? {} : { ordered }),
    ...(ref === undefined ? {} : { ref }),
  };
}
