/** A view of a table as the definition of an Obsidian base, with a report of what has no counterpart. docs/bases.md#save-a-view-as-a-base */

import { type BaseColumn, type BaseObject, type BaseValue, propertyOf } from './base-names';
import { type Untranslated, asBaseObject } from './read-base';

export interface WrittenBase {
  readonly base: BaseObject;
  readonly untranslated: readonly Untranslated[];
}

/** How the rows of a table are looked at. `spec`: as a view is kept with the device. */
export interface BaseSource {
  readonly table: string;
  readonly label: string;
  readonly columns: readonly (BaseColumn & { readonly label: string })[];
  /** The shown columns, in their order. */
  readonly shown: readonly string[];
  readonly spec: BaseObject;
}

const OPERATORS: Readonly<Record<string, string>> = { eq: '==', ne: '!=', lt: '<', lte: '<=', gt: '>', gte: '>=' };
const METHODS: Readonly<Record<string, string>> = {
  contains: 'contains',
  starts_with: 'startsWith',
  ends_with: 'endsWith',
};
const LAYOUTS: Readonly<Record<string, string>> = { board: 'kanban' };
const OWN_KEYS = ['where', 'order_by', 'group', 'limit', 'compute', 'layout', 'columns', 'summaries', 'row_height'];

export const writeBase = (source: BaseSource): WrittenBase => new BaseWriter(source).write();

class BaseWriter {
  private readonly untranslated: Untranslated[] = [];
  private readonly compute: Readonly<Record<string, BaseValue>>;
  private readonly formulas: ReadonlySet<string>;

  constructor(private readonly source: BaseSource) {
    this.compute = asBaseObject(source.spec['compute']);
    this.formulas = new Set(Object.keys(this.compute));
  }

  write(): WrittenBase {
    const { source, compute } = this;
    const { spec, table } = source;
    for (const key of Object.keys(spec).filter((each) => !OWN_KEYS.includes(each) && each !== 'collapsed'))
      this.report([key], spec[key] ?? null, 'A base has no such setting.');
    const filter = this.filter(spec['where'] ?? null, ['where']);
    return {
      base: {
        filters: { and: [`note.table == ${JSON.stringify(table)}`, ...(filter === null ? [] : [filter])] },
        ...(this.formulas.size === 0 ? {} : { formulas: compute }),
        ...this.headings(),
        views: [this.view()],
      },
      untranslated: this.untranslated,
    };
  }

  private report(path: readonly string[], value: BaseValue, reason: string): void {
    this.untranslated.push({ path, text: textOf(value), reason });
  }

  private property(column: string, path: readonly string[]): string | null {
    const property = propertyOf(column, this.source.columns, this.formulas);
    if (property === null) this.report(path, column, 'Bases has no property for this column.');
    return property;
  }

  private headings(): BaseObject {
    const entries = this.source.columns.flatMap(({ name, key, label }): readonly [string, BaseValue][] => {
      const property = this.source.shown.includes(name) && label !== key ? this.property(name, ['columns']) : null;
      return property === null ? [] : [[property, { displayName: label }]];
    });
    return entries.length === 0 ? {} : { properties: Object.fromEntries(entries) };
  }

  private view(): BaseObject {
    const { spec, label, shown } = this.source;
    const { layout = 'table', limit, row_height: height } = spec;
    const order = shown.flatMap((column) => this.property(column, ['columns', column]) ?? []);
    const given = Array.isArray(spec['order_by']) ? (spec['order_by'] as readonly BaseValue[]) : [];
    const sort = given.flatMap((each) => this.sorted(each, ['order_by']) ?? []);
    const group = this.sorted(spec['group'] ?? null, ['group']);
    const summaries = Object.entries(asBaseObject(spec['summaries'])).flatMap(([column, summary]) => {
      const property = this.property(column, ['summaries', column]);
      return property === null ? [] : [[property, capital(textOf(summary))] as const];
    });
    return {
      type: LAYOUTS[textOf(layout)] ?? layout,
      name: label,
      ...(order.length === 0 ? {} : { order }),
      ...(sort.length === 0 ? {} : { sort }),
      ...(group === null ? {} : { groupBy: group }),
      ...(limit === undefined ? {} : { limit }),
      ...(height === undefined ? {} : { rowHeight: height }),
      ...(summaries.length === 0 ? {} : { summaries: Object.fromEntries(summaries) }),
    };
  }

