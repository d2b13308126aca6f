/** Finds every reader of a column in the definitions, so that each one follows or refuses a change. Source: docs/operations.md#rename_column, docs/operations.md#drop_column, docs/operations.md#rename_value; D17. */

import type { Conflict } from '../../errors';
import type { ColumnSpec, Recurs, ValueSpec, RefBy } from '../../values/column-spec';
import type { JsonObject } from '../../json';
import type { Catalog } from '../catalog';
import type { BaseDefinition, TableDefinition } from '../definition';
import type { DefinitionChanges } from '../metastore/definition-changes';
import { mapFilterColumns } from './filter-key-columns';
import { SELF } from './inheritance';
import { unusedBaseTable } from './inheritors';
import { parsePattern } from '../../values/patterns';

/** What reads a column: an attribute of a table or of a column, or a constraint. */
export type ReaderKind =
  | 'filename'
  | 'partition'
  | 'time_column'
  | 'row_template'
  | 'template'
  | 'generated'
  | 'recurs'
  | 'inverse'
  | 'check'
  | 'ref_where'
  | 'ref_by';

export interface ColumnReader {
  readonly kind: ReaderKind;
  /** Qualified name of the table that says so; the name of a base where a base does. */
  readonly owner: string;
  /** The column whose attribute it is, the constraint, or the path of the template; null for an attribute of the table. */
  readonly name: string | null;
}

export interface ColumnRead {
  /** Qualified. */
  readonly table: string;
  readonly column: string;
  readonly reader: ColumnReader;
}

export interface ColumnReadChanges {
  /** The new name; the same one to leave it. */
  readonly column?: (read: ColumnRead) => string;
  /** The new enum value, where the column is compared with one or allows one as a level. */
  readonly value?: (read: ColumnRead, value: string) => string;
}

export interface MappedReads {
  /** The definitions that change. Views are left alone. */
  readonly changes: DefinitionChanges;
  /** Entries of a base that hold for all inheriting tables and can't follow a change in one of them. */
  readonly stuck: readonly ColumnReader[];
}

/** The definitions with every column and every value that is read passed through `changes`. */
export function mapColumnReads(catalog: Catalog, changes: ColumnReadChanges): MappedReads {
  const mapper = new ReadMapper(catalog, changes);
  const tables = catalog.tables().flatMap((table): [string, TableDefinition][] => {
    const next = mapper.table(table);
    return next === table ? [] : [[table.qualified, next]];
  });
  const bases = catalog.bases().flatMap((base): [string, BaseDefinition][] => {
    const next = mapper.base(base);
    return next === base ? [] : [[base.name, next]];
  });
  return { changes: { tables: new Map(tables), bases: new Map(bases) }, stuck: [...mapper.stuck.values()] };
}

/** The readers of a column, each once, without the column itself. */
export function columnReaders(catalog: Catalog, qualified: string, column: string): readonly ColumnReader[] {
  const readers = new Map<string, ColumnReader>();
  const read = ({ table, column: name, reader }: ColumnRead): void => {
    if (table !== qualified || name !== column) return;
    const isItself = reader.owner === qualified && reader.name === column && !NO_COLUMNS.has(reader.kind);
    if (!isItself) readers.set(keyOf(reader), reader);
  };
  mapColumnReads(catalog, {
    column: (each) => {
      read(each);
      return each.column;
    },
  });
  return [...readers.values()];
}

/** Whose name is not that of a column. */
const NO_COLUMNS: ReadonlySet<ReaderKind> = new Set(['check', 'template']);

const keyOf = ({ owner, kind, name }: ColumnReader): string => `${owner} ${kind} ${name ?? ''}`;

/** The conflicts of a change, by name. Source: docs/operations.md#drop_column (conflicts name each) */
export const readerConflict = (column: string, reader: ColumnReader): Conflict => ({
  path: null,
  column: NO_COLUMNS.has(reader.kind) ? null : reader.name,
  code: reader.kind,
  message: `${readerText(reader)} reads ${column}`,
  actual: reader.name === null ? reader.owner : `${reader.owner}.${reader.name}`,
});

/** As a sentence names it: `the CHECK paid of main.default.orders`, `ref_where of main.default.tasks.owner`. */
export function readerText({ kind, owner, name }: ColumnReader): string {
  if (kind === 'check') return `the CHECK ${name ?? ''} of ${owner}`;
  if (kind === 'template') return `the template ${name ?? ''} of ${owner}`;
  return `the ${kind} of ${name === null ? owner : `${owner}.${name}`}`;
}

class ReadMapper {
  readonly stuck = new Map<string, ColumnReader>();
  /** Readers in which something changes. */
  private readonly changing = new Map<string, ColumnReader>();

