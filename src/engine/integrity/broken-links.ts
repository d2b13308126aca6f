/** Finds links that point to no row of the column's table. Source: docs/operations.md#links; D16. */

import type { TableDefinition } from '../catalog/definition';
import { type Violation, nearOf } from '../errors';
import { isLinkable, noLinkCanHold } from '../links/write-link';
import { linkpathIn } from '../note/links/link-syntax';
import { meantLinks } from '../catalog/near-values';
import { noteNameOf } from '../note/paths';
import type { NotePath } from '../ports/vault-port';
import type { Row } from '../storage/row';
import type { View } from '../storage/view';
import { type ColumnSpec, linkSpecOf } from '../values/column-spec';
import { type Json, isList } from '../json';
import type { RuleSet } from './rules/rule-set';
import { MOST_NAMES, validTargets } from './valid-targets';

/** A link to no row of the table that its column refers to. */
interface BrokenLink {
  readonly ref: string;
  readonly value: string;
  readonly linkpath: string;
  /** The note that it resolves to; null for none. */
  readonly target: NotePath | null;
}

/** The table to whose rows the links of the column have to lead. The row that a generated link names need not be there yet. Source: docs/operations.md#column-specs (generated) */
const refOf = (spec: ColumnSpec): string | undefined =>
  spec.generated === undefined ? linkSpecOf(spec)?.ref : undefined;

export const isReference = (spec: ColumnSpec): boolean => refOf(spec) !== undefined;

/** Without the names of valid rows, which take a look at the whole table. */
export const hasBrokenLink = (view: View, spec: ColumnSpec, row: Row, value: Json): boolean =>
  brokenOf(view, spec, row, value).length > 0;

export function brokenLinks(
  rules: RuleSet,
  table: TableDefinition,
  spec: ColumnSpec,
  row: Row,
  value: Json,
): readonly Violation[] {
  if (isKnownLink(rules, spec, row, value)) return NONE;
  const broken = brokenOf(rules.view, spec, row, value);
  return broken.length === 0 ? NONE : broken.map((each) => brokenLinkViolation(rules, table, spec.name, row, each));
}

const NONE: readonly never[] = [];

/** One link that leads to a row of `ref` from every note: most rows of a write link to the same few. */
function isKnownLink(rules: RuleSet, spec: ColumnSpec, row: Row, value: Json): boolean {
  const ref = refOf(spec);
  if (typeof value !== 'string' || ref === undefined) return false;
  const targets = rules.targets(spec);
  const known = targets.get(value);
  if (known !== undefined) return known !== row.path;
  const { view } = rules;
  const linkpath = linkpathIn(value);
  const target = view.links.meansOne(linkpath) ? view.links.resolve(linkpath, row.path) : null;
  if (target === null || view.tableAt(target)?.qualified !== ref) return false;
  if (targets.size < MOST_TARGETS) targets.set(value, target);
  return target !== row.path;
}

/** So many links of a column are remembered. */
const MOST_TARGETS = 1000;

function brokenOf(view: View, spec: ColumnSpec, row: Row, value: Json): readonly BrokenLink[] {
  const ref = refOf(spec);
  if (ref === undefined) return NONE;
  if (spec.type !== 'list' || !isList(value)) {
    const broken = brokenLink(view, ref, row, value);
    return broken === null ? NONE : [broken];
  }
  return value.flatMap((each) => brokenLink(view, ref, row, each) ?? NONE);
}

/** Null: the link leads to a row of `ref`. */
function brokenLink(view: View, ref: string, row: Row, value: Json): BrokenLink | null {
  if (typeof value !== 'string' || value === '') return null;
  const linkpath = linkpathIn(value);
  const target = view.links.resolve(linkpath, row.path);
  const isRow = target !== null && target !== row.path && view.tableAt(target)?.qualified === ref;
  return isRow ? null : { ref, value, linkpath, target };
}

function brokenLinkViolation(
  rules: RuleSet,
  table: TableDefinition,
  column: string,
  row: Row,
  { ref, value, linkpath, target }: BrokenLink,
): Violation {
  const { view } = rules;
  const found = (
    code: 'ref' | 'broken_link',
    message: string,
    near: readonly string[] = [],
    fix: string | undefined = undefined,
  ): Violation => ({
    path: row.path,
    column,
    code,
    message,
    value,
    // Another note than the one that the link leads to is not a slip of the keys.
    ...(code === 'broken_link' ? meantLinks(noteNameOf(linkpath), near) : nearOf(near)),
    ...(fix === undefined ? {} : { fix }),
  });
  const listed = (code: 'ref' | 'broken_link', is: string): Violation => {
    const { text, near, aliased } = validTargets(rules, table, row, { column, ref, wanted: linkpath });
    const fix = aliased === undefined ? undefined : `[[${aliased}]]`;
    return found(code, `${column}: ${value} ${is} ${ref}. ${text}`, near, fix);
  };
  if (target === null) {
    const meant = unlinkableIn(view, ref, value);
    if (meant !== null) return found('broken_link', `${column}: ${noLinkCanHold(meant)}`);
    return listed('broken_link', 'points to no row of');
  }
  if (target === row.path)
    return found('ref', `${column}: ${value} is the row itself; a row can't link to itself here`);
  const rows = view.links.candidates(linkpath).filter((path) => view.tableAt(path)?.qualified === ref);
  if (rows.length > 0) {
    const links = rows.slice(0, MOST_NAMES).map((path) => `[[${path.replace(/\.md$/i, '')}]]`);
    return found('ref', `${column}: ${value} is ambiguous and resolves to ${target}; write ${links.join(' or ')}`);
  }
  return listed('ref', `is ${target}, which is not a row of`);
}

/** The row that the text between the brackets would name if a link could hold it: `[[C# guy]]` is the heading ` guy` of C. */
function unlinkableIn(view: View, ref: string, value: string): NotePath | null {
  const name = value.trim().slice(2, -2);
  const rows = view.links.candidates(name).filter((path) => view.tableAt(path)?.qualified === ref);
  return rows.find((path) => !isLinkable(noteNameOf(path))) ?? null;
}
