/** Rows of a table as they were, with the cells marked that differ from now, and the way back for each row. */

import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { Json } from '../../../engine/index';
import { CellValue, plainText } from '../../components/cells/cell-value';
import { type GridColumn, isEmptyValue, tintedColumn } from '../../components/grid-column';
import { Button } from '../../components/form/button';
import { noteName } from '../../client/note-text';
import type { ChangedRow, VersionRow } from './version-changes';

export interface VersionRowsProps {
  readonly label: string;
  readonly columns: readonly GridColumn[];
  readonly rows: readonly ShownRow[];
  readonly openNote: (path: string, event: MouseEvent) => void;
  /** Null: this row can't be put back from here. */
  readonly putBack: (row: ChangedRow) => (() => void) | null;
}

/** A row of the version; `changed` is null where the row has not changed since. */
export interface ShownRow {
  readonly key: string;
  readonly row: VersionRow;
  readonly changed: ChangedRow | null;
}

const MOST_ROWS = 200;
/** Of a cell, in pixels. */
const CELL_WIDTH = 220;

export function VersionRows(props: VersionRowsProps): JSX.Element {
  const { label, columns, rows } = props;
  const [limit, setLimit] = useState(MOST_ROWS);
  return (
    <div class="ndb-version-rows" tabIndex={0} role="region" aria-label={label}>
      <table>
        <thead>
          <tr>
            <th scope="col">Row</th>
            {columns.map(({ name, label: heading }) => (
              <th scope="col" key={name}>
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, limit).map((row) => (
            <VersionLine key={row.key} {...props} {...{ row }} />
          ))}
        </tbody>
      </table>
      {rows.length > limit && (
        <Button onClick={() => setLimit(limit + MOST_ROWS)}>
          Show {Math.min(MOST_ROWS, rows.length - limit)} more of {rows.length}
        </Button>
      )}
    </div>
  );
}

interface VersionLineProps extends Omit<VersionRowsProps, 'rows'> {
  readonly row: ShownRow;
}

function VersionLine({ row: { row, changed }, columns, openNote, putBack }: VersionLineProps): JSX.Element {
  const tinted = tintedColumn(columns);
  const state = changed === null ? null : stateOf(changed);
  const back = changed === null ? null : putBack(changed);
  const name = noteName(row.path);
  return (
    <tr class={state === null ? undefined : `ndb-is-${state.kind}`}>
      <th scope="row">
        <span class="ndb-version-name ndb-line">
          {changed?.now === null ? (
            <span>{name}</span>
          ) : (
            <Button look="link" onClick={(event) => openNote(changed?.now?.path ?? row.path, event)}>
              {name}
            </Button>
          )}
          {state !== null && state.text !== '' && <span class="ndb-small-text">{state.text}</span>}
          {back !== null && (
            <Button
              icon="undo"
              class="ndb-version-back"
              aria-label={`${state?.verb ?? 'Put back'} ${name}`}
              onClick={back}
            >
              {state?.verb}
            </Button>
          )}
        </span>
      </th>
      {columns.map((column) => (
        <VersionCell key={column.name} {...{ column, changed, tinted }} value={row.values[column.name] ?? null} />
      ))}
    </tr>
  );
}

interface RowState {
  readonly kind: 'changed' | 'came' | 'went';
  readonly text: string;
  readonly verb: string;
}

function stateOf({ then, now }: ChangedRow): RowState {
  if (then === null) return { kind: 'came', text: 'came since', verb: 'Take away' };
  if (now === null) return { kind: 'went', text: 'is gone now', verb: 'Bring back' };
  const moved = then.path === now.path ? '' : `now ${noteName(now.path)}`;
  return { kind: 'changed', text: moved, verb: 'Put back' };
}

interface VersionCellProps {
  readonly column: GridColumn;
  readonly value: Json;
  readonly changed: ChangedRow | null;
  readonly tinted: string | null;
}

function VersionCell({ column, value, changed, tinted }: VersionCellProps): JSX.Element {
  const differs = changed?.differing.has(column.name) === true;
  const now = changed?.now?.values[column.name] ?? null;
  return (
    <td class={differs ? 'ndb-is-differing' : undefined}>
      {isEmptyValue(value) ? (
        <span class="ndb-row-quiet">—</span>
      ) : (
        <CellValue {...{ column, value, tinted, width: CELL_WIDTH }} openLink={() => undefined} />
      )}
      {differs && <span class="ndb-version-now ndb-small-text">now {shortValue(now)}</span>}
    </td>
  );
}

function shortValue(value: Json): string {
  if (isEmptyValue(value)) return 'empty';
  const text = Array.isArray(value) ? (value as readonly Json[]).map(plainText).join(', ') : plainText(value);
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
