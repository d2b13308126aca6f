/** Rows without a date, beside the days: dragged there, they get one. docs/views.md#dates */

import type { JSX } from 'preact';
import { Icon } from '../components/icon';
import type { RowWindow } from '../rows/row-window';
import { withFolded } from '../rows/view-spec';
import { DatedBar } from './dated-bar';
import type { DateColumns } from './dated-rows';
import type { LayoutProps } from './layout';
import { RowLines } from './row-lines';

const SHAPE = { row: 32 };

interface UndatedRowsProps {
  readonly props: LayoutProps<'view'>;
  readonly undated: RowWindow | null;
  readonly dates: DateColumns;
}

export function UndatedRows({ props, undated, dates }: UndatedRowsProps): JSX.Element | null {
  const { spec, change } = props;
  if (undated === null || undated.length === 0) return null;
  const key = `${spec.display.layout}:undated`;
  const isFolded = spec.display.collapsed.includes(key);
  return (
    <section class="ndb-undated ndb-stack" aria-label="Without a date">
      <button
        type="button"
        class="ndb-undated-head ndb-bare-button ndb-line"
        aria-expanded={!isFolded}
        onClick={() => change(withFolded(spec, key, !isFolded))}
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
