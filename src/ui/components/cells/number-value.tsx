/** A number as its column shows it: as text, with a bar, or as stars. docs/app/columns.md#formats */

import type { JSX } from 'preact';
import { formattedNumber } from '../../../kernel/number-format';
import type { GridColumn } from '../grid-column';

export interface NumberValueProps {
  readonly column: GridColumn;
  readonly value: number;
}

/** More stars can't be counted at a glance. */
const MOST_STARS = 10;

export function NumberValue({ column, value }: NumberValueProps): JSX.Element {
  const { numberFormat, min, max } = column;
  const text = formattedNumber(value, numberFormat);
  if (numberFormat?.style === 'bar') return <Bar {...{ text, value }} min={min ?? 0} max={max ?? 100} />;
  const most = max ?? 5;
  const isRated = numberFormat?.style === 'stars' && most <= MOST_STARS && value >= 0 && value <= most;
  return isRated ? <Stars count={Math.round(value)} {...{ most, text }} /> : <>{text}</>;
}

interface BarProps {
  readonly text: string;
  readonly value: number;
  readonly min: number;
  readonly max: number;
}

function Bar({ text, value, min, max }: BarProps): JSX.Element {
  const part = max > min ? Math.min(1, Math.max(0, (value - min) / (max - min))) : 0;
  return (
    <span class="ndb-number-bar">
      <span class="ndb-bar" style={{ '--ndb-part': `${Math.round(part * 100)}%` }} aria-hidden="true" />
      {text}
    </span>
  );
}

interface StarsProps {
  readonly count: number;
  readonly most: number;
  readonly text: string;
}

const Stars = ({ count, most, text }: StarsProps): JSX.Element => (
  <span class="ndb-stars" role="img" aria-label={`${text} of ${most}`} title={`${text} of ${most}`}>
    {'★'.repeat(count)}
    <span>{'★'.repeat(Math.max(0, Math.floor(most) - count))}</span>
  </span>
);
