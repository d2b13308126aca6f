/** The query on a source, and its result. Source: docs/operations.md#select_rows, D4. */

import type { Row } from '../storage/row';
import type { OrderKey } from './row-order';
import type { Predicate } from './where/predicate';
import type { QueryStats } from './query-stats';

export interface SelectQuery {
  readonly where: Predicate;
  readonly order: readonly OrderKey[];
  /** Null: all. */
  readonly limit: number | null;
  readonly offset: number;
  readonly zone: string;
  readonly stats?: QueryStats | undefined;
}

export interface SelectResult {
  /** Matches before limit and offset. */
  readonly total: number;
  readonly rows: readonly Row[];
}
