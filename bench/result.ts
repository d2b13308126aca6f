/** One measured figure and what it says of its goal. */

import { GOALS, type GoalId } from './goals';
import type { Comparison, Spread } from './measure';

export interface Result {
  readonly goal: GoalId;
  /** What was measured, where a goal has several cases. */
  readonly label: string;
  /** Notes in the vault, or rows. */
  readonly size: number;
  readonly unit: 'ms' | 'us' | 'MB';
  readonly engine: Spread;
  readonly anchor: Spread;
  readonly runs: number;
  /** As the goal's sense has it. */
  readonly ratio: number;
  /** `not judged`: the anchor itself swung too much, or what was measured is smaller than its noise. */
  readonly verdict: 'met' | 'missed' | 'not judged';
}

const SCALE = { ms: 1, us: 1000, MB: 1 } as const;

export interface Figure {
  readonly goal: GoalId;
  readonly label?: string;
  readonly size: number;
  readonly unit?: Result['unit'];
  readonly comparison: Comparison;
}

export function resultOf({ goal, label = '', size, unit = 'ms', comparison }: Figure): Result {
  const { engine, anchor, runs, isJudged } = comparison;
  const { sense, ratio: wanted, within } = GOALS[goal];
  const ratio = sense === 'at most' ? engine.median / anchor.median : anchor.median / engine.median;
  const isInTime = within?.size !== size || engine.median <= within.ms;
  const isMet = isInTime && (sense === 'at most' ? ratio <= wanted : ratio >= wanted);
  const verdict = !isJudged ? 'not judged' : isMet ? 'met' : 'missed';
  const scaled = (spread: Spread): Spread => scaledBy(spread, SCALE[unit]);
  return { goal, label, size, unit, engine: scaled(engine), anchor: scaled(anchor), runs, ratio, verdict };
}

const scaledBy = ({ min, median, max }: Spread, by: number): Spread => ({
  min: min * by,
  median: median * by,
  max: max * by,
});
