/** Parses a rule into a RuleDefinition and collects the problems of its form. Source: docs/rules.md#make-one */

import * as z from 'zod';
import type { JsonObject } from '../../json';
import { patternProblem } from '../../text/table-patterns';
import type { RuleDefinition } from '../definition';
import type { Problem, ProblemPath } from '../problem';
import { filter, jsonObject, textArgument, textsArgument } from '../shapes';
import { AttributeReader } from './attribute-reader';

/** Changes of rows, as the feed calls them. */
export const RULE_OPS = ['insert', 'update', 'move', 'delete'] as const;

/** Without `ops`. */
export const DEFAULT_RULE_OPS: readonly (typeof RULE_OPS)[number][] = ['insert', 'update'];

const MOST_STEPS = 20;

/** Of a metastore file any steps are kept; create_rule judges them. */
export const RULE = z.strictObject({
  description: textArgument.describe('What it is for'),
  table: z.string().min(1).describe('The table whose rows it watches'),
  ops: z.array(z.enum(RULE_OPS)).nullish().describe('Default: insert, update'),
  columns: textsArgument.describe('Only changes of one of these columns'),
  where: filter.nullish().describe('Of the values after the change, of a delete those before'),
  scope: textsArgument.describe('Patterns of tables that it may touch; default: those of who switches it on'),
  button: textArgument.describe('The words on a button that runs it on a row'),
  steps: z
    .array(jsonObject)
    .describe(
      'Steps of batch that write rows. {"$row": "column"}, {"$before": "column"}, {"$time": "date"} are values',
    ),
});

export interface RuleReading {
  /** With problems it may be incomplete. */
  readonly definition: RuleDefinition;
  readonly problems: readonly Problem[];
}

/** Reads a rule whose name is already known to be good. Whether its steps run depends on the tables. Never throws. */
export function readRule(source: JsonObject, name: string, at: ProblemPath): RuleReading {
  const reader = new AttributeReader(RULE, { source, at });
  const { description = '', table = '', ops = [], columns = [], where, scope = [], button = '', steps } = reader.value;
  if (reader.raw('table') === undefined) reader.grammar('table', 'type', 'a table is missing');
  const isCounted = steps === undefined || (steps.length > 0 && steps.length <= MOST_STEPS);
  if (reader.raw('steps') === undefined || !isCounted)
    reader.grammar('steps', 'type', `steps must have 1 to ${MOST_STEPS} items`);
  for (const pattern of scope) {
    const problem = patternProblem(pattern);
    if (problem !== null) reader.grammar('scope', 'type', `scope: ${problem}`);
  }
  const definition: RuleDefinition = {
    name,
    description: description.trim() === '' ? null : description,
    table,
    ops: [...new Set(ops)],
    columns: [...new Set(columns)],
    where: where === undefined || Object.keys(where).length === 0 ? null : where,
    scope: [...new Set(scope)],
    button: button.trim() === '' ? null : button.trim(),
    steps: steps ?? [],
  };
  return { definition, problems: reader.problems };
}
