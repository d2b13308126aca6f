/** Group: rows under a heading for each value of a column. docs/views.md#headings */

import type { JSX } from 'preact';
import { ColumnChoice } from '../../components/column-choice/column-choice';
import { Select, optionsOf } from '../../components/form/field';
import { orderWords } from '../../components/filter/filter-words';
import { namedColumns } from '../../client/table-columns';
import { type Grouping, groupingBy } from '../../rows/grouping';
import { withDisplay } from '../../rows/view-spec';
import { ToolButton } from './tool-button';
import type { ToolProps } from './tool-props';

export function GroupTool({ spec, change, columns, isOpen, open }: ToolProps): JSX.Element {
  const { group } = spec;
  const [column] = group === null ? [] : namedColumns(columns, [group.column]);
  // Headings have the order of the choices, also without a rank.
  const words = column === undefined ? null : orderWords({ ...column, isOrdered: true });
  const choose = (next: Grouping | null): void => change(withDisplay({ ...spec, group: next }, { collapsed: [] }));
  return (
    <ToolButton
      icon="group"
      label="Group"
      text={column === undefined ? 'Group' : column.label}
      isOn={group !== null}
      {...{ isOpen, open }}
    >
      <div class="ndb-popover-main ndb-tool-fields ndb-stack">
        <div class="ndb-tool-field">
          <span aria-hidden="true">Group by</span>
          <ColumnChoice
            label="Group by"
            name={group?.column ?? null}
            columns={columns.filter(isGroupable)}
            choose={(name) => choose(groupingBy(columns, name))}
            none={{ label: 'No groups', choose: () => choose(null) }}
          />
        </div>
        {group !== null && column !== undefined && isDated(column) && (
          <label>
            One group for each
            <Select
              class="ndb-input"
              value={group.unit ?? ''}
              options={column.type === 'date' ? DATE_PERIODS : TIME_PERIODS}
              set={(unit) => choose({ ...group, unit: unit === '' ? undefined : unit })}
            />
          </label>
        )}
        {group !== null && words !== null && (
          <label>
            Order of groups
            <Select
              class="ndb-input"
              value={group.isDescending ? 'down' : 'up'}
              options={optionsOf(words)}
              set={(chosen) => change({ ...spec, group: { ...group, isDescending: chosen === 'down' } })}
            />
          </label>
        )}
      </div>
    </ToolButton>
  );
}

/** JSON says no group that anybody could read. */
const isGroupable = ({ type, isSortable }: ToolProps['columns'][number]): boolean => type !== 'json' && isSortable;

const isDated = ({ type }: ToolProps['columns'][number]): boolean => type === 'date' || type === 'datetime';

const PERIOD_LABELS = [
  ['week', 'Week'],
  ['month', 'Month'],
  ['quarter', 'Quarter'],
  ['year', 'Year'],
] as const;
/** The value of a date is its day. */
const DATE_PERIODS = [['', 'Day'], ...PERIOD_LABELS] as const;
const TIME_PERIODS = [['', 'Moment'], ['day', 'Day'], ...PERIOD_LABELS] as const;
