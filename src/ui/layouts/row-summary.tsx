/** A row as its name, which opens it, and facts below. */

import type { JSX } from 'preact';
import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { CellValue, plainText } from '../components/cells/cell-value';
import { type GridColumn, type GridRow, isEmptyValue, tintedColumn } from '../components/grid-column';
import { type GridEditing, shownValue } from '../components/grid-editing';
import { groundOf } from '../components/row-color';
import type { Json } from '../../engine/index';
import type { LayoutProps } from './layout';
import { useHiddenFacts } from './use-hidden-facts';

export interface RowSummaryProps extends Pick<LayoutProps<'window'>, 'columns' | 'spec' | 'openRow' | 'openLink'> {
  readonly row: GridRow;
  /** Values on their way are shown. Absent: as they are stored. */
  readonly editing?: GridEditing | undefined;
  /** The column whose choices have colours; absent: the first of them. */
  readonly tinted?: string | null;
  /** Of the name. */
  readonly tabIndex?: number | undefined;
  /** Facts lie in so many lines. Of others their number is seen. */
  readonly factLines: number;
  /** Of such a line, in pixels. Absent: that of a wide window. */
  readonly factWidth?: number;
}

interface RowFactsProps extends RowSummaryProps {
  /** Hears the facts that find no room, in words; empty: all do. */
  readonly tellHidden?: (text: string) => void;
}

/** What a line of a wide window has room for. */
const FACTS_A_LINE = 6;
/** With what parts it from the next one: hardly any is narrower. */
const LEAST_FACT = 56;
const FACT_WIDTH = 200;
/** Of a value, below the pointer. */
const MOST_LETTERS = 300;

export function RowSummary(props: RowSummaryProps): JSX.Element {
  const { row, columns, editing, openRow } = props;
  const [first] = columns;
  const [hidden, setHidden] = useState('');
  void editing?.version(row);
  const title = first === undefined ? null : shownValue(row, first, editing?.overlay(row, first) ?? null);
  const name = isEmptyValue(title ?? null) ? fileName(row.path) : plainText(title ?? null);
  // What finds no room changes the name alone.
  const facts = useMemo(() => <RowFacts {...props} tellHidden={setHidden} />, [props]);
  return (
    <>
      <button
        type="button"
        class="ndb-row-name ndb-ellipsis ndb-bare-button"
        dir="auto"
        tabIndex={props.tabIndex}
        title={`${name.slice(0, MOST_LETTERS)}${hidden === '' ? '' : `\n${hidden}`}`}
        data-href={row.path}
        onClick={(event) => openRow(row, event)}
      >
        {name}
      </button>
      {facts}
    </>
  );
}

/** The values of the columns after the first one. */
export function RowFacts(props: RowFactsProps): JSX.Element {
  const { row, columns, spec, editing, factLines, factWidth = Infinity, openLink, tellHidden } = props;
  const { tinted = tintedColumn(columns) } = props;
  const version = editing?.version(row);
  const valueOf = (column: GridColumn): Json | undefined =>
    shownValue(row, column, editing?.overlay(row, column) ?? null);
  const known = columns
    .slice(1)
    .filter(
      (column) =>
        (column.name !== spec.group?.column || spec.group.unit !== undefined) && !isEmptyValue(valueOf(column)),
    );
  const mostInLine = Math.min(FACTS_A_LINE, Math.max(1, Math.floor(factWidth / LEAST_FACT)));
  const facts = known.slice(0, mostInLine * factLines);
  const place = useRef<HTMLSpanElement>(null);
  const hidden = known.slice(facts.length - useHiddenFacts(place));
  const textOf = (column: GridColumn): string =>
    `${column.label}: ${plainText(valueOf(column) ?? null).slice(0, MOST_LETTERS)}`;
  const more = hidden.map(textOf).join('\n');
  useLayoutEffect(() => tellHidden?.(more), [more]);
  // Their number comes later, and leaves them as they are.
  const drawn = useMemo(
    () =>
      facts.map((column) => (
        <span
          class={`ndb-row-fact${groundOf(row, column.name).class}`}
          style={groundOf(row, column.name).style}
          key={column.name}
          title={textOf(column)}
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
      )),
    [props, version],
  );
  return (
    <span class="ndb-facts-frame ndb-small-text ndb-line" style={{ '--ndb-fact-lines': String(factLines) }}>
      <span class="ndb-row-facts ndb-line ndb-wraps" ref={place}>
        {drawn}
      </span>
      {hidden.length > 0 && (
        <span class="ndb-more-facts ndb-count" title={more}>
          +{hidden.length}
        </span>
      )}
    </span>
  );
}

/** Their values say nothing without the label, which others have for readers of the screen. */
const BARE: ReadonlySet<string> = new Set(['number', 'integer', 'boolean']);

const fileName = (path: string): string => path.slice(path.lastIndexOf('/') + 1).replace(/\.md$/i, '');
