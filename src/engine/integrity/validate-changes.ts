/** The one gate: it validates everything that a transaction touches, or refuses the whole write. D7 */

import type { TableDefinition } from '../catalog/definition';
import { nearValues } from '../catalog/near-values';
import { NotedbError, type Violation, firstOf } from '../errors';
import type { Host } from '../ports/host';
import { inTurns } from '../ports/in-turns';
import { utf8Length } from '../../kernel/utf8-length';
import { LARGEST_NOTE, type NotePath } from '../ports/vault-port';
import { type StagedChange, isFollower } from '../storage/transaction/staged-change';
import type { Transaction } from '../storage/transaction/transaction';
import { refuseUnfitRules, rowsBreakingNewRules } from './rules/changed-rules';
import { DependentRows } from './dependent-rows';
import { LimitedRows } from './limited-rows';
import { ReturningRows } from './returning-rows';
import { violationsOfRule } from './rules/row-rules';
import { RuleSet, dateContextOf } from './rules/rule-set';
import { checkViolations, relationViolations, valueViolations } from './validate-row';
import { remedy } from './remedy';
import type { Row } from '../storage/row';
import { jsonEqual } from '../json';
import { toleratedValue } from './rules/changed-columns';

/** Throws one error with every violation that the handler and the gate found. */
export async function validateChanges(
  transaction: Transaction,
  host: Pick<Host, 'clock' | 'scheduler'>,
): Promise<void> {
  const { scheduler } = host;
  if (transaction.catalogChanged) refuseUnfitRules(transaction);
  const gate = new ValidationGate(transaction, host);
  await inTurns(transaction.staging(), scheduler, (change) => gate.take(change));
  for (const violations of gate.dependents.violations()) {
    gate.add(violations);
    await scheduler.pause();
  }
  gate.add(gate.limitViolations());
  for (const violation of rereadViolations(transaction, gate.rules)) {
    if (violation === null) await scheduler.pause();
    else gate.add([violation]);
  }
  if (transaction.catalogChanged) {
    gate.add(await rowsBreakingNewRules(transaction, gate.rules, gate.rulesBefore, scheduler));
  }
  const { found } = gate;
  if (transaction.refusals.length > 0) throw combineRefusals(transaction.refusals, found);
  if (found.length > 0) throw violationsRefusal(found, gate.rules);
}

class ValidationGate {
  readonly found: Violation[];
  readonly rules: RuleSet;
  readonly rulesBefore: RuleSet;
  readonly dependents: DependentRows;
  private readonly limited: LimitedRows;
  private readonly returning: ReturningRows;
  private readonly ids = new Map<string, NotePath>();
  /** One problem a value is enough: an argument of the wrong type is not reported as missing too. */
  private readonly told: ReadonlySet<string>;
  private readonly seen = new Set<string>();

  constructor(
    private readonly transaction: Transaction,
    host: Pick<Host, 'clock'>,
  ) {
    const { before, catalog, now, violations } = transaction;
    this.found = [...new Map(violations.map((each) => [wholeKey(each), each])).values()];
    this.told = new Set(violations.map(violationKey));
    this.rules = new RuleSet(transaction, dateContextOf(catalog, host, now));
    this.rulesBefore = new RuleSet(before, dateContextOf(before.catalog, host, now));
    this.dependents = new DependentRows(transaction, this.rules, this.rulesBefore);
    this.limited = new LimitedRows(transaction, this.rules, this.rulesBefore);
    this.returning = new ReturningRows(transaction, this.rules.moment.zone);
  }

  take(change: StagedChange): void {
    this.add(sizeViolations(change));
    this.add(this.violationsOf(change));
    this.dependents.include(change);
    this.limited.include(change);
  }

  /** A row that broke a limit when its migration was made may break it again. D17 */
  limitViolations(): readonly Violation[] {
    return this.limited.violations(
      (change, table, key) =>
        change.kind === 'restore' && change.restores.includes(key) && !this.returning.isAskedSince(table, key),
    );
  }

  private violationsOf(change: StagedChange): readonly Violation[] {
    const { becomes, from } = change;
    if (isFollower(change)) return [];
    const since = this.returning.violationsOf(change);
    const table = becomes === null ? null : this.transaction.catalog.table(becomes.table);
    const found = becomes === null || table === null ? since : this.violationsOfRow(change, becomes, table, since);
    // Nothing is written: the note stays where it is now.
    return from === null ? found : found.map((violation) => ({ ...violation, path: from }));
  }

  /** `since`: what a row that comes back breaks by itself. */
  private violationsOfRow(
    change: StagedChange,
    { decoded: { row, problems } }: NonNullable<StagedChange['becomes']>,
    table: TableDefinition,
    since: readonly Violation[],
  ): Violation[] {
    const { transaction, rules, ids, returning } = this;
    const { from } = change;
    const restores = change.kind === 'restore' ? change.restores : null;
    const was = from === null ? null : transaction.before.rowAt(from);
    const before = was?.table.qualified === table.qualified ? was.row : null;
    const judged = restores === null ? revalidatedDefinition(transaction, table, row, before) : table;
    const isJudged = (column: string): boolean => judged.columns.some(({ name }) => name === column);
    const check = {
      view: transaction,
      rules,
      table: judged,
      row,
      problems: judged === table ? problems : problems.filter(({ column }) => isJudged(column)),
      before: judged === table ? before : null,
    };
    const found = restores === null ? valueViolations(check) : [...since];
    const related = relationViolations(check);
    related.push(...idViolations(transaction, change, ids));
    // Violations that a restored row already had are tolerated; later ones are not. D17
    const mayBreak = (what: string | null): boolean =>
      what !== null && restores?.includes(what) === true && !returning.isAskedSince(table.qualified, what);
    found.push(...(restores === null ? related : related.filter(({ column }) => !mayBreak(column))));
    const brokeBefore = (key: string): boolean =>
      judged !== table && was !== null && violationsOfRule(this.rulesBefore, was.table, was.row, key).length > 0;
    found.push(...checkViolations(check, found, (key) => mayBreak(key) || brokeBefore(key)));
    return found;
  }

