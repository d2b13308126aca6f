/** Validates changed definitions: their rules fit each other, and the existing rows keep them. Source: docs/operations.md#add_constraint, docs/operations.md#add_column, docs/operations.md#alter_column; D17. */

import type { Catalog } from '../../catalog/catalog';
import type { TableDefinition } from '../../catalog/definition';
import { columnsReadBy } from '../../catalog/references/filter-key-columns';
import { type Problem, type ProblemPath, refuseProblems } from '../../catalog/problem';
import type { Violation } from '../../errors';
import type { SchedulerPort } from '../../ports/host';
import { crowdedRows } from '../limited-rows';
import { ALWAYS } from '../../query/where/predicate';
import { select } from '../../query/select-source';
import { tableSource } from '../../query/source/query-source';
import type { Row } from '../../storage/row';
import { isFollower } from '../../storage/transaction/staged-change';
import type { Transaction } from '../../storage/transaction/transaction';
import type { ColumnSpec } from '../../values/column-spec';
import type { Json } from '../../json';
import { targetColumnOf } from './level-demands';
import { catalogProblems } from './rule-problems';
import type { RowLimit } from './row-limits';
import { violationsOfRule } from './row-rules';
import { type RuleSet, checkKey, linkKey, linkRulesOf } from './rule-set';

/** Throws when a rule of the new definitions can't be followed. One that was so before is left to be mended. */
export function refuseUnfitRules(transaction: Transaction): void {
  const known = new Set(catalogProblems(transaction.before.catalog).map(({ message }) => message));
  const problems = catalogProblems(transaction.catalog).filter(({ message }) => !known.has(message));
  refuseProblems(
    'the definitions do not fit',
    problems.map((problem) => (isStandingProblem(transaction, problem) ? standing(problem) : problem)),
  );
}

/** Whether a former rule makes no sense any more: the fault is in a change around it. */
function isStandingProblem(transaction: Transaction, { at, grammar }: Problem): boolean {
  if (!grammar) return false;
  const present = rulesAt(transaction.catalog, at);
  return present !== null && rulesAt(transaction.before.catalog, at) === present;
}

/** The rules at a place in the metastore file, as one text. */
function rulesAt(catalog: Catalog, [, qualified, section, part]: ProblemPath): string | null {
  const table = typeof qualified === 'string' ? catalog.table(qualified) : null;
  if (table === null) return null;
  if (section === 'constraints') return JSON.stringify(table.constraints.find(({ name }) => name === part) ?? null);
  if (section === 'templates') return JSON.stringify(table.templates[Number(part)]?.where ?? null);
  const specs = section === 'bases' ? table.columns : table.declared.slice(Number(part), Number(part) + 1);
  return JSON.stringify(specs.map((spec) => [spec.name, linkRulesOf(spec), spec.recurs]));
}

const standing = (problem: Problem): Problem => ({
  ...problem,
  grammar: false,
  message: `${String(problem.at[1])}: ${problem.message}`,
  hint: 'change or take away these rules first: drop_constraint, or alter_column with ref_where or ref_by',
});

/**
 * The rows that the transaction leaves alone and that break a rule which is new or says something else now. A row that
 * broke the rule of that name before is not held against a write that only makes it follow (rename_column), nor is
 * what an undo brings back.
 */
export async function rowsBreakingNewRules(
  transaction: Transaction,
  rules: RuleSet,
  rulesBefore: RuleSet,
  scheduler: SchedulerPort,
): Promise<readonly Violation[]> {
  const found: Violation[] = [];
  for (const table of transaction.catalog.tables()) {
    const keys = changedRules(transaction.before.catalog, transaction.catalog, table);
    if (keys.length === 0) continue;
    const rows = await rowsOf(transaction, table, rules.moment.zone, scheduler);
    found.push(...(await rowsOverNewLimits({ transaction, rules, rulesBefore, scheduler }, { table, keys }, rows)));
    for (const row of rows) {
      await scheduler.pause();
      const staged = transaction.staged(row.path);
      if (staged !== null && !isFollower(staged)) continue;
      for (const key of keys) {
        const broken = violationsOfRule(rules, table, row, key);
        if (broken.length === 0 || transaction.tolerated.has(toleratedRow(table.qualified, key, row))) continue;
        const was = transaction.before.rowAt(staged?.from ?? row.path);
        if (was !== null && violationsOfRule(rulesBefore, was.table, was.row, key).length > 0) continue;
        found.push(...broken);
      }
    }
  }
  return found;
}

interface RuleChange {
  readonly transaction: Transaction;
  readonly rules: RuleSet;
  readonly rulesBefore: RuleSet;
  readonly scheduler: SchedulerPort;
}

interface ChangedKeys {
  readonly table: TableDefinition;
  readonly keys: readonly string[];
}

