/** The last line of a grid: the summary of each column, and the way to choose another one. */

import type { JSX } from 'preact';
import { useRef, useState } from 'preact/hooks';
import type { GridColumn } from '../grid-column';
import { Menu } from '../overlay/menu';
import type { GridCommands } from './input/grid-commands';
import type { ColumnLayout } from './grid-layout';
import { type GridSummaries, SUMMARY_LABELS, summariesFor, summaryValue } from './summary';

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
  const { choose, isGrouped = false } = summaries;
  const kinds = summariesFor(column, isGrouped);
  const text =
    shown === undefined ? null : { label: SUMMARY_LABELS[shown.kind], value: summaryValue(shown, column.numberFormat) };
  return (
    <div
      class={at < layout.pinned ? 'ndb-foot-cell ndb-is-pinned' : 'ndb-foot-cell'}
      style={{ '--ndb-x': `${layout.x[at] ?? 0}px`, '--ndb-w': `${layout.width[at] ?? 0}px` }}
    >
      <button
        type="button"
        class="ndb-summary ndb-small-text ndb-bare-button"
        ref={button}
        disabled={choose === undefined || kinds.length === 0}
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
            ...kinds.map((kind) => ({
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
