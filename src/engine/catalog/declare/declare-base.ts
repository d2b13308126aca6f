/** From define_base's arguments to a definition. Source: docs/operations.md#define_base; D3, D16, D17, D18. */

import * as z from 'zod';
import { NotedbError, notFound } from '../../errors';
import type { ColumnSpec } from '../../values/column-spec';
import { BASE, readBase } from '../spec/base-reader';
import type { Catalog } from '../catalog';
import type { BaseDefinition } from '../definition';
import { SELF, columnsOfBase, inheritedColumns } from '../references/inheritance';
import { nameProblem } from '../name-rules';
import { nearNames, suggest } from '../../../kernel/near-names';
import { type Problem, grammarProblem, problemAt, refuseProblems } from '../problem';
import type { DeclareOptions } from './declare-table';
import { resolveRefs } from './resolve-refs';
import { textsArgument } from '../shapes';

export const BASE_ARGUMENTS = z.strictObject({
  name: z.string().describe('Base name'),
  columns: BASE.shape.columns,
  bases: BASE.shape.bases,
  description: BASE.shape.description,
  rename_columns: z.record(z.string(), z.string()).nullish().describe('Old name -> new name, in every row too'),
  drop_columns: textsArgument.describe('Columns that go, with their values'),
});

export interface DeclaredBase {
  readonly base: BaseDefinition;
  /** Old name -> new name. */
  readonly renames: ReadonlyMap<string, string>;
}

/**
 * The base that define_base's arguments declare, in place of one of that name. Absent bases and descriptions stay as they
 * are. Throws `bad_request` with every problem of grammar, `not_found` for a base that there is not, else `refused` or
 * `conflict`.
 */
export function declareBase(
  args: z.infer<typeof BASE_ARGUMENTS>,
  catalog: Catalog,
  { requireDescriptions }: DeclareOptions,
): DeclaredBase {
  const present = catalog.base(args.name);
  const renames = new Map(Object.entries(args.rename_columns ?? {}));
  const source = {
    description: args.description ?? present?.description ?? null,
    bases: args.bases ?? present?.bases ?? null,
    columns: args.columns,
  };
  const { definition: read, problems } = readBase(source, args.name, []);
  const what = `the base ${args.name} can not be defined`;
  refuseProblems(
    what,
    [...nameProblems(args.name, renames), ...problems].filter(({ grammar }) => grammar),
  );
  resolveBases(catalog, read.bases);
  const resolved = read.columns.map((spec, i) => resolveRefs(spec, SELF, catalog, ['columns', i]));
  const columns = resolved.map(({ spec }) => withDescription(spec, present, renames));
  const base = { ...read, columns };
  refuseProblems(what, [
    ...problems,
    ...resolved.flatMap((each) => each.problems),
    ...renameProblems(base, present, renames),
    ...(requireDescriptions ? missingDescriptions(base) : []),
    ...inheritanceProblems(base, catalog),
    ...dropProblems(base, present, catalog, args.drop_columns ?? []),
  ]);
  if (present !== null) refuseUnlistedDrops(base, present, catalog, renames, args.drop_columns ?? []);
  return { base, renames };
}

/** Throws 404 with near names for bases that there are not. D18 */
export function resolveBases({ definition: { bases } }: Catalog, names: readonly string[]): void {
  const unknown = names.find((name) => !bases.has(name));
  if (unknown === undefined) return;
  const known = [...bases.keys()].sort().join(', ');
  const hint = suggest(nearNames(unknown, bases.keys()), `bases: ${known === '' ? 'none yet' : known}`);
  throw notFound(`there is no base "${unknown}"`, hint);
}

function nameProblems(name: string, renames: ReadonlyMap<string, string>): Problem[] {
  const reasons = [
    { at: ['name'], reason: nameProblem('base', name) },
    ...[...renames.values()].map((to) => ({ at: ['rename_columns'], reason: nameProblem('column', to) })),
  ];
  return reasons.flatMap(({ at, reason }) => (reason === null ? [] : [grammarProblem(at, reason)]));
}

