/** The head of a lane: its value with the meaning, how many cards there are, their summaries, and what folds it or adds a card. */

import type { JSX } from 'preact';
import { IconButton } from '../../components/form/button';
import { plainText } from '../../components/cells/cell-value';
import { GroupName } from '../../components/grid/group-line';
import { SUMMARY_LABELS, summaryValue } from '../../components/grid/summary';
import { Icon } from '../../components/icon';
import { whyFixed } from '../../rows/lane-column';
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
  if (isFolded) return <FoldedHead {...{ lane, name, count, style }} show={() => fold(false)} />;
  const most = model.limitOf(lane);
  const meaning = columns.lane?.meanings[plainText(lane.value)];
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
          <LimitedCount {...{ count, most }} />
        </button>
        <LaneSummaries {...{ model, lane }} />
        <LimitButton {...{ model, lane }} />
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

/** `2 / 3`; `most` null: any number. */
export function LimitedCount({ count, most }: { readonly count: number; readonly most: number | null }): JSX.Element {
  if (most === null) return <span class="ndb-count ndb-small-text">{count}</span>;
  const more = count >= most ? ' ndb-is-full' : '';
  return (
    <span class={`ndb-count ndb-small-text${more}`} title={`At most ${most} rows of the table`}>
      {count} / {most}
    </span>
  );
}

interface FoldedHeadProps extends Pick<LaneHeadProps, 'lane'> {
  readonly name: string;
  readonly count: number;
  readonly style: Readonly<Record<string, string>>;
  readonly show: () => void;
}

const FoldedHead = ({ lane, name, count, style, show }: FoldedHeadProps): JSX.Element => (
  <button
    type="button"
    class="ndb-lane-head ndb-lane-folded ndb-stack"
    data-place={placeKey(lane, null)}
    aria-expanded="false"
    title={`Show ${name}`}
    onClick={show}
    {...{ style }}
  >
    <Icon name="chevron-right" />
    <span class="ndb-count ndb-small-text">{count}</span> <span class="ndb-lane-name">{name}</span>
  </button>
);

/** Where every row of the lane has its value, and nothing else. */
function LimitButton({ model, lane }: Pick<LaneHeadProps, 'model' | 'lane'>): JSX.Element | null {
  const { lane: column, group } = model.columns;
  const edit = model.props.pane?.limits.edit;
  if (edit === undefined || column === undefined || whyFixed(column, group) !== null || lane.value === null)
    return null;
  const name = model.laneName(lane);
  return (
    <IconButton
      icon="dots"
      class="ndb-lane-limit"
      label={`Limit of ${name}`}
      title="Limit of this lane"
      onClick={(event) => edit({ column: column.name, value: lane.value, name }, event.currentTarget)}
    />
  );
}

function LaneSummaries({ model, lane }: Pick<LaneHeadProps, 'model' | 'lane'>): JSX.Element {
  const summaries = model.props.declared.flatMap(({ name, label }) => {
    const summary = lane.summaries[name];
    return summary === undefined || summary.value === null ? [] : [{ name, label, summary }];
  });
  return (
    <span class="ndb-lane-summaries ndb-small-text ndb-ellipsis">
      {summaries.map(({ name, label, summary }) => (
        <span key={name} title={`${SUMMARY_LABELS[summary.kind]}: ${label}`}>
          <span class="ndb-muted">{label} </span>
          {summaryValue(summary)}{' '}
        </span>
      ))}
    </span>
  );
}
