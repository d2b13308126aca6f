/** The front matter of a note before and after a planned write, line by line, as the bytes are. docs/http.md#planned-notes */

import { diffArrays } from 'diff';
import type { PlannedNote } from '../../../engine/index';
import { notePartsOf } from '../../client/note-text';

export interface ChangedLine {
  readonly kind: 'same' | 'removed' | 'added';
  readonly text: string;
}

/** `content`: of the note as it is now. `planned` null: the write leaves the note as it is. */
export function frontMatterLines(content: string, planned: PlannedNote | null): readonly ChangedLine[] {
  const linesOf = (text: string): string[] => [...(notePartsOf(text).frontMatter ?? [])];
  const before = linesOf(content);
  const after = planned === null ? before : linesOf(planned.front_matter ?? '');
  return diffArrays(before, after).flatMap(({ value, added, removed }) => {
    const kind = added ? 'added' : removed ? 'removed' : 'same';
    return value.map((text) => ({ kind, text: kind === 'added' ? text.replace(NEW_ID, 'id: a new id') : text }));
  });
}

/** The id of a dry run is an example. */
const NEW_ID = /^id: [0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
