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
/** Points that have a mark of their own. */
const MOST_POINTS = 60;
const SIZE = 100;

/** The end of a scale: one, two or five of a power of ten. */
function roundUp(value: number): number {
  if (value <= 0) return 0;
  const power = 10 ** Math.floor(Math.log10(value));
  return ([1, 2, 5].find((step) => step * power >= value) ?? 10) * power;
}

export function LineChart({ values, isFilled }: LineChartProps): JSX.Element {
  const numbers = values.flatMap(({ value }) => value ?? []);
  const [least, most] = [-roundUp(-Math.min(0, ...numbers)), roundUp(Math.max(0, ...numbers))];
  const x = (at: number): number => (values.length < 2 ? SIZE / 2 : (at / (values.length - 1)) * SIZE);
  const y = (value: number): number => SIZE - ((value - least) / (most - least || 1)) * SIZE;
  const every = Math.ceil(values.length / MOST_LABELS);
  const points = values.length > MOST_POINTS ? [] : values;
  return (
    <div class="ndb-line-chart">
      <span class="ndb-line-scale ndb-small-text">
        {[most, (most + least) / 2, least].map((value, at) => (
          <span key={at}>{valueText(value)}</span>
        ))}
      </span>
      <svg viewBox={`0 0 ${SIZE} ${SIZE}`} preserveAspectRatio="none">
        {[0, (most + least) / 2, most].map((value) => (
          <path key={value} class="ndb-line-zero" d={`M0 ${y(value)}H${SIZE}`} />
        ))}
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
        {points.map(
          ({ label, value }, at) =>
            value !== null && (
              <path key={label} class="ndb-line-point" d={`M${x(at)} ${y(value)}h0.01`}>
                <title>{`${label}: ${valueText(value)}`}</title>
              </path>
            ),
        )}
      </svg>
      <span class="ndb-line-labels ndb-small-text">
        {values.map(
          ({ label }, at) =>
            at % every === 0 && (
              <span class="ndb-ellipsis" key={label} style={{ '--ndb-from': `${x(at)}%` }}>
                {label}
              </span>
            ),
        )}
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
