/** A row as a card: its name, which opens it, facts below, and the reason of a change that was refused. Layouts say where it lies. */

import type { ComponentChildren, JSX } from 'preact';
import { useRef } from 'preact/hooks';
import { RefusalReason } from '../components/editors/refusal-reason';
import { type GridColumn, tintedColumn } from '../components/grid-column';
import { conflictChoice } from '../components/grid-editing';
import { Floating } from '../components/overlay/floating';
import type { RowHeight } from '../components/grid/grid-layout';
import { Button } from '../components/form/button';
import type { ViewSpec } from '../rows/view-spec';
import { type RowSummaryProps, RowSummary } from './row-summary';

export interface RowCardProps extends RowSummaryProps {
  /** Columns whose values the place of the card says, such as its lane. The card leaves them out. */
  readonly said: readonly string[];
  /** Columns that the layout writes. A value of one that was refused is said at the card. */
  readonly written: readonly GridColumn[];
  /** Whether the reason is shown: for one card at a time. The others have a red edge. */
  readonly isCurrent: boolean;
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
  const { row, columns, said, written, editing, spec, isCurrent, children } = props;
  const card = useRef<HTMLDivElement>(null);
  void editing?.version(row);
  const refused = written.find((column) => editing?.overlay(row, column)?.kind === 'refused');
  const facts = columns.filter(({ name }, at) => at === 0 || !said.includes(name));
  return (
    <div
      class={refused === undefined ? 'ndb-card ndb-stack' : 'ndb-card ndb-stack ndb-is-refused'}
      data-row={row.key}
      ref={card}
    >
      <RowSummary tinted={tintedColumn(columns)} {...props} columns={facts} spec={{ ...spec, group: null }} />
      {children}
      {refused !== undefined && isCurrent && (
        <Floating key={refused.name} anchor={() => card.current} class="ndb-reason" place="below">
          <CardRefusal
            {...props}
            column={refused}
            focus={() => card.current?.querySelector<HTMLElement>('.ndb-row-name')?.focus()}
          />
        </Floating>
      )}
    </div>
  );
}

interface CardRefusalProps extends RowCardProps {
  readonly column: GridColumn;
  /** Gives the keyboard back to the card. */
  readonly focus: () => void;
}

/** The near value, one of the two sides of a conflict, the row itself, or the value as it was. */
function CardRefusal({ row, editing, openRow, column, focus }: CardRefusalProps): JSX.Element | null {
  const problem = editing?.overlay(row, column)?.problem ?? null;
  if (editing === undefined || problem === null) return null;
  const choice = conflictChoice(editing, row, column);
  const taking = (way: () => void) => (): void => {
    focus();
    way();
  };
  return (
    <RefusalReason
      role="alert"
      problem={problem}
      pick={(text) => taking(() => editing.put(row, column, text, row.values[column.name]))()}
      choice={choice && { useMine: taking(choice.useMine), keepTheirs: taking(choice.keepTheirs) }}
    >
      <p class="ndb-problem-choice">
        <Button onClick={(event) => openRow(row, event)}>Open the row</Button>
        <Button onClick={taking(() => editing.giveUp(row, column))}>{`Leave ${column.label} as it is`}</Button>
      </p>
    </RefusalReason>
  );
}
