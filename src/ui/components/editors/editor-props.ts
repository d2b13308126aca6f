/** What the field of a cell is given, whatever its type. */

import { useLayoutEffect, useRef } from 'preact/hooks';
import type { NextCell } from '../grid/input/grid-keys';
import type { OpenField } from '../grid-editing';
import type { Suggest } from './suggestions';

export interface CellEditorProps {
  readonly field: OpenField;
  readonly suggest: Suggest;
  /** The text of a number one step up or down; null for a text that is not a number. */
  readonly step: (text: string, direction: 1 | -1) => string | null;
  /** Null when the person is elsewhere already. */
  readonly commit: (text: string, next: NextCell | null) => void;
  readonly cancel: () => void;
  /** `read` gives the text in the field while the field is there. Returns the function that ends this. */
  readonly watch: (read: () => string) => () => void;
  /** The text in the field is another one now. Absent where only the end of the edit counts. */
  readonly changed?: (text: string) => void;
  /** Makes a row of this name in the table that the column leads to, and links it. */
  readonly create: (name: string, next: NextCell) => void;
}

/** A table that is switched, a view that is closed or a row that leaves takes nothing along that was typed. */
export function useCommitWhenGone({ commit, watch, changed }: CellEditorProps, text: () => string): void {
  const latest = useRef({ commit, text });
  latest.current = { commit, text };
  useLayoutEffect(() => watch(() => latest.current.text()), []);
  useLayoutEffect(() => changed?.(text()));
  useLayoutEffect(() => () => latest.current.commit(latest.current.text(), null), []);
}
