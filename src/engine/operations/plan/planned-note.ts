/** The front matter of a note before and after a planned write. docs/http.md#planned-notes */

import { type JsonObject, jsonEqual } from '../../json';
import type { PlannedNote } from '../../schemas/results';
import type { StagedChange } from '../../storage/transaction/staged-change';
import { parseFrontMatter } from '../../yaml/front-matter/front-matter';
import { frontMatterValues } from '../query/note-content';

export function plannedNote({
  from,
  to,
  before,
  after,
}: Pick<StagedChange, 'from' | 'to' | 'before' | 'after'>): PlannedNote {
  const was = from === null ? null : frontMatterValues(before ?? '');
  const becomes = to === null ? null : frontMatterValues(after ?? '');
  return {
    path: from ?? to ?? '',
    ...(from !== null && to !== null && from !== to ? { moved_to: to } : {}),
    before: differing(was, becomes),
    after: differing(becomes, was),
    front_matter: to === null ? null : frontMatterText(after ?? ''),
  };
}

const frontMatterText = (text: string): string => text.slice(0, parseFrontMatter(text).bodyStart);

/** What the other one lacks or has otherwise. */
const differing = (values: JsonObject | null, other: JsonObject | null): JsonObject | null =>
  values === null
    ? null
    : Object.fromEntries(
        Object.entries(values).filter(
          ([key, value]) => other === null || !Object.hasOwn(other, key) || !jsonEqual(value, other[key]),
        ),
      );
