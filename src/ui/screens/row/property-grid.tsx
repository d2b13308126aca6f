/** The properties of a row, edited as the cells of its table are: by the same keys, editors and edit lane. docs/page.md#a-row */

import { type Signal, signal } from '@preact/signals';
import type { JSX } from 'preact';
import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { useElementId } from '../../components/use-element-id';
import { CellValue } from '../../components/cells/cell-value';
import { isComposing } from '../../components/composing';
import { drawNow } from '../../components/draw-now';
import { CellEditor } from '../../components/editors/cell-editor';
import { RefusalReason } from '../../components/editors/refusal-reason';
import { type GridColumn, type GridRow, tintedColumn } from '../../components/grid-column';
import {
  type CellOverlay,
  type GridEditing,
  type OpenField,
  conflictChoice,
  shownValue,
} from '../../components/grid-editing';
import type { NextCell } from '../../components/grid/input/grid-keys';
import { FieldControl } from '../../components/grid/input/open-field';
import { Icon } from '../../components/icon';
import { Floating } from '../../components/overlay/floating';
import { isTouchScreen } from '../../components/touch-screen';
import { typeIcon } from '../../components/cells/type-icon';
import { PropertyTextarea } from './property-textarea';

export interface PropertyGridProps {
  readonly row: GridRow;
  readonly columns: readonly GridColumn[];
  /** Absent where nothing is written. */
  readonly editing: GridEditing | undefined;
  readonly openLink: (target: string, event: MouseEvent) => void;
  /** Says why nothing was done. */
  readonly tell: (text: string) => void;
}

/** Of a value in the panel, in pixels. */
const VALUE_WIDTH = 320;

export function PropertyGrid(props: PropertyGridProps): JSX.Element {
  const { row, columns, editing, tell } = props;
  const place = useRef<HTMLDivElement>(null);
  const [cursor, setCursor] = useState(0);
  const fields = useFields(editing, tell);
  const at = Math.min(cursor, columns.length - 1);
  const focus = (to: number): void => {
    setCursor(to);
    place.current?.querySelectorAll<HTMLElement>('[role=gridcell]')[to]?.focus();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const column = columns[at];
    if (column === undefined || event.defaultPrevented || isComposing(event)) return;
    const isDone =
      pressUndo(event, editing) ||
      pressArrow(event, at, columns.length, focus) ||
      (!isShortcut(event) && fields.control.press(row, column, event.key));
    if (!isDone) return;
    event.preventDefault();
    event.stopPropagation();
  };
  const field = fields.open.value;
  return (
    <div class="ndb-properties" role="grid" aria-label="Properties" ref={place} {...{ onKeyDown }}>
      {columns.map((column, index) => (
        <Property
          key={column.name}
          {...props}
          {...{ column, fields }}
          isCurrent={index === at}
          field={field?.column.name === column.name ? field : null}
          choose={() => setCursor(index)}
          leave={(next) => focus(around(index, next, columns.length))}
        />
      ))}
    </div>
  );
}

interface Fields {
  readonly open: Signal<OpenField | null>;
  readonly control: FieldControl;
}

function useFields(editing: GridEditing | undefined, tell: (text: string) => void): Fields {
  const [, draw] = useState(0);
  const made = useMemo(() => {
    const store = { editing: signal<GridEditing | undefined>(undefined), field: signal<OpenField | null>(null) };
    return { store, control: new FieldControl(store, tell) };
  }, []);
  made.store.editing.value = editing;
  // The parts of the panel are drawn by their state, not by signals.
  useLayoutEffect(() => made.store.field.subscribe(() => draw((count) => count + 1)), []);
  return { open: made.store.field, control: made.control };
}

const isShortcut = ({ ctrlKey, metaKey, altKey }: KeyboardEvent): boolean => ctrlKey || metaKey || altKey;

function pressUndo(event: KeyboardEvent, editing: GridEditing | undefined): boolean {
  if (editing === undefined || !(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'z') return false;
  if (event.shiftKey) editing.redo();
  else editing.undo();
  return true;
}

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 };

function pressArrow(event: KeyboardEvent, at: number, count: number, focus: (to: number) => void): boolean {
  if (isShortcut(event)) return false;
  const step = STEPS[event.key];
  const to = event.key === 'Home' ? 0 : event.key === 'End' ? count - 1 : step === undefined ? null : at + step;
  if (to === null) return false;
  focus(Math.min(Math.max(to, 0), count - 1));
  return true;
}

const around = (at: number, next: NextCell, count: number): number => {
  const step = next === 'stay' ? 0 : next === 'down' || next === 'right' ? 1 : -1;
  return Math.min(Math.max(at + step, 0), count - 1);
};