  constructor(
    private readonly catalog: Catalog,
    private readonly changes: ColumnReadChanges,
  ) {}

  table(table: TableDefinition): TableDefinition {
    const own = (kind: ReaderKind, text: string | null): string | null => {
      const named = this.names(table.qualified, { kind, owner: table.qualified, name: null });
      return text === null ? null : kind === 'time_column' ? named(text) : mapPattern(text, named);
    };
    const next: TableDefinition = {
      ...table,
      timeColumn: own('time_column', table.timeColumn),
      filename: own('filename', table.filename),
      partition: own('partition', table.partition),
      rowTemplate: own('row_template', table.rowTemplate),
      templates: table.templates.map((each) => {
        const reader: ColumnReader = { kind: 'template', owner: table.qualified, name: each.path };
        return each.where === undefined ? each : { ...each, where: this.filter(table, each.where, reader) };
      }),
      constraints: table.constraints.map((constraint) => {
        const reader: ColumnReader = { kind: 'check', owner: table.qualified, name: constraint.name };
        const { check, per } = constraint;
        return {
          ...constraint,
          check: this.filter(table, check, reader),
          ...(per === undefined ? {} : { per: this.names(table.qualified, reader)(per) }),
        };
      }),
      declared: table.declared.map((spec) => this.spec(spec, table, table.qualified)),
    };
    return JSON.stringify(next) === JSON.stringify(table) ? table : next;
  }

  /** Columns that would change in different ways in its heirs stay. One without heirs follows, so that it can be inherited later. */
  base(base: BaseDefinition): BaseDefinition {
    const tables = this.catalog.inheritingTables(base.name);
    const inheriting = tables.length > 0 ? tables : [unusedBaseTable(base, this.catalog.definition.bases)];
    const columns = base.columns.map((spec) => {
      const mapped = inheriting.map((heir) => this.spec(spec, heir, base.name));
      const texts = new Set(mapped.map((each) => JSON.stringify(each)));
      if (texts.size === 1) return mapped[0] as ColumnSpec;
      for (const [key, reader] of this.changing) {
        if (reader.owner === base.name && reader.name === spec.name) this.stuck.set(key, reader);
      }
      return spec;
    });
    return columns.every((spec, i) => spec === base.columns[i]) ? base : { ...base, columns };
  }

  /** A column as it is declared by `owner`, in the table that has it. */
  private spec(spec: ColumnSpec, table: TableDefinition, owner: string): ColumnSpec {
    const reader = (kind: ReaderKind): ColumnReader => ({ kind, owner, name: spec.name });
    const outer = this.link(spec, table, reader);
    const items = outer.items === undefined ? undefined : this.link(outer.items, table, reader);
    const generated =
      outer.generated === undefined
        ? undefined
        : mapGenerated(outer.generated, this.names(table.qualified, reader('generated')));
    const recurs = outer.recurs === undefined ? undefined : this.recurs(outer.recurs, table, reader('recurs'));
    if (items === outer.items && generated === outer.generated && recurs === outer.recurs) return outer;
    return {
      ...outer,
      ...(items === undefined ? {} : { items }),
      ...(generated === undefined ? {} : { generated }),
      ...(recurs === undefined ? {} : { recurs }),
    };
  }

  private recurs(recurs: Recurs, { qualified }: TableDefinition, reader: ColumnReader): Recurs {
    const named = this.names(qualified, reader);
    const { rule, done, values, shift, reset } = recurs;
    const mapped: Recurs = {
      ...recurs,
      rule: named(rule),
      done: named(done),
      ...(values === undefined ? {} : { values: values.map(this.values(qualified, done, reader)) }),
      ...(shift === undefined ? {} : { shift: shift.map(named) }),
      ...(reset === undefined ? {} : { reset: reset.map(named) }),
    };
    return JSON.stringify(mapped) === JSON.stringify(recurs) ? recurs : mapped;
  }

  private link<T extends ValueSpec>(spec: T, table: TableDefinition, reader: (kind: ReaderKind) => ColumnReader): T {
    if (spec.ref === undefined) return spec;
    const target = spec.ref === SELF || spec.ref === table.qualified ? table : this.catalog.table(spec.ref);
    if (target === null) return spec;
    const { inverse, refWhere, refBy } = spec;
    const changed: Partial<ValueSpec> = {
      ...(inverse === undefined ? {} : { inverse: this.names(target.qualified, reader('inverse'))(inverse) }),
      ...(refWhere === undefined ? {} : { refWhere: this.filter(target, refWhere, reader('ref_where')) }),
      ...(refBy === undefined
        ? {}
        : {
            refBy: mapRefBy(refBy, {
              column: this.names(table.qualified, reader('ref_by')),
              targetColumn: this.names(target.qualified, reader('ref_by')),
              level: this.values(table.qualified, refBy.column, reader('ref_by')),
              targetLevel: this.values(target.qualified, refBy.targetColumn ?? refBy.column, reader('ref_by')),
            }),
          }),
    };
    const isSame = changed.inverse === inverse && changed.refWhere === refWhere && changed.refBy === refBy;
    return isSame ? spec : { ...spec, ...changed };
  }

