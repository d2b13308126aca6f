/** Sources stacked on each other, each row tagged with the table that it is of: bases and unions. Source: docs/sources-and-views.md#unions, docs/sources-and-views.md#sources; D17. */

import { SOURCE_NAME } from '../../catalog/references/view-query';
import type { SchedulerPort } from '../../ports/host';
import type { Row } from '../../storage/row';
import type { ColumnSpec } from '../../values/column-spec';
import type { Json } from '../../json';
import { type OrderKey, rowOrder } from '../row-order';
import { ALWAYS, NEVER, type PairSide, type Predicate } from '../where/predicate';
import { select } from '../select-source';
import type { SelectQuery, SelectResult } from '../select-query';
import { type QuerySource, type SourceShape, keysOfShape, rowsInColumns } from './query-source';
import type { Subject } from '../where/subject';

/** Every row of a union or a base says which table it comes from. Source: docs/sources-and-views.md#views, D4 */
export const SOURCE_COLUMN: ColumnSpec = {
  name: SOURCE_NAME,
  type: 'string',
  description: 'The table that the row is of.',
};

export interface UnionPart {
  readonly source: QuerySource;
  /** Which of its rows. */
  readonly where: Predicate;
  /** The columns that are taken over; null: all. */
  readonly columns: readonly string[] | null;
}

/** A column that a part lacks is empty there; one of different types is of any type. Rows that bear a `_source` keep it. */
export function unionRowSource(
  named: { readonly name: string; readonly qualified: string },
  columns: readonly ColumnSpec[],
  parts: readonly UnionPart[],
  zone: string,
): QuerySource {
  const shape: SourceShape = {
    name: named.name,
    columns: [SOURCE_COLUMN, ...columns.filter(({ name }) => name !== SOURCE_COLUMN.name)],
    fields: {},
    areNotes: parts.length === 0 || parts.some(({ source }) => source.areNotes !== false),
  };
  const own = parts.map((part) => new UnionBranch(part, keysOfShape(shape)));
  const answer = (query: SelectQuery, scheduler: SchedulerPort): Promise<SelectResult> =>
    selectParts(own, query, scheduler);
  return {
    ...shape,
    qualified: named.qualified,
    index: null,
    select: answer,
    scan: async (scheduler) => {
      const all = { where: ALWAYS, order: [], limit: null, offset: 0, zone };
      const { rows } = await answer(all, scheduler);
      return { snapshot: await rowsInColumns(shape, rows, scheduler), hidden: new Set(), added: [] };
    },
  };
}

async function selectParts(
  parts: readonly UnionBranch[],
  query: SelectQuery,
  scheduler: SchedulerPort,
): Promise<SelectResult> {
  const end = query.limit === null ? null : query.offset + query.limit;
  const rows: Row[] = [];
  let total = 0;
  for (const part of parts) {
    const found = await part.select({ ...query, limit: query.limit === 0 ? 0 : end, offset: 0 }, scheduler);
    total += found.total;
    for (const row of found.rows) rows.push(row);
    await scheduler.pause();
  }
  rows.sort(rowOrder(query.order, query.zone));
  return { total, rows: rows.slice(query.offset, end ?? rows.length) };
}

class UnionBranch {
  private readonly source: QuerySource;
  private readonly where: Predicate;
  private readonly shown: ReadonlySet<string>;
  private readonly isTagged: boolean;

  constructor({ source, where, columns }: UnionPart, keys: ReadonlyMap<string, unknown>) {
    const own = columns ?? [...keysOfShape(source).keys()];
    this.source = source;
    this.where = where;
    this.shown = new Set(own.filter((name) => keys.has(name)));
    this.isTagged = this.shown.has(SOURCE_COLUMN.name);
  }

  async select(query: SelectQuery, scheduler: SchedulerPort): Promise<SelectResult> {
    const where = allOf(this.where, this.specialised(query.where));
    const order = query.order.flatMap((key) => this.ordered(key));
    const { total, rows } = await select(this.source, { ...query, where, order }, scheduler);
    return { total, rows: rows.map((row) => this.tagged(row)) };
  }

  /** What the value is in every row of the part; null when that depends on the row. */
  private constant({ stored, derived }: Subject): { readonly value: Json | undefined } | null {
    const column = derived?.column ?? stored;
    if (column === null || this.shown.has(column)) return null;
    return { value: column === SOURCE_COLUMN.name ? this.source.qualified : undefined };
  }

  private specialised(predicate: Predicate): Predicate {
    if (predicate.kind === 'constant') return predicate;
    if (predicate.kind === 'pair') {
      const { left, right, holds } = predicate.test;
      return { ...predicate, test: { left: this.sideOf(left), right: this.sideOf(right), holds } };
    }
    if (predicate.kind !== 'test') {
      return { ...predicate, parts: predicate.parts.map((part) => this.specialised(part)) };
    }
    const constant = this.constant(predicate.subject);
    if (constant === null) return predicate;
    return predicate.test.matches(constant.value, '') !== predicate.negated ? ALWAYS : NEVER;
  }

  private sideOf(side: PairSide): PairSide {
    const constant = this.constant(side.subject);
    if (constant === null) return side;
    const { name, spec } = side.subject;
    return { ...side, subject: { name, spec, stored: null, ofRow: () => constant.value } };
  }

  private ordered(key: OrderKey): readonly OrderKey[] {
    return this.constant(key.subject) === null ? [key] : [];
  }

  private tagged(row: Row): Row {
    const values: Record<string, Json> = this.isTagged ? {} : { [SOURCE_COLUMN.name]: this.source.qualified };
    for (const [name, value] of Object.entries(row.values)) if (this.shown.has(name)) values[name] = value;
    return { ...row, values };
  }
}

const allOf = (a: Predicate, b: Predicate): Predicate =>
  a === ALWAYS ? b : b === ALWAYS ? a : { kind: 'all', parts: [a, b] };