/** Its own description, else the one that the column has now. Source: docs/operations.md#define_base */
function withDescription(
  spec: ColumnSpec,
  present: BaseDefinition | null,
  renames: ReadonlyMap<string, string>,
): ColumnSpec {
  if (spec.description !== undefined) return spec;
  const before = [...renames].find(([, to]) => to === spec.name)?.[0] ?? spec.name;
  const description = present?.columns.find(({ name }) => name === before)?.description;
  return description === undefined ? spec : { ...spec, description };
}

function renameProblems(
  { columns }: BaseDefinition,
  present: BaseDefinition | null,
  renames: ReadonlyMap<string, string>,
): Problem[] {
  const old = new Set(present?.columns.map(({ name }) => name));
  const next = new Set(columns.map(({ name }) => name));
  const wrong = (column: string, code: Problem['code'], message: string): Problem =>
    problemAt(['rename_columns'], code, `rename_columns: ${message}`, { column });
  return [...renames].flatMap(([from, to]) => {
    if (!old.has(from)) return [wrong(from, 'unknown_column', `the base has no column ${from} of its own`)];
    if (!next.has(to)) return [wrong(to, 'unknown_column', `${to} is not among the columns that are given`)];
    if (next.has(from)) return [wrong(from, 'exists', `${from} is among the columns that are given too`)];
    if (old.has(to)) return [wrong(to, 'exists', `the base has a column ${to} already`)];
    return [];
  });
}

function missingDescriptions({ description, columns }: BaseDefinition): Problem[] {
  const own = description === null ? [problemAt(['description'], 'required', 'the base needs a description')] : [];
  const missing = columns.filter((column) => column.description === undefined);
  return [
    ...own,
    ...missing.map(({ name: column }) =>
      problemAt(['columns'], 'required', `${column}: a description is missing`, { column }),
    ),
  ];
}

/** Of the base with its own bases; a circle speaks for itself. */
function inheritanceProblems(base: BaseDefinition, catalog: Catalog): Problem[] {
  const next = new Map(catalog.definition.bases).set(base.name, base);
  const { problems } = inheritedColumns([base.name], next);
  const circles = problems.filter(({ code }) => code === 'cycle');
  const [circle] = circles;
  if (circle === undefined)
    return problems.map(({ column, message }) => problemAt(['bases'], 'exists', message, { column }));
  throw new NotedbError('conflict', circle.message, {
    conflicts: circles.map(({ message }) => ({ path: null, column: null, code: 'cycle', message })),
    hint: 'leave out one of these bases',
  });
}

function dropProblems(
  base: BaseDefinition,
  present: BaseDefinition | null,
  catalog: Catalog,
  drops: readonly string[],
): Problem[] {
  const old = namesOf(present, catalog);
  const next = namesOf(base, catalog);
  const wrong = (column: string, code: Problem['code'], message: string): Problem =>
    problemAt(['drop_columns'], code, `drop_columns: ${message}`, { column });
  return drops.flatMap((name) => {
    if (!old.has(name)) return [wrong(name, 'unknown_column', `the base has no column ${name}`)];
    return next.has(name) ? [wrong(name, 'exists', `${name} is among the columns of the base still`)] : [];
  });
}

const namesOf = (base: BaseDefinition | null, catalog: Catalog): ReadonlySet<string> =>
  new Set(base === null ? [] : columnsOfBase(base, catalog.definition.bases).map(({ spec }) => spec.name));

/** A base does not lose a column that drop_columns does not list. Source: docs/operations.md#define_base */
function refuseUnlistedDrops(
  base: BaseDefinition,
  present: BaseDefinition,
  catalog: Catalog,
  renames: ReadonlyMap<string, string>,
  drops: readonly string[],
): void {
  const next = namesOf(base, catalog);
  const lost = [...namesOf(present, catalog)].filter(
    (name) => !next.has(name) && !renames.has(name) && !drops.includes(name),
  );
  if (lost.length === 0) return;
  const message = `the base ${base.name} would lose ${lost.join(', ')}, which drop_columns does not list`;
  throw new NotedbError('conflict', message, {
    conflicts: lost.map((column) => ({
      path: null,
      column,
      code: 'dropped',
      message: `${column} is not among the columns that are given, and not in drop_columns`,
    })),
    hint: 'give every column that stays; list others in drop_columns, or name them in rename_columns',
  });
}
