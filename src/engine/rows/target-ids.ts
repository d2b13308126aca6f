/** The ids of the rows that the links of a row lead to. docs/feed.md#ids-of-link-targets */

import * as z from 'zod';
import { targetOf } from '../integrity/linked-rows';
import { type Json, type JsonObject, isList } from '../json';
import { parseLinkValue } from '../note/links/link-syntax';
import type { NotePath } from '../ports/vault-port';
import type { View } from '../storage/view';
import { mapOf } from '../values/json-schema';

const id = z.string().nullable();

export const targetsResult = mapOf(z.union([id, z.array(id)])).meta({
  id: 'Targets',
  description: 'Column -> the id of the row that its link leads to, of a list of links one each; null: to no row',
});

type TargetId = string | null;

/** By column; those without a link are left out. `source`: the note with the links. */
export function targetIds(view: View, values: JsonObject, source: NotePath): Record<string, TargetId | TargetId[]> {
  const targets: Record<string, TargetId | TargetId[]> = {};
  for (const name in values) {
    const value = values[name] ?? null;
    if (isLink(value)) targets[name] = targetId(view, value, source);
    else if (isList(value) && value.some(isLink)) targets[name] = value.map((item) => targetId(view, item, source));
  }
  return targets;
}

const isLink = (value: Json): value is string =>
  typeof value === 'string' && value.includes('[') && parseLinkValue(value) !== null;

function targetId(view: View, value: Json, source: NotePath): TargetId {
  const path = isLink(value) ? targetOf(view, value, source) : null;
  const found = path === null ? null : view.rowAt(path);
  return found === null || found.row.id === '' ? null : found.row.id;
}
