/** What the computed columns of a table must be to its other columns. spec: Column spec (generated, identity), D6, D16. */

import type { ViolationCode } from '../../errors';
import { type ColumnSpec, type Identity, withArticle } from '../../values/column';
import { type Generator, generatorSources, isComputed, parseGenerated } from '../../values/generated';
import { parsePattern, patternColumns } from '../../values/patterns';
import type { TableDefinition } from '../definition';
import { didYouMean } from '../near-names';
import type { Problem } from '../problem';

type Table = Pick<TableDefinition, 'columns' | 'declared' | 'fields' | 'filename' | 'partition'>;

/** Everything that is refused in the generated and identity columns of a table; empty when they are sound. */
export function checkComputed(table: Table): Problem[] {
  const columns = table.columns.filter(isComputed).flatMap((spec) => {
    const index = table.declared.findIndex(({ name }) => name === spec.name);
    const at = index < 0 ? ['bases'] : ['columns', index];
    return checkColumn(table, spec).map((problem) => ({ ...problem, at }));
  });
  return [...columns, ...checkPlaces(table)];
}

type Found = Omit<Problem, 'at'>;

const found = (spec: ColumnSpec, code: ViolationCode, message: string, hint?: string): Found => ({
  column: spec.name,
  code,
  grammar: false,
  message: `${spec.name}: ${message}`,
  ...(hint === undefined ? {} : { hint }),
});

function checkColumn(table: Table, spec: ColumnSpec): Found[] {
  const code = spec.generated === undefined ? 'identity' : 'generated';
  const problems: Found[] = [];
  if (spec.default !== undefined) problems.push(found(spec, code, 'what the engine computes has no default'));
  if (spec.identity !== undefined) problems.push(...checkIdentity(spec, spec.identity));
  if (spec.generated !== undefined) problems.push(...checkGenerated(table, spec, parseGenerated(spec.generated)));
  return problems;
}

const IDENTITY_TYPES: Readonly<Record<Identity, readonly ColumnSpec['type'][]>> = {
  filename: ['string'],
  created: ['datetime', 'date'],
  uuid: ['string'],
};

function checkIdentity(spec: ColumnSpec, identity: Identity): Found[] {
  if (spec.generated !== undefined) return [found(spec, 'identity', 'a column is either generated or an identity')];
  const types = IDENTITY_TYPES[identity];
  if (types.includes(spec.type)) return [];
  return [found(spec, 'identity', `identity ${identity} is a ${types.join(' or a ')}, not ${withArticle(spec.type)}`)];
}

function checkGenerated(table: Table, spec: ColumnSpec, generator: Generator): Found[] {
  if (generator.kind === 'unknown function') {
    const hint = 'write date(column), or a pattern such as {name} {due:YYYY}';
    return [{ ...found(spec, 'generated', `there is no function ${generator.name}`, hint), grammar: true }];
  }
  const sources = generatorSources(generator);
  if (sources.length === 0) {
    const hint = 'write a column in braces, like {name}';
    return [found(spec, 'generated', `"${spec.generated ?? ''}" reads no column`, hint)];
  }
  const known = ['id', ...table.columns.map(({ name }) => name), ...Object.keys(table.fields)];
  const unknown = sources.filter((name) => !known.includes(name));
  if (unknown.length > 0) return unknown.map((name) => unknownSource(spec, name, known));
  const circle = circleOf(table.columns, spec.name);
  if (circle !== null) return [found(spec, 'generated', `is computed from itself (${circle.join(' from ')})`)];
  return [...checkType(spec, generator), ...checkSourceTypes(table, spec, generator)];
}

function unknownSource(spec: ColumnSpec, name: string, known: readonly string[]): Found {
  const hint = didYouMean(name, known) ?? `columns: ${known.join(', ')}`;
  return found(spec, 'unknown_column', `generated reads ${name}, and there is no such column`, hint);
}

function checkType(spec: ColumnSpec, { kind }: Generator): Found[] {
  const type = kind === 'link' ? 'link' : kind === 'date' ? 'date' : 'string';
  if (spec.type === type) return [];
  const what = kind === 'date' ? 'date(…) gives' : kind === 'link' ? 'one wiki link gives' : 'a pattern gives';
  return [found(spec, 'generated', `${what} a ${type}, and the column is ${withArticle(spec.type)}`)];
}

function checkSourceTypes({ columns }: Table, spec: ColumnSpec, generator: Generator): Found[] {
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
    return [found(spec, 'generated', `${name} is ${withArticle(type)}, and only a date or a datetime has a day`)];
  });
}

const sourcesOf = (columns: readonly ColumnSpec[], name: string): readonly string[] => {
  const generated = columns.find((column) => column.name === name)?.generated;
  return generated === undefined ? [] : generatorSources(parseGenerated(generated));
};

/** The way from a column back to itself; null when there is none. */
function circleOf(columns: readonly ColumnSpec[], start: string): readonly string[] | null {
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
function checkPlaces({ columns, filename, partition }: Table): Problem[] {
  return (['filename', 'partition'] as const).flatMap((key) => {
    const read = new Set(patternColumns((key === 'filename' ? filename : partition) ?? ''));
    for (const name of read) for (const source of sourcesOf(columns, name)) read.add(source);
    const own = columns.find(({ name, identity }) => identity === 'filename' && read.has(name));
    if (own === undefined) return [];
    const message = `${key} reads ${own.name}, which is the name of the note`;
    return [{ at: [key], ...found(own, 'identity', message), message }];
  });
}
