/** A rule as its form has it, and as it is stored. docs/rules.md#the-form */

import type { Json, JsonObject, RunnableOperations } from '../../../engine/index';
import { asObject, asText } from '../../client/operations-client';
import { suggestName } from '../../../kernel/names';

export type ListedRule = RunnableOperations['list_rules']['result']['rules'][number];
export type RuleArguments = NonNullable<RunnableOperations['try_rule']['args']['definition']>;
export type RuleOp = ListedRule['ops'][number];

/** What a step does with the row, and `other`: what the form does not know. */
export type StepKind = 'set' | 'add' | 'move' | 'archive' | 'other';

/** Where a value comes from: it is given, or it is that of a column, or a moment. */
export type ValueSource = 'value' | '$row' | '$before' | '$time';

export interface DraftValue {
  readonly column: string;
  readonly source: ValueSource;
  /** The given value, the column, or `date` and `datetime`. */
  readonly value: Json;
}

export interface DraftStep {
  readonly kind: StepKind;
  /** That of the new row, or where the row goes. */
  readonly table: string;
  readonly values: readonly DraftValue[];
  /** As it is stored, of what the form does not know. */
  readonly step: JsonObject | null;
}

export interface RuleFormDraft {
  readonly name: string;
  /** The rule that it takes the place of; null: it is new. */
  readonly replaces: string | null;
  readonly description: string | null;
  readonly table: string;
  readonly ops: readonly RuleOp[];
  /** Empty: any. */
  readonly columns: readonly string[];
  readonly where: JsonObject | null;
  readonly scope: readonly string[];
  readonly button: string;
  readonly steps: readonly DraftStep[];
}

export const newRule = (table: string): RuleFormDraft => ({
  name: '',
  replaces: null,
  description: null,
  table,
  ops: ['insert', 'update'],
  columns: [],
  where: null,
  scope: [],
  button: '',
  steps: [newStep('set', table)],
});

export const newStep = (kind: StepKind, table: string): DraftStep => ({
  kind,
  table,
  values: kind === 'set' || kind === 'add' ? [EMPTY_VALUE] : [],
  step: null,
});

export const EMPTY_VALUE: DraftValue = { column: '', source: 'value', value: null };

export const ruleDraftOf = (rule: ListedRule): RuleFormDraft => ({
  ...rule,
  replaces: rule.name,
  button: rule.button ?? '',
  steps: rule.steps.map((step) => draftStep(step, rule.table)),
});

/** Arguments of create_rule. */
export function ruleOf(draft: RuleFormDraft): RuleArguments {
  const { replaces, name, button, steps, description, table, ops, columns, where, scope } = draft;
  return {
    name: replaces ?? suggestName(name),
    ...{ description, table, ops: [...ops], columns, where, scope },
    button: button === '' ? null : button,
    steps: steps.map((step) => step.step ?? stepOf(step, table)),
  };
}

const HERE: JsonObject = { $row: 'path' };
const THIS_ROW: JsonObject = { path: HERE };

function stepOf({ kind, table: target, values }: DraftStep, table: string): JsonObject {
  const set = Object.fromEntries(
    values.filter(({ column }) => column !== '').map((each) => [each.column, valueOf(each)]),
  );
  switch (kind) {
    case 'add':
      return { op: 'insert_row', table: target, values: set };
    case 'move':
      return { op: 'move_rows', table, to_table: target, where: THIS_ROW, relocate: true };
    case 'archive':
      return { op: 'delete_rows', table, where: THIS_ROW, mode: 'archive' };
    default:
      return { op: 'update_row', table, path: HERE, set_values: set };
  }
}

const valueOf = ({ source, value }: DraftValue): Json => (source === 'value' ? value : { [source]: value });

function draftStep(step: JsonObject, table: string): DraftStep {
  const target = asText(step['to_table']) ?? asText(step['table']) ?? table;
  const values = Object.entries(asObject(step['values']) ?? asObject(step['set_values']) ?? {}).map(draftValue);
  const kinds: readonly StepKind[] = ['set', 'add', 'move', 'archive'];
  const found = kinds
    .map((kind): DraftStep => ({ kind, table: target, values, step: null }))
    .find((each) => sameJson(stepOf(each, table), step));
  return found ?? { kind: 'other', table: target, values: [], step };
}

function draftValue([column, value]: [string, Json]): DraftValue {
  const [entry, ...others] = Object.entries(asObject(value) ?? {});
  const source = (['$row', '$before', '$time'] as const).find((each) => each === entry?.[0]);
  return source === undefined || others.length > 0
    ? { column, source: 'value', value }
    : { column, source, value: entry?.[1] ?? null };
}

/** Whatever the order of their keys. */
const sameJson = (a: JsonObject, b: JsonObject): boolean => sortedText(a) === sortedText(b);

const sortedText = (value: JsonObject): string =>
  JSON.stringify(value, (_, each: Json) => {
    const object = asObject(each);
    return object === null ? each : Object.fromEntries(Object.entries(object).sort(([a], [b]) => (a < b ? -1 : 1)));
  });
