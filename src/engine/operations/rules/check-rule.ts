/** Judges a rule against the definitions: its filter, its tables, the steps with their arguments, columns and tokens. docs/rules.md#make-one */

import type { Catalog } from '../../catalog/catalog';
import type { RuleDefinition, TableDefinition } from '../../catalog/definition';
import { targetOfStep } from '../../catalog/references/rule-reads';
import { NotedbError, badRequest, nearOf } from '../../errors';
import type { Caller } from '../../history/caller';
import { type Json, type JsonObject, isJsonObject, isList } from '../../json';
import type { FileFacts } from '../../query/where/subject';
import { compileWhere } from '../../query/where/compile-where';
import { SubjectResolver } from '../../query/where/subject-resolver';
import { isSettable, unknownColumn } from '../../rows/row-values';
import { TIME_TOKEN, checkToken, mapTokens } from '../../rules/row-tokens';
import { tokenNames } from '../../rules/rules';
import type { View } from '../../storage/view';
import type { ColumnSpec } from '../../values/column-spec';
import { nearNames } from '../../../kernel/near-names';
import { readSteps } from '../batch-steps';
import type { Operation } from '../define-operation';
import { requireOperation } from '../permissions';
import { OPERATIONS } from '../registry';

/** The writes of rows that a rule may run. */
const STEPS: readonly string[] = [
  'insert_row',
  'update_row',
  'update_rows',
  'delete_rows',
  'move_rows',
  'merge_rows',
  'recompute_columns',
  'align_relations',
];

const STEP_OPERATIONS: readonly Operation[] = OPERATIONS.filter(({ name }) => STEPS.includes(name));

/** What a rule is judged by. */
export interface RuleGround {
  readonly caller: Caller;
  readonly catalog: Catalog;
  readonly view: View;
  readonly facts: FileFacts;
  readonly now: number;
  readonly zone: string;
}

/** The rule with the qualified names of its tables. Throws for the first thing that can't be. */
export function checkRule(ground: RuleGround, given: RuleDefinition): RuleDefinition {
  const table = ground.catalog.resolveTable(given.table, 'name the tables that the view reads');
  const checker = new RuleChecker(ground, table);
  for (const name of given.columns) checker.subject(table, name);
  if (given.where !== null) checker.filter(table, given.where, 'where');
  const steps = given.steps.map((step, i) => checker.step(step, `steps[${i}]`));
  return { ...given, table: table.qualified, steps };
}

/** Why it can't run with these definitions; null: it can. */
export function ruleProblem(ground: RuleGround, rule: RuleDefinition): string | null {
  try {
    checkRule(ground, rule);
    return null;
  } catch (error) {
    if (error instanceof NotedbError) return error.message;
    throw error;
  }
}

class RuleChecker {
  constructor(
    private readonly ground: RuleGround,
    private readonly watched: TableDefinition,
  ) {}

  subject(table: TableDefinition, name: string): void {
    if (name !== 'path') this.subjects(table).get(name);
  }

  filter(table: TableDefinition, where: JsonObject, argument: string): void {
    const { now, zone, view } = this.ground;
    compileWhere(where, this.subjects(table), { now, zone, links: view.links, hierarchies: view }, argument);
  }

  /** The same with the qualified names of its tables. */
  step(step: JsonObject, place: string): JsonObject {
    const sampled = mapTokens(step, (token, name) => this.sample(token, name, place)) as JsonObject;
    const { caller, catalog } = this.ground;
    try {
      const [read] = readSteps(STEP_OPERATIONS, [sampled]);
      if (read !== undefined) requireOperation(caller, read.operation);
      const named = { ...step };
      for (const key of ['table', 'to_table'] as const) {
        const reference = step[key];
        if (typeof reference === 'string') Object.assign(named, { [key]: catalog.resolveTable(reference).qualified });
      }
      this.columns(named, sampled);
      return named;
    } catch (error) {
      if (!(error instanceof NotedbError)) throw error;
      const message = error.message.replace(/^operations\[0\]: /, '');
      throw new NotedbError(error.code, `${place}: ${message}`, {
        ...(error.hint === null ? {} : { hint: error.hint }),
        ...nearOf(error.near),
      });
    }
  }

  private columns(step: JsonObject, sampled: JsonObject): void {
    const { catalog } = this.ground;
    const table = typeof step['table'] === 'string' ? catalog.table(step['table']) : null;
    const target = catalog.table(targetOfStep(step) ?? '');
    if (table === null || target === null) return;
    for (const key of ['values', 'set_values', 'add_values', 'remove_values', 'expect'])
      this.names(target, keysOf(sampled[key]));
    for (const row of listOf(sampled['rows'])) this.names(target, keysOf(row));
    for (const key of ['unset', 'on']) this.names(table, listOf(sampled[key]));
    if (isJsonObject(sampled['where'])) this.filter(table, sampled['where'], 'where');
  }

  private names(table: TableDefinition, names: readonly Json[]): void {
    for (const name of names) {
      if (typeof name !== 'string' || isSettable(table, name)) continue;
      const { message, near = [] } = unknownColumn(table, null, name, null);
      throw new NotedbError('refused', message, { hint: 'describe_table lists the columns', ...nearOf(near) });
    }
  }

  private subjects(table: TableDefinition): SubjectResolver {
    return new SubjectResolver(table, this.ground.facts, this.ground.view);
  }

  /** A value of the kind that the token will have. */
  private sample(token: string, name: Json, place: string): Json {
    const names = tokenNames(this.watched);
    try {
      checkToken(token, name, names);
    } catch (error) {
      if (!(error instanceof NotedbError) || typeof name !== 'string') throw error;
      const known = [...this.watched.columns.map((column) => column.name), 'id', 'path'];
      throw badRequest(`${place}: ${error.message}`, { hint: error.hint ?? '', near: nearNames(name, known) });
    }
    if (token === TIME_TOKEN) return name === 'date' ? '2026-01-31' : '2026-01-31T10:00:00Z';
    const spec = this.watched.columns.find((column) => column.name === name);
    return spec === undefined ? 'sample' : sampleOf(spec);
  }
}

function sampleOf({ type, values }: ColumnSpec): Json {
  switch (type) {
    case 'integer':
    case 'number':
      return 1;
    case 'boolean':
      return true;
    case 'list':
      return [];
    case 'date':
      return '2026-01-31';
    case 'datetime':
      return '2026-01-31T10:00:00Z';
    default:
      return values?.[0] ?? 'sample';
  }
}

const listOf = (value: Json | undefined): readonly Json[] => (isList(value) ? value : []);
const keysOf = (value: Json | undefined): readonly string[] => (isJsonObject(value) ? Object.keys(value) : []);