/** A row that broke the limit of that name before is not held against the write, nor is what an undo brings back. */
async function rowsOverNewLimits(
  { transaction, rules, rulesBefore, scheduler }: RuleChange,
  { table, keys }: ChangedKeys,
  rows: readonly Row[],
): Promise<readonly Violation[]> {
  const limits = limitsOf(rules, table, keys);
  if (limits.length === 0) return [];
  const { before, renamed, tolerated } = transaction;
  const former = [...renamed].find(([, now]) => now === table.qualified)?.[0] ?? table.qualified;
  const twin = before.catalog.table(former);
  const present =
    twin === null
      ? []
      : await crowdedRows(
          limitsOf(rulesBefore, twin, keys),
          await rowsOf(before, twin, rules.moment.zone, scheduler),
          scheduler,
        );
  const brokeBefore = new Set(present.map(({ key, row }) => `${key} ${row.path}`));
  return (await crowdedRows(limits, rows, scheduler)).flatMap(({ key, row, violation }) => {
    const path = transaction.stagedAt(row.path)?.from ?? row.path;
    const isHeld = !brokeBefore.has(`${key} ${path}`) && !tolerated.has(toleratedRow(table.qualified, key, row));
    return isHeld ? [{ ...violation, path }] : [];
  });
}

const limitsOf = (rules: RuleSet, table: TableDefinition, keys: readonly string[]): readonly RowLimit[] =>
  rules.of(table).limits.filter(({ key }) => keys.includes(key));

/** How a migration remembers that a row broke a rule that it took away. */
const toleratedRow = (table: string, key: string, row: Row): string => `${table} ${key} ${row.id || row.path}`;

/** The rows that break removed rules: an undo, which restores the rules, tolerates them. */
export async function rowsBreakingOldRules(
  transaction: Transaction,
  rulesBefore: RuleSet,
  scheduler: SchedulerPort,
): Promise<readonly string[]> {
  const { before, catalog } = transaction;
  const found: string[] = [];
  for (const table of before.catalog.tables()) {
    if (catalog.table(table.qualified) === null) continue;
    const keys = changedRules(catalog, before.catalog, table);
    if (keys.length === 0) continue;
    const rows = await rowsOf(before, table, rulesBefore.moment.zone, scheduler);
    for (const { key, row } of await crowdedRows(limitsOf(rulesBefore, table, keys), rows, scheduler))
      found.push(toleratedRow(table.qualified, key, row));
    for (const row of rows) {
      await scheduler.pause();
      for (const key of keys) {
        if (violationsOfRule(rulesBefore, table, row, key).length > 0) {
          found.push(toleratedRow(table.qualified, key, row));
        }
      }
    }
  }
  return found;
}

async function rowsOf(
  view: Pick<Transaction, 'table'> | Transaction['before'],
  table: TableDefinition,
  zone: string,
  scheduler: SchedulerPort,
): Promise<readonly Row[]> {
  const query = { where: ALWAYS, order: [], limit: null, offset: 0, zone };
  return (await select(tableSource(view.table(table.qualified)), query, scheduler)).rows;
}

/** The keys of the rules of `table` that mean something else than in the other catalog, or are not there. */
function changedRules(other: Catalog, catalog: Catalog, table: TableDefinition): readonly string[] {
  const present = ruleFingerprints(catalog, table);
  if (present.size === 0) return [];
  const twin = other.table(table.qualified);
  const known = twin === null ? new Map<string, string>() : ruleFingerprints(other, twin);
  return [...present].flatMap(([key, fingerprint]) => (known.get(key) === fingerprint ? [] : [key]));
}

/** What each rule of a table says, and of what type everything is that it reads. */
function ruleFingerprints(catalog: Catalog, table: TableDefinition): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const typesIn = (of: TableDefinition, filter: TableDefinition['constraints'][number]['check']): Json =>
    columnsReadBy(catalog, of, filter).map(({ table: name, column }) => typeOf(catalog.table(name), column));
  for (const { name, check, atMost, per } of table.constraints) {
    const limit = atMost === undefined ? [] : [atMost, per === undefined ? null : typeOf(table, per)];
    found.set(checkKey(name), JSON.stringify([check, typesIn(table, check), ...limit]));
  }
  for (const column of table.columns) {
    const { ref, refWhere, refBy } = linkRulesOf(column);
    const target = ref === undefined ? null : catalog.table(ref);
    if (target === null || (refWhere === undefined && refBy === undefined)) continue;
    const where = refWhere === undefined ? null : [refWhere, typesIn(target, refWhere)];
    const by =
      refBy === undefined
        ? null
        : [JSON.stringify(refBy), typeOf(table, refBy.column), typeOf(target, targetColumnOf(refBy))];
    found.set(linkKey(column.name), JSON.stringify([ref, where, by]));
  }
  return found;
}

function typeOf(table: TableDefinition | null, name: string): Json {
  const spec = table?.columns.find((column) => column.name === name);
  return spec === undefined
    ? null
    : [spec.name, ...kindOf(spec), ...(spec.items === undefined ? [] : kindOf(spec.items))];
}

const kindOf = ({ type, values, ordered, ref }: Pick<ColumnSpec, 'type' | 'values' | 'ordered' | 'ref'>): Json[] => [
  type,
  values ?? null,
  ordered ?? null,
  ref ?? null,
];
