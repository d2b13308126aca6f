/** A layout: one way to draw rows, as panes, blocks, menus and the list of tables know it. docs/views.md#layouts */

import type { JSX } from 'preact';
import type { RowMenuTarget } from '../components/grid/grid-actions';
import type { FactsContext } from '../components/grid/range-facts';
import type { ScrollPlace } from '../components/grid/grid-layout';
import type { ColumnSummary } from '../components/grid/summary';
import type { GridColumn, GridRow } from '../components/grid-column';
import type { GridEditing } from '../components/grid-editing';
import type { RowSource } from '../components/grid/row-source';
import type { IconName } from '../components/icon';
import type { Json, ViewLayout } from '../../engine/index';
import type { PaneRowActions } from '../changes/row-actions/use-row-actions';
import type { LaneLimits, TableLimit } from '../rows/lane-limits';
import type { RowLanes } from '../rows/row-lanes';
import type { RowWindow } from '../rows/row-window';
import type { ViewSpec } from '../rows/view-spec';
import type { LayoutSettings, SettingField } from './layout-settings';

/** What a layout can ask of the rows. */
export interface LayoutRows {
  /** One line after the other, headings among them; those near the window are read. */
  readonly window: RowSource;
  /** One source for each value of a column, with its count. */
  readonly lanes: RowLanes;
  /** Rows of which the layout makes parts, such as those of a month, and groups. Headings do not part them. */
  readonly view: RowWindow;
}

export interface LayoutOf<Reads extends keyof LayoutRows, Name extends ViewLayout = ViewLayout> {
  /** Of one: *Show as a table*. */
  readonly label: string;
  readonly icon: IconName;
  /** One sentence for people. */
  readonly description: string;
  readonly reads: Reads;
  /** The layout that takes its place where there is little room; null: it fits everywhere. */
  readonly narrow: ViewLayout | null;
  /** Whether the row height of a view changes it. */
  readonly hasRowHeight: boolean;
  /** Their fields in the tool *View*; the compiler asks for one for each setting of the engine's schema. */
  readonly settings: LayoutSettings<Name>;
  /** Columns that it reads besides those that are shown. Absent: none. */
  readonly readsColumns?: (spec: ViewSpec) => readonly string[];
  /** The column of the table that it takes where the view names none, such as that of the lanes; null: there is none. */
  readonly ownColumn?: (spec: ViewSpec, columns: readonly GridColumn[]) => string | null;
  /** The column by which rows are ordered where the view has no order; null: none. */
  readonly orderColumn?: (spec: ViewSpec, columns: readonly GridColumn[]) => string | null;
  readonly Component: (props: LayoutProps<Reads>) => JSX.Element;
  /** A block on paper. Absent: a table of its rows. */
  readonly Paper?: (props: LayoutProps<Reads>) => JSX.Element;
}

/** Panes and blocks make the rows of these; the compiler names the places for another one. */
export type ShownLayout<Name extends ViewLayout = ViewLayout> =
  LayoutOf<'window', Name> | LayoutOf<'lanes', Name> | LayoutOf<'view', Name>;

export type Layout = (
  Omit<LayoutOf<'window'>, 'settings'> | Omit<LayoutOf<'lanes'>, 'settings'> | Omit<LayoutOf<'view'>, 'settings'>
) & {
  readonly settings: Readonly<Record<string, SettingField>>;
};

export interface LayoutProps<Reads extends keyof LayoutRows> {
  readonly label: string;
  /** Those that are shown, in their order. */
  readonly columns: readonly GridColumn[];
  /** Those of the table, also where they are hidden. */
  readonly declared: readonly GridColumn[];
  readonly rows: LayoutRows[Reads];
  readonly spec: ViewSpec;
  readonly change: (spec: ViewSpec) => void;
  /** Absent: the rows are for reading. */
  readonly editing: GridEditing | undefined;
  /** What new rows have from the filter. */
  readonly defaults: Readonly<Record<string, Json>>;
  readonly openRow: (row: GridRow, event: MouseEvent | KeyboardEvent) => void;
  readonly openLink: (target: string, row: GridRow, event: MouseEvent) => void;
  /** Offers what can be done to a row, with what the layout adds. */
  readonly rowMenu: (target: RowMenuTarget) => void;
  readonly scroll?: ScrollPlace | undefined;
  readonly onLeave?: ((scroll: ScrollPlace) => void) | undefined;
  /** Those of the table; absent where it has none of its own. */
  readonly limits?: readonly TableLimit[] | undefined;
  /** Absent in a block. */
  readonly pane?: LayoutPane | undefined;
}

/** What a pane has beside the rows. */
export interface LayoutPane {
  readonly isNarrow: boolean;
  readonly summaries: Readonly<Record<string, ColumnSummary>>;
  readonly widths: Readonly<Record<string, number>>;
  readonly setWidth: (column: string, width: number | null) => void;
  /** Begins a condition of the filter. */
  readonly filterBy: (column: string) => void;
  /** Absent where columns can't be changed. */
  readonly editColumn?: ((column: string) => void) | undefined;
  /** Absent where no column can be added. */
  readonly addColumn?: (() => void) | undefined;
  readonly rowActions: PaneRowActions;
  readonly limits: LaneLimits;
  readonly facts: FactsContext;
  readonly focusSearch: () => void;
}
