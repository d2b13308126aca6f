/** The front matter of a note before and after a planned write, line by line. docs/http.md#planned-notes */

import type { Json, JsonObject, PlannedNote } from '../../../engine/index';

export interface ChangedLine {
  readonly kind: 'same' | 'removed' | 'added';
  readonly text: string;
}

/** `frontMatter`: as it is now. `planned` null: the write leaves the note as it is. */
export function frontMatterLines(frontMatter: JsonObject, planned: PlannedNote | null): readonly ChangedLine[] {
  const [before, after] = [planned?.before ?? {}, planned?.after ?? {}];
  const present = Object.entries(frontMatter).flatMap(([key, value]): readonly ChangedLine[] => {
    if (!Object.hasOwn(before, key)) return [{ kind: 'same', text: line(key, value) }];
    const added: readonly ChangedLine[] = Object.hasOwn(after, key) ? [addedLine(key, after[key] ?? null)] : [];
    return [{ kind: 'removed', text: line(key, value) }, ...added];
  });
  const others = Object.entries(after).filter(([key]) => !Object.hasOwn(frontMatter, key));
  // The id of a dry run is an example.
  const added = others.map(([key, value]) => addedLine(key, key === 'id' ? 'a new id' : value));
  return [...present, ...added];
}

const addedLine = (key: string, value: Json): ChangedLine => ({ kind: 'added', text: line(key, value) });

/** An item of a list has a line of its own, as in the note. */
function line(key: string, value: Json): string {
  if (value === null) return `${key}:`;
  if (Array.isArray(value) && value.length > 0)
    return [`${key}:`, ...value.map((item: Json) => `  - ${text(item)}`)].join('\n');
  return `${key}: ${text(value)}`;
}

const text = (value: Json): string => (typeof value === 'string' ? value : JSON.stringify(value));
