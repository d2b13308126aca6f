/** add_constraint: a CHECK that every row must match from now on. Source: docs/operations.md#add_constraint, docs/decisions.md#check-constraints; D17, D18. */

import * as z from 'zod';
import type { TableDefinition } from '../../catalog/definition';
import { nameProblem } from '../../catalog/name-rules';
import { type Problem, grammarProblem, problemAt, refuseProblems } from '../../catalog/problem';
import { constraintProblems } from '../../integrity/rules/rule-problems';
import type { JsonObject } from '../../json';
import { dryRun, filter, tableArgument } from '../../schemas/arguments';
import { deedOf } from '../../schemas/deed';
import { defineWrite } from '../define-operation';
import { stageDefinitions } from '../../rows/schema-change/stage-definitions';

export const addConstraint = defineWrite({
  name: 'add_constraint',
  group: 'schema',
  permission: 'schema',
  effect: 'write',
  summary: 'Adds a CHECK: a filter that every row of the table must match.',
  description:
    'At the top level of check a condition on an empty value passes; inside and, or and not it is tested as it is. A key may follow links (owner.kind): an empty first link passes at the top level and fails inside and, or and not, a link to no row fails, of a list every linked row must match. not turns a failing match into a pass: add an exists condition to ask for a real link. Every write keeps the CHECK, also one that changes a linked row. {today} is allowed, {this.…} is not.',
  brief: 'A condition on an empty value passes at the top level, and is tested inside and, or, not.',
  input: z.strictObject({
    table: tableArgument,
    name: z.string().describe('Name of the CHECK'),
    check: filter.describe('Every row must match it'),
    dry_run: dryRun,
  }),
  refusals: [
    'rows that break it; they are listed',
    'a name that the table has already',
    'an unknown column on any table along a path',
    'a condition that can’t be judged',
  ],
  stage: async (context, { table: reference, name, check }) => {
    const { transaction } = context;
    const { catalog } = transaction;
    const definition = catalog.resolveTable(reference);
    refuseProblems(`${name || 'the constraint'} can not be added to ${definition.name}`, [
      ...nameProblems(definition, name),
      ...filterProblems(check),
      ...constraintProblems(catalog, definition, name, check),
    ]);
    const constraints = [...definition.constraints, { name, check }];
    await stageDefinitions(context, catalog.withTable({ ...definition, constraints }));
    return {
      deed: deedOf('add constraint', definition.qualified, { names: { constraint: name } }),
      tables: [definition.qualified],
    };
  },
});

function nameProblems({ name: table, constraints }: TableDefinition, name: string): Problem[] {
  const problem = nameProblem('constraint', name);
  if (problem !== null) return [grammarProblem(['name'], problem, 'check')];
  if (constraints.every((each) => each.name !== name)) return [];
  const message = `${table} has a constraint ${name} already`;
  return [problemAt(['name'], 'exists', message, { hint: 'take another name, or drop_constraint first' })];
}

const filterProblems = (check: JsonObject): Problem[] =>
  Object.keys(check).length > 0 ? [] : [grammarProblem(['check'], 'check asks for nothing', 'check')];