  add(violations: readonly Violation[]): void {
    for (const violation of violations) {
      const key = violationKey(violation);
      const whole = wholeKey(violation);
      if (this.told.has(key) || this.seen.has(whole)) continue;
      this.seen.add(whole);
      this.found.push(violation);
    }
  }
}

/** It would not be read any more. */
function sizeViolations({ from, to, before, after }: StagedChange): readonly Violation[] {
  if (after === null || before === after || 3 * after.length <= LARGEST_NOTE || utf8Length(after) <= LARGEST_NOTE)
    return [];
  return [{ path: from ?? to, column: 'body', code: 'range', message: 'body: the note would be larger than 50 MB' }];
}

/** The first reason speaks; all are listed. */
function combineRefusals(refusals: readonly NotedbError[], found: readonly Violation[]): NotedbError {
  const first = refusals[0] as NotedbError;
  const conflicts = refusals.flatMap((each) => each.conflicts);
  const violations = [...refusals.flatMap((each) => each.violations), ...found];
  const more = conflicts.length + violations.length - 1;
  const message = more > 0 ? `${first.message} (and ${more} more)` : first.message;
  const code = conflicts.length > 0 ? 'conflict' : 'refused';
  const { hint, near } = first;
  return new NotedbError(code, message, { conflicts, violations, hint: hint ?? undefined, near });
}

const violationKey = ({ path, column }: Violation): string => `${path ?? ''}\u0000${column ?? ''}`;

const wholeKey = (violation: Violation): string =>
  `${violationKey(violation)}\u0000${violation.code}\u0000${violation.message}`;

/** `ids` remembers the rows of this transaction that came before. */
function idViolations(
  transaction: Transaction,
  { becomes, to }: StagedChange,
  ids: Map<string, NotePath>,
): Violation[] {
  const id = becomes?.decoded.row.id ?? '';
  if (id === '' || to === null) return [];
  const earlier = ids.get(id);
  ids.set(id, earlier ?? to);
  const present = transaction.before.pathOfId(id);
  const stays = present !== null && present !== to && transaction.rowAt(present)?.row.id === id;
  const holder = stays ? present : earlier;
  if (holder === undefined) return [];
  const message = `the id ${id} belongs to ${holder} already`;
  return [{ path: to, column: 'id', code: 'duplicate_id', message, value: id }];
}

function violationsRefusal(found: readonly Violation[], rules: RuleSet): NotedbError {
  const violations = found.map((violation) => withNearValues(violation, rules));
  const { unmatched } = rules;
  return new NotedbError('refused', firstOf(violations), { violations, hint: remedy(violations), unmatched });
}

function withNearValues(violation: Violation, rules: RuleSet): Violation {
  const { path, column, code, near } = violation;
  if (code !== 'enum' || near !== undefined || path === null) return violation;
  const spec = rules.view.tableAt(path)?.columns.find(({ name }) => name === column);
  return spec === undefined
    ? violation
    : { ...violation, ...nearValues(spec, violation, (value, values) => rules.near(value, values)) };
}

/** The definition with those columns alone that are held against a row; the whole one for a write of rows. */
function revalidatedDefinition(
  transaction: Transaction,
  table: TableDefinition,
  row: Row,
  before: Row | null,
): TableDefinition {
  const judged = transaction.revalidatedTables.get(table.qualified);
  if (judged === undefined || before === null) return table;
  const columns = table.columns.filter(
    ({ name }) => judged.columns.has(name) || !jsonEqual(row.values[name], before.values[name]),
  );
  return { ...table, columns };
}

/** What the rows break whose notes are not written: null between two rows, so that others have their turn. */
function* rereadViolations(transaction: Transaction, rules: RuleSet): Generator<Violation | null> {
  for (const [qualified, { columns, rows }] of transaction.revalidatedTables) {
    const definition = transaction.catalog.table(qualified);
    if (definition === null || rows === null || columns.size === 0) continue;
    const table = { ...definition, columns: definition.columns.filter(({ name }) => columns.has(name)) };
    const written = new Set(transaction.staging().map(({ from }) => from));
    for (const [path, { row, problems }] of rows) {
      yield null;
      if (written.has(path)) continue;
      const judged = problems.filter(({ column }) => columns.has(column));
      const check = { view: transaction, rules, table, row, problems: judged, before: null };
      for (const violation of [...valueViolations(check), ...relationViolations(check)]) {
        const isTolerated = transaction.tolerated.has(toleratedValue(qualified, violation.column ?? '', row));
        if (!isTolerated) yield violation;
      }
    }
  }
}
