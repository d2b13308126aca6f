/** Finds links that point to no row of the column's table. spec: Rules for links; D16. */

import type { Violation } from '../errors';
import { linkpathIn } from '../note/link-syntax';
import { noteNameOf } from '../note/paths';
import type { NotePath } from '../ports/vault-port';
import { chunkOf, offsetOf } from '../storage/chunks';
import { snapshotRow } from '../storage/snapshot-row';
import type { Row } from '../storage/row';
import type { View } from '../storage/view';
import { type ColumnSpec, linkSpecOf } from '../values/column';
import type { Json } from '../values/json';
import type { Rules } from './rules';

/** Names that a refusal lists. */
const MOST_NAMES = 10;

/** A link to no row of the table that its column refers to. */
interface BrokenLink {
  readonly ref: string;
  readonly value: string;
  readonly linkpath: string;
  /** The note that it resolves to; null for none. */
  readonly target: NotePath | null;
}

/** Without the names of valid rows, which take a look at the whole table. */
export const hasBrokenLink = (view: View, spec: ColumnSpec, row: Row, value: Json): boolean =>
  brokenOf(view, spec, row, value).length > 0;

export function brokenLinks(rules: Rules, spec: ColumnSpec, row: Row, value: Json): readonly Violation[] {
  const broken = brokenOf(rules.view, spec, row, value);
  return broken.length === 0 ? NONE : broken.map((each) => linkViolation(rules, spec.name, row, each));
}

const NONE: readonly never[] = [];

function brokenOf(view: View, spec: ColumnSpec, row: Row, value: Json): readonly BrokenLink[] {
  // The row that a generated link names need not be there yet. spec: generated
  if (spec.generated !== undefined) return NONE;
  const ref = linkSpecOf(spec)?.ref;
  if (ref === undefined) return NONE;
  if (spec.type !== 'list' || !Array.isArray(value)) {
    const broken = brokenLink(view, ref, row, value);
    return broken === null ? NONE : [broken];
  }
  return (value as readonly Json[]).flatMap((each) => brokenLink(view, ref, row, each) ?? NONE);
}

/** Null: the link leads to a row of `ref`. */
function brokenLink(view: View, ref: string, row: Row, value: Json): BrokenLink | null {
  if (typeof value !== 'string' || value === '') return null;
  const linkpath = linkpathIn(value);
  const target = view.links.resolve(linkpath, row.path);
  const isRow = target !== null && target !== row.path && view.tableAt(target)?.qualified === ref;
  return isRow ? null : { ref, value, linkpath, target };
}

function linkViolation(
  rules: Rules,
  column: string,
  row: Row,
  { ref, value, linkpath, target }: BrokenLink,
): Violation {
  const { view } = rules;
  const found = (code: 'ref' | 'broken_link', message: string): Violation => ({
    path: row.path,
    column,
    code,
    message,
    value,
  });
  if (target === null) {
    return found(
      'broken_link',
      `${column}: ${value} points to no row of ${ref}. ${listTargets(rules, ref, linkpath, row)}`,
    );
  }
  if (target === row.path)
    return found('ref', `${column}: ${value} is the row itself; a row can't link to itself here`);
  const rows = view.links.candidates(linkpath).filter((path) => view.tableAt(path)?.qualified === ref);
  if (rows.length > 0) {
    const links = rows.slice(0, MOST_NAMES).map((path) => `[[${path.replace(/\.md$/i, '')}]]`);
    return found('ref', `${column}: ${value} is ambiguous and resolves to ${target}; write ${links.join(' or ')}`);
  }
  return found(
    'ref',
    `${column}: ${value} is ${target}, which is no row of ${ref}. ${listTargets(rules, ref, linkpath, row)}`,
  );
}

/** The table is looked at once, however many links and rows are refused. `linking`: the row that may not link to itself. */
export function listTargets(rules: Rules, ref: string, wanted: string, linking: Row | null): string {
  const except = linking !== null && rules.view.tableAt(linking.path)?.qualified === ref ? linking : null;
  const names = rules.names(ref, () => rowNames(rules.view, ref, null));
  return namesToTake(rules, { ref, wanted, except }, names);
}

/** What a refusal says of the rows of `ref` that may be linked: the near names, or the first ones; not the row `except`. */
export function namesToTake(
  rules: Rules,
  { ref, wanted, except }: { readonly ref: string; readonly wanted: string; readonly except: Row | null },
  names: readonly string[],
): string {
  const own = except === null ? null : noteNameOf(except.path);
  const count = names.length - (own === null ? 0 : 1);
  if (count <= 0) return `${ref} has no such rows yet`;
  const near = rules.near(noteNameOf(wanted), names).filter((name) => name !== own);
  const first = names.slice(0, MOST_NAMES + 1).filter((name) => name !== own);
  const shown = near.length > 0 ? near : first.slice(0, MOST_NAMES);
  const more = near.length > 0 || count <= shown.length ? '' : ` and ${count - shown.length} more`;
  return `${near.length > 0 ? 'Did you mean' : 'Take one of'} ${shown.join(', ')}${more}${near.length > 0 ? '?' : ''}`;
}

/** The names of the rows, sorted. Looks at the whole table: only for the message of a refusal. */
export function rowNames(view: View, ref: string, isAllowed: ((row: Row) => boolean) | null): readonly string[] {
  if (view.catalog.table(ref) === null) return [];
  const { snapshot, hidden, added } = view.table(ref).scan();
  const names: NotePath[] = [];
  for (const row of added) if (isAllowed === null || isAllowed(row)) names.push(noteNameOf(row.path));
  for (let slot = 0; slot < snapshot.capacity; slot++) {
    if (snapshot.live[chunkOf(slot)]?.[offsetOf(slot)] !== 1) continue;
    const path = snapshot.paths[chunkOf(slot)]?.[offsetOf(slot)] as string;
    if (hidden.has(path)) continue;
    if (isAllowed === null || isAllowed(snapshotRow(snapshot, slot))) names.push(noteNameOf(path));
  }
  return names.sort();
}
