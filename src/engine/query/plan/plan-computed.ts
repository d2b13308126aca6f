/** Lays the columns that a query computes over its source. Source: docs/queries.md#rollup. */

import { badRequest } from '../../errors';
import { type ComputedColumn, computedSource } from '../computed/computed-source';
import { type QuerySource, keysOfShape } from '../source/query-source';
import type { PlanContext } from './plan-context';
import { planRollup } from './plan-rollup';
import { isOfFile } from './select-arguments';
import type { SelectArguments } from './select-input';

type ComputedArguments = Partial<Pick<SelectArguments, 'rollup'>>;

/** The names that a query gives to what it computes. */
export const computedNames = ({ rollup }: ComputedArguments): readonly string[] => Object.keys(rollup ?? {});

/** Throws 400 for a name that is taken, and for what can't be read; 404 for an absent table. */
export function withComputed(planning: PlanContext, source: QuerySource, args: ComputedArguments): QuerySource {
  const names = computedNames(args);
  if (names.length === 0) return source;
  for (const name of names) checkName(name, 'rollup', source);
  const columns = Object.entries(args.rollup ?? {}).map(([name, rollup]): ComputedColumn =>
    planRollup(planning, source, name, rollup),
  );
  return computedSource(source, columns);
}

const NAME = /^[\p{L}_][\p{L}\p{N}_]*$/u;

const LONGEST_NAME = 63;

function checkName(name: string, argument: string, source: QuerySource): void {
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