  private filter(table: TableDefinition, filter: JsonObject, reader: ColumnReader): JsonObject {
    return mapFilterColumns(this.catalog, table, filter, {
      column: (read) => this.names(read.table, reader)(read.column),
      value: (read, text) => this.values(read.table, read.column, reader)(text),
    });
  }

  private names(table: string, reader: ColumnReader): (column: string) => string {
    return (column) => this.noted(reader, column, this.changes.column?.({ table, column, reader }));
  }

  private values(table: string, column: string, reader: ColumnReader): (value: string) => string {
    return (value) => this.noted(reader, value, this.changes.value?.({ table, column, reader }, value));
  }

  private noted(reader: ColumnReader, before: string, after: string | undefined): string {
    if (after !== undefined && after !== before) this.changing.set(keyOf(reader), reader);
    return after ?? before;
  }
}

/** Gives the new text; the same text to leave it. */
interface RefByChanges {
  /** Of the column that holds the row's level, and of the target's. */
  readonly column: (name: string) => string;
  readonly targetColumn: (name: string) => string;
  /** Of a level of the row, and of one of its target. */
  readonly level: (value: string) => string;
  readonly targetLevel: (value: string) => string;
}

/** The same object when nothing changes. A chain of levels that are no longer called alike on both sides becomes a map. */
function mapRefBy(rule: RefBy, changes: RefByChanges): RefBy {
  const { column, targetColumn, levels, map, ...rest } = rule;
  const source = changes.column(column);
  const target = changes.targetColumn(targetColumn ?? column);
  const names = { column: source, ...(target === source && targetColumn !== target ? {} : { targetColumn: target }) };
  const mapped: RefBy = {
    ...rest,
    ...names,
    ...(levels === undefined ? {} : mapLevels(levels, changes)),
    ...(map === undefined ? {} : { map: mapMap(map, changes) }),
  };
  return JSON.stringify(inOrder(mapped)) === JSON.stringify(inOrder(rule)) ? rule : inOrder(mapped);
}

const inOrder = ({ column, levels, map, targetColumn }: RefBy): RefBy => ({
  column,
  ...(levels === undefined ? {} : { levels }),
  ...(map === undefined ? {} : { map }),
  ...(targetColumn === undefined ? {} : { targetColumn }),
});

/** `levels[i]` has the parent `levels[i - 1]`, the first one none. D16 */
function mapLevels(levels: readonly string[], { level, targetLevel }: RefByChanges): Pick<RefBy, 'levels' | 'map'> {
  const own = levels.map(level);
  if (levels.slice(0, -1).every((value, i) => own[i] === targetLevel(value))) return { levels: own };
  const parents = own.map((value, i) => [value, i === 0 ? null : [targetLevel(levels[i - 1] as string)]] as const);
  return { map: Object.fromEntries(parents) };
}

function mapMap(map: NonNullable<RefBy['map']>, { level, targetLevel }: RefByChanges): NonNullable<RefBy['map']> {
  const entries = Object.entries(map).map(
    ([own, parents]) => [level(own), parents && parents.map(targetLevel)] as const,
  );
  return Object.fromEntries(entries);
}

/** Gives the new name; the same one to leave it. */
type ColumnName = (column: string) => string;

/** The pattern with its columns passed through `rename`; formats, blanks and other braces stay. */
const mapPattern = (pattern: string, rename: ColumnName): string =>
  parsePattern(pattern)
    .map((part) => ('text' in part ? part.text : part.source.replace(/[^{\s:}]+/, () => rename(part.column))))
    .join('');

/** `date(column)`, the other form of a generated column. D6 */
const DATE_OF = /^(\s*date\(\s*)([^()\s]+)(\s*\)\s*)$/;

/** The expression of a generated column with its columns passed through `rename`. */
function mapGenerated(expression: string, rename: ColumnName): string {
  const [, before, column, behind] = DATE_OF.exec(expression) ?? [];
  if (column === undefined) return mapPattern(expression, rename);
  return `${before ?? ''}${rename(column)}${behind ?? ''}`;
}
