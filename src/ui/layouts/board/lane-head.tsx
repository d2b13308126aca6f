/** The head of a lane: its value with the meaning, how many cards there are, their sums, and what folds it or adds a card. */

import type { JSX } from 'preact';
import { numberText } from '../../components/cells/edit-draft';
import { IconButton } from '../../components/form/button';
import { GroupName } from '../../components/grid/group-line';
import { Icon } from '../../components/icon';
import { withFolded } from '../../rows/view-spec';
import { type BoardModel, placeKey } from './board-model';
import type { DrawnLane } from './strips';

export interface LaneHeadProps extends DrawnLane {
  readonly model: BoardModel;
}

export function LaneHead({ model, lane, isFolded, x, width }: LaneHeadProps): JSX.Element {
  const { props, columns } = model;
  const { rows, spec, change } = props;
  const { unit } = columns.group;
  const name = model.laneName(lane);
  const count = rows.countOf(lane);
  const style = { '--ndb-x': `${x}px`, '--ndb-w': `${width}px` };
  const fold = (folds: boolean): void => change(withFolded(spec, lane.key, folds));
  if (isFolded)
    return (
      <button
        type="button"
        class="ndb-lane-head ndb-lane-folded ndb-stack"
        data-place={placeKey(lane, null)}
        aria-expanded="false"
        title={`Show ${name}`}
        onClick={() => fold(false)}
        {...{ style }}
      >
        <Icon name="chevron-right" />
        <span class="ndb-count ndb-small-text">{count}</span> <span class="ndb-lane-name">{name}</span>
      </button>
    );
  const meaning = columns.lane?.meanings[String(lane.value)];
  return (
    <div class="ndb-lane-head" {...{ style }}>
      <div class="ndb-line">
        <button
          type="button"
          class="ndb-lane-fold ndb-bare-button ndb-line"
          aria-expanded="true"
          title={`Fold ${name}`}
          onClick={() => fold(true)}
        >
          <GroupName group={{ value: lane.value, unit }} column={columns.lane} />
          <span class="ndb-count ndb-small-text">{count}</span>
        </button>
        <LaneSums {...{ model, lane }} />
        {props.editing?.insertRow !== undefined && columns.band === undefined && (
          <IconButton
            icon="plus"
            label={`New card in ${name}`}
            title="New card here"
            onClick={() => void (model.adding.value = placeKey(lane, null))}
          />
        )}
      </div>
      {meaning !== undefined && (
        <p class="ndb-lane-meaning ndb-small-text ndb-ellipsis" title={meaning}>
          {meaning}
        </p>
      )}
    </div>
  );
}

function LaneSums({ model, lane }: Pick<LaneHeadProps, 'model' | 'lane'>): JSX.Element {
  const sums = model.props.declared.flatMap(({ name, label }) => {
    const sum = lane.sums[name];
    return typeof sum === 'number' ? [{ name, label, sum }] : [];
  });
  return (
    <span class="ndb-lane-sums ndb-small-text ndb-ellipsis">
      {sums.map(({ name, label, sum }) => (
        <span key={name} title={`Sum of ${label}`}>
          <span class="ndb-muted">{label} </span>
          {numberText(sum)}{' '}
        </span>
      ))}
    </span>
  );
}
