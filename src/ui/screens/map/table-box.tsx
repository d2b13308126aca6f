/** A table on the map: its name opens it, each of its link columns opens the panel of that column. */

import type { JSX } from 'preact';
import { drawWhenChanged } from '../../components/draw-when-changed';
import { Icon } from '../../components/icon';
import type { RelationColumn } from './ask-relations';
import type { BoxSizes, MapTable } from './table-map';

export interface TableBoxProps {
  readonly table: MapTable;
  readonly sizes: BoxSizes;
  /** Tab reaches its buttons. */
  readonly isCurrent: boolean;
  /** A relation is being drawn to it. */
  readonly isAimed: boolean;
  readonly canRelate: boolean;
  readonly openTable: (table: string) => void;
  readonly openColumn: (column: RelationColumn) => void;
  readonly choose: (table: string) => void;
  readonly hover: (table: string | null) => void;
  /** Begins to draw a relation. */
  readonly lift: (from: string, event: PointerEvent) => void;
  /** Asks for a relation in a form. */
  readonly relate: (from: string) => void;
}

function Drawn(props: TableBoxProps): JSX.Element {
  const { table: box, sizes, isCurrent, isAimed, canRelate, openTable, openColumn, choose, hover } = props;
  const { table, label, schema, description, rows, links } = box;
  const tabIndex = isCurrent ? 0 : -1;
  return (
    <li
      class={isAimed ? 'ndb-map-table ndb-surface ndb-stack ndb-is-aimed' : 'ndb-map-table ndb-surface ndb-stack'}
      data-table={table}
      style={placeProperties(box, sizes)}
      onFocusCapture={() => choose(table)}
      onPointerEnter={() => hover(table)}
      onPointerLeave={() => hover(null)}
    >
      <button
        type="button"
        class="ndb-map-head ndb-bare-button ndb-line"
        {...{ tabIndex }}
        title={description ?? undefined}
        onClick={() => openTable(table)}
      >
        <Icon name="table" />
        <span class="ndb-map-name ndb-ellipsis">
          {schema !== null && <span class="ndb-small-text">{schema} / </span>}
          {label}
        </span>
        <span class="ndb-count ndb-small-text">{rows.toLocaleString()}</span>
      </button>
      {canRelate && (
        <button
          type="button"
          class="ndb-map-handle ndb-bare-button"
          {...{ tabIndex }}
          title="Drag to another table, or click"
          aria-label={`New relation from ${label}`}
          onPointerDown={(event) => props.lift(table, event)}
          onClick={() => props.relate(table)}
        />
      )}
      {links.map(({ column, label: name, toLabel }) => (
        <button
          key={column}
          type="button"
          class="ndb-map-column ndb-bare-button ndb-line ndb-small-text"
          {...{ tabIndex }}
          title={`${name} links to ${toLabel}`}
          aria-label={`${name} of ${label}, links to ${toLabel}`}
          onClick={() => openColumn({ table, column })}
        >
          <Icon name="link" />
          <span class="ndb-ellipsis">{name}</span>
        </button>
      ))}
    </li>
  );
}

/** Another table that is chosen draws two boxes, not all of them. */
export const TableBox = drawWhenChanged(Drawn);

const placeProperties = ({ x, y, width }: MapTable, { head, line }: BoxSizes): Readonly<Record<string, string>> => ({
  '--ndb-x': `${x}px`,
  '--ndb-y': `${y}px`,
  '--ndb-w': `${width}px`,
  '--ndb-head': `${head}px`,
  '--ndb-line': `${line}px`,
});
