/** Lists the valid targets of links and words in a refusal. Source: docs/http.md#errors (wrong target, listing valid ones). */

import type { TableDefinition } from '../catalog/definition';
import { isLinkable } from '../links/write-link';
import { noteNameOf } from '../note/paths';
import type { NotePath } from '../ports/vault-port';
import { chunkOf, offsetOf } from '../storage/columns/chunked-array';
import type { Row } from '../storage/row';
import { snapshotRow } from '../storage/columns/snapshot-row';
import type { View } from '../storage/view';
import { aliasReason, namesByAlias } from './row-aliases';
import { passesCheck } from './rules/evaluate-check';
import { levelDemand, reasonWithout, targetColumnOf } from './rules/level-demands';
import type { LinkRule, RuleSet } from './rules/rule-set';

/** Names that a refusal lists. */
export const MOST_NAMES = 10;

interface RefusedLink {
  readonly column: string;
  readonly ref: string;
  readonly wanted: string;
}

/** The rows of `ref` that a link can hold and that ref_where and ref_by of the column allow to `row`, or why they allow none. */
export function validTargets(
  rules: RuleSet,
  table: TableDefinition,
  row: Row,
  { column, ref, wanted }: RefusedLink,
): NamesToTake {
  const { view } = rules;
  const rule = rules.of(table).links.find((each) => each.column.name === column);
  const parents = rule === undefined ? null : parentsFor(rule, row);
  if (typeof parents === 'string') return { text: parents, near: [] };
  const level = rule?.by ? targetColumnOf(rule.by) : '';
  const where = rule?.where ?? null;
  const isAllowed = (target: Row): boolean =>
    (where === null || passesCheck(where.check, target, view)) &&
    (parents === null || parents.includes(target.values[level] as string));
  const key = JSON.stringify([ref, where?.filter ?? null, level, parents]);
  const isAny = where === null && parents === null;
  const names = rules.names(key, () => rowNames(view, ref, isAny ? null : isAllowed).filter(isLinkable));
  const isNamed = view.tableAt(row.path)?.qualified === ref && isLinkable(noteNameOf(row.path)) && isAllowed(row);
  return namesToTake(rules, { column, ref, wanted, except: isNamed ? row : null, finder: 'list_link_targets' }, names);
}

/** The levels that a target may have, null for any; a text says why there may be no target. */
function parentsFor({ column, by }: LinkRule, row: Row): readonly string[] | string | null {
  if (by === null) return null;
  const demand = levelDemand(by, row.values[by.column]);
  return demand.kind === 'parents' ? demand.parents : reasonWithout({ column, by }, demand);
}

/** Any row. The table is looked at once, however many words and rows are refused. */
export function anyNames(rules: RuleSet, { column, ref, wanted }: RefusedLink): NamesToTake {
  const names = rules.names(ref, () => rowNames(rules.view, ref, null));
  return namesToTake(rules, { column, ref, wanted, except: null, finder: 'select_rows' }, names);
}

interface NamesToTake {
  /** A sentence of the message. */
  readonly text: string;
  /** The names that are near, the best first. */
  readonly near: readonly string[];
  /** The one row that has the wrong name as an alias. */
  readonly aliased?: string;
}

interface WantedName extends RefusedLink {
  readonly except: Row | null;
  /** The operation that finds others. */
  readonly finder: string;
}

/** The near names, or all of a few: the first ones of many do not help. Not the row `except`. */
function namesToTake(
  rules: RuleSet,
  { column, ref, wanted, except, finder }: WantedName,
  names: readonly string[],
): NamesToTake {
  const own = except === null ? null : noteNameOf(except.path);
  const count = names.length - (own === null ? 0 : 1);
  if (count <= 0) return { text: `${ref} has no such rows yet`, near: [] };
  const aliased = aliasedName(rules, ref, wanted, names);
  if (aliased !== null) {
    rules.addUnmatched({ table: ref, column, name: noteNameOf(wanted), allowed: names });
    return aliased;
  }
  const near = rules.near(noteNameOf(wanted), names).filter((name) => name !== own);
  if (near.length > 0) return { text: `Did you mean ${near.join(', ')}?`, near };
  rules.addUnmatched({ table: ref, column, name: noteNameOf(wanted), allowed: names });
  const text =
    count > MOST_NAMES
      ? `Take one of its ${count} rows: ${finder} lists them`
      : `Take one of ${names.filter((name) => name !== own).join(', ')}`;
  return { text, near };
}

/** The names among these that have the wrong one as an alias; null for none. */
function aliasedName(rules: RuleSet, ref: string, wanted: string, names: readonly string[]): NamesToTake | null {
  const alias = noteNameOf(wanted);
  const near = namesByAlias(rules.aliases(ref), alias).filter((name) => names.includes(name));
  const reason = aliasReason(alias, near);
  if (reason === null) return null;
  const [aliased, ...others] = near;
  return { text: reason, near, ...(aliased === undefined || others.length > 0 ? {} : { aliased }) };
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
