/** Limits of a table as lanes have them: how many rows may have one value of a column. docs/decisions.md#limits */

import type { Json, JsonObject } from '../../engine/index';

export interface TableLimit {
  readonly name: string;
  readonly check: JsonObject;
  readonly atMost: number;
  /** Of a limit for each value of a column; a lane has none of its own then. */
  readonly per: string | null;
}

/** The limit of one value; null: there is none. */
export const limitOfValue = (limits: readonly TableLimit[], column: string, value: Json): TableLimit | null =>
  limits.find(({ check, per }) => per === null && JSON.stringify(check) === JSON.stringify({ [column]: value })) ??
  null;

export interface LimitedLane {
  readonly column: string;
  readonly value: Json;
  /** As a person reads it. */
  readonly name: string;
}

/** What a pane knows of them. */
export interface LaneLimits {
  readonly all: readonly TableLimit[];
  /** Opens the form at the anchor. Absent where nothing can be written. */
  readonly edit?: ((lane: LimitedLane, anchor: HTMLElement) => void) | undefined;
}
