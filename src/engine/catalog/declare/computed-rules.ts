/** Rules between the computed columns of a table and its other columns. Source: docs/operations.md#column-specs (generated, identity), D6, D16. */

import type { ViolationCode } from '../../errors';
import { type ColumnIdentity, type ColumnSpec, withArticle } from '../../values/column-spec';
import { type ColumnGenerator, generatorSources, isComputed, parseGenerated } from '../../values/generated-columns';
import { parsePattern, patternColumns } from '../../values/patterns';
import type { TableDefinition } from '../definition';
import { nearNames, suggest } from '../../../kernel/near-names';
import { type Problem, problemAt } from '../problem';

type ComputedTable = Pick<TableDefinition, 'columns' | 'declared' | 'fields' | 'filename' | 'partition'>;

/** Everything that is refused in the generated and identity columns of a table; empty when they are sound. */
export function checkComputed(table: ComputedTable): Problem[] {
  const columns = table.columns.filter(isComputed).flatMap((spec) => {
    const index = table.declared.findIndex(({ name }) => name === spec.name);
    const at = index < 0 ? ['bases'] : ['columns', index];
    return checkColumn(table, spec).map((problem) => ({ ...problem, at }));
  });
  return [...columns, ...checkPlaces(table)];
}

/** Of the column; the caller knows its place. */
const computedProblem = (
  { name }: ColumnSpec,
  code: ViolationCode,
  message: string,
  more: Partial<Problem> = {},
): Problem => problemAt([], code, `${name}: ${message}`, { column: name, ...more });

function checkColumn(table: ComputedTable, spec: ColumnSpec): Problem[] {
  const code = spec.generated === undefined ? 'identity' : 'generated';
  const problems: Problem[] = [];
  if (spec.default !== undefined) problems.push(computedProblem(spec, code, 'what the engine computes has no default'));
  if (spec.identity !== undefined) problems.push(...checkIdentity(spec, spec.identity));
  if (spec.generated !== undefined) problems.push(...checkGenerated(table, spec, parseGenerated(spec.generated)));
  return problems;
}

const IDENTITY_TYPES: Readonly<Record<ColumnIdentity, readonly ColumnSpec['type'][]>> = {
  filename: ['string'],
  created: ['datetime', 'date'],
  uuid: ['string'],
};

function checkIdentity(spec: ColumnSpec, identity: ColumnIdentity): Problem[] {
  if (spec.generated !== undefined)
    return [computedProblem(spec, 'identity', 'a column is either generated or an identity')];
  const types = IDENTITY_TYPES[identity];
  if (types.includes(spec.type)) return [];
  return [
    computedProblem(
      spec,
      'identity',
      `identity ${identity} is a ${types.join(' or a ')}, not ${withArticle(spec.type)}`,
    ),
  ];
}

function checkGenerated(table: ComputedTable, spec: ColumnSpec, generator: ColumnGenerator): Problem[] {
  if (generator.kind === 'unknown function') {
    const hint = 'write date(column), or a pattern such as {name} {due:YYYY}';
    return [computedProblem(spec, 'generated', `there is no function ${generator.name}`, { grammar: true, hint })];
  }
  const sources = generatorSources(generator);
  if (sources.length === 0) {
    const hint = 'write a column in braces, like {name}';
    return [computedProblem(spec, 'generated', `"${spec.generated ?? ''}" reads no column`, { hint })];
  }
  const known = ['id', ...table.columns.map(({ name }) => name), ...Object.keys(table.fields)];
  const unknown = sources.filter((name) => !known.includes(name));
  if (unknown.length > 0) return unknown.map((name) => unknownSource(spec, name, known));
  const circle = cycleOf(table.columns, spec.name);
  if (circle !== null)
    return [computedProblem(spec, 'generated', `is computed from itself (${circle.join(' from ')})`)];
  return [...checkType(spec, generator), ...checkSourceTypes(table, spec, generator)];
}

function unknownSource(spec: ColumnSpec, name: string, known: readonly string[]): Problem {
  const hint = suggest(nearNames(name, known), `columns: ${known.join(', ')}`);
  return computedProblem(spec, 'unknown_column', `generated reads ${name}, and there is no such column`, hint);
}

function checkType(spec: ColumnSpec, { kind }: ColumnGenerator): Problem[] {
  const type = kind === 'link' ? 'link' : kind === 'date' ? 'date' : 'string';
  if (spec.type === type) return [];
  const what = kind === 'date' ? 'date(…) gives' : kind === 'link' ? 'one wiki link gives' : 'a pattern gives';
  return [computedProblem(spec, 'generated', `${what} a ${type}, and the column is ${withArticle(spec.type)}`)];
}

function checkSourceTypes({ columns }: ComputedTable, spec: ColumnSpec, generator: ColumnGenerator): Problem[] {
  const dated =
    generator.kind === 'date'
      ? [generator.column]
      : generator.kind === 'unknown function'
        ? []
        : parsePattern(generator.pattern).flatMap((part) =>
            'column' in part && part.format !== null ? [part.column] : [],
          );
  return [...new Set(dated)].flatMap((name) => {
    const type = columns.find((column) => column.name === name)?.type;
    if (type === undefined || type === 'date' || type === 'datetime') return [];
    return [
      computedProblem(spec, 'generated', `${name} is ${withArticle(type)}, and only a date or a datetime has a day`),
    ];
  });
}

const sourcesOf = (columns: readonly ColumnSpec[], name: string): readonly string[] => {
  const generated = columns.find((column) => column.name === name)?.generated;
  return generated === undefined ? [] : generatorSources(parseGenerated(generated));
};

/** The cycle from a column back to itself; null without one. */
function cycleOf(columns: readonly ColumnSpec[], start: string): readonly string[] | null {
  const seen = new Set<string>();
  const walk = (name: string, way: readonly string[]): readonly string[] | null => {
    for (const source of sourcesOf(columns, name)) {
      if (source === start) return [...way, source];
      if (seen.has(source)) continue;
      seen.add(source);
      const circle = walk(source, [...way, source]);
      if (circle !== null) return circle;
    }
    return null;
  };
  return walk(start, [start]);
}

/** The name of the note can't be made of itself. */
function checkPlaces({ columns, filename, partition }: ComputedTable): Problem[] {
  return (['filename', 'partition'] as const).flatMap((key) => {
    const read = new Set(patternColumns((key === 'filename' ? filename : partition) ?? ''));
    for (const name of read) for (const source of sourcesOf(columns, name)) read.add(source);
    const own = columns.find(({ name, identity }) => identity === 'filename' && read.has(name));
    if (own === undefined) return [];
    const message = `${key} reads ${own.name}, which is the name of the note`;
    return [problemAt([key], 'identity', message, { column: own.name })];
  });
}
