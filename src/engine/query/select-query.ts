/** What a source is asked, and what it answers. spec: select_rows, D4. */

import type { Row } from '../storage/row';
import type { OrderKey } from './order';
import type { Predicate } from './where/predicate';
import type { Tally } from './tally';

export interface SelectQuery {
  readonly where: Predicate;
  readonly order: readonly OrderKey[];
  /** Null: all. */
  readonly limit: number | null;
  readonly offset: number;
  readonly zone: string;
  /** Counts the rows that are looked at. */
  readonly tally?: Tally | undefined;
}

export interface SelectResult {
  /** Matches before limit and offset. */
  readonly total: number;
  readonly rows: readonly Row[];
}
