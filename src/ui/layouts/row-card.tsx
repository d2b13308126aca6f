/** A row as a card: its name, which opens it, and facts below. Layouts say where it lies, and why a change of it was refused (`CardRefusal`). */

import type { ComponentChildren, JSX } from 'preact';
import { type GridColumn, tintedColumn } from '../components/grid-column';
import { groundOf } from '../components/row-color';
import type { RowHeight } from '../components/grid/grid-layout';
import type { ViewSpec } from '../rows/view-spec';
import { refusedColumn } from './card-refusal';
import { type RowSummaryProps, RowSummary } from './row-summary';

export interface RowCardProps extends RowSummaryProps {
  /** Columns whose values the place of the card says, such as its lane. The card leaves them out. */
  readonly said: readonly string[];
  /** Columns that the layout writes. A card has a red edge where a value of one was refused. */
  readonly written: readonly GridColumn[];
  /** What the layout adds, such as a menu. */
  readonly children?: ComponentChildren;
}

/** Lines of a card by the row height of the view: its name has one or two, its facts the others. */
const CARD_LINES = { short: 3, medium: 4, tall: 6 } as const satisfies Readonly<Record<RowHeight, number>>;

/** What a card takes, in lines of facts and in pixels, as `row-card.css` has it. */
export const cardSize = ({
  display: { rowHeight },
}: ViewSpec): { readonly factLines: number; readonly height: number } => ({
  factLines: CARD_LINES[rowHeight] - 1,
  height: CARD_LINES[rowHeight] * 20 + 22,
});

export function RowCard(props: RowCardProps): JSX.Element {
  const { row, columns, said, editing, spec, children } = props;
  void editing?.version(row);
  const refused = refusedColumn(props);
  const ground = groundOf(row);
  const facts = columns.filter(({ name }, at) => at === 0 || !said.includes(name));
  return (
    <div
      class={`ndb-card ndb-stack${refused === undefined ? '' : ' ndb-is-refused'}${ground.class}`}
      style={ground.style}
      data-row={row.key}
    >
      <RowSummary tinted={tintedColumn(columns)} {...props} columns={facts} spec={{ ...spec, group: null }} />
      {children}
    </div>
  );
}
