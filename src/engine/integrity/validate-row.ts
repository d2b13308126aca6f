/** Every rule that one row must keep, found all at once. Source: docs/operations.md#column-specs; D6, D16. */

import { type TableDefinition, ofDefinition } from '../catalog/definition';
import { VIOLATION_CODES, type Violation, type ViolationCode } from '../errors';
import type { NotePath } from '../ports/vault-port';
import type { Row } from '../storage/row';
import type { RowProblem } from '../storage/row-codec';
import type { LinkView, View } from '../storage/view';
import type { ColumnSpec, ValueSpec } from '../values/column-spec';
import { isComputed } from '../values/generated-columns';
import { type Json, isEmpty, jsonEqual, isList } from '../json';
import { checkValue } from '../values/validate';
import { brokenLinks, hasBrokenLink, isReference } from './broken-links';
import { brokenChecks, checkViolation, followedColumns, ownColumns } from './rules/constraints';
import { linkRuleViolations } from './rules/link-rules';
import type { CheckRule, LinkRule, RuleSet } from './rules/rule-set';
import { recurrenceViolations } from './series';
import { hasUnknownWord, hasVocabulary, unknownWords } from './vocabulary';
import { linkpathIn, parseLinkValue } from '../note/links/link-syntax';
import { noteNameOf } from '../note/paths';
import { uniqueKey } from '../values/unique-key';

export interface RowCheck {
  readonly view: View;
  /** Of the same view. */
  readonly rules: RuleSet;
  readonly table: TableDefinition;
  readonly row: Row;
  /** What decoding found already. */
  readonly problems: readonly RowProblem[];
  /** The row before, to leave alone what a write does not change; null: everything counts as changed. */
  readonly before: Row | null;
}

/** What the values break by themselves: type, required, range, step, enum. */
export function valueViolations({ table, row, problems }: Pick<RowCheck, 'table' | 'row' | 'problems'>): Violation[] {
  const found: Violation[] = [];
  for (const problem of problems) found.push({ path: row.path, ...problem });
  for (const spec of table.columns) {
    if (problems.length > 0 && isIn(problems, spec.name)) continue;
    const value = row.values[spec.name];
    if (isEmpty(value)) {
      if (spec.required === true && !isComputed(spec)) found.push(missingValue(table, spec, row.path));
      continue;
    }
    const wrong = checkValue(spec, value);
    for (let i = 0; i < wrong.length; i++) {
      found.push({ path: row.path, column: spec.name, ...wrong[i]! });
    }
  }
  found.push(...recurrenceViolations(table, row));
  return found;
}

const isIn = (problems: readonly RowProblem[], name: string): boolean => problems.some(({ column }) => column === name);

const missingValue = (table: TableDefinition, { name, description }: ColumnSpec, path: NotePath): Violation => ({
  path,
  column: name,
  code: 'required',
  message: `${name} is required in ${table.name}${description === undefined ? '' : ` (${description})`}`,
  value: null,
});

/** What the values break against other rows: unique, links, ref_where, ref_by. Only changed values count, as in SQL. */
export function relationViolations(check: RowCheck): Violation[] {
  const { view, rules, table, row } = check;
  const found: Violation[] = [];
  const add = (violations: readonly Violation[]): void => {
    if (violations.length > 0) found.push(...violations);
  };
  for (const spec of relationColumns(table)) {
    const value = changedValue(check, spec);
    if (value === undefined) continue;
    if (spec.unique === true) add(rivalsOf(view, table, spec, row, value));
    add(brokenLinks(rules, table, spec, row, value));
    add(cyclesOf(rules, spec, row, value));
    add(unknownWords(rules, spec, row, value));
  }
  for (const rule of changedLinkRules(check)) add(linkRuleViolations(rules, table, row, rule));
  return found;
}

/**
 * The CHECKs that the row breaks. One about a column that is wrong already would say the same again; one that follows a link
 * which leads to no row speaks of a row that is missing.
 */
export function checkViolations(
  { view, rules, table, row }: RowCheck,
  found: readonly Violation[],
  mayBreak: (key: string) => boolean = () => false,
): Violation[] {
  const broken = brokenChecks(rules, table, row);
  if (broken.length === 0) return [];
  const wrong = new Set(found.map(({ column }) => column));
  const dangling = new Set(found.filter(({ code }) => isDangling(code)).map(({ column }) => column));
  const isSaid = (rule: CheckRule): boolean =>
    ownColumns(rule).some((column) => wrong.has(column)) &&
    !followedColumns(rule).some((column) => dangling.has(column));
  return broken
    .filter((rule) => !mayBreak(rule.key) && !isSaid(rule))
    .map((rule) => checkViolation(view, table, row, rule));
}

const isDangling = (code: ViolationCode): boolean => VIOLATION_CODES[code].names === 'link';

