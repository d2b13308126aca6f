/** The heading of a group of rows: its value, how many rows there are, summaries under their columns. */

import { useComputed } from '@preact/signals';
import type { JSX } from 'preact';
import { Button, IconButton } from '../form/button';
import { CellValue, plainText } from '../cells/cell-value';
import { type GridColumn, isEmptyValue } from '../grid-column';
import { periodText } from '../text/period-text';
import type { GridCommands } from './input/grid-commands';
import type { GridGroup } from './row-source';
import { SUMMARY_LABELS, summaryValue } from './summary';

export interface GroupLineProps {
  readonly commands: GridCommands;
  /** From 0. */
  readonly line: number;
  readonly group: GridGroup;
}

export function GroupLine({ commands, line, group }: GroupLineProps): JSX.Element {
  const { store } = commands;
  const isCurrent = useComputed(() => store.cursor.value.row === line);
  const columns = store.columns.value;
  const column = columns.find(({ name }) => name === group.column);
  const layout = store.layout.value;
  const { first, last } = store.moving.value;
  const summaries = summariesOf(group, columns);
  // The heading lies over the columns at the side.
  const moving = summaries.filter(({ at }) => at >= Math.max(first, layout.pinned) && at < last);
  return (
    <div
      role="row"
      class={isCurrent.value ? 'ndb-row ndb-group ndb-is-current' : 'ndb-row ndb-group'}
      aria-rowindex={line + 2}
      style={{ '--ndb-top': `${line * store.rowHeight.value}px` }}
    >
      <div
        role="gridcell"
        class={isCurrent.value ? 'ndb-group-name ndb-is-active' : 'ndb-group-name'}
        id={store.cellId({ row: line, column: store.cursor.peek().column })}
        aria-colindex={1}
        aria-colspan={columns.length}
      >
        <div class="ndb-group-label ndb-line">
          <Button
            look="tiny"
            icon={group.isCollapsed ? 'chevron-right' : 'chevron-down'}
            tabIndex={-1}
            aria-expanded={!group.isCollapsed}
            aria-label={group.isCollapsed ? 'Show the rows' : 'Hide the rows'}
            onClick={() => commands.actions.onCollapse?.(group.key, !group.isCollapsed)}
          />
          <GroupName {...{ group, column }} />
          <span class="ndb-count ndb-small-text">{group.count}</span>
          {summaries
            .filter(({ at }) => at < layout.pinned)
            .map(({ name, summary, text }) => (
              <span key={name} class="ndb-count ndb-small-text" title={SUMMARY_LABELS[summary.kind]}>
                {text}
              </span>
            ))}
          <NewInGroup {...{ commands, group, column }} />
        </div>
      </div>
      {moving.map(({ name, summary, text, at }) => (
        <span
          key={name}
          class="ndb-group-summary ndb-small-text"
          title={SUMMARY_LABELS[summary.kind]}
          style={{ '--ndb-x': `${layout.x[at] ?? 0}px`, '--ndb-w': `${layout.width[at] ?? 0}px` }}
        >
          {text}
        </span>
      ))}
    </div>
  );
}

const summariesOf = ({ summaries }: GroupLineProps['group'], columns: readonly GridColumn[]) =>
  columns.flatMap(({ name, numberFormat }, at) => {
    const summary = summaries[name];
    if (summary === undefined || summary.value === null) return [];
    return [{ name, summary, text: summaryValue(summary, numberFormat), at }];
  });

function NewInGroup({ commands, group, column }: Omit<GroupLineProps, 'line'> & GroupNameProps): JSX.Element | null {
  const { newRow } = commands.actions;
  if (newRow === undefined) return null;
  return (
    <IconButton
      icon="plus"
      class="ndb-group-new"
      tabIndex={-1}
      label={`New row in ${groupText(group, column)}`}
      title="New row here"
      onClick={() => newRow(group)}
    />
  );
}

interface GroupNameProps {
  readonly group: Pick<GridGroup, 'value' | 'unit'>;
  readonly column: GridColumn | undefined;
}

/** The value that the rows below have in common. */
export function GroupName({ group, column }: GroupNameProps): JSX.Element {
  const { value, unit } = group;
  const isText = isEmptyValue(value) || column === undefined || column.type === 'boolean' || unit !== undefined;
  return (
    <span class={isEmptyValue(value) ? 'ndb-group-value ndb-is-empty' : 'ndb-group-value'}>
      {isText ? (
        groupText(group, column)
      ) : (
        <CellValue column={column} value={value} width={MOST} openLink={() => undefined} />
      )}
    </span>
  );
}

export function groupText({ value, unit }: Pick<GridGroup, 'value' | 'unit'>, column: GridColumn | undefined): string {
  if (isEmptyValue(value)) return 'Empty';
  if (unit !== undefined) return periodText(unit, value);
  if (column?.type !== 'boolean') return plainText(value ?? null);
  return value === true ? column.label : `Not ${column.label.toLowerCase()}`;
}

const MOST = 1000;
