/** The rows of a pane in their layout, or in the one for little room; in their place, why there are none. */

import type { JSX } from 'preact';
import { useMemo, useRef, useState } from 'preact/hooks';
import type { ScrollPlace } from '../components/grid/grid-layout';
import type { RowSource } from '../components/grid/row-source';
import type { GridEditing } from '../components/grid-editing';
import { Button } from '../components/form/button';
import { Icon } from '../components/icon';
import { StateMessage } from '../components/state-message';
import type { OpenNotes } from '../client/app-services';
import type { TableInfo } from './pane-parts';
import { type TableRows, RowWindow } from '../rows/row-window';
import { humanName } from '../client/table-columns';
import { useNarrow } from '../client/use-narrow';
import { type ViewSpec, USUAL_LAYOUT, shownColumns } from '../rows/view-spec';
import { RowLanes } from '../rows/row-lanes';
import type { Layout, LayoutPane, LayoutProps } from './layout';
import { LAYOUTS, layoutOf } from './layout-registry';

/** What a pane remembers of its table while another one is shown. */
export interface PaneMemory {
  scroll: ScrollPlace;
  search: string;
  /** Where there is no room for the layout of the view, it was asked for nevertheless. */
  isAsked?: boolean;
}

export interface PaneRowsProps extends Omit<LayoutPane, 'isNarrow'> {
  readonly info: TableInfo;
  readonly window: TableRows;
  readonly spec: ViewSpec;
  readonly label: string;
  /** Absent: the rows are for reading. */
  readonly editing: GridEditing | undefined;
  /** The text that is searched for; empty: nothing. */
  readonly search: string;
  readonly showAll: () => void;
  readonly notes: OpenNotes;
  readonly memory: PaneMemory;
  readonly change: (spec: ViewSpec) => void;
}

export function PaneRows(props: PaneRowsProps): JSX.Element {
  const { window, spec, memory, rowActions } = props;
  const source = rowActions.source ?? window;
  const place = useRef<HTMLDivElement>(null);
  const isNarrow = useNarrow(place);
  const [isAsked, ask] = useState(memory.isAsked === true);
  memory.isAsked = isAsked;
  const isTyped = rowActions.hasNew.value;
  const chosen = layoutOf(spec);
  const narrow = isNarrow && chosen.narrow !== null ? LAYOUTS[chosen.narrow] : null;
  // A new row is typed in the cells of a grid.
  const shown = isTyped ? LAYOUTS[USUAL_LAYOUT] : isAsked ? chosen : (narrow ?? chosen);
  const other = shown === narrow ? chosen : narrow;
  const hasSwitch = !isTyped && other !== null && window.length > 0;
  return (
    <div class={hasSwitch ? 'ndb-pane-rows ndb-stack ndb-has-switch' : 'ndb-pane-rows ndb-stack'} ref={place}>
      {isEmpty(props, shown, source) ? (
        <NoRows {...props} />
      ) : (
        <LaidOutRows {...props} {...{ isNarrow, shown, source }} />
      )}
      {isNarrow && !isTyped && rowActions.newRow !== undefined && (
        <Button look="main" class="ndb-new-afloat" aria-label="New" title="New row" onClick={rowActions.newRow}>
          <Icon name="plus" />
        </Button>
      )}
      {hasSwitch && (
        <Button icon={other.icon} class="ndb-layout-switch ndb-bare-button" onClick={() => ask(!isAsked)}>
          {`Show as a ${other.label.toLowerCase()}`}
        </Button>
      )}
    </div>
  );
}

/** Lanes are there also without rows. */
function isEmpty({ window, search, spec }: PaneRowsProps, { reads }: Layout, source: RowSource): boolean {
  if (reads !== 'lanes') return source.length === 0;
  return window instanceof RowLanes && window.rowCount === 0 && (search !== '' || spec.where !== null);
}

interface LaidOutRowsProps extends PaneRowsProps {
  readonly shown: Layout;
  readonly source: RowSource;
  readonly isNarrow: boolean;
}

function LaidOutRows(props: LaidOutRowsProps): JSX.Element {
  const { shown, source, window, info, spec, change, label, editing, notes, memory, rowActions } = props;
  const columns = useMemo(() => shownColumns(spec, info.columns), [spec, info]);
  const more: Omit<LayoutProps<'window'>, 'rows'> = {
    ...{ label, columns, spec, change, editing },
    declared: info.columns,
    defaults: rowActions.defaults,
    scroll: memory.scroll,
    onLeave: (scroll) => void (memory.scroll = scroll),
    openRow: (row, event) => notes.open(row.path, '', event),
    openLink: (target, row, event) => notes.open(target, row.path, event),
    rowMenu: rowActions.grid.rowMenu,
    pane: props,
  };
  if (shown.reads === 'window') return <shown.Component {...more} rows={source} />;
  // Rows of another layout are shown until these are there.
  if (shown.reads === 'view')
    return window instanceof RowWindow ? (
      <shown.Component {...more} rows={window} />
    ) : (
      <StateMessage kind="loading" title="Loading rows…" />
    );
  return window instanceof RowLanes ? <shown.Component {...more} rows={window} /> : <NoLanes />;
}

export const NoLanes = (): JSX.Element => (
  <StateMessage
    kind="empty"
    title="No column makes lanes"
    detail="Lanes are the values of a choice, of yes and no, or of a link to a table. Group takes any other column."
  />
);

function NoRows({ info, search, showAll, spec, change, rowActions: { newRow } }: PaneRowsProps): JSX.Element {
  if (search !== '') {
    const detail = `Neither a name nor a text in ${humanName(info.name)} fits "${search}".`;
    const action = { label: 'Show all rows', run: showAll };
    return <StateMessage kind="empty" title="No row found" detail={detail} action={action} />;
  }
  if (spec.where !== null) {
    const detail = `No row of ${humanName(info.name)} fits the filter.`;
    const action = { label: 'Show all rows', run: () => change({ ...spec, where: null }) };
    return <StateMessage kind="empty" title="No rows match" detail={detail} action={action} />;
  }
  const detail = `A note becomes a row when its properties say table: ${info.table}.`;
  const more = newRow === undefined ? {} : { action: { label: 'New row', run: newRow } };
  return <StateMessage kind="empty" title="No rows yet" detail={detail} {...more} />;
}
