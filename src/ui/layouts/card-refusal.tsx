/** Why a change of a card was refused, with its fixes. A layout shows it for one card at a time, where it covers no other one. */

import type { JSX, RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { noteName } from '../client/note-text';
import { RefusalReason } from '../components/editors/refusal-reason';
import { Button } from '../components/form/button';
import type { GridColumn, GridRow } from '../components/grid-column';
import { type GridEditing, conflictChoice } from '../components/grid-editing';

interface WrittenCard {
  readonly row: GridRow;
  readonly editing?: GridEditing | undefined;
  /** Columns that the layout writes. */
  readonly written: readonly GridColumn[];
}

export const refusedColumn = ({ row, editing, written }: WrittenCard): GridColumn | undefined =>
  written.find((column) => editing?.overlay(row, column)?.kind === 'refused');

export interface CardRefusalProps extends WrittenCard {
  readonly openRow: (row: GridRow, event: MouseEvent | KeyboardEvent) => void;
  /** Gives the keyboard back to the card. */
  readonly focus: () => void;
}

/** The near value, one of the two sides of a conflict, the row itself, or the value as it was. */
export function CardRefusal(props: CardRefusalProps): JSX.Element | null {
  const { row, editing, openRow, focus } = props;
  void editing?.version(row);
  const column = refusedColumn(props);
  const problem = column && editing?.overlay(row, column)?.problem;
  const place = useRef<HTMLDivElement>(null);
  useNoticeAside(place, Boolean(problem));
  if (editing === undefined || column === undefined || !problem) return null;
  const choice = conflictChoice(editing, row, column);
  const taking = (way: () => void) => (): void => {
    focus();
    way();
  };
  return (
    <div class="ndb-card-refusal" ref={place}>
      <RefusalReason
        role="alert"
        problem={{ ...problem, message: `${noteName(row.path)}: ${problem.message}` }}
        pick={(text) => taking(() => editing.put(row, column, text, row.values[column.name]))()}
        choice={choice && { useMine: taking(choice.useMine), keepTheirs: taking(choice.keepTheirs) }}
      >
        <p class="ndb-problem-choice">
          <Button onClick={(event) => openRow(row, event)}>Open the row</Button>
          <Button onClick={taking(() => editing.giveUp(row, column))}>{`Leave ${column.label} as it is`}</Button>
        </p>
      </RefusalReason>
    </div>
  );
}

/** The notice of a write makes room: it would lie over the reason. */
function useNoticeAside(place: RefObject<HTMLElement | null>, isShown: boolean): void {
  useLayoutEffect(() => {
    const browser = isShown ? (place.current?.closest<HTMLElement>('.ndb-browser') ?? null) : null;
    if (browser === null) return undefined;
    browser.dataset['ndbRefuses'] = '';
    return () => void delete browser.dataset['ndbRefuses'];
  }, [isShown]);
}
