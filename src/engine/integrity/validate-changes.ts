/** The one gate: everything that a transaction touches is valid afterwards, or nothing is written. D7 */

import { NotedbError, type Violation } from '../errors';
import type { SchedulerPort } from '../ports/host';
import type { NotePath } from '../ports/vault-port';
import type { StagedChange } from '../storage/staged-change';
import type { Transaction } from '../storage/transaction';
import { judgedDefinition, rereadViolations } from './judged-rows';
import { relationViolations, valueViolations } from './validate-row';

/** Throws one error with every violation that the handler and the gate found. */
export async function validateChanges(transaction: Transaction, scheduler: SchedulerPort): Promise<void> {
  const found: Violation[] = [...transaction.violations];
  const known = new Set(found.map(violationKey));
  const ids = new Map<string, NotePath>();
  for (const change of transaction.staging()) {
    for (const violation of violationsOf(transaction, change, ids)) {
      if (!known.has(violationKey(violation))) found.push(violation);
    }
    await scheduler.pause();
  }
  for (const violation of rereadViolations(transaction)) {
    if (violation === null) await scheduler.pause();
    else found.push(violation);
  }
  if (transaction.refusals.length > 0) throw combined(transaction.refusals, found);
  if (found.length > 0) throw refusal(found);
}

/** The first reason speaks; all are listed. */
function combined(refusals: readonly NotedbError[], found: readonly Violation[]): NotedbError {
  const first = refusals[0] as NotedbError;
  const conflicts = refusals.flatMap((each) => each.conflicts);
  const violations = [...refusals.flatMap((each) => each.violations), ...found];
  const more = conflicts.length + violations.length - 1;
  const message = more > 0 ? `${first.message} (and ${more} more)` : first.message;
  const code = conflicts.length > 0 ? 'conflict' : 'refused';
  return new NotedbError(code, message, { conflicts, violations, hint: first.hint ?? undefined });
}

/** One problem a value is enough: an argument of the wrong type is not reported as missing too. */
const violationKey = ({ path, column }: Violation): string => `${path ?? ''}\u0000${column ?? ''}`;

function violationsOf(transaction: Transaction, change: StagedChange, ids: Map<string, NotePath>): Violation[] {
  const { becomes, from, restores } = change;
  if (becomes === null || change.follows === true) return [];
  const table = transaction.catalog.table(becomes.table);
  if (table === null) return [];
  const { row, problems } = becomes.decoded;
  const was = from === null ? null : transaction.before.rowAt(from);
  const before = was?.table.qualified === becomes.table ? was.row : null;
  const judged = restores === undefined ? judgedDefinition(transaction, table, row, before) : table;
  const isJudged = (column: string): boolean => judged === table || judged.columns.some(({ name }) => name === column);
  const check = {
    view: transaction,
    table: judged,
    row,
    problems: problems.filter(({ column }) => isJudged(column)),
    before: judged === table ? before : null,
  };
  const found = [
    ...(restores === undefined ? valueViolations(check) : []),
    ...relationViolations(check),
    ...idViolations(transaction, change, ids),
  ];
  // What comes back as it was may break what it broke then; only what happened since is held against it. D17
  const violations = found.filter(({ column }) => column === null || restores?.includes(column) !== true);
  // Nothing is written: the note stays where it is now.
  return from === null ? violations : violations.map((violation) => ({ ...violation, path: from }));
}

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
  const present = transaction.before.holderOf(id);
  const stays = present !== null && present !== to && transaction.rowAt(present)?.row.id === id;
  const holder = stays ? present : earlier;
  if (holder === undefined) return [];
  const message = `the id ${id} belongs to ${holder} already`;
  return [{ path: to, column: 'id', code: 'duplicate_id', message, value: id }];
}

export function refusal(violations: readonly Violation[]): NotedbError {
  const first = violations[0] as Violation;
  const more = violations.length > 1 ? ` (and ${violations.length - 1} more)` : '';
  return new NotedbError('refused', `${first.message}${more}`, {
    violations,
    hint: hintFor(violations),
  });
}

function hintFor(violations: readonly Violation[]): string {
  const codes = new Set(violations.map(({ code }) => code));
  if (codes.has('unknown_column')) return 'call describe_table for the columns; add_column adds one';
  if (codes.has('enum')) return 'use one of the listed values';
  if (codes.has('ref') || codes.has('broken_link'))
    return 'write the link of a row that exists, or insert that row first';
  if (codes.has('vocabulary')) return 'use the name of a row that exists, or insert that row first';
  if (codes.has('hierarchy')) return 'take a parent that does not lie below the row';
  if (codes.has('unique')) return 'change the value, or update the row that holds it';
  if (codes.has('inverse')) return 'clear the link on the other side first, or change both sides in one batch';
  if (violations.some(({ code, column }) => code === 'path' && column !== null))
    return 'give these columns a value: the path of the note is made of them';
  if (codes.has('exists') || codes.has('path')) return 'give another path';
  if (codes.has('generated') || codes.has('identity')) return 'leave these columns out: the engine writes them';
  if (codes.has('unparsable')) return 'mend the front matter of these notes by hand';
  return 'correct the values that are listed, then repeat the call; nothing was written';
}
