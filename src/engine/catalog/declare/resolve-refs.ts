/** Makes `ref` and `vocabulary` full names of tables that are there. Source: docs/operations.md#column-specs, D16. */

import type { ColumnSpec, ValueSpec } from '../../values/column-spec';
import type { Catalog } from '../catalog';
import { suggest } from '../../../kernel/near-names';
import type { TableLookup } from '../resolve-table';
import { type Problem, type ProblemPath, problemAt } from '../problem';

export interface RefResolution {
  readonly spec: ColumnSpec;
  readonly problems: readonly Problem[];
}

/** The column with its refs qualified; its table `own` need not be there yet. A ref to no table or to several is refused (422). */
export function resolveRefs(spec: ColumnSpec, own: string, catalog: Catalog, at: ProblemPath): RefResolution {
  const problems: Problem[] = [];
  const qualify = (key: 'ref' | 'vocabulary', name: string, place: ProblemPath): string => {
    if (name === 'self') return own;
    const lookup = catalog.lookUpTable(name);
    if (lookup.kind === 'found') return lookup.table.qualified;
    if (lookup.kind === 'unknown' && `.${own}`.endsWith(`.${name}`)) return own;
    problems.push(refProblem(spec.name, key, name, lookup, [...place, key]));
    return name;
  };
  const resolved = <T extends ValueSpec>(value: T, place: ProblemPath): T => ({
    ...value,
    ...(value.ref === undefined ? {} : { ref: qualify('ref', value.ref, place) }),
    ...(value.vocabulary === undefined ? {} : { vocabulary: qualify('vocabulary', value.vocabulary, place) }),
  });
  const { items } = spec;
  const outer = resolved(spec.hierarchy === true ? { ...spec, ref: spec.ref ?? 'self' } : spec, at);
  const whole = items === undefined ? outer : { ...outer, items: resolved(items, [...at, 'items']) };
  return { spec: whole, problems: [...problems, ...checkHierarchy(whole, own, at)] };
}

function checkHierarchy({ name, hierarchy, ref }: ColumnSpec, own: string, at: ProblemPath): Problem[] {
  if (hierarchy !== true || ref === own) return [];
  const message = `${name}: a hierarchy links to its own table, not to ${ref ?? 'any'}`;
  return [problemAt([...at, 'ref'], 'hierarchy', message, { column: name, hint: 'leave ref out' })];
}

function refProblem(
  column: string,
  key: 'ref' | 'vocabulary',
  name: string,
  lookup: Exclude<TableLookup, { kind: 'found' }>,
  at: ProblemPath,
): Problem {
  if (lookup.kind === 'ambiguous') {
    const candidates = lookup.candidates.join(', ');
    return problemAt(at, key, `${column}: ${key} "${name}" is the name of several tables (${candidates})`, { column });
  }
  return problemAt(at, key, `${column}: ${key} "${name}" is not a table`, { column, ...suggest(lookup.near) });
}
