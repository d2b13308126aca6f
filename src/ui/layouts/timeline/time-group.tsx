/** The heading of a group of a timeline: its value, how many rows have a day, and what folds it or adds a row. */

import type { JSX } from 'preact';
import { IconButton } from '../../components/form/button';
import { GroupName } from '../../components/grid/group-line';
import type { GridGroup } from '../../components/grid/row-source';
import { Icon } from '../../components/icon';
import { withFolded } from '../../rows/view-spec';
import { nameOfGroup } from './timeline-groups';
import { type TimelineModel, beginRow } from './use-timeline';

interface TimeGroupProps {
  readonly model: TimelineModel;
  readonly group: GridGroup;
  readonly line: number;
  /** Pixels. */
  readonly top: number;
}

export function TimeGroup({ model, group, line, top }: TimeGroupProps): JSX.Element {
  const { props, groups, dragged } = model;
  const { spec, change, editing } = props;
  const { key, isCollapsed, count } = group;
  const canAdd = editing?.insertRow !== undefined && groups?.whyFixed === null;
  return (
    <div
      role="listitem"
      class={dragged.value?.into?.key === key ? 'ndb-time-group ndb-is-target' : 'ndb-time-group'}
      data-line={line}
      style={{ '--ndb-top': `${top}px` }}
    >
      <span class="ndb-time-group-head ndb-line">
        <button
          type="button"
          class="ndb-time-fold ndb-bare-button ndb-line"
          aria-expanded={!isCollapsed}
          onClick={() => change(withFolded(spec, key, !isCollapsed))}
        >
          <Icon name={isCollapsed ? 'chevron-right' : 'chevron-down'} />
          <GroupName {...{ group }} column={groups?.column} />
          <span class="ndb-count ndb-small-text">{count}</span>
        </button>
        {canAdd && (
          <IconButton
            icon="plus"
            label={`New row in ${nameOfGroup(model, group)}`}
            title="New row here"
            onClick={() => beginRow(model, null, group)}
          />
        )}
      </span>
    </div>
  );
}
