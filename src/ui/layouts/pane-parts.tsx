/** The frame of a table: its name and tools above the rows, their number and the last notice below. */

import type { ComponentChildren, JSX } from 'preact';
import { Button } from '../components/form/button';
import type { ReadonlySignal } from '@preact/signals';
import type { GridColumn } from '../components/grid-column';
import { type RangeFacts, RangeFactsText } from '../components/grid/range-facts';
import { Icon } from '../components/icon';
import type { Edits } from '../changes/edits';
import type { LiveRows } from '../rows/row-window';
import type { TableLimit } from '../rows/lane-limits';
import type { ShownTable } from '../rows/shown-table';
import { humanName } from '../client/table-columns';

export interface TableInfo {
  /** Qualified. */
  readonly table: string;
  readonly name: string;
  readonly description: string | null;
  readonly columns: readonly GridColumn[];
  readonly limits: readonly TableLimit[];
}

interface PaneHeadProps {
  readonly info: TableInfo;
  readonly shown: ShownTable;
  readonly writeProtection: string | null;
  readonly reopen: () => void;
  /** Tools that are always shown. */
  readonly children: ComponentChildren;
}

export function PaneHead({ info, shown, writeProtection, reopen, children }: PaneHeadProps): JSX.Element {
  const { label, description } = shown.view ?? { ...info, label: humanName(info.name) };
  return (
    <header class="ndb-pane-head ndb-has-tools">
      {/* The toolbar shows it as the name of the view. */}
      <div class="ndb-pane-title ndb-unseen">
        <h2 class="ndb-title">{label}</h2>
        {description !== null && <p class="ndb-description ndb-small-text ndb-ellipsis">{description}</p>}
      </div>
      {writeProtection !== null && (
        <p class="ndb-protection" role="note">
          <Icon name="lock" />
          {writeProtection}
          <Button onClick={reopen}>Try again</Button>
        </p>
      )}
      {children}
    </header>
  );
}

interface PaneFootProps {
  readonly info: TableInfo;
  readonly edits: Edits;
  readonly window: LiveRows;
  readonly facts: ReadonlySignal<RangeFacts | null>;
}

export function PaneFoot({ info, edits, window, facts }: PaneFootProps): JSX.Element {
  const { rowCount } = window;
  const isShown = edits.notice?.isShownElsewhere === true || edits.notice?.table === info.table;
  const notice = isShown ? edits.notice : null;
  return (
    <footer class="ndb-pane-foot ndb-small-text">
      <span class="ndb-total">{countText(rowCount, rowCount)}</span>
      <MovedRows {...{ window }} />
      <span
        class={
          notice?.kind === 'refused' ? 'ndb-pane-notice ndb-ellipsis ndb-is-refused' : 'ndb-pane-notice ndb-ellipsis'
        }
        role="status"
      >
        {notice?.table === info.table ? notice.short : notice?.text}
      </span>
      {notice !== null && notice.step !== null && notice.step === edits.lane.nextUndo(info.table) && (
        <Button class="ndb-pane-undo" onClick={() => edits.of(info.table).undo()}>
          Undo
        </Button>
      )}
      {edits.lane.undoProblem(info.table) !== null && (
        <Button onClick={() => edits.lane.keep(info.table)}>Keep this change</Button>
      )}
      <RangeFactsText facts={facts} />
    </footer>
  );
}

/** Gives the order back that was held while somebody edited. */
export function MovedRows({ window }: { readonly window: LiveRows }): JSX.Element | null {
  void window.version.value;
  const { moved } = window;
  if (moved === 0) return null;
  return (
    <Button class="ndb-reorder" onClick={() => void window.release()}>
      {moved === 1 ? '1 row would move' : `${moved} rows would move`}
    </Button>
  );
}

export const countText = (shown: number, total: number): string =>
  shown < total
    ? `${shown.toLocaleString()} of ${total.toLocaleString()} rows`
    : `${total.toLocaleString()} ${total === 1 ? 'row' : 'rows'}`;

export function TableWarnings({ warnings }: { readonly warnings: readonly string[] }): JSX.Element | null {
  if (warnings.length === 0) return null;
  return (
    <ul class="ndb-warnings">
      {warnings.map((warning) => (
        <li key={warning}>{warning}</li>
      ))}
    </ul>
  );
}
