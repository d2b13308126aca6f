/** What floats over the cells of a grid: the open field, or the reason why the cursor's value was refused. */

import { computed, useComputed } from '@preact/signals';
import type { JSX } from 'preact';
import { useMemo, useRef } from 'preact/hooks';
import { CellEditor } from '../editors/cell-editor';
import type { Suggest } from '../editors/suggestions';
import { RefusalReason } from '../editors/refusal-reason';
import { type ConflictChoice, type OpenField, conflictChoice } from '../grid-editing';
import { Floating } from '../overlay/floating';
import type { ProblemText } from '../text/problem-text';
import type { GridCommands } from './input/grid-commands';
import type { GridContext } from './input/grid-keys';
import type { GridStore } from './grid-store';

interface FloatsProps {
  readonly commands: GridCommands;
}

export function GridFloats({ commands }: FloatsProps): JSX.Element | null {
  const { store } = commands;
  const field = store.field.value;
  const refused = useComputed(() => refusedAtCursor(store));
  if (field !== null) return <FieldFloat key={`${field.row.key}.${field.openedAs}`} {...{ commands, field }} />;
  if (refused.value === null) return null;
  const { place, problem } = refused.value;
  return (
    <Anchored key={store.cellId(place)} store={store} place={place}>
      {(anchor) => (
        <Floating anchor={anchor} class="ndb-reason" place="below">
          <RefusalReason
            problem={problem}
            pick={(text) => {
              const [row, column] = [store.rowAt(place.row), store.columns.peek()[place.column]];
              if (row !== null && column !== undefined) commands.field.correct(row, column, text);
              commands.focus();
            }}
            choice={choiceAt(store, place)}
          />
        </Floating>
      )}
    </Anchored>
  );
}

function FieldFloat({ commands, field }: FloatsProps & { readonly field: OpenField }): JSX.Element | null {
  const { store } = commands;
  const place = useMemo(
    () =>
      computed(() => {
        const source = store.source.value;
        void source.version.value;
        const name = store.field.value?.column.name ?? field.column.name;
        const column = store.columns.value.findIndex((each) => each.name === name);
        return { row: source.lineOf(field.row.key), column };
      }),
    [],
  );
  const { row, column } = place.value;
  // The row has gone: the text in the field is handed over as the field goes.
  if (row < 0 || column < 0) return null;
  return (
    <Anchored store={store} place={{ row, column }}>
      {(anchor) => (
        <Floating anchor={anchor} class="ndb-editing" place="over">
          <CellEditor
            field={field}
            suggest={suggestFor(store, field)}
            step={(text, direction) => commands.field.step(field, text, direction)}
            commit={(text, next) => commands.commit(field, text, next)}
            cancel={() => commands.cancel(field)}
            watch={(read) => store.editing.peek()?.watchField?.(field, read) ?? (() => undefined)}
            create={(name, next) => commands.create(field, name, next)}
          />
        </Floating>
      )}
    </Anchored>
  );
}

function choiceAt(store: GridStore, place: GridContext): ConflictChoice | undefined {
  const editing = store.editing.peek();
  const [row, column] = [store.rowAt(place.row), store.columns.peek()[place.column]];
  return editing === undefined || row === null || column === undefined
    ? undefined
    : conflictChoice(editing, row, column);
}

function suggestFor(store: GridStore, { row, column }: OpenField): Suggest {
  const suggest = store.editing.peek()?.suggest;
  if (suggest === undefined) return null;
  if (column.type !== 'list' && column.type !== 'link') return null;
  return (text) => suggest(row, column, text);
}

interface AnchoredProps {
  readonly store: GridStore;
  readonly place: GridContext;
  readonly children: (anchor: () => Element | null) => JSX.Element;
}

/** Lies where the cell is, also while its row is so far away that it is not drawn. */
function Anchored({ store, place, children }: AnchoredProps): JSX.Element {
  const anchor = useRef<HTMLDivElement>(null);
  const layout = store.layout.value;
  const isPinned = place.column < layout.pinned;
  const x = (layout.x[place.column] ?? 0) + (isPinned ? store.viewport.value.left : 0);
  const height = store.rowHeight.value;
  return (
    <>
      <div
        class="ndb-anchor"
        aria-hidden="true"
        ref={anchor}
        style={{
          '--ndb-top': `${place.row * height}px`,
          '--ndb-x': `${x}px`,
          '--ndb-w': `${layout.width[place.column] ?? 0}px`,
          '--ndb-h': `${height}px`,
        }}
      />
      {children(() => anchor.current)}
    </>
  );
}

function refusedAtCursor(store: GridStore): { readonly place: GridContext; readonly problem: ProblemText } | null {
  const place = store.cursor.value;
  const editing = store.editing.value;
  void store.source.value.version.value;
  if (!store.isFocused.value || editing === undefined) return null;
  const [row, column] = [store.rowAt(place.row), store.columns.value[place.column]];
  if (row === null || column === undefined) return null;
  void editing.version(row);
  const problem = editing.overlay(row, column)?.problem ?? null;
  return problem === null ? null : { place, problem };
}
