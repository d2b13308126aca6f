/** A row as its name, which opens it, and facts below. */

import type { JSX } from 'preact';
import { CellValue, plainText } from '../components/cells/cell-value';
import { type GridColumn, type GridRow, isEmptyValue, tintedColumn } from '../components/grid-column';
import { type GridEditing, shownValue } from '../components/grid-editing';
import { groundOf } from '../components/row-color';
import type { Json } from '../../engine/index';
import type { LayoutProps } from './layout';

export interface RowSummaryProps extends Pick<LayoutProps<'window'>, 'columns' | 'spec' | 'openRow' | 'openLink'> {
  readonly row: GridRow;
  /** Values on their way are shown. Absent: as they are stored. */
  readonly editing?: GridEditing | undefined;
  /** The column whose choices have colours; absent: the first of them. */
  readonly tinted?: string | null;
  /** Of the name. */
  readonly tabIndex?: number | undefined;
  /** Facts lie in so many lines. Others are not seen. */
  readonly factLines: number;
}

/** What a line of a wide window has room for. */
const FACTS_A_LINE = 6;
const FACT_WIDTH = 200;

export function RowSummary(props: RowSummaryProps): JSX.Element {
  const { row, columns, editing, openRow } = props;
  const [first] = columns;
  void editing?.version(row);
  const title = first === undefined ? null : shownValue(row, first, editing?.overlay(row, first) ?? null);
  const name = isEmptyValue(title ?? null) ? fileName(row.path) : plainText(title ?? null);
  return (
    <>
      <button
        type="button"
        class="ndb-row-name ndb-ellipsis ndb-bare-button"
        dir="auto"
        tabIndex={props.tabIndex}
        data-href={row.path}
        onClick={(event) => openRow(row, event)}
      >
        {name}
      </button>
      <RowFacts {...props} />
    </>
  );
}

/** The values of the columns after the first one. */
export function RowFacts(props: RowSummaryProps): JSX.Element {
  const { row, columns, spec, editing, factLines, openLink } = props;
  const { tinted = tintedColumn(columns) } = props;
  const valueOf = (column: GridColumn): Json | undefined =>
    shownValue(row, column, editing?.overlay(row, column) ?? null);
  const facts = columns
    .slice(1)
    .filter(
      (column) =>
        (column.name !== spec.group?.column || spec.group.unit !== undefined) && !isEmptyValue(valueOf(column)),
    )
    .slice(0, FACTS_A_LINE * factLines);
  return (
    <span class="ndb-row-facts ndb-small-text ndb-line ndb-wraps" style={{ '--ndb-fact-lines': String(factLines) }}>
      {facts.map((column) => (
        <span
          class={`ndb-row-fact${groundOf(row, column.name).class}`}
          style={groundOf(row, column.name).style}
          key={column.name}
          title={column.label}
        >
          <span class={BARE.has(column.type) ? 'ndb-muted' : 'ndb-unseen'}>{column.label} </span>
          <CellValue
            column={column}
            value={valueOf(column)}
            width={FACT_WIDTH}
            {...{ tinted }}
            source={row.path}
            openLink={(target, event) => openLink(target, row, event)}
          />
        </span>
      ))}
    </span>
  );
}

/** Their values say nothing without the label, which others have for readers of the screen. */
const BARE: ReadonlySet<string> = new Set(['number', 'integer', 'boolean']);

const fileName = (path: string): string => path.slice(path.lastIndexOf('/') + 1).replace(/\.md$/i, '');
