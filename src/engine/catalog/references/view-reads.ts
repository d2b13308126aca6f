/** Maps what a view reads: the columns that its query and its display name, and the texts that it compares with. Source: docs/sources-and-views.md#views; D26. */

import { mapComparedTexts, renameInFormula } from '../../formula/formula-names';
import { type Json, type JsonObject, isJsonObject, isList } from '../../json';
import type { Catalog } from '../catalog';
import type { ViewDefinition } from '../definition';
import {
  type ComparedColumn,
  type FilterKey,
  type FilterKeyColumn,
  type FilterVisitor,
  mapFilter,
} from './filter-mapper';
import { QueryColumns, joinedName } from './query-columns';
import { formulasOf, isUnion, namesInFormula, rollupsOf } from './view-query';

export type ViewVisitor = FilterVisitor;

/** A filter over the rows of these sources, with its columns and texts passed through `visitor`. */
export const mapQueryFilter = (
  catalog: Catalog,
  sources: readonly string[],
  filter: JsonObject,
  visitor: ViewVisitor,
): JsonObject => mapFilter(filter, (key) => new QueryColumns(catalog).key(sources, key), visitor);

/** The view with everything that it reads passed through `visitor`; the same object when nothing changes. Never throws. */
export function mapViewReads(catalog: Catalog, view: ViewDefinition, visitor: ViewVisitor): ViewDefinition {
  const mapper = new ViewMapper(new QueryColumns(catalog), view.query, visitor);
  const next = {
    ...view,
    query: mapper.query(),
    labels: mapper.keys(view.labels),
    display: view.display === null ? null : mapper.display(view.display),
  };
  return JSON.stringify(next) === JSON.stringify(view) ? view : next;
}

/** As `mapViewReads`, of a query alone. */
export const mapQueryReads = (catalog: Catalog, query: JsonObject, visitor: ViewVisitor): JsonObject =>
  new ViewMapper(new QueryColumns(catalog), query, visitor).query();

type Names = (given: Json) => Json;

class ViewMapper {
  /** Tables and views that its rows come from. */
  private readonly sources: readonly string[];
  /** Names of columns that the query computes. */
  private readonly computed: ReadonlySet<string>;
  /** Names that the query itself gives: those, and the names of aggregates. */
  private readonly given: ReadonlySet<string>;
  private readonly join: JsonObject | null;

  constructor(
    private readonly columns: QueryColumns,
    private readonly written: JsonObject,
    private readonly visitor: ViewVisitor,
  ) {
    const { table, union, aggregates, join } = written;
    this.sources = isUnion(written)
      ? partsOf(union).flatMap((part) => (typeof part['table'] === 'string' ? [part['table']] : []))
      : typeof table === 'string'
        ? [table]
        : [];
    this.computed = new Set([...rollupsOf(written), ...formulasOf(written)].map(([name]) => name));
    this.given = new Set([...(isJsonObject(aggregates) ? Object.keys(aggregates) : []), ...this.computed]);
    this.join = isJsonObject(join) ? join : null;
  }

  query(): JsonObject {
    const own = this.names((text) => this.outputName(text));
    const entries = Object.entries(this.written).map(([key, value]): [string, Json] => {
      switch (key) {
        case 'columns':
        case 'order_by':
          return [key, own(value)];
        case 'expand':
        case 'group_by':
        case 'order_rows_by':
          return [key, this.names((text) => this.sourceName(text))(value)];
        case 'where':
          return [key, this.answerFilter(value)];
        case 'having':
          return [key, this.groupFilter(value)];
        case 'rollup':
          return [key, Object.fromEntries(rollupsOf(this.written).map(([name, part]) => [name, this.rollup(part)]))];
        case 'compute':
          return [
            key,
            isJsonObject(value)
              ? mapValues(
                  value,
                  this.names((text) => this.formula(text)),
                )
              : value,
          ];
        case 'aggregates':
          return [
            key,
            isJsonObject(value)
              ? mapValues(
                  value,
                  this.names((text) => aggregateMapped(text, (name) => this.sourceName(name))),
                )
              : value,
          ];
        case 'join':
          return [key, isJsonObject(value) ? this.joinOf(value) : value];
        case 'union':
          return [key, isList(value) ? value.map((part) => this.part(part)) : value];
        default:
          return [key, value];
      }
    });
    return Object.fromEntries(entries);
  }

  keys<T>(record: Readonly<Record<string, T>>): Readonly<Record<string, T>> {
    return Object.fromEntries(Object.entries(record).map(([name, value]) => [this.outputName(name), value]));
  }

  display(display: JsonObject): JsonObject {
    const { columns, summaries, group, colors } = display;
    const named = (entry: Json): Json =>
      isJsonObject(entry) && typeof entry['name'] === 'string'
        ? { ...entry, name: this.outputName(entry['name']) }
        : entry;
    return {
      ...display,
      ...(isList(columns) ? { columns: columns.map(named) } : {}),
      ...(isList(colors) ? { colors: colors.map((rule) => this.colorRule(rule)) } : {}),
      ...(isJsonObject(summaries) ? { summaries: this.keys(summaries) } : {}),
      ...(typeof group === 'string' ? { group: this.outputName(group) } : {}),
    };
  }

  private colorRule(rule: Json): Json {
    if (!isJsonObject(rule)) return rule;
    const { where, column } = rule;
    return {
      ...rule,
      ...(where === undefined ? {} : { where: this.answerFilter(where) }),
      ...(typeof column === 'string' ? { column: this.outputName(column) } : {}),
    };
  }

