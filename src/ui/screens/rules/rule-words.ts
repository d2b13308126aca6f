/** Rules, their states and their runs in words. docs/rules.md */

import { humanName } from '../../client/table-columns';
import { tableName } from '../../changes/describe-write';
import { asText } from '../../client/operations-client';
import { noteName } from '../../client/note-text';
import type { DraftStep, ListedRule, RuleOp, StepKind } from './rule-form-draft';

export const OP_WORDS: Readonly<Record<RuleOp, string>> = {
  insert: 'added',
  update: 'changed',
  move: 'moved',
  delete: 'removed',
};

export const STATUS_WORDS: Readonly<Record<ListedRule['status'], string>> = {
  off: 'Off',
  on: 'On',
  failing: 'Waits',
  disabled: 'Stopped',
  outdated: 'Off: it was changed',
};

export const STEP_WORDS: Readonly<Record<StepKind, string>> = {
  set: 'Set columns of the row',
  add: 'Add a row',
  move: 'Move the row to another table',
  archive: 'Archive the row',
  other: 'A step by a program',
};

/** When a row of Tasks that fits its filter is added, or changed in Status: sets Finished, adds a row to Log. */
export function ruleSentence({ table, ops, columns, where }: ListedRule, steps: readonly DraftStep[]): string {
  const names = columns.map(humanName).join(' or ');
  const words = ops.map((op) => (op === 'update' && names !== '' ? `${OP_WORDS[op]} in ${names}` : OP_WORDS[op]));
  const fits = where === null ? '' : ' that fits its filter';
  return `When a row of ${tableName(table)}${fits} is ${words.join(' or ')}: ${steps.map(stepWords).join(', ')}.`;
}

function stepWords({ kind, table, values, step }: DraftStep): string {
  switch (kind) {
    case 'set':
      return `set ${values.map(({ column }) => humanName(column)).join(', ')}`;
    case 'add':
      return `add a row to ${tableName(table)}`;
    case 'move':
      return `move it to ${tableName(table)}`;
    case 'archive':
      return 'archive it';
    case 'other':
      return (asText(step?.['op']) ?? '').replaceAll('_', ' ');
  }
}

type Run = ListedRule['runs'][number];

const OUTCOMES: Readonly<Record<Run['outcome'], string>> = {
  done: 'Ran for',
  unchanged: 'Had nothing to do for',
  refused: 'Was refused for',
  ended: 'Was not run for',
  missed: 'Missed changes',
};

export const runWords = ({ outcome, path }: Run): string =>
  path === null ? OUTCOMES[outcome] : `${OUTCOMES[outcome]} ${noteName(path)}`;
