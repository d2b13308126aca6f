/** Makes the `ref` of link columns full names of tables that are there. spec: Column spec, D16. */

import type { ColumnSpec, ValueSpec } from '../values/column';
import type { Catalog } from './catalog';
import type { TableLookup } from './resolve-table';
import type { Problem, ProblemPath } from './problem';

export interface RefResolution {
  readonly spec: ColumnSpec;
  readonly problems: readonly Problem[];
}

/**
 * The same column with its refs qualified. `own` is the qualified name of the table that gets the column: it may not be
 * there yet. A ref to no table or to several is refused (422).
 */
export function resolveRefs(spec: ColumnSpec, own: string, catalog: Catalog, at: ProblemPath): RefResolution {
  const problems: Problem[] = [];
  const resolved = <T extends ValueSpec>(value: T, place: ProblemPath): T => {
    if (value.ref === undefined) return value;
    const lookup = catalog.lookUpTable(value.ref);
    if (lookup.kind === 'found') return { ...value, ref: lookup.table.qualified };
    if (lookup.kind === 'unknown' && `.${own}`.endsWith(`.${value.ref}`)) return { ...value, ref: own };
    problems.push(refProblem(spec.name, value.ref, lookup, place));
    return value;
  };
  const { items } = spec;
  const outer = resolved(spec, [...at, 'ref']);
  const whole = items === undefined ? outer : { ...outer, items: resolved(items, [...at, 'items', 'ref']) };
  return { spec: whole, problems };
}

function refProblem(
  column: string,
  ref: string,
  lookup: Exclude<TableLookup, { kind: 'found' }>,
  at: ProblemPath,
): Problem {
  const problem = { at, column, code: 'ref', grammar: false } as const;
  if (lookup.kind === 'ambiguous') {
    const message = `${column}: ref "${ref}" is the name of several tables (${lookup.candidates.join(', ')})`;
    return { ...problem, message };
  }
  const message = `${column}: ref "${ref}" is no table`;
  return lookup.near.length === 0 ? { ...problem, message } : { ...problem, message, hint: nearHint(lookup.near) };
}

const nearHint = (near: readonly string[]): string => `did you mean ${near.join(' or ')}?`;
