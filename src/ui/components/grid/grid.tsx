/** Rows in columns: a grid that is read, sorted, walked through with the keyboard and, where it may be, edited in place. */

import { effect } from '@preact/signals';
import type { JSX, RefObject } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { useElementId } from '../use-element-id';
import { afterFrame } from '../after-frame';
import { IconButton } from '../form/button';
import { FillHandle } from './fill-handle';
import { useAsked } from './grid-asked';
import { useClipboard } from './input/grid-clipboard';
import { GridCommands } from './input/grid-commands';
import type { GridActions } from './grid-actions';
import { GridFloats } from './grid-floats';
import { GridFoot } from './grid-foot';
import { GridHead } from './grid-head';
import type { ScrollPlace } from './grid-layout';
import { usePointer } from './input/grid-pointer';
import { useRowSelection } from './input/row-selection';
import { GridLineView } from './grid-row';
import { type GridInput, GridStore } from './grid-store';
import { GridTextarea, nameCell } from './input/grid-textarea';
import { type FactsContext, useRangeFacts } from './range-facts';

export interface GridProps extends GridInput, GridActions {
  readonly label: string;
  /** Where the grid is scrolled to at first. */
  readonly scroll?: ScrollPlace | undefined;
  /** Called when the grid goes. */
  readonly onLeave?: ((scroll: ScrollPlace) => void) | undefined;
  /** Receives what the selected range comes to. */
  readonly facts?: FactsContext | undefined;
}

export function Grid(props: GridProps): JSX.Element {
  const { label, columns, editing } = props;
  const commands = useCommands(props);
  const { store } = commands;
  const root = useRef<HTMLDivElement>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const helpId = useElementId();
  // A selection that the person did not make would only puzzle them.
  const [isUsed, use] = useState(false);
  useViewport(commands, root, scroller, props);
  useFollowing(commands, root);
  useClipboard(commands);
  useRangeFacts(commands, props.facts);
  useAsked(commands);
  useRowSelection(commands, props.selected);
  const pointer = usePointer(commands);
  const onFocus = (): void => {
    use(true);
    store.isFocused.value = true;
  };
  const onBlur = (): void => void (store.isFocused.value = false);
  const takesText = store.takesText.value;
  return (
    <div
      class={store.hasBoxes.value ? 'ndb-scroll ndb-has-boxes' : 'ndb-scroll'}
      ref={scroller}
      tabIndex={-1}
      onScroll={() => measure(commands)}
    >
      {props.onAddColumn !== undefined && <AddColumn {...{ commands }} add={props.onAddColumn} />}
      {takesText && <GridTextarea {...{ commands, label, onFocus, onBlur }} describedBy={helpId} />}
      <div
        role="grid"
        id={store.id}
        class={isUsed ? 'ndb-grid ndb-is-used' : 'ndb-grid'}
        ref={root}
        tabIndex={takesText ? -1 : 0}
        aria-label={label}
        aria-describedby={helpId}
        aria-rowcount={store.length.value + 1}
        aria-colcount={columns.length}
        aria-readonly={editing === undefined}
        aria-multiselectable="true"
        onKeyDown={(event) => {
          if (!event.defaultPrevented && commands.press(event)) event.preventDefault();
        }}
        onFocus={() => (commands.textarea === null ? onFocus() : commands.focus())}
        onBlur={onBlur}
        {...pointer}
      >
        <GridHead commands={commands} />
        <GridBody commands={commands} />
      </div>
      {props.summaries !== undefined && <GridFoot commands={commands} summaries={props.summaries} />}
      <span class="ndb-unseen" id={helpId}>
        Arrow keys and Tab move. Escape, then Tab, leaves the table.
      </span>
    </div>
  );
}

/** Behind the last heading. It is not a part of the grid, whose rows have nothing but cells. */
function AddColumn({ commands, add }: { readonly commands: GridCommands; readonly add: () => void }): JSX.Element {
  return (
    <div class="ndb-head-end" style={{ '--ndb-x': `${commands.store.layout.value.total}px` }}>
      <IconButton icon="plus" label="Add a column" title="Add a column" onClick={add} />
    </div>
  );
}

