/** Parses aggregates: `count`, `count:column`, `sum:column`, … Source: docs/queries.md#group_by-and-aggregates; D4. */

import * as z from 'zod';
import { nearNames, suggestThenList } from '../../../kernel/near-names';
import { badRequest } from '../../errors';
import type { ColumnSpec, ValueSpec } from '../../values/column-spec';
import type { Json } from '../../json';

const AGGREGATES = ['count', 'sum', 'avg', 'min', 'max'] as const;

export type AggregateKind = (typeof AGGREGATES)[number];

/** As it is written. */
export const AGGREGATE = z
  .string()
  .regex(new RegExp(`^(count|(${AGGREGATES.join('|')}):.+)$`))
  .describe('count, or count:, sum:, avg:, min: or max: with a column');

/** An aggregate as it is written; `column` is null for a plain count. */
export interface WrittenAggregate {
  readonly kind: AggregateKind;
  readonly column: string | null;
}

/** Throws 400 for other values than aggregates. */
export function readAggregate(name: string, text: Json): WrittenAggregate {
  if (typeof text !== 'string') throw badRequest(`aggregates: ${name} must be text`, 'write "count" or "sum:column"');
  const colon = text.indexOf(':');
  const kind = (colon < 0 ? text : text.slice(0, colon)).trim();
  const column = colon < 0 ? '' : text.slice(colon + 1).trim();
  if (!(AGGREGATES as readonly string[]).includes(kind)) {
    const known = 'count, count:column, sum:column, avg:column, min:column, max:column';
    const hint = suggestThenList(nearNames(kind, AGGREGATES), `aggregates: ${known}`);
    throw badRequest(`aggregates: ${name}: there is no aggregate "${kind}"`, hint);
  }
  if (column === '' && (kind !== 'count' || colon >= 0)) {
    throw badRequest(`aggregates: ${name}: ${kind} needs a column`, `write "${kind}:column"`);
  }
  return { kind: kind as AggregateKind, column: column === '' ? null : column };
}

/** The type of one value, or of each item of a list; null: any. */
export const valueSpecOf = (spec: ColumnSpec | null): ValueSpec | null =>
  spec?.type === 'list' ? (spec.items ?? { type: 'string' }) : spec?.type === 'json' ? null : spec;

/** True for the positions of an ordered enum, which have an average. D4 */
export const isOrderedEnum = (spec: ValueSpec | null): boolean => spec?.type === 'enum' && spec.ordered === true;

/** Throws 400 when the aggregate means nothing for values of this type. */
export function checkAggregate(name: string, { kind, column }: WrittenAggregate, spec: ColumnSpec | null): void {
  const item = valueSpecOf(spec);
  const isNumeric = item === null || item.type === 'json' || item.type === 'integer' || item.type === 'number';
  if (kind === 'sum' && !isNumeric) throw notNumeric(name, kind, column, item, 'count and min and max take any column');
  if (kind === 'avg' && !isNumeric && !isOrderedEnum(item)) {
    throw notNumeric(name, kind, column, item, 'avg takes numbers and ordered enums');
  }
}

const notNumeric = (name: string, kind: string, column: string | null, item: ValueSpec | null, hint: string) =>
  badRequest(`aggregates: ${name}: ${column ?? ''} is ${item?.type ?? 'json'}, it has no ${kind}`, hint);

export function aggregateSpec(name: string, kind: AggregateKind, spec: ColumnSpec | null): ColumnSpec {
  switch (kind) {
    case 'count':
      return { name, type: 'integer' };
    case 'avg':
      return { name, type: 'number' };
    case 'sum':
      return { name, type: valueSpecOf(spec)?.type === 'integer' ? 'integer' : 'number' };
    default: {
      const { type, values, ordered, ref } = valueSpecOf(spec) ?? { type: 'json' };
      return {
        name,
        type,
        ...(values === undefined ? {} : { values }),
        ...(ordered === undefined ? {} : { ordered }),
        ...(ref === undefined ? {} : { ref }),
      };
    }
  }
}
