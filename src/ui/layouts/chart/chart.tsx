/** The layout `chart`: an aggregate of each group of rows as bars, a line, an area, a pie, or one number. docs/views.md#charts */

import type { JSX } from 'preact';
import { StateMessage } from '../../components/state-message';
import { isNumeric } from '../../components/grid-column';
import { laneGrouping } from '../../rows/lane-column';
import type { LayoutOf, LayoutProps } from '../layout';
import { type LayoutSettings, readSettings } from '../layout-settings';
import { TableWarnings } from '../pane-parts';
import { BarChart } from './bar-chart';
import { LineChart } from './line-chart';
import { PieChart } from './pie-chart';
import { type ChartValue, useChartValues } from './use-chart-values';
import { valueText } from './value-text';

const SETTINGS: LayoutSettings<'chart'> = {
  kind: {
    kind: 'choice',
    label: 'Draws',
    words: { bar: 'Bars', line: 'Line', area: 'Area', pie: 'Pie', number: 'Number' },
  },
  value: { kind: 'column', label: 'Of', fits: isNumeric, none: 'The number of rows' },
  aggregate: {
    kind: 'choice',
    label: 'Takes',
    words: { sum: 'Sum', avg: 'Average', median: 'Median', min: 'Least', max: 'Most' },
  },
};

export const CHART_LAYOUT: LayoutOf<'view', 'chart'> = {
  label: 'Chart',
  icon: 'rank',
  description: 'Numbers of the groups of rows as bars, a line, an area or a pie',
  reads: 'view',
  narrow: null,
  hasRowHeight: false,
  settings: SETTINGS,
  ownColumn: (spec, columns) => laneGrouping(spec, columns)?.column ?? null,
  Component: Chart,
};

function Chart(props: LayoutProps<'view'>): JSX.Element {
  const { kind, value, aggregate } = readSettings('chart', SETTINGS, props.spec);
  const column = props.declared.find(({ name }) => name === value);
  const { values, problem, warnings, groupLabel } = useChartValues(props, {
    value: column?.name ?? null,
    aggregate,
    isWhole: kind === 'number',
  });
  if (problem !== null) return <StateMessage kind="error" title={problem.message} detail={problem.hint} />;
  if (values === null) return <StateMessage kind="loading" title="Loading numbers…" />;
  const measured = column === undefined ? 'Rows' : `${SETTINGS.aggregate.words[aggregate]} of ${column.label}`;
  const gone = value !== null && column === undefined ? [`There is no column ${value}. The rows are counted.`] : [];
  return (
    <figure class="ndb-chart ndb-stack ndb-fills">
      <TableWarnings warnings={[...gone, ...warnings]} />
      <figcaption class="ndb-small-text">{groupLabel === null ? measured : `${measured} by ${groupLabel}`}</figcaption>
      <div class="ndb-chart-plot ndb-scroll ndb-fills" aria-hidden="true">
        <Drawing {...{ kind, values }} />
      </div>
      <ValueTable {...{ values, measured }} label={props.label} groupLabel={groupLabel ?? ''} />
    </figure>
  );
}

interface DrawingProps {
  readonly kind: 'bar' | 'line' | 'area' | 'pie' | 'number';
  readonly values: readonly ChartValue[];
}

function Drawing({ kind, values }: DrawingProps): JSX.Element {
  switch (kind) {
    case 'bar':
      return <BarChart {...{ values }} />;
    case 'line':
    case 'area':
      return <LineChart {...{ values }} isFilled={kind === 'area'} />;
    case 'pie':
      return <PieChart {...{ values }} />;
    case 'number':
      return <p class="ndb-chart-number">{valueText(values[0]?.value ?? null)}</p>;
  }
}

interface ValueTableProps {
  readonly label: string;
  readonly groupLabel: string;
  readonly measured: string;
  readonly values: readonly ChartValue[];
}

/** For readers of the screen, who can't read the drawing. */
function ValueTable({ label, groupLabel, measured, values }: ValueTableProps): JSX.Element {
  return (
    <table class="ndb-unseen" aria-label={label}>
      <thead>
        <tr>
          <th scope="col">{groupLabel === '' ? 'All rows' : groupLabel}</th>
          <th scope="col">{measured}</th>
        </tr>
      </thead>
      <tbody>
        {values.map(({ label: name, value }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>{valueText(value)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
