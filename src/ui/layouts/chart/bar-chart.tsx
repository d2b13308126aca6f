/** Bars below each other, with their values: as readable with two hundred groups as with two. docs/views.md#charts */

import type { JSX } from 'preact';
import { hueStyle } from '../../components/cells/cell-value';
import type { ChartValue } from './use-chart-values';
import { valueText } from './value-text';

export function BarChart({ values }: { readonly values: readonly ChartValue[] }): JSX.Element {
  const numbers = values.map(({ value }) => value ?? 0);
  const [least, most] = [Math.min(0, ...numbers), Math.max(0, ...numbers)];
  const whole = most - least || 1;
  return (
    <ul class="ndb-bars ndb-plain-list">
      {values.map(({ label, value, color }) => {
        const [from, until] = [Math.min(value ?? 0, 0), Math.max(value ?? 0, 0)];
        const place = {
          ...hueStyle(color),
          '--ndb-from': `${((from - least) / whole) * 100}%`,
          '--ndb-width': `${((until - from) / whole) * 100}%`,
        };
        return (
          <li key={label} title={`${label}: ${valueText(value)}`}>
            <span class="ndb-bar-label ndb-ellipsis">{label}</span>
            <span class="ndb-bar-room">
              <span class="ndb-chart-bar" style={place} />
            </span>
            <span class="ndb-bar-value">{valueText(value)}</span>
          </li>
        );
      })}
    </ul>
  );
}
