/** Finds problems of the rules themselves: filters and levels that do not fit the definitions. Source: docs/operations.md#column-specs, docs/decisions.md#check-constraints; D16, D17. */

import type { Catalog } from '../../catalog/catalog';
import type { Constraint, TableDefinition } from '../../catalog/definition';
import { checkInverses } from '../../catalog/declare/inverse-rules';
import { nearNames, suggest } from '../../../kernel/near-names';
import { type Problem, type ProblemPath, problemAt } from '../../catalog/problem';
import type { OperandContext } from '../../query/where/operand-reader';
import type { ColumnSpec, RefBy } from '../../values/column-spec';
import { type Json, isJsonObject, isList } from '../../json';
import { compileCheck } from './compile-check';
import { conditionsIn } from './constraints';
import type { CheckCondition } from './evaluate-check';
import { ownLevels, parentLevels, targetColumnOf } from './level-demands';
import { recursProblems } from './recurs-problems';
import { linkRulesOf } from './rule-set';

const NO_LINKS: OperandContext['links'] = { resolve: () => null, candidates: () => [], meansOne: () => false };

/** No link leads anywhere, so that no row is looked for. */
function noRows(qualified: string): never {
  throw new RangeError(`rows of ${qualified} are not to be read here`);
}

/** Whether a filter fits does not depend on the day, nor on where links lead. */
const anyDay = (catalog: Catalog): OperandContext => ({
  now: 0,
  zone: 'UTC',
  links: NO_LINKS,
  hierarchies: { catalog, links: NO_LINKS, rowAt: () => null, table: noRows },
});

const catalogHolding = (catalog: Catalog, table: TableDefinition): Catalog =>
  catalog.table(table.qualified) === table ? catalog : catalog.withTable(table);

/** Of the rules and inverses of every table, at their place in the metastore file. */
export const catalogProblems = (catalog: Catalog): readonly Problem[] =>
  catalog.tables().flatMap((table) =>
    [...checkInverses(table, catalog), ...ruleProblems(catalog, table)].map((problem) => ({
      ...problem,
      at: placeInFile(table, problem.at),
    })),
  );

/** The file lists the table's own columns; what it inherits is put down to its bases. */
function placeInFile({ qualified, columns, declared }: TableDefinition, at: ProblemPath): ProblemPath {
  const [section, index, ...rest] = at;
  if (section !== 'columns' || typeof index !== 'number') return ['tables', qualified, ...at];
  const own = declared.findIndex(({ name }) => name === columns[index]?.name);
  return own < 0 ? ['tables', qualified, 'bases'] : ['tables', qualified, section, own, ...rest];
}

/** Of the constraints and link columns of one table, which need not be in the catalog yet. Never throws. */
function ruleProblems(catalog: Catalog, table: TableDefinition): readonly Problem[] {
  return [
    ...table.constraints.flatMap((constraint) => constraintProblems(catalog, table, constraint)),
    ...templateProblems(catalog, table),
    ...table.columns.flatMap((column, index) => [
      ...linkRuleProblems(catalog, table, column, ['columns', index]),
      ...recursProblems(table, column, ['columns', index, 'recurs']),
    ]),
  ];
}

/** Of the filters that choose a template. */
const templateProblems = (catalog: Catalog, table: TableDefinition): readonly Problem[] =>
  table.templates.flatMap(({ path, where }, index) => {
    if (where === undefined) return [];
    const whole = catalogHolding(catalog, table);
    const source = { catalog: whole, table, filter: where, mode: 'where', code: 'check' } as const;
    const { problems } = compileCheck(source, anyDay(whole));
    return problems.map((problem) => placedProblem(problem, ['templates', index, 'where'], `template ${path}`));
  });

export function constraintProblems(
  catalog: Catalog,
  table: TableDefinition,
  constraint: Constraint,
): readonly Problem[] {
  const { name, check, atMost } = constraint;
  const source = {
    catalog: catalogHolding(catalog, table),
    table,
    filter: check,
    mode: atMost === undefined ? 'check' : 'where',
    code: 'check',
  } as const;
  const at = [atMost === undefined ? 'constraints' : 'limits', name];
  const { check: compiled, problems } = compileCheck(source, anyDay(source.catalog));
  return [
    ...problems.map((problem) => placedProblem(problem, at, `check of ${name}`)),
    ...(atMost === undefined ? [] : limitProblems(table, constraint, conditionsIn(compiled.parts), at)),
  ];
}

