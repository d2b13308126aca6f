/** Sets the probable values of problems, and makes rows of notes beside them, in one write. docs/problems.md#causes */

import type { Json, JsonObject } from '../../../engine/index';
import { refusedSteps } from '../../client/describe-problem';
import type { OperationsClient } from '../../client/operations-client';
import type { FoundProblem, ProblemCause } from './cause-words';

/** Problems of one cause that are fixed at once. */
const MOST = 10_000;
/** Rows that are asked for at once. */
const PAGE = 1000;

export interface FixedProblems {
  readonly migrationId: string | null;
  readonly fixed: number;
  /** Notes that another rule refuses. */
  readonly refused: number;
}

/** The problems of a cause that have a fix. */
export async function problemsToFix(
  client: OperationsClient,
  { table, cause }: ProblemCause,
): Promise<readonly FoundProblem[]> {
  const { violations } = await client.run('check_table', { table, cause, limit: MOST });
  return violations.filter(isFixable);
}

export const isFixable = ({ code, fix, path, column }: FoundProblem): boolean =>
  path !== null && (code === 'not_a_row' || (fix !== undefined && column !== null));

/** A note that another rule refuses is left out, if it is not the only one. */
export async function fixProblems(
  client: OperationsClient,
  table: string,
  problems: readonly FoundProblem[],
): Promise<FixedProblems> {
  const operations = await fixSteps(client, table, problems);
  const write = async (steps: readonly JsonObject[]): Promise<FixedProblems> => {
    const summary = `fix ${steps.length === 1 ? 'a problem' : `problems of ${steps.length} notes`}`;
    const { migrationId } = await client.run('batch', { operations: steps, summary });
    return { migrationId, fixed: steps.length, refused: operations.length - steps.length };
  };
  try {
    return await write(operations);
  } catch (thrown) {
    const refused = refusedSteps(thrown);
    const others = operations.filter((_step, index) => !refused.has(index));
    if (others.length === 0 || refused.size === 0) throw thrown;
    return write(others);
  }
}

/** One step for each note: it may have several fixes. */
async function fixSteps(
  client: OperationsClient,
  table: string,
  problems: readonly FoundProblem[],
): Promise<readonly JsonObject[]> {
  const ofRows = problems.filter(({ code }) => code !== 'not_a_row');
  const columns = [...new Set(ofRows.flatMap(({ column }) => column ?? []))];
  const paths = [...new Set(ofRows.flatMap(({ path }) => path ?? []))];
  const steps: JsonObject[] = problems
    .filter(({ code }) => code === 'not_a_row')
    .map(({ path }) => ({ op: 'adopt_rows', table, paths: [path], relocate: false }));
  for (let from = 0; from < paths.length; from += PAGE) {
    const part = paths.slice(from, from + PAGE);
    const { rows } = await client.run('select_rows', {
      table,
      columns: ['path', ...columns],
      where: { path: { in: part } },
      limit: part.length,
    });
    for (const row of rows) {
      const own = ofRows.filter(({ path }) => path === row['path']);
      steps.push({ op: 'update_row', table, path: row['path'] ?? '', set_values: fixedValues(row, own) });
    }
  }
  return steps;
}

/** A fix is of the whole value, or of the one item of a list that the violation quotes. */
function fixedValues(row: JsonObject, problems: readonly FoundProblem[]): JsonObject {
  const values: Record<string, Json> = {};
  for (const { column, value, fix = null } of problems) {
    if (column === null) continue;
    const now = values[column] ?? row[column] ?? null;
    const isItem = Array.isArray(now) && now.includes(value) && !Array.isArray(fix);
    values[column] = isItem ? (now as readonly Json[]).map((item) => (item === value ? fix : item)) : fix;
  }
  return values;
}
