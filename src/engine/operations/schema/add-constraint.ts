/** add_constraint: a CHECK that every row must match from now on. spec: Constraint, CHECK semantics; D17, D18. */

import * as z from 'zod';
import type { TableDefinition } from '../../catalog/definition';
import { nameProblem } from '../../catalog/names';
import { type Problem, refuseProblems } from '../../catalog/problem';
import { constraintProblems } from '../../integrity/rules/rule-problems';
import type { JsonObject } from '../../values/json';
import { dryRun, jsonObject, table } from '../arguments';
import { defineWrite } from '../define-operation';
import { stageDefinitions } from './stage-definitions';

export const addConstraint = defineWrite({
  name: 'add_constraint',
  group: 'schema',
  effect: 'write',
  summary: 'Adds a CHECK: a filter that every row of the table must match.',
  description:
    'At the top level of check a condition on an empty value passes; inside and, or and not it is tested as it is. A key may follow links (owner.kind): an empty first link passes at the top level and fails inside and, or and not, a link to no row fails, of a list every linked row must match. not turns a failing match into a pass: add an exists condition to ask for a real link. Every write keeps the CHECK, also one that changes a linked row. {today} is allowed, {this.…} is not.',
  input: z.strictObject({
    table,
    name: z.string().describe('Name of the CHECK: lowercase letters, digits and _'),
    check: jsonObject.describe('Filter as in where; keys may follow links with dots'),
    dry_run: dryRun,
  }),
  refusals: [
    'rows that break it; they are listed',
    'a name that the table has already',
    'an unknown column on any table along a path',
    'a condition that can’t be judged',
  ],
  stage: async ({ transaction }, { table: reference, name, check }) => {
    const { catalog } = transaction;
    const definition = catalog.resolveTable(reference);
    refuseProblems(`${name || 'the constraint'} can not be added to ${definition.name}`, [
      ...nameProblems(definition, name),
      ...filterProblems(check),
      ...constraintProblems(catalog, definition, name, check),
    ]);
    const constraints = [...definition.constraints, { name, check }];
    await stageDefinitions(transaction, catalog.withTable({ ...definition, constraints }));
    return { summary: `added constraint ${name} to ${definition.name}`, tables: [definition.qualified] };
  },
});

function nameProblems({ name: table, constraints }: TableDefinition, name: string): Problem[] {
  const about = { at: ['name'], column: null } as const;
  const problem = nameProblem('constraint', name);
  if (problem !== null) return [{ ...about, code: 'check', grammar: true, message: problem }];
  if (constraints.every((each) => each.name !== name)) return [];
  const message = `${table} has a constraint ${name} already`;
  return [{ ...about, code: 'exists', grammar: false, message, hint: 'take another name, or drop_constraint first' }];
}

const filterProblems = (check: JsonObject): Problem[] =>
  Object.keys(check).length > 0
    ? []
    : [{ at: ['check'], column: null, code: 'check', grammar: true, message: 'check asks for nothing' }];
