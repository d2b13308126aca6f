/**
 * Makes the definition of a copy from the arguments of clone_table. Source: docs/operations.md#clone_table; D3, D16,
 * D17.
 */

import { badRequest } from '../../errors';
import type { ColumnSpec, ValueSpec } from '../../values/column-spec';
import type { Catalog } from '../catalog';
import { type DeclareOptions, missingDescriptions, nameTaken } from './declare-table';
import type { DatabaseConfiguration, TableDefinition } from '../definition';
import { type DefinitionKind, nameProblem } from '../name-rules';
import { type Problem, grammarProblem, problemAt, refuseProblems } from '../problem';
import { renamedTable } from '../references/rename-table';
import type { TableName } from '../spec/table-reader';

export interface ClonedDefinition {
  readonly definition: TableDefinition;
  /** Columns whose inverse would change another table, and so is not cloned. */
  readonly warnings: readonly string[];
}

/**
 * The definition of the copy: everything of the source under the name `target`, references to itself re-pointed. Throws
 * `bad_request` for an invalid name, `refused` for a taken one and for every description that the source lacks.
 */
export function clonedTable(
  source: TableDefinition,
  target: string,
  catalog: Catalog,
  { requireDescriptions }: DeclareOptions,
): ClonedDefinition {
  const name = targetName(target, catalog.configuration);
  const clone = renamedTable(source, name, catalog.root);
  refuseProblems(`${source.qualified} can not be cloned`, [
    ...nameProblems(name),
    ...nameTaken(catalog, clone.qualified),
    ...(requireDescriptions ? missingDescriptions(source) : []),
    ...inheritedInverses(clone),
  ]);
  return withoutInverses(clone);
}

/** The other table's column links back to the source and knows nothing of the copy. D17 */
function withoutInverses(clone: TableDefinition): ClonedDefinition {
  const warnings: string[] = [];
  const without = <T extends ValueSpec>(column: string, spec: T): T => {
    const { inverse, ...rest } = spec;
    if (inverse === undefined || spec.ref === clone.qualified) return spec;
    const partner = `${spec.ref ?? ''}.${inverse}`;
    warnings.push(`${clone.qualified}.${column} is not the inverse of ${partner}: a copy changes no other table`);
    return rest as T;
  };
  const declared = clone.declared.map((spec): ColumnSpec => {
    const own = without(spec.name, spec);
    return own.items === undefined ? own : { ...own, items: without(spec.name, own.items) };
  });
  return { definition: { ...clone, declared }, warnings };
}

/** What a base says can't be left out. */
function inheritedInverses(clone: TableDefinition): Problem[] {
  return clone.columns.flatMap((spec) => {
    const { inverse, ref } = spec.items ?? spec;
    const isOwn = clone.declared.some((own) => own.name === spec.name && (own.items ?? own).inverse !== undefined);
    if (inverse === undefined || ref === clone.qualified || isOwn) return [];
    const message = `${spec.name} is inherited and the inverse of ${ref ?? ''}.${inverse}, which links to one table only`;
    return [problemAt(['source'], 'inverse', message, { column: spec.name })];
  });
}

/** `catalog.schema.table`, `schema.table` or `table`: the missing parts are the database's defaults. */
function targetName(target: string, { defaultCatalog, defaultSchema }: DatabaseConfiguration): TableName {
  const parts = target.split('.');
  if (parts.length > 3) {
    throw badRequest(`target: "${target}" has too many parts`, 'write catalog.schema.table, schema.table or table');
  }
  const [name = '', schema = defaultSchema, catalog = defaultCatalog] = parts.reverse();
  return { catalog, schema, name };
}

function nameProblems({ catalog, schema, name }: TableName): Problem[] {
  const kinds: readonly [DefinitionKind, string][] = [
    ['catalog', catalog],
    ['schema', schema],
    ['table', name],
  ];
  return kinds.flatMap(([kind, part]) => {
    const reason = nameProblem(kind, part);
    return reason === null ? [] : [grammarProblem(['target'], `target: ${reason}`)];
  });
}
