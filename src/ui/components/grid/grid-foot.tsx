/** The last line of a grid: the summary of each column, and the way to choose another one. */

import type { JSX } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { isDay } from '../../../kernel/day-text';
import { dayLabel, localToday } from '../text/date-text';
import type { GridColumn } from '../grid-column';
import { formattedNumber } from '../../../kernel/number-format';
import { numberText } from '../../../kernel/number-text';
import { Menu } from '../overlay/menu';
import type { GridCommands } from './input/grid-commands';
import type { ColumnLayout } from './grid-layout';
import { type ColumnSummary, type GridSummaries, SUMMARY_LABELS, summariesFor } from './summary';

export interface GridFootProps {
  readonly commands: GridCommands;
  readonly summaries: GridSummaries;
}

export function GridFoot({ commands, summaries }: GridFootProps): JSX.Element {
  const { store } = commands;
  const columns = store.columns.value;
  const layout = store.layout.value;
  const { first, last } = store.moving.value;
  const cell = (at: number): JSX.Element | null => {
    const column = columns[at];
    return column === undefined ? null : <FootCell key={column.name} {...{ column, at, layout, summaries }} />;
  };
  return (
    <div class="ndb-grid-foot" role="group" aria-label="Summaries" style={{ '--ndb-total': `${layout.total}px` }}>
      <div class="ndb-foot-row">
        <span class="ndb-gutter" aria-hidden="true" />
        {columns.slice(0, layout.pinned).map((_, at) => cell(at))}
        {columns.slice(first, last).map((_, index) => cell(first + index))}
      </div>
    </div>
  );
}

interface FootCellProps {
  readonly column: GridColumn;
  readonly at: number;
  readonly layout: ColumnLayout;
  readonly summaries: GridSummaries;
}

function FootCell({ column, at, layout, summaries }: FootCellProps): JSX.Element {
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const { [column.name]: shown } = summaries.of;
  const { choose } = summaries;
  const text = shown === undefined ? null : summaryText(shown, column);
  return (
    <div
      class={at < layout.pinned ? 'ndb-foot-cell ndb-is-pinned' : 'ndb-foot-cell'}
      style={{ '--ndb-x': `${layout.x[at] ?? 0}px`, '--ndb-w': `${layout.width[at] ?? 0}px` }}
    >
      <button
        type="button"
        class="ndb-summary ndb-small-text ndb-bare-button"
        ref={button}
        disabled={choose === undefined || summariesFor(column).length === 0}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-label={`Summary of ${column.label}${text === null ? '' : `: ${text.label} ${text.value}`}`}
        onClick={() => setOpen(!isOpen)}
      >
        {text === null ? (
          <span class="ndb-summary-none">Summary</span>
        ) : (
          <>
            <span>{text.label}</span> <b>{text.value}</b>
          </>
        )}
      </button>
      {isOpen && choose !== undefined && (
        <Menu
          label={`Summary of ${column.label}`}
          anchor={() => button.current}
          close={(hasFocus) => {
            setOpen(false);
            if (hasFocus) button.current?.focus();
          }}
          items={[
            { label: 'None', isChecked: shown === undefined, run: () => choose(column.name, null) },
            ...summariesFor(column).map((kind) => ({
              label: kind === 'percent_filled' ? 'Filled in percent' : SUMMARY_LABELS[kind],
              isChecked: shown?.kind === kind,
              run: () => choose(column.name, kind),
            })),
          ]}
        />
      )}
    </div>
  );
}

/** As a person reads it. */
function summaryText(
  { kind, value }: ColumnSummary,
  { numberFormat }: GridColumn,
): { readonly label: string; readonly value: string } {
  const label = SUMMARY_LABELS[kind];
  if (value === null) return { label, value: '–' };
  if (kind === 'percent_filled') return { label, value: `${numberText(Math.round(Number(value)))} %` };
  if (typeof value === 'number')
    return { label, value: formattedNumber(Math.round(value * 1000) / 1000, isOfValues(kind) ? numberFormat : null) };
  return { label, value: isDay(value) ? dayLabel(value, localToday()).text : value.replace('T', ' ') };
}

/** Other summaries count rows. */
const isOfValues = (kind: ColumnSummary['kind']): boolean => ['sum', 'average', 'min', 'max', 'range'].includes(kind);
