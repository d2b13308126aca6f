/** The heading of a group of rows: its value, how many rows there are, sums under their columns. */

import { useComputed } from '@preact/signals';
import type { JSX } from 'preact';
import { Button, IconButton } from '../form/button';
import { CellValue, plainText } from '../cells/cell-value';
import { numberText } from '../cells/edit-draft';
import { type GridColumn, isEmptyValue } from '../grid-column';
import { periodText } from '../text/period-text';
import type { GridCommands } from './input/grid-commands';
import type { GridGroup } from './row-source';

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
  const sums = columns.flatMap(({ name }, at) => {
    const sum = group.sums[name];
    return typeof sum === 'number' && at >= first && at < last ? [{ name, sum, at }] : [];
  });
  return (
    <div
      role="row"
      class={isCurrent.value ? 'ndb-row ndb-group ndb-is-current' : 'ndb-row ndb-group'}
      aria-rowindex={line + 2}
      style={{ '--ndb-top': `${line * store.rowHeight.value}px` }}
    >
      <div
        role="gridcell"
        class={isCurrent.value ? 'ndb-group-name ndb-line ndb-is-active' : 'ndb-group-name ndb-line'}
        id={store.cellId({ row: line, column: store.cursor.peek().column })}
        aria-colindex={1}
        aria-colspan={columns.length}
      >
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
        <NewInGroup {...{ commands, group, column }} />
      </div>
      {sums.map(({ name, sum, at }) => (
        <span
          key={name}
          class="ndb-sum ndb-small-text"
          style={{ '--ndb-x': `${layout.x[at] ?? 0}px`, '--ndb-w': `${layout.width[at] ?? 0}px` }}
        >
          {numberText(sum)}
        </span>
      ))}
    </div>
  );
}

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
