/** add_constraint: a CHECK that every row must match from now on, or a limit. Source: docs/operations.md#add_constraint, docs/decisions.md#check-constraints; D17, D18. */

import * as z from 'zod';
import { type Constraint, type TableDefinition, orderedConstraints } from '../../catalog/definition';
import { nameProblem } from '../../catalog/name-rules';
import { type Problem, grammarProblem, problemAt, refuseProblems } from '../../catalog/problem';
import { constraintProblems } from '../../integrity/rules/rule-problems';
import { dryRun, filter, isGiven, tableArgument } from '../../schemas/arguments';
import { deedOf } from '../../schemas/deed';
import { defineWrite } from '../define-operation';
import { stageDefinitions } from '../../rows/schema-change/stage-definitions';

export const addConstraint = defineWrite({
  name: 'add_constraint',
  group: 'schema',
  permission: 'schema',
  effect: 'write',
  summary: 'Adds a CHECK, a filter that every row of the table must match, or a limit of how many may.',
  description:
    'At the top level of check a condition on an empty value passes; inside and, or and not it is tested as it is. A key may follow links (owner.kind): an empty first link passes at the top level and fails inside and, or and not, a link to no row fails, of a list every linked row must match. not turns a failing match into a pass: add an exists condition to ask for a real link. Every write keeps the CHECK, also one that changes a linked row. With at_most it is a limit: at most so many rows match check, which is read as a where of columns of the table itself; with per, of those with the same value of a column, rows without one aside. {today} is allowed, {this.…} is not.',
  brief: 'A condition on an empty value passes at the top level, and is tested inside and, or, not.',
  input: z.strictObject({
    table: tableArgument,
    name: z.string().describe('Name of the CHECK'),
    check: filter.describe('Every row must match it'),
    at_most: z.int().min(0).nullish().describe('Limit: so many rows may match'),
    per: z.string().nullish().describe('Limit for each value of this column'),
    dry_run: dryRun,
  }),
  refusals: [
    'rows that break it; they are listed',
    'a name that the table has already',
    'an unknown column on any table along a path',
    'a condition that can’t be judged',
  ],
  stage: async (context, { table: reference, name, check, at_most, per }) => {
    const { transaction } = context;
    const { catalog } = transaction;
    const definition = catalog.resolveTable(reference);
    const constraint = {
      ...{ name, check },
      ...(isGiven(at_most) ? { atMost: at_most } : {}),
      ...(isGiven(per) ? { per } : {}),
    };
    refuseProblems(`${name || 'the constraint'} can not be added to ${definition.name}`, [
      ...nameProblems(definition, name),
      ...filterProblems(constraint),
      ...constraintProblems(catalog, definition, constraint),
    ]);
    const constraints = orderedConstraints([...definition.constraints, constraint]);
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

function filterProblems({ check, atMost, per }: Constraint): Problem[] {
  if (atMost !== undefined) return [];
  if (per !== undefined) return [grammarProblem(['per'], 'per is of a limit: give at_most too', 'check')];
  return Object.keys(check).length > 0 ? [] : [grammarProblem(['check'], 'check asks for nothing', 'check')];
}