/** The columns that relationViolations would speak of, and the keys of the CHECKs that the row breaks. */
export function brokenRelations(check: Omit<RowCheck, 'problems'>): string[] {
  const { view, rules, table, row } = check;
  const broken = relationColumns(table).flatMap((spec) => {
    const value = changedValue(check, spec);
    if (value === undefined) return [];
    const isTaken = spec.unique === true && rivalsOf(view, table, spec, row, value).length > 0;
    const isBroken = hasBrokenLink(view, spec, row, value) || cyclesOf(rules, spec, row, value).length > 0;
    if (hasUnknownWord(view, spec, value)) return [spec.name];
    return isTaken || isBroken ? [spec.name] : [];
  });
  const byRule = changedLinkRules(check).flatMap((rule) => linkRuleViolations(rules, table, row, rule));
  const byCheck = brokenChecks(rules, table, row).map(({ key }) => key);
  return [...broken, ...byRule.flatMap(({ column }) => column ?? []), ...byCheck];
}

/** A level that changes puts the link to the test as well. */
function changedLinkRules({ rules, table, row, before }: Omit<RowCheck, 'problems'>): readonly LinkRule[] {
  const all = rules.of(table).links;
  if (all.length === 0) return all;
  const links = all.filter(({ column }) => table.columns.some(({ name }) => name === column.name));
  if (before === null || before.path !== row.path) return links;
  const isChanged = (name: string): boolean => !jsonEqual(before.values[name], row.values[name]);
  return links.filter(({ column, by }) => isChanged(column.name) || (by !== null && isChanged(by.column)));
}

/** Undefined where there is none, or the write leaves it as it was. */
function changedValue({ row, before }: Omit<RowCheck, 'problems'>, { name }: ColumnSpec): Json | undefined {
  const value = row.values[name];
  if (value === undefined || isEmpty(value)) return undefined;
  const isMoved = before === null || before.path !== row.path;
  return isMoved || !jsonEqual(before.values[name], value) ? value : undefined;
}

/** The columns with rules across rows. */
const relationColumns = ofDefinition(({ columns }): readonly ColumnSpec[] =>
  columns.filter((spec) => spec.unique === true || spec.hierarchy === true || isReference(spec) || hasVocabulary(spec)),
);

const MOST_NAMES = 10;

/** A link of the row to itself is none: that is a `ref` violation. */
export function cyclesOf(rules: RuleSet, spec: ColumnSpec, row: Row, value: Json): Violation[] {
  if (spec.hierarchy !== true) return [];
  const way = pathToStart(rules.view, spec, row.path, value, rules.rooted(spec));
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
function pathToStart(
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

function rivalsOf(view: View, table: TableDefinition, spec: ColumnSpec, row: Row, value: Json): Violation[] {
  const item: ValueSpec = spec.type === 'list' ? (spec.items ?? { type: 'string' }) : spec;
  const rows = view.table(table.qualified);
  const items = itemsOf(spec, value);
  const found: Violation[] = [];
  for (let i = 0; i < items.length; i++) {
    const each = items[i] as Json;
    if (i > 0 && items.slice(0, i).some((other) => isSameValue(item, view.links, each, row.path, other, row.path))) {
      found.push(uniqueClash(table, spec, row.path, each, row.path));
    }
    const isRival = (rival: Row): boolean =>
      // The same row twice is a matter of its id.
      (rival.id === '' || rival.id !== row.id) &&
      itemsOf(spec, rival.values[spec.name] ?? null).some((other) =>
        isSameValue(item, view.links, each, row.path, other, rival.path),
      );
    const rivals = rows.rivals(spec.name, each, row.path).filter(isRival).sort(byPath);
    found.push(...rivals.slice(0, MOST_NAMES).map(({ path }) => uniqueClash(table, spec, row.path, each, path)));
  }
  return found;
}

const byPath = (a: Row, b: Row): number => (a.path < b.path ? -1 : Number(a.path > b.path));

function itemsOf(spec: ColumnSpec, value: Json): readonly Json[] {
  if (spec.type !== 'list' || !isList(value)) return isEmpty(value) ? [] : [value];
  return value.filter((item) => !isEmpty(item));
}

function isSameValue(spec: ValueSpec, links: LinkView, a: Json, aPath: NotePath, b: Json, bPath: NotePath): boolean {
  if (spec.type !== 'link' || typeof a !== 'string' || typeof b !== 'string') {
    return spec.type === 'json' ? jsonEqual(a, b) : uniqueKey(spec, a) === uniqueKey(spec, b);
  }
  const target = (text: string, path: NotePath): string => {
    const linkpath = linkpathIn(text);
    return links.resolve(linkpath, path) ?? `?${linkpath.toLowerCase()}`;
  };
  return target(a, aPath) === target(b, bPath);
}

const uniqueClash = (
  table: TableDefinition,
  { name }: ColumnSpec,
  path: NotePath,
  value: Json,
  rival: NotePath,
): Violation => ({
  path,
  column: name,
  code: 'unique',
  message:
    path === rival
      ? `${name}: ${JSON.stringify(value)} is in the list twice, and ${name} is unique in ${table.name}`
      : `${name}: ${JSON.stringify(value)} is taken in ${table.name} by ${rival}`,
  value,
});
