/** Columns whose values follow from other columns. Source: docs/operations.md#column-specs (generated), D6, D16. */

import { toFileName } from '../../kernel/file-name';
import { isBracketedLink, parseLinkValue } from '../note/links/link-syntax';
import type { ColumnSpec } from './column-spec';
import { calendarDayOf } from './time/dates';
import type { Json } from '../json';
import { type PatternValues, fillPattern, parsePattern } from './patterns';

/** `date(column)`, or a pattern; one that is a single wiki link gives a link. D6 */
export type ColumnGenerator =
  | { readonly kind: 'date'; readonly column: string }
  | { readonly kind: 'text' | 'link'; readonly pattern: string }
  | { readonly kind: 'unknown function'; readonly name: string };

const CALL = /^([a-z_]+)\(\s*([^(){}]*?)\s*\)$/;

export function parseGenerated(expression: string): ColumnGenerator {
  const text = expression.trim();
  const [, name, column = ''] = CALL.exec(text) ?? [];
  if (name !== undefined) return name === 'date' ? { kind: 'date', column } : { kind: 'unknown function', name };
  return { kind: isOneLink(text) ? 'link' : 'text', pattern: text };
}

function isOneLink(pattern: string): boolean {
  const shape = parsePattern(pattern).map((part) => ('text' in part ? part.text : 'x'));
  const text = shape.join('');
  return isBracketedLink(text);
}

/** The columns that it reads, each once. */
export function generatorSources(generator: ColumnGenerator): readonly string[] {
  switch (generator.kind) {
    case 'date':
      return [generator.column];
    case 'unknown function':
      return [];
    default:
      return [...new Set(parsePattern(generator.pattern).flatMap((part) => ('column' in part ? [part.column] : [])))];
  }
}

/** Only the engine gives the value. */
export const isComputed = ({ generated, identity }: ColumnSpec): boolean =>
  generated !== undefined || identity !== undefined;

/** What a note is that its columns may read of. */
export interface RowFacts {
  readonly values: PatternValues;
  readonly id: string;
  /** The note's name; null while it has none. */
  readonly name: string | null;
}

const derivedBySpecs = new WeakMap<readonly ColumnSpec[], DerivedColumns>();

/** The generated columns of a table and its `filename` columns: all that follows from the rest of a row. */
export class DerivedColumns {
  /** Each behind those that it reads. */
  private readonly generators: readonly (readonly [ColumnSpec, ColumnGenerator])[];
  private readonly names: readonly ColumnSpec[];

  private constructor(
    private readonly columns: readonly ColumnSpec[],
    /** The database time zone. */
    private readonly zone: string,
  ) {
    this.generators = inOrder(columns);
    this.names = columns.filter(({ identity }) => identity === 'filename');
  }

  /** Those of a table, made once for its definition. */
  static of(columns: readonly ColumnSpec[], zone: string): DerivedColumns {
    const known = derivedBySpecs.get(columns);
    if (known?.zone === zone) return known;
    const derived = new DerivedColumns(columns, zone);
    derivedBySpecs.set(columns, derived);
    return derived;
  }

  get isEmpty(): boolean {
    return this.generators.length + this.names.length === 0;
  }

  /** By column; undefined: it has no value. Without a name, the columns that hold it are left out. */
  of({ values, id, name }: RowFacts): ReadonlyMap<ColumnSpec, Json | undefined> {
    const found = new Map<ColumnSpec, Json | undefined>();
    if (this.isEmpty) return found;
    const known: Record<string, Json> = { id, ...values };
    const give = (spec: ColumnSpec, value: Json | undefined): void => {
      found.set(spec, value);
      if (value === undefined) delete known[spec.name];
      else known[spec.name] = value;
    };
    if (name !== null) for (const spec of this.names) give(spec, name);
    for (const [spec, generator] of this.generators) give(spec, this.generate(generator, known));
    return found;
  }

  /** The values with what follows from them. */
  with(facts: RowFacts): PatternValues {
    if (this.isEmpty) return facts.values;
    const values: Record<string, Json> = { ...facts.values };
    for (const [{ name }, value] of this.of(facts)) {
      if (value === undefined) delete values[name];
      else values[name] = value;
    }
    return values;
  }

  private generate(generator: ColumnGenerator, values: PatternValues): Json | undefined {
    const { columns, zone } = this;
    switch (generator.kind) {
      case 'date': {
        const value = Object.hasOwn(values, generator.column) ? values[generator.column] : undefined;
        return typeof value === 'string' ? (calendarDayOf(value, zone) ?? undefined) : undefined;
      }
      case 'unknown function':
        return undefined;
      default: {
        const inValue = generator.kind === 'link' ? linkPart : (text: string): string => text;
        const filled = fillPattern(generator.pattern, { columns, values, zone }, inValue);
        return 'missing' in filled ? undefined : filled.text;
      }
    }
  }
}

/** As in the name of the note that the link means; a FORMAT may name folders. */
const linkPart = (text: string, hasFolders: boolean): string =>
  hasFolders ? text.split('/').map(toFileName).join('/') : toFileName(text);

/** A circle, which no definition has, ends somewhere. */
function inOrder(columns: readonly ColumnSpec[]): readonly (readonly [ColumnSpec, ColumnGenerator])[] {
  const ordered = new Map<ColumnSpec, ColumnGenerator>();
  const begun = new Set<ColumnSpec>();
  const take = (spec: ColumnSpec | undefined): void => {
    if (spec?.generated === undefined || begun.has(spec)) return;
    begun.add(spec);
    const generator = parseGenerated(spec.generated);
    for (const source of generatorSources(generator)) take(columns.find(({ name }) => name === source));
    ordered.set(spec, generator);
  };
  columns.forEach(take);
  return [...ordered];
}

/** The stored value is the one that follows from the row. A link may name its note by a longer path. */
export function isSameDerived(spec: ColumnSpec, stored: Json | undefined, derived: Json | undefined): boolean {
  if (stored === derived) return true;
  if (spec.type !== 'link' || typeof stored !== 'string' || typeof derived !== 'string') return false;
  const [a, b] = [parseLinkValue(stored), parseLinkValue(derived)];
  if (a === null || b === null || a.subpath !== b.subpath || a.display !== b.display) return false;
  return a.linkpath === b.linkpath || a.linkpath.endsWith(`/${b.linkpath}`);
}
