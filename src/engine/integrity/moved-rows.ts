/** Judges rows that are moved with their values as they were: they may break a CHECK of their path only. spec: CHECK semantics; D6. */

import type { Violation } from '../errors';
import type { StagedChange } from '../storage/staged-change';
import type { Transaction } from '../storage/transaction';
import { conditionsIn } from './constraints';
import type { Condition } from './evaluate-check';
import { violationsOfRule } from './row-rules';
import type { Rules } from './rules';

/** The CHECKs that the row kept where it lay. */
export function brokenByMove(
  { rules, rulesBefore }: { readonly rules: Rules; readonly rulesBefore: Rules },
  { before, catalog }: Transaction,
  { from, to, becomes }: StagedChange,
): Violation[] {
  const was = from === null || from === to ? null : before.rowAt(from);
  const table = becomes === null ? null : catalog.table(becomes.table);
  if (was === null || becomes === null || table === null) return [];
  return rules
    .of(table)
    .checks.filter(({ check }) => conditionsIn(check.parts).some(readsOwnPlace))
    .filter(({ key }) => violationsOfRule(rulesBefore, was.table, was.row, key).length === 0)
    .flatMap(({ key }) => violationsOfRule(rules, table, becomes.decoded.row, key))
    .map((violation) => ({ ...violation, path: from }));
}

const readsOwnPlace = ({ hops, subject }: Condition): boolean =>
  hops.length === 0 && (subject.name === 'path' || subject.name === 'file_name');