function GridBody({ commands }: { readonly commands: GridCommands }): JSX.Element {
  const { store } = commands;
  const { first, last } = store.drawn.value;
  const height = store.length.value * store.rowHeight.value;
  const lines = Array.from({ length: Math.max(last - first, 0) }, (_, index) => first + index);
  return (
    <div
      role="rowgroup"
      class={`ndb-rows ndb-is-${store.height.value}`}
      style={{
        '--ndb-height': `${height}px`,
        '--ndb-total': `${store.layout.value.total}px`,
        '--ndb-row-height': `${store.rowHeight.value}px`,
      }}
    >
      {lines.map((line) => (
        <GridLineView key={line} commands={commands} line={line} />
      ))}
      <FillHandle commands={commands} />
      <GridFloats commands={commands} />
    </div>
  );
}

function useCommands(props: GridProps): GridCommands {
  const id = useElementId();
  const [commands] = useState(() => {
    const store = new GridStore(id);
    // Where nothing is laid out, nothing would ever be measured.
    store.isMeasured.value = document.documentElement.clientWidth === 0;
    store.take(props);
    return new GridCommands(store, props);
  });
  commands.actions = props;
  // Before anything of it is drawn: its parts read signals.
  commands.store.take(props);
  return commands;
}

function useViewport(
  commands: GridCommands,
  root: RefObject<HTMLDivElement | null>,
  scroller: RefObject<HTMLDivElement | null>,
  { scroll, onLeave }: GridProps,
): void {
  const leave = useRef(onLeave);
  leave.current = onLeave;
  useLayoutEffect(() => {
    commands.root = root.current;
    commands.scroller = scroller.current;
    if (scroller.current === null) return;
    commands.scrollFirst = scroll ?? null;
    measure(commands);
    // Where it is not shown, it is as large as usual.
    commands.store.isMeasured.value = true;
    const observer = new ResizeObserver(() => measure(commands));
    observer.observe(scroller.current);
    return () => {
      commands.root = null;
      observer.disconnect();
      leave.current?.(commands.store.scroll);
    };
  }, []);
}

/** A place without a size is not shown: what it had counts until then. */
function measure(commands: GridCommands): void {
  const { store, scroller } = commands;
  if (scroller === null || scroller.clientWidth === 0) return;
  if (commands.scrollFirst !== null) {
    // Only a grid that is shown can be scrolled.
    scroller.scrollTop = commands.scrollFirst.top;
    scroller.scrollLeft = commands.scrollFirst.left;
    commands.scrollFirst = null;
  }
  const { clientWidth: width, clientHeight: height, scrollTop: top, scrollLeft } = scroller;
  // The line below the rows covers some of them.
  store.see({ top, left: Math.abs(scrollLeft), width, height: height - store.footHeight.peek() });
}

/** Effects of the state that no component draws: rows to load, the cursor's row, the cell that a screen reader announces. */
function useFollowing(commands: GridCommands, root: RefObject<HTMLDivElement | null>): void {
  const { store, waiting } = commands;
  useLayoutEffect(
    () =>
      effect(() => {
        const { first, last } = store.lines.value;
        store.source.value.need(first, last);
      }),
    [],
  );
  useLayoutEffect(() => {
    const later = afterFrame(() => store.drawAround());
    const stop = effect(() => {
      void store.lines.value;
      void store.source.value.version.value;
      later.ask();
    });
    return () => {
      stop();
      later.cancel();
    };
  }, []);
  useLayoutEffect(
    () =>
      effect(() => {
        void store.source.value.version.value;
        store.followRow();
        // Not while the grid is being drawn; before the next key.
        if (waiting.isAny) queueMicrotask(() => waiting.type());
      }),
    [],
  );
  useLayoutEffect(() => nameCell(store, root.current), []);
  const isOpen = useRef(false);
  useLayoutEffect(
    () =>
      effect(() => {
        const now = store.field.value !== null;
        if (now !== isOpen.current) store.editing.peek()?.fieldIsOpen(now);
        isOpen.current = now;
      }),
    [],
  );
}
