/** Limits of a table as lanes have them: how many rows may have one value of a column. docs/decisions.md#limits */

import type { Json, JsonObject } from '../../engine/index';

export interface TableLimit {
  readonly name: string;
  readonly check: JsonObject;
  readonly atMost: number;
  /** Of a limit for each value of a column; a lane has none of its own then. */
  readonly per: string | null;
}

/** Those of a table, as `describe_table` has them. */
export const limitsIn = (constraints: readonly DescribedConstraint[]): readonly TableLimit[] =>
  constraints.flatMap(({ at_most: atMost, per = null, ...constraint }) =>
    atMost === undefined ? [] : [{ ...constraint, atMost, per }],
  );

interface DescribedConstraint {
  readonly name: string;
  readonly check: JsonObject;
  readonly at_most?: number;
  readonly per?: string;
}

/** The limit of one value alone; null: there is none. */
export const limitOfValue = (limits: readonly TableLimit[], column: string, value: Json): TableLimit | null =>
  limits.find(({ check, per }) => per === null && isSame(check, { [column]: value })) ?? null;

/** The most rows that can have one value of a column, also by a limit for each value; null: any number. */
export function mostOfValue(limits: readonly TableLimit[], column: string, value: Json): number | null {
  const each = limits.filter(
    ({ check, per }) => value !== null && per === column && (isSame(check, {}) || isSame(check, { [column]: value })),
  );
  return least([...each, ...[limitOfValue(limits, column, value) ?? []].flat()]);
}

/** Two columns with a value each, such as a lane and a swimlane. */
export interface CrossedValues {
  readonly column: string;
  readonly value: Json;
  readonly other: string;
  readonly otherValue: Json;
}

/** The most rows that can have both values; null: any number. */
export function mostOfBoth(
  limits: readonly TableLimit[],
  { column, value, other, otherValue }: CrossedValues,
): number | null {
  const [one, second] = [{ [column]: value }, { [other]: otherValue }];
  return least(
    limits.filter(
      ({ check, per }) =>
        (per === other && otherValue !== null && isSame(check, one)) ||
        (per === column && value !== null && isSame(check, second)) ||
        (per === null && (isSame(check, { ...one, ...second }) || isSame(check, { ...second, ...one }))),
    ),
  );
}

const isSame = (one: JsonObject, other: JsonObject): boolean => JSON.stringify(one) === JSON.stringify(other);

const least = (limits: readonly TableLimit[]): number | null =>
  limits.length === 0 ? null : Math.min(...limits.map(({ atMost }) => atMost));

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
