/** Compares the notes of a dry run with the disk, by another reader of YAML. docs/http.md#planned-notes */

import { expect } from 'vitest';
import { parseDocument } from 'yaml';
import type { Json, JsonObject, PlannedNote } from '../src/engine/index';

/** Texts by path. */
type Files = Readonly<Record<string, string>>;

export const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

/** Ids are new each time. */
export const withoutIds = <T extends Json>(value: T): T =>
  JSON.parse(JSON.stringify(value).replace(UUID, '<uuid>')) as T;

/** The front matter of the dry run is that on the disk, before the write and after it. */
export function checkPlannedNotes(
  tried: JsonObject,
  result: JsonObject,
  { before, after }: { readonly before: Files; readonly after: Files },
): void {
  const notes = (tried['notes'] ?? []) as unknown as readonly PlannedNote[];
  if (tried['truncated'] !== true) expect(notes.length).toBe(result['changed']);
  const written = new Map(placesOf(tried).map((place, index) => [place, placesOf(result)[index]]));
  for (const { path, moved_to: to = path, front_matter: text, ...planned } of notes) {
    // Another note may come to lie where one is removed.
    const was = planned.before === null ? null : propertiesOf(before[path]);
    const becomes = planned.after === null ? null : propertiesOf(after[written.get(to) ?? to]);
    const place = written.get(to) ?? to;
    expect(withoutIds(text), path).toBe(planned.after === null ? null : withoutIds(blockOf(after[place] ?? '')));
    const differs = { before: differing(was, becomes), after: differing(becomes, was) };
    expect(withoutIds(planned as unknown as JsonObject), path).toEqual(withoutIds(differs as unknown as JsonObject));
  }
}

/** New names of notes, in their order: some have a new id in them. */
const placesOf = ({ plannedCreates, planned_moves: moves }: JsonObject): readonly string[] => [
  ...(plannedCreates as readonly string[]),
  ...(moves as unknown as readonly { readonly to: string }[]).map(({ to }) => to),
];

/** Null: there is no such note. Front matter that does not parse has no values. */
function propertiesOf(text: string | undefined): JsonObject | null {
  if (text === undefined) return null;
  const block = /^\uFEFF?---[ \t]*\r?\n([^]*?)^---[ \t]*$/m.exec(text)?.[1];
  const document = parseDocument(block ?? '');
  return document.errors.length > 0 ? {} : ((document.toJS() as JsonObject | null) ?? {});
}

const blockOf = (text: string): string => /^\uFEFF?---[ \t]*\r?\n[^]*?^---[ \t]*(?:\r?\n|$)/m.exec(text)?.[0] ?? '';

const differing = (properties: JsonObject | null, others: JsonObject | null): JsonObject | null =>
  properties === null
    ? null
    : Object.fromEntries(
        Object.entries(properties).filter(([key, value]) => JSON.stringify(value) !== JSON.stringify(others?.[key])),
      );
