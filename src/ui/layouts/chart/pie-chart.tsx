/** Shares of a whole, with their names. Small ones are one share; numbers up to zero have none. docs/views.md#charts */

import type { JSX } from 'preact';
import { CHOICE_COLORS, type ChoiceColor } from '../../../kernel/choice-colors';
import { hueStyle } from '../../components/cells/cell-value';
import type { ChartValue } from './use-chart-values';
import { valueText } from './value-text';

/** As many as there are colours. */
const MOST_SHARES = 8;
/** A circle of this radius has a circumference of 100. */
const RADIUS = 100 / (2 * Math.PI);

interface Share {
  readonly label: string;
  readonly value: number;
  /** The one of the choice, else by its place. */
  readonly color: ChoiceColor | null;
}

export function sharesOf(values: readonly ChartValue[]): readonly Share[] {
  const shares = values
    .flatMap(({ label, value, color }) => (value === null || value <= 0 ? [] : [{ label, value, color }]))
    .sort((one, other) => other.value - one.value)
    .map((share, at) => ({ ...share, color: share.color ?? CHOICE_COLORS[at] ?? null }));
  if (shares.length <= MOST_SHARES) return shares;
  const rest = shares.slice(MOST_SHARES - 1);
  const value = rest.reduce((sum, share) => sum + share.value, 0);
  return [...shares.slice(0, MOST_SHARES - 1), { label: `${rest.length} others`, value, color: null }];
}

export function PieChart({ values }: { readonly values: readonly ChartValue[] }): JSX.Element {
  const shares = sharesOf(values);
  const whole = shares.reduce((sum, { value }) => sum + value, 0);
  const left = values.length - values.filter(({ value }) => value !== null && value > 0).length;
  let before = 0;
  return (
    <div class="ndb-pie ndb-wraps">
      <svg viewBox="0 0 42 42">
        {shares.map(({ label, value, color }) => {
          const part = (value / whole) * 100;
          before += part;
          return (
            <circle
              key={label}
              cx="21"
              cy="21"
              r={RADIUS}
              style={hueStyle(color)}
              stroke-dasharray={`${part} ${100 - part}`}
              stroke-dashoffset={25 - before + part}
            />
          );
        })}
      </svg>
      <ul class="ndb-plain-list">
        {shares.map(({ label, value, color }) => (
          <li key={label} class="ndb-line" style={hueStyle(color)}>
            <span class="ndb-pie-colour" />
            {label}
            <span class="ndb-muted">{`${valueText(value)} · ${Math.round((value / whole) * 100)} %`}</span>
          </li>
        ))}
        {left > 0 && <li class="ndb-small-text">{`${left} without a share: no number above zero`}</li>}
      </ul>
    </div>
  );
}
