/** A column that adds up the rows linked with each row. Source: docs/queries.md#rollup. */

import type { SchedulerPort } from '../../ports/host';
import type { RowsSnapshot } from '../../storage/columns/column-table';
import type { LinkView } from '../../storage/view';
import type { ColumnSpec } from '../../values/column-spec';
import { type PlannedAggregate, aggregateGroups } from '../group/group-rows';
import { type ChosenRows, type ValueVector, vectorOfValues } from '../group/value-vector';
import { plainSnapshot } from '../select-source';
import type { QueryStats } from '../query-stats';
import type { QuerySource } from '../source/query-source';
import type { Predicate } from '../where/predicate';
import type { ComputedColumn } from './computed-source';
import { type LinkedBy, linkedPairs } from './linked-pairs';

/** A rollup, planned. */
export interface RollupPlan {
  readonly spec: ColumnSpec;
  readonly source: QuerySource;
  readonly by: LinkedBy;
  readonly where: Predicate;
  readonly aggregate: PlannedAggregate;
  readonly zone: string;
  readonly stats: QueryStats | undefined;
  readonly links: () => Promise<LinkView>;
}

export class RollupColumn implements ComputedColumn {
  private others: Promise<RowsSnapshot> | null = null;

  constructor(private readonly plan: RollupPlan) {}

  get spec(): ColumnSpec {
    return this.plan.spec;
  }

  get inputs(): readonly string[] {
    const { direction, column } = this.plan.by;
    return direction === 'via' ? [column] : [];
  }

  async values(rows: ChosenRows, scheduler: SchedulerPort): Promise<ValueVector> {
    const { spec, source, by, where, aggregate, zone, stats } = this.plan;
    const links = await this.plan.links();
    this.others ??= plainSnapshot(source, scheduler);
    const pairs = await linkedPairs(rows, await this.others, { by, links, where }, scheduler);
    stats?.look(pairs.looked);
    if (pairs.isIndexed) stats?.use(`${source.name}.${by.column}`);
    const groups = { groups: pairs.rows, groupCount: rows.slots.length, positions: pairs.positions };
    const totals = await aggregateGroups(pairs.others, groups, aggregate, { zone, links, scheduler });
    return vectorOfValues(spec, rows.slots.length, (at) => totals.value(at), scheduler);
  }
}
