/** What the properties of a note say: of a row in their types, to be edited. docs/page.md#a-row */

import type { JSX } from 'preact';
import { useMemo, useRef, useState } from 'preact/hooks';
import { Button } from '../../components/form/button';
import { CellValue } from '../../components/cells/cell-value';
import { type GridColumn, type GridRow, isEmptyValue } from '../../components/grid-column';
import type { GridEditing } from '../../components/grid-editing';
import type { AppServices } from '../../client/app-services';
import type { Edits } from '../../changes/edits';
import { namedColumns } from '../../client/table-columns';
import { PropertyGrid } from './property-grid';
import type { PanelNote, PanelRow } from './row-note';

export interface RowPropertiesProps {
  readonly note: PanelNote;
  readonly services: AppServices;
  readonly edits: Edits;
  readonly canWrite: boolean;
}

/** What makes the note a row; its reader sees the table. */
const SYSTEM = new Set(['table', 'id', 'path']);
/** Before "6 more". */
const MOST_SHOWN = 8;
/** Of a value in the panel, in pixels. */
const VALUE_WIDTH = 320;

export function RowProperties(props: RowPropertiesProps): JSX.Element | null {
  const { note, services } = props;
  const [showsAll, setAll] = useState(false);
  const columns = note.row?.columns ?? Object.keys(note.properties).map(plainColumn);
  const values = note.row?.values ?? note.properties;
  const known = columns.filter(({ name }) => !SYSTEM.has(name));
  const order = useKeptOrder(known, values);
  const shown = showsAll ? order.all : order.all.slice(0, Math.min(order.filled, MOST_SHOWN));
  const openLink = (target: string, event: MouseEvent): void => services.notes.open(target, note.path, event);
  if (order.all.length === 0) return null;
  return (
    <>
      {note.row === null ? (
        <PlainProperties columns={shown} {...{ values, openLink }} source={note.path} />
      ) : (
        <EditedProperties {...props} row={note.row} columns={shown} {...{ openLink }} />
      )}
      {order.all.length > shown.length && (
        <Button class="ndb-row-more" onClick={() => setAll(true)}>
          {order.all.length - shown.length} more
        </Button>
      )}
    </>
  );
}

interface KeptOrder {
  readonly all: readonly GridColumn[];
  /** So many of them had a value when the panel was opened. */
  readonly filled: number;
}

/** Filled ones first, as they were when the panel was opened: nothing moves while it is edited. */
function useKeptOrder(columns: readonly GridColumn[], values: PanelNote['properties']): KeptOrder {
  const first = useRef<ReadonlySet<string> | null>(null);
  first.current ??= new Set(columns.filter(({ name }) => !isEmptyValue(values[name])).map(({ name }) => name));
  const filled = columns.filter(({ name }) => first.current?.has(name) === true);
  const empty = columns.filter((column) => !filled.includes(column));
  return { all: [...filled, ...empty], filled: filled.length };
}

interface EditedPropertiesProps extends RowPropertiesProps {
  readonly row: PanelRow;
  readonly columns: readonly GridColumn[];
  readonly openLink: (target: string, event: MouseEvent) => void;
}

function EditedProperties({
  note,
  services,
  edits,
  canWrite,
  row,
  columns,
  openLink,
}: EditedPropertiesProps): JSX.Element {
  const { table, id, values } = row;
  const gridRow = useMemo((): GridRow => ({ key: id, path: note.path, values }), [id, note.path, values]);
  const editing = useMemo((): GridEditing => {
    const { putBlock: _, watchPanelField: watchField, ...editing } = edits.of(table);
    return { ...editing, watchField, fieldIsOpen: () => undefined };
  }, [edits, table]);
  return (
    <PropertyGrid
      row={gridRow}
      {...{ columns, openLink }}
      tell={services.notify}
      editing={canWrite ? editing : undefined}
    />
  );
}

interface PlainPropertiesProps {
  readonly columns: readonly GridColumn[];
  readonly values: PanelNote['properties'];
  readonly openLink: (target: string, event: MouseEvent) => void;
  /** The note: its pictures are shown. */
  readonly source: string;
}

const PlainProperties = ({ columns, values, openLink, source }: PlainPropertiesProps): JSX.Element => (
  <dl class="ndb-properties">
    {columns.map((column) => (
      <div class="ndb-property" key={column.name}>
        <dt title={column.description ?? undefined}>{column.label}</dt>
        <dd>
          <CellValue {...{ column, value: values[column.name], width: VALUE_WIDTH, openLink, source }} />
        </dd>
      </div>
    ))}
  </dl>
);

/** Of a note that is not a row: each item as a link where it is one. */
const plainColumn = (name: string): GridColumn => ({
  ...(namedColumns([], [name])[0] as GridColumn),
  type: 'list',
  itemType: 'link',
});
