/** Finds the circle that a parent link closes, by walking up from it. Source: docs/operations.md#column-specs (hierarchy); D16. */

import type { Violation } from '../errors';
import { parseLinkValue } from '../note/link-syntax';
import { noteNameOf } from '../note/paths';
import type { NotePath } from '../ports/vault-port';
import type { Row } from '../storage/row';
import type { View } from '../storage/view';
import type { ColumnSpec } from '../values/column';
import type { Json } from '../values/json';
import type { Rules } from './rules';

/** Names that a refusal shows. */
const MOST_NAMES = 10;

/** A link of the row to itself is none: that is a `ref` violation. */
export function circlesOf(rules: Rules, spec: ColumnSpec, row: Row, value: Json): Violation[] {
  if (spec.hierarchy !== true) return [];
  const way = wayBack(rules.view, spec, row.path, value, rules.rooted(spec));
  if (way.length <= 1) return [];
  const names = [row.path, ...way].map(noteNameOf);
  const shown = names.length > MOST_NAMES ? [...names.slice(0, MOST_NAMES - 2), '…', ...names.slice(-1)] : names;
  const message = `${spec.name}: ${JSON.stringify(value)} closes a circle (${shown.join(' → ')})`;
  return [{ path: row.path, column: spec.name, code: 'hierarchy', message, value }];
}

/**
 * The rows above, up to the row itself; none when it is not among them. `rooted`: rows whose way up is known to end. Those that were
 * passed come to it, so that however many rows are judged, each row above them is looked at once.
 */
function wayBack(
  view: View,
  { name }: ColumnSpec,
  start: NotePath,
  value: Json,
  rooted: Set<NotePath>,
): readonly NotePath[] {
  const way = new Set<NotePath>();
  let [at, link]: [NotePath, Json | undefined] = [start, value];
  while (typeof link === 'string' && link !== '') {
    const parent = view.links.resolve(parseLinkValue(link)?.linkpath ?? link, at);
    if (parent === start) return [...way, start];
    // A circle of others.
    if (parent !== null && way.has(parent)) return NONE;
    if (parent === null || rooted.has(parent)) break;
    way.add(parent);
    [at, link] = [parent, view.rowAt(parent)?.row.values[name]];
  }
  for (const path of way) rooted.add(path);
  return NONE;
}

const NONE: readonly NotePath[] = [];
