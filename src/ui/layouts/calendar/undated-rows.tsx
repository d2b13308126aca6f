/** Rows without a date, beside the days: dragged there, they get one. docs/views.md#calendars */

import type { JSX } from 'preact';
import { Icon } from '../../components/icon';
import { withFolded } from '../../rows/view-spec';
import { DatedBar } from '../dated-bar';
import type { DateColumns } from '../dated-rows';
import { RowLines } from '../row-lines';
import type { CalendarModel } from './use-calendar';

const SHAPE = { row: 32 };
const KEY = 'calendar:undated';

export function UndatedRows({
  model,
  dates,
}: {
  readonly model: CalendarModel;
  readonly dates: DateColumns;
}): JSX.Element | null {
  const { undated, props } = model;
  const { spec, change } = props;
  if (undated === null || undated.length === 0) return null;
  const isFolded = spec.display.collapsed.includes(KEY);
  return (
    <section class="ndb-undated ndb-stack" aria-label="Without a date">
      <button
        type="button"
        class="ndb-undated-head ndb-bare-button ndb-line"
        aria-expanded={!isFolded}
        onClick={() => change(withFolded(spec, KEY, !isFolded))}
      >
        <Icon name={isFolded ? 'chevron-right' : 'chevron-down'} />
        Without a date
        <span class="ndb-count ndb-small-text">{undated.length}</span>
      </button>
      {!isFolded && (
        <RowLines
          {...props}
          label="Rows without a date"
          rows={undated}
          shape={SHAPE}
          scroll={undefined}
          onLeave={undefined}
        >
          {(row) => <DatedBar {...props} {...{ row, dates }} span={null} />}
        </RowLines>
      )}
    </section>
  );
}
