/** Groups of notes that share a link or a choice in a property: vaults are sorted by these as by folders. Source: docs/operations.md#infer_table; docs/decisions.md#d27-tables-from-notes */

import * as z from 'zod';
import { count, json, mapOf } from '../values/json-schema';
import type { Json } from '../json';
import { linkpathIn } from '../note/links/link-syntax';
import { rawToJson } from '../yaml/raw-json';
import type { InferredColumn, NoteKeys } from './infer-columns';
import { quotedLink } from './infer-type';

/** The most frequent ones are answered. */
const MOST_GROUPS = 8;

export const noteGroup = z.strictObject({
  property: z.string(),
  value: z.string(),
  notes: count,
  where: mapOf(json).describe('Finds them'),
});

type NoteGroup = z.infer<typeof noteGroup>;

/** Of at least two notes, and not of all; the largest first. */
export function noteGroups(columns: readonly InferredColumn[], notes: readonly NoteKeys[]): readonly NoteGroup[] {
  const grouping = columns.filter(({ proposed: { type, items } }) =>
    [type, items].some((each) => each === 'link' || each === 'enum'),
  );
  return grouping
    .flatMap((column) => groupsBy(column, notes))
    .filter((group) => group.notes > 1 && group.notes < notes.length)
    .sort((a, b) => b.notes - a.notes || (a.property < b.property ? -1 : 1))
    .slice(0, MOST_GROUPS);
}

function groupsBy({ key, otherSpellings, proposed }: InferredColumn, notes: readonly NoteKeys[]): readonly NoteGroup[] {
  const keys = new Set([key, ...otherSpellings]);
  const isList = proposed.type === 'list';
  const isLink = proposed.type === 'link' || proposed.items === 'link';
  const counts = new Map<string, { value: string; notes: number }>();
  for (const { entries } of notes) {
    const values = entries.filter((entry) => keys.has(entry.key)).flatMap(({ raw }) => textsOf(raw));
    for (const value of new Set(values.map((text) => (isLink ? `[[${linkpathIn(text)}]]` : text)))) {
      const folded = value.toLowerCase();
      const known = counts.get(folded);
      if (known === undefined) counts.set(folded, { value, notes: 1 });
      else known.notes++;
    }
  }
  return [...counts.values()].map(({ value, notes: found }) => ({
    property: key,
    value,
    notes: found,
    where: { [key]: isList ? { contains: value } : value },
  }));
}

function textsOf(raw: NoteKeys['entries'][number]['raw']): readonly string[] {
  const value: Json = rawToJson(quotedLink(raw) ?? raw);
  const items = Array.isArray(value) ? (value as readonly Json[]) : [value];
  return items.filter((item): item is string => typeof item === 'string' && item.trim() !== '');
}
