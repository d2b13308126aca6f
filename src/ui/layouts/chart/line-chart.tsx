/** A line, or the area below it, over the groups in their order. It stretches with its place; words lie beside it. docs/views.md#charts */

import type { JSX } from 'preact';
import type { ChartValue } from './use-chart-values';
import { valueText } from './value-text';

interface LineChartProps {
  readonly values: readonly ChartValue[];
  readonly isFilled: boolean;
}

/** Labels below the line that have room. */
const MOST_LABELS = 6;
const SIZE = 100;

export function LineChart({ values, isFilled }: LineChartProps): JSX.Element {
  const numbers = values.flatMap(({ value }) => value ?? []);
  const [least, most] = [Math.min(0, ...numbers), Math.max(0, ...numbers)];
  const x = (at: number): number => (values.length < 2 ? SIZE / 2 : (at / (values.length - 1)) * SIZE);
  const y = (value: number): number => SIZE - ((value - least) / (most - least || 1)) * SIZE;
  const every = Math.ceil(values.length / MOST_LABELS);
  return (
    <div class="ndb-line-chart">
      <span class="ndb-line-scale ndb-small-text">
        {[most, (most + least) / 2, least].map((value, at) => (
          <span key={at}>{valueText(value)}</span>
        ))}
      </span>
      <svg viewBox={`0 0 ${SIZE} ${SIZE}`} preserveAspectRatio="none">
        <path class="ndb-line-zero" d={`M0 ${y(0)}H${SIZE}`} />
        {piecesOf(values).map((piece) => {
          const path = piece.map(({ at, value }) => `${x(at)} ${y(value)}`).join('L');
          const [first, last] = [x(piece[0]?.at ?? 0), x(piece.at(-1)?.at ?? 0)];
          return (
            <g key={piece[0]?.at}>
              {isFilled && <path class="ndb-line-area" d={`M${first} ${y(0)}L${path}L${last} ${y(0)}Z`} />}
              <path class="ndb-line-stroke" d={piece.length === 1 ? `M${path}h0.01` : `M${path}`} />
            </g>
          );
        })}
      </svg>
      <span class="ndb-line-labels ndb-small-text">
        {values
          .filter((_, at) => at % every === 0)
          .map(({ label }) => (
            <span class="ndb-ellipsis" key={label}>
              {label}
            </span>
          ))}
      </span>
    </div>
  );
}

interface LinePoint {
  readonly at: number;
  readonly value: number;
}

/** A group without a number interrupts the line. */
function piecesOf(values: readonly ChartValue[]): readonly (readonly LinePoint[])[] {
  const pieces: LinePoint[][] = [[]];
  for (const [at, { value }] of values.entries()) {
    if (value === null) pieces.push([]);
    else pieces.at(-1)?.push({ at, value });
  }
  return pieces.filter((piece) => piece.length > 0);
}
