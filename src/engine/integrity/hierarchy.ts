/** Finds the circle that a parent link closes, by walking up from it. spec: hierarchy; D16. */

import type { Violation } from '../errors';
import { parseLinkValue } from '../note/link-syntax';
import { noteNameOf } from '../note/paths';
import type { NotePath } from '../ports/vault-port';
import type { Row } from '../storage/row';
import type { View } from '../storage/view';
import type { ColumnSpec } from '../values/column';
import type { Json } from '../values/json';

/** Names that a refusal shows. */
const MOST_NAMES = 10;

/** A link of the row to itself is none: that is a `ref` violation. */
export function circlesOf(view: View, spec: ColumnSpec, row: Row, value: Json): Violation[] {
  if (spec.hierarchy !== true) return [];
  const way = wayUp(view, spec, row.path, value);
  if (way.at(-1) !== row.path || way.length === 1) return [];
  const names = [row.path, ...way].map(noteNameOf);
  const shown = names.length > MOST_NAMES ? [...names.slice(0, MOST_NAMES - 2), '…', ...names.slice(-1)] : names;
  const message = `${spec.name}: ${JSON.stringify(value)} closes a circle (${shown.join(' → ')})`;
  return [{ path: row.path, column: spec.name, code: 'hierarchy', message, value }];
}

/** The rows above, up to a root, to a row that was met before, or to the row itself. */
function wayUp(view: View, { name }: ColumnSpec, start: NotePath, value: Json): readonly NotePath[] {
  const way = new Set<NotePath>();
  let [at, link]: [NotePath, Json | undefined] = [start, value];
  while (typeof link === 'string' && link !== '') {
    const parent = view.links.resolve(parseLinkValue(link)?.linkpath ?? link, at);
    if (parent === null || way.has(parent)) break;
    way.add(parent);
    if (parent === start) break;
    [at, link] = [parent, view.rowAt(parent)?.row.values[name]];
  }
  return [...way];
}
