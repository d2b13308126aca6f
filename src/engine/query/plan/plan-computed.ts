/** Lays the columns that a query computes over its source. Source: docs/queries.md#rollup, docs/queries.md#compute. */

import { badRequest } from '../../errors';
import { type ComputedColumn, computedSource } from '../computed/computed-source';
import { type QuerySource, type SourceShape, keysOfShape } from '../source/query-source';
import type { PlanContext } from './plan-context';
import { planFormulas } from './plan-formulas';
import { planRollup } from './plan-rollup';
import { isOfFile } from './select-arguments';
import type { SelectArguments } from './select-input';

type ComputedArguments = Partial<Pick<SelectArguments, 'rollup' | 'compute'>>;

/** The names that a query gives to what it computes. */
export const computedNames = ({ rollup, compute }: ComputedArguments): readonly string[] => [
  ...Object.keys(rollup ?? {}),
  ...Object.keys(compute ?? {}),
];

/** Throws 400 for a name that is taken, and for what can't be read; 404 for an absent table. */
export function withComputed(planning: PlanContext, source: QuerySource, args: ComputedArguments): QuerySource {
  if (computedNames(args).length === 0) return source;
  const [rollups, formulas] = [args.rollup ?? {}, args.compute ?? {}];
  for (const name of Object.keys(rollups)) checkName(name, 'rollup', source);
  const rolled = Object.entries(rollups).map(([name, rollup]) => planRollup(planning, source, name, rollup));
  const shape = shapeWith(source, rolled);
  for (const name of Object.keys(formulas)) checkName(name, 'compute', shape);
  return computedSource(source, [...rolled, ...planFormulas(planning, shape, formulas)]);
}

function shapeWith(source: QuerySource, computed: readonly ComputedColumn[]): SourceShape {
  const { name, qualified, fields, columns, areNotes = true } = source;
  return { name, qualified, fields, areNotes, columns: [...columns, ...computed.map(({ spec }) => spec)] };
}

const NAME = /^[\p{L}_][\p{L}\p{N}_]*$/u;

const LONGEST_NAME = 63;

function checkName(name: string, argument: string, source: SourceShape): void {
  if (!NAME.test(name) || name.length > LONGEST_NAME) {
    throw badRequest(
      `${argument}: ${JSON.stringify(name)} is not a name`,
      'use letters, digits and _, like open_tasks',
    );
  }
  if (isOfFile(name) || keysOfShape(source).has(name)) {
    throw badRequest(`${argument}: ${source.name} has a column "${name}" already`, 'give it another name');
  }
}
