/** The hidden text area of a property that is edited by typing: it has the keyboard in place of the property. docs/app/editing.md#input-methods */

import type { JSX, RefObject } from 'preact';
import { drawNow } from '../../components/draw-now';
import type { GridColumn, GridRow } from '../../components/grid-column';
import type { FieldControl } from '../../components/grid/input/open-field';
import { HiddenTextarea } from '../../components/form/hidden-textarea';

interface PropertyTextareaProps {
  readonly element: RefObject<HTMLTextAreaElement | null>;
  readonly row: GridRow;
  readonly column: GridColumn;
  readonly control: FieldControl;
  readonly isCurrent: boolean;
  /** The id of the value. */
  readonly describedBy: string;
}

/** In its cell, whose place it has. */
const PLACE = { '--ndb-top': '0', '--ndb-x': '0', '--ndb-w': '100%', '--ndb-h': '100%' };

export function PropertyTextarea(props: PropertyTextareaProps): JSX.Element {
  const { element, row, column, control, isCurrent, describedBy } = props;
  return (
    <HiddenTextarea
      element={element}
      begin={() => (text, isLeft) => {
        if (isLeft) control.type(row, column, text, false);
        else drawNow(() => control.type(row, column, text, true));
      }}
      tabIndex={isCurrent ? 0 : -1}
      aria-label={`Edit ${column.label}`}
      aria-describedby={describedBy}
      style={PLACE}
    />
  );
}