  private sorted(value: BaseValue, path: readonly string[]): BaseObject | null {
    if (typeof value !== 'string') return null;
    const isDescending = value.startsWith('-');
    const property = this.property(isDescending ? value.slice(1) : value, path);
    return property === null ? null : { property, direction: isDescending ? 'DESC' : 'ASC' };
  }

  /** A part that has no counterpart is left out and reported: the base shows more rows then. */
  private filter(where: BaseValue, path: readonly string[]): BaseValue {
    const filters = Object.entries(asBaseObject(where)).flatMap(([key, value]): readonly BaseValue[] => {
      if (key === 'and' || key === 'or') {
        const parts = (Array.isArray(value) ? (value as readonly BaseValue[]) : []).map((each) =>
          this.filter(each, path),
        );
        if (key === 'and') return parts.filter((each) => each !== null);
        return parts.some((each) => each === null) ? [] : [{ or: parts }];
      }
      if (key === 'not') {
        const part = this.filter(value, path);
        return part === null ? [] : [{ not: [part] }];
      }
      return this.condition(key, value, [...path, key]);
    });
    return filters.length === 0 ? null : filters.length === 1 ? (filters[0] ?? null) : { and: filters };
  }

  private condition(column: string, value: BaseValue, path: readonly string[]): readonly BaseValue[] {
    const property = this.property(column, path);
    if (property === null) return [];
    const isPlain = typeof value !== 'object' || value === null;
    const operators = isPlain ? { eq: value } : asBaseObject(value);
    const statements = Object.entries(operators).map(([operator, operand]) => statementOf(property, operator, operand));
    if (statements.length > 0 && statements.every((each) => each !== null)) return statements;
    this.report(path, value, 'Bases has no such condition.');
    return [];
  }
}

function statementOf(property: string, operator: string, operand: BaseValue): BaseValue {
  if (operator === 'exists' || operator === 'empty')
    return `${(operand === true) === (operator === 'exists') ? '!' : ''}${property}.isEmpty()`;
  if (operator === 'in' && Array.isArray(operand)) {
    const parts = (operand as readonly BaseValue[]).map((each) => statementOf(property, 'eq', each));
    return parts.some((each) => each === null) ? null : { or: parts };
  }
  if (property === 'file.path' && operator === 'starts_with' && textOf(operand).endsWith('/'))
    return `file.inFolder(${JSON.stringify(textOf(operand).slice(0, -1))})`;
  if (property === 'file.tags' && operator === 'contains') return `file.hasTag(${JSON.stringify(operand)})`;
  const text = literalOf(operand);
  if (text === null) return null;
  if (METHODS[operator] !== undefined) return `${property}.${METHODS[operator]}(${text})`;
  return OPERATORS[operator] === undefined ? null : `${property} ${OPERATORS[operator]} ${text}`;
}

/** Null: an object, or a token without a counterpart. */
function literalOf(value: BaseValue): string | null {
  if (typeof value !== 'string') return typeof value === 'object' ? null : String(value);
  if (value === '{today}' || value === '{now}') return `${value.slice(1, -1)}()`;
  if (/^[{<]/.test(value)) return null;
  const [, target] = /^\[\[([^\]|]+)(?:\|[^\]]*)?\]\]$/.exec(value) ?? [];
  return target === undefined ? JSON.stringify(value) : `link(${JSON.stringify(target)})`;
}

const textOf = (value: BaseValue): string => (typeof value === 'string' ? value : JSON.stringify(value));

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
