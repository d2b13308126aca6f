/** A page with the grid alone over 100,000 rows of 30 columns that are made as they are asked for. */

import { signal } from '@preact/signals';
import { render } from 'preact';
import type { Json } from '../../src/engine/index';
import { Grid } from '../../src/ui/components/grid/grid';
import type { RowSource } from '../../src/ui/components/grid/row-source';
import type { GridColumn, GridRow } from '../../src/ui/components/grid-column';
import { column } from '../ui/components/grid-fixture';

const ROWS = 100_000;
const TYPES = ['string', 'number', 'enum', 'date', 'list'] as const;
const VALUES: Readonly<Record<(typeof TYPES)[number], Json>> = {
  string: 'Some words of a note',
  number: 4.5,
  enum: 'doing',
  date: '2026-11-26',
  list: ['garden', 'kitchen', 'cellar'],
};

const columns: readonly GridColumn[] = Array.from({ length: 30 }, (_, at) =>
  column(`c${at}`, { type: TYPES[at % TYPES.length] ?? 'string', values: ['todo', 'doing', 'done'] }),
);
const values = Object.fromEntries(columns.map(({ name, type }) => [name, VALUES[type as (typeof TYPES)[number]]]));

const rows = new Map<number, GridRow>();
function rowAt(line: number): GridRow {
  const row = rows.get(line) ?? { key: String(line), path: `${line}.md`, values: { ...values, c0: `Row ${line}` } };
  rows.set(line, row);
  return row;
}

const source: RowSource = { version: signal(0), length: ROWS, at: rowAt, lineOf: Number, need: () => undefined };
const nothing = (): void => undefined;

declare global {
  interface Window {
    showBigGrid: () => void;
  }
}

window.showBigGrid = () => {
  const place = document.createElement('div');
  place.className = 'view-content ndb-pane ndb-stack';
  document.body.append(place);
  const editing = {
    overlay: () => null,
    version: () => 0,
    put: nothing,
    refuse: nothing,
    giveUp: nothing,
    undo: nothing,
    redo: nothing,
    fieldIsOpen: nothing,
  };
  render(<Grid label="Big" {...{ columns, source, editing }} sort={[]} openRow={nothing} openLink={nothing} />, place);
};
