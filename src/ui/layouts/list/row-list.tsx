/** The layout `list`: rows below each other, each with its name and a line of facts. docs/views.md#layouts */

import type { JSX } from 'preact';
import type { LayoutOf, LayoutProps } from '../layout';
import { RowLines } from '../row-lines';
import { RowSummary } from '../row-summary';

export const LIST_LAYOUT: LayoutOf<'window', 'list'> = {
  label: 'List',
  icon: 'list',
  description: 'A name and a line of facts for each row',
  reads: 'window',
  narrow: null,
  hasRowHeight: false,
  settings: {},
  Component: RowList,
};

const SHAPE = { row: 62 };

function RowList(props: LayoutProps<'window'>): JSX.Element {
  return (
    <RowLines {...props} shape={SHAPE}>
      {(row) => <RowSummary {...props} row={row} factLines={1} />}
    </RowLines>
  );
}