  private part(part: Json): Json {
    if (!isJsonObject(part) || typeof part['table'] !== 'string') return part;
    const source = [part['table']];
    return {
      ...part,
      ...('columns' in part
        ? { columns: this.names((text) => this.nameIn(source, text))(part['columns'] ?? null) }
        : {}),
      ...('where' in part ? { where: this.filter(source, part['where'] ?? null) } : {}),
    };
  }

  private joinOf(join: JsonObject): JsonObject {
    const { table, on } = join;
    if (typeof table !== 'string') return join;
    const right = (text: string): string => this.expression(text, (name) => this.nameIn([table], name));
    const pairs = isJsonObject(on)
      ? Object.entries(on).map(([left, other]) => [
          this.sourceName(left),
          typeof other === 'string' ? right(other) : other,
        ])
      : [];
    return {
      ...join,
      ...(isJsonObject(on) ? { on: Object.fromEntries(pairs) as JsonObject } : {}),
      ...('columns' in join ? { columns: this.names(right)(join['columns'] ?? null) } : {}),
      ...('where' in join ? { where: this.filter([table], join['where'] ?? null) } : {}),
    };
  }

  private rollup(part: JsonObject): JsonObject {
    const tables = this.columns.tablesOfRollup(part, this.sources);
    const { by, via, where, value, order_rows_by: order } = part;
    const name = (text: string): string => this.expression(text, (each) => this.nameIn(tables, each));
    return {
      ...part,
      ...(typeof by === 'string' ? { by: this.nameIn(tables, by) } : {}),
      ...(typeof via === 'string' ? { via: this.nameIn(this.sources, via) } : {}),
      ...(where === undefined ? {} : { where: this.filter(tables, where) }),
      ...(typeof value === 'string' ? { value: aggregateMapped(value, name) } : {}),
      ...(order === undefined ? {} : { order_rows_by: this.names(name)(order) }),
    };
  }

  /** A formula that does not parse stays. */
  private formula(text: string): string {
    const names = namesInFormula(text).filter((name) => !this.computed.has(name));
    if (names.length === 0) return text;
    const mapped = mapComparedTexts(text, (name, compared) => this.comparedText(name, compared));
    const renamed = names.map((name) => [name, this.nameIn(this.sources, name)] as const);
    return renamed.reduce(
      (written, [from, to]) => (from === to ? written : renameInFormula(written, from, to)),
      mapped,
    );
  }

  /** Values of an enum alone: a formula compares a link by its note, not by its text. */
  private comparedText(name: string, text: string): string {
    if (this.computed.has(name)) return text;
    const { compared } = this.columns.key(this.sources, name);
    const isEnum = compared.length > 0 && compared.every(({ spec }) => spec?.type === 'enum');
    return isEnum ? this.visitor.value(compared, text) : text;
  }

  private answerFilter(filter: Json): Json {
    const readKey = (key: string): FilterKey => this.columns.ofAnswer(this.written, this.sources, key);
    return isJsonObject(filter) ? mapFilter(filter, readKey, this.visitor) : filter;
  }

  private groupFilter(filter: Json): Json {
    const readKey = (key: string): FilterKey => this.columns.ofGroups(this.written, this.sources, key);
    return isJsonObject(filter) ? mapFilter(filter, readKey, this.visitor) : filter;
  }

  private filter(sources: readonly string[], filter: Json): Json {
    return isJsonObject(filter) ? mapFilter(filter, (key) => this.columns.key(sources, key), this.visitor) : filter;
  }

  /** Of the answer: an aggregate, or a name of what the rows come from. */
  private outputName(text: string): string {
    const name = text.startsWith('-') ? text.slice(1) : text;
    return this.given.has(name) ? text : this.sourceName(text);
  }

  private sourceName(text: string): string {
    return this.expression(text, (name) => {
      if (this.computed.has(name)) return name;
      const joined = this.join === null ? null : joinedName(this.join, name);
      if (joined === null) return this.nameIn(this.sources, name);
      return `${name.slice(0, name.length - joined.name.length)}${this.nameIn([joined.table], joined.name)}`;
    });
  }

  /** A name alone or in `date(name)+1`, with `-` before it where it descends. */
  private expression(text: string, rename: (name: string) => string): string {
    return text.replace(
      /^(-?(?:\w+\s*\(\s*)?)([^\s()+-]+)/,
      (_, before: string, name: string) => before + rename(name),
    );
  }

  private nameIn(sources: readonly string[], name: string): string {
    const { parts } = this.columns.key(sources, name);
    return name
      .split('.')
      .map((each, i) => ((parts[i] ?? []).length === 0 ? each : this.visitor.column(parts[i] ?? [], each)))
      .join('.');
  }

  private names(rename: (text: string) => string): Names {
    const map: Names = (given) => {
      if (typeof given === 'string') return rename(given);
      return isList(given) ? given.map(map) : given;
    };
    return map;
  }
}

/** `sum:hours` with another column. */
function aggregateMapped(text: string, rename: (column: string) => string): string {
  const colon = text.indexOf(':');
  return colon < 0 ? text : `${text.slice(0, colon + 1)}${rename(text.slice(colon + 1).trim())}`;
}

const partsOf = (union: Json | undefined): readonly JsonObject[] => (isList(union) ? union : []).filter(isJsonObject);

const mapValues = (record: JsonObject, map: Names): JsonObject =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]));

/** What all of these columns say of a change; null where they do not agree, so that one text can't say it for all. */
export function agreed<C extends FilterKeyColumn | ComparedColumn>(
  columns: readonly C[],
  change: (column: C) => string,
): string | null {
  const answers = new Set(columns.map(change));
  const [only] = answers;
  return answers.size === 1 && only !== undefined ? only : null;
}