interface PropertyProps extends PropertyGridProps {
  readonly column: GridColumn;
  readonly fields: Fields;
  readonly field: OpenField | null;
  readonly isCurrent: boolean;
  readonly choose: () => void;
  readonly leave: (next: NextCell) => void;
}

function Property(props: PropertyProps): JSX.Element {
  const { row, column, editing, fields, field, isCurrent, choose } = props;
  const cell = useRef<HTMLDivElement>(null);
  const textarea = useRef<HTMLTextAreaElement>(null);
  const id = useElementId();
  // Nothing above is drawn anew when the lane goes on: this reads it.
  void editing?.version(row);
  const overlay = editing?.overlay(row, column) ?? null;
  const isEditable = editing !== undefined && column.isEditable;
  const takesText = isEditable && column.type !== 'boolean' && !isTouchScreen();
  const problem = overlay?.problem ?? null;
  const open = (): void => {
    choose();
    if (isEditable && column.type !== 'boolean') fields.control.open(row, column, null);
  };
  const takeKeyboard = (): void => {
    choose();
    textarea.current?.focus({ preventScroll: true });
  };
  return (
    <div class="ndb-property" role="row">
      <div class="ndb-property-name" role="rowheader" title={column.description ?? undefined}>
        <Icon name={typeIcon(column)} />
        {column.label}
      </div>
      <div
        class={`ndb-property-value${isEditable ? ' ndb-is-editable' : ''}${problem === null ? '' : ' ndb-is-refused'}`}
        role="gridcell"
        id={id}
        ref={cell}
        tabIndex={isCurrent && !takesText ? 0 : -1}
        aria-readonly={!isEditable}
        aria-busy={overlay?.kind === 'pending' ? true : undefined}
        aria-invalid={problem === null ? undefined : true}
        onFocus={takeKeyboard}
        onClick={open}
      >
        {takesText && (
          <PropertyTextarea
            element={textarea}
            {...{ row, column, isCurrent }}
            control={fields.control}
            describedBy={id}
          />
        )}
        <PropertyValue {...props} {...{ overlay, isEditable }} />
        {problem !== null && field === null && (
          // A click on the reason opens no field.
          <div onClick={(event) => event.stopPropagation()}>
            <RefusalReason
              role="alert"
              {...{ problem }}
              choice={editing === undefined ? undefined : conflictChoice(editing, row, column)}
            />
          </div>
        )}
      </div>
      {field !== null && <PropertyField {...props} {...{ field }} anchor={() => cell.current} />}
    </div>
  );
}

interface PropertyValueProps extends PropertyProps {
  readonly overlay: CellOverlay | null;
  readonly isEditable: boolean;
}

function PropertyValue(props: PropertyValueProps): JSX.Element {
  const { row, column, columns, fields, openLink, overlay, isEditable } = props;
  if (overlay?.kind === 'refused') {
    return <span class="ndb-refused-text">{overlay.typed.trim() === '' ? '(empty)' : overlay.typed}</span>;
  }
  return (
    <CellValue
      {...{ column, openLink }}
      tinted={tintedColumn(columns)}
      value={shownValue(row, column, overlay)}
      source={row.path}
      width={VALUE_WIDTH}
      {...(isEditable ? { toggle: () => fields.control.toggle(row, column) } : {})}
    />
  );
}

interface PropertyFieldProps extends PropertyProps {
  readonly field: OpenField;
  readonly anchor: () => HTMLElement | null;
}

function PropertyField({ row, column, editing, fields, field, leave, anchor }: PropertyFieldProps): JSX.Element {
  const { control } = fields;
  const isSuggested = column.type === 'list' || column.type === 'link';
  const suggest = isSuggested ? editing?.suggest : undefined;
  const commit = (text: string, next: NextCell | null): void => {
    if (next === null) return control.commit(field, text);
    const isRejected = drawNow(() => {
      if (control.reject(field, text)) return true;
      control.commit(field, text);
      return false;
    });
    if (!isRejected) leave(next);
  };
  return (
    <Floating {...{ anchor }} class="ndb-editing" place="over">
      <CellEditor
        {...{ field, commit }}
        suggest={suggest === undefined ? null : (text) => suggest(row, column, text)}
        step={(text, direction) => control.step(field, text, direction)}
        watch={(read) => editing?.watchField?.(field, read) ?? (() => undefined)}
        cancel={() => {
          drawNow(() => control.cancel(field));
          leave('stay');
        }}
        create={(name, next) => {
          drawNow(() => control.create(field, name));
          leave(next);
        }}
      />
    </Floating>
  );
}