/** A limit is kept by the writes of its own rows alone, so that its filter reads nothing else. */
function limitProblems(
  table: TableDefinition,
  { name, per, check }: Constraint,
  conditions: readonly CheckCondition[],
  at: ProblemPath,
): readonly Problem[] {
  const problems: Problem[] = [];
  if (conditions.some(({ hops }) => hops.length > 0) || asksWithin(check)) {
    const message = `check of ${name}: a limit counts by columns of ${table.name} alone, it follows no link`;
    problems.push(problemAt(at, 'check', message, { hint: 'name columns of the table, without dots and within' }));
  }
  const column = table.columns.find((each) => each.name === per);
  if (per === undefined || (column !== undefined && COUNTED_PER.includes(column.type))) return problems;
  const wrong = column === undefined ? `${table.name} has no column ${per}` : `${per} is ${column.type}`;
  const counted = table.columns.filter(({ type }) => COUNTED_PER.includes(type)).map((each) => each.name);
  problems.push(
    problemAt([...at, 'per'], column === undefined ? 'unknown_column' : 'check', `per of ${name}: ${wrong}`, {
      ...{ column: per },
      ...suggest(nearNames(per, counted), `columns with one value that groups rows: ${counted.join(', ') || 'none'}`),
    }),
  );
  return problems;
}

/** Types of which one value groups rows. */
const COUNTED_PER: readonly string[] = ['enum', 'string', 'boolean', 'integer', 'date', 'link'];

const asksWithin = (filter: Json): boolean =>
  isList(filter)
    ? filter.some(asksWithin)
    : isJsonObject(filter) && Object.entries(filter).some(([key, value]) => key === 'within' || asksWithin(value));

/** Of ref_where and ref_by of a column, or of its items. `at` is the place of the column. */
export function linkRuleProblems(
  catalog: Catalog,
  table: TableDefinition,
  column: ColumnSpec,
  at: ProblemPath,
): readonly Problem[] {
  const { ref, refWhere, refBy } = linkRulesOf(column);
  if (ref === undefined || (refWhere === undefined && refBy === undefined)) return [];
  const place = column.type === 'list' ? [...at, 'items'] : at;
  const target = ref === table.qualified ? table : catalog.table(ref);
  const { name } = column;
  if (target === null)
    return [problemAt([...place, 'ref'], 'ref', `${name}: there is no table ${ref}`, { column: name })];
  const problems: Problem[] = [];
  if (refWhere !== undefined) {
    const source = {
      catalog: catalogHolding(catalog, table),
      table: target,
      filter: refWhere,
      mode: 'where',
      code: 'ref_where',
    } as const;
    const found = compileCheck(source, anyDay(source.catalog)).problems;
    problems.push(
      ...found.map((problem) => placedProblem(problem, [...place, 'ref_where'], `ref_where of ${column.name}`)),
    );
  }
  if (refBy !== undefined) {
    problems.push(...ownLevelProblems(table, column, refBy, [...place, 'ref_by']));
    problems.push(...targetLevelProblems(target, column, refBy, [...place, 'ref_by']));
  }
  return problems;
}

const placedProblem = (problem: Problem, at: ProblemPath, what: string): Problem => ({
  ...problem,
  at: [...at, ...problem.at],
  message: `${what}: ${problem.message}`,
});

function ownLevelProblems(table: TableDefinition, { name }: ColumnSpec, refBy: RefBy, at: ProblemPath): Problem[] {
  const { column } = refBy;
  const levels = columnProblem(table, name, column, [...at, 'column']);
  if ('problem' in levels) return [levels.problem];
  const { values } = levels.spec;
  const unknown = ownLevels(refBy).filter((level) => values?.includes(level) === false);
  return unknown.map((level) =>
    lackingValues(name, `${column} has no value ${JSON.stringify(level)}`, values ?? [], at),
  );
}

function targetLevelProblems(target: TableDefinition, { name }: ColumnSpec, refBy: RefBy, at: ProblemPath): Problem[] {
  const column = targetColumnOf(refBy);
  const levels = columnProblem(target, name, column, [...at, 'target_column']);
  if ('problem' in levels) return [levels.problem];
  const { values } = levels.spec;
  const unknown = parentLevels(refBy).filter((level) => values?.includes(level) === false);
  return unknown.map((level) =>
    lackingValues(name, `${column} of ${target.name} has no value ${JSON.stringify(level)}`, values ?? [], at),
  );
}

/** A level is a text: of an enum, or any. */
function columnProblem(
  table: TableDefinition,
  name: string,
  level: string,
  at: ProblemPath,
): { readonly spec: ColumnSpec } | { readonly problem: Problem } {
  const spec = table.columns.find((column) => column.name === level);
  if (spec?.type === 'enum' || spec?.type === 'string') return { spec };
  const what = `ref_by of ${name}`;
  if (spec !== undefined) {
    const message = `${what}: ${level} of ${table.name} is ${spec.type}, and a level is enum or string`;
    return { problem: problemAt(at, 'ref', message, { column: level }) };
  }
  const near = nearNames(
    level,
    table.columns.map((column) => column.name),
  );
  const message = `${what}: ${table.name} has no column ${level}`;
  return {
    problem: problemAt(at, 'unknown_column', message, {
      column: level,
      ...suggest(near, 'name the column that holds the level'),
    }),
  };
}

const lackingValues = (name: string, message: string, values: readonly string[], at: ProblemPath): Problem =>
  problemAt(at, 'ref', `ref_by of ${name}: ${message}`, { column: name, hint: `levels: ${values.join(', ')}` });
