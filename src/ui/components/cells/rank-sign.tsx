/** The rank of a choice among choices with a rank, as bars that rise; the word beside it says the same. */

import type { JSX } from 'preact';
import type { GridColumn } from '../grid-column';

export interface RankSignProps {
  readonly column: GridColumn;
  readonly value: string;
}

const BARS = ['M4 20v-4', 'M12 20V11', 'M20 20V5'];

export function RankSign({ column, value }: RankSignProps): JSX.Element | null {
  const rank = column.values.indexOf(value) + 1;
  if (!column.isOrdered || rank === 0) return null;
  const filled = Math.ceil((rank * BARS.length) / column.values.length);
  const isHighest = rank === column.values.length;
  return (
    <svg class={isHighest ? 'ndb-rank ndb-is-highest' : 'ndb-rank'} viewBox="0 0 24 24" aria-hidden="true">
      {BARS.map((bar, at) => (
        <path key={bar} d={bar} class={at < filled ? undefined : 'ndb-is-empty'} />
      ))}
    </svg>
  );
}
