/** The definition of an Obsidian base as views of a table, with a report of what has no counterpart. docs/bases.md */

import { translateStatement } from './base-filter';
import { type BaseColumn, BaseNames, type BaseObject, type BaseValue } from './base-names';

/** `views`, 0, `filters`: where a part is in the file. */
export type BasePath = readonly (string | number)[];

export interface Untranslated {
  readonly path: BasePath;
  /** As it is written. */
  readonly text: string;
  readonly reason: string;
}

/** A condition that must hold. Whether it fits the columns, the engine says. */
export interface BaseCondition {
  readonly path: BasePath;
  readonly text: string;
  readonly where: BaseObject;
  /** The formulas that it reads beside those of the base. */
  readonly compute: Readonly<Record<string, string>>;
}

export interface BaseFormula {
  readonly path: BasePath;
  /** Its column. */
  readonly name: string;
  readonly formula: string;
}

export interface BaseView {
  readonly label: string;
  readonly conditions: readonly BaseCondition[];
  /** How it looks, as `display` of create_view and the other keys of a kept view say it. */
  readonly spec: BaseObject;
}

export interface ReadBase {
  readonly formulas: readonly BaseFormula[];
  readonly views: readonly BaseView[];
  readonly untranslated: readonly Untranslated[];
}

/** The table that the views are for. */
export interface BaseTarget {
  readonly table: string;
  readonly columns: readonly BaseColumn[];
  readonly layouts: readonly string[];
  readonly summaries: readonly string[];
}

const KEYS = ['filters', 'formulas', 'properties', 'summaries', 'views'];
const VIEW_KEYS = [
  'type',
  'name',
  'filters',
  'order',
  'sort',
  'groupBy',
  'limit',
  'summaries',
  'columnSize',
  'rowHeight',
];

/** Names of layouts where ours differ. */
const LAYOUTS: Readonly<Record<string, string>> = { kanban: 'board' };

export const asBaseObject = (value: BaseValue | undefined): BaseObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as BaseObject) : {};
export const listOf = (value: BaseValue | undefined): readonly BaseValue[] =>
  Array.isArray(value) ? (value as readonly BaseValue[]) : [];
const shown = (value: BaseValue): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** The folder that the base is about: a statement that holds for all of its notes names it. */
export function folderOfBase(base: BaseObject): string | null {
  const { filters = null } = base;
  const statements = typeof filters === 'string' ? [filters] : listOf(asBaseObject(filters)['and']);
  for (const statement of statements) {
    const [, folder] = /^file\.inFolder\("([^"\\]+)"\)$/.exec(shown(statement).trim()) ?? [];
    if (folder !== undefined) return folder.replace(/\/$/, '');
  }
  return null;
}

export function readBase(base: BaseObject, target: BaseTarget): ReadBase {
  return new BaseReader(base, target).read();
}

class BaseReader {
  private readonly untranslated: Untranslated[] = [];
  private readonly names: BaseNames;
  private readonly formulas: readonly BaseFormula[];

  constructor(
    private readonly base: BaseObject,
    private readonly target: BaseTarget,
  ) {
    const formulas = Object.entries(asBaseObject(base['formulas']));
    this.names = new BaseNames(
      target.columns,
      formulas.map(([name]) => name),
    );
    this.formulas = formulas.map(([name, text]) => ({
      path: ['formulas', name],
      name: this.names.columnOf(`formula.${name}`) ?? name,
      formula: this.names.formulaOf(shown(text)),
    }));
  }

  read(): ReadBase {
    const { base } = this;
    for (const key of Object.keys(base).filter((each) => !KEYS.includes(each)))
      this.report([key], base[key], 'NoteDB has no such setting.');
    for (const [name, formula] of Object.entries(asBaseObject(base['summaries'])))
      this.report(['summaries', name], formula, 'A summary with a formula of its own has no counterpart.');
    const ofAll = this.conditions(base['filters'], ['filters']);
    const given = listOf(base['views']);
    const views = given.length === 0 ? [{ type: 'table', name: 'Table' }] : given;
    return {
      formulas: this.formulas,
      views: views.map((view, at) => this.view(asBaseObject(view), ['views', at], ofAll)),
      untranslated: this.untranslated,
    };
  }

  private report(path: BasePath, value: BaseValue | undefined, reason: string): void {
    this.untranslated.push({ path, text: shown(value ?? null), reason });
  }

  /** The parts of an `and` one by one, so that one that does not fit leaves the others. */
  private conditions(filter: BaseValue | undefined, path: BasePath): readonly BaseCondition[] {
    if (filter === undefined || filter === null) return [];
    const and = asBaseObject(filter)['and'];
    if (Array.isArray(and)) return listOf(and).flatMap((each, at) => this.conditions(each, [...path, 'and', at]));
    if (typeof filter === 'string' && this.isOwnTable(filter)) return [];
    const compute: Record<string, string> = {};
    const where = this.where(filter, compute, path);
    return where === null ? [] : [{ path, text: shown(filter), where, compute }];
  }

  /** As a base that we wrote begins. */
  private isOwnTable(statement: string): boolean {
    const [, table] = /^(?:note\.)?table == "(.*)"$/.exec(statement.trim()) ?? [];
    return table === this.target.table;
  }

  private where(filter: BaseValue, compute: Record<string, string>, path: BasePath): BaseObject | null {
    if (typeof filter === 'string') {
      const translated = translateStatement(filter, this.names);
      if (translated !== null) return translated;
      const name = this.names.newName('condition');
      compute[name] = this.names.formulaOf(filter);
      return { [name]: true };
    }
    const [[key, parts] = ['', null]] = Object.entries(asBaseObject(filter));
    if (key !== 'and' && key !== 'or' && key !== 'not') {
      this.report(path, filter, 'A filter is a statement, or and, or, not with a list of statements.');
      return null;
    }
    const filters = listOf(parts).flatMap((part) => this.where(part, compute, path) ?? []);
    if (filters.length === 0) return null;
    return key === 'not' ? { not: { or: filters } } : { [key]: filters };
  }

  private view(view: BaseObject, path: BasePath, ofAll: readonly BaseCondition[]): BaseView {
    for (const key of Object.keys(view).filter((each) => !VIEW_KEYS.includes(each)))
      this.report([...path, key], view[key], 'A setting of this layout has no counterpart.');
    const { type = 'table', name = 'View', limit, rowHeight } = view;
    const order = this.order(view, path);
    const sort = listOf(view['sort']).flatMap((each, at) => this.sorted(each, [...path, 'sort', at]));
    const group = view['groupBy'] === undefined ? [] : this.sorted(view['groupBy'], [...path, 'groupBy']);
    return {
      label: shown(name),
      conditions: [...ofAll, ...this.conditions(view['filters'], [...path, 'filters'])],
      spec: {
        ...this.layout(type, path),
        ...(sort.length === 0 ? {} : { order_by: sort }),
        ...(group[0] === undefined ? {} : { group: group[0] }),
        ...(typeof limit === 'number' ? { limit: Math.min(Math.max(Math.trunc(limit), 1), 1000) } : {}),
        ...(rowHeight === 'medium' || rowHeight === 'tall' ? { row_height: rowHeight } : {}),
        ...(order.length === 0 ? {} : { columns: [...order, { name: '*', hidden: true }] }),
        ...this.summaries(view['summaries'], [...path, 'summaries']),
      },
    };
  }

  private layout(type: BaseValue, path: BasePath): BaseObject {
    const layout = LAYOUTS[shown(type)] ?? shown(type);
    if (layout === 'table') return {};
    if (this.target.layouts.includes(layout)) return { layout };
    this.report([...path, 'type'], type, 'There is no such layout. The view is a table.');
    return {};
  }

  private order(view: BaseObject, path: BasePath): readonly BaseObject[] {
    const widths = asBaseObject(view['columnSize']);
    return listOf(view['order']).flatMap((property, at): readonly BaseObject[] => {
      const name = this.column(property, [...path, 'order', at]);
      if (name === null) return [];
      const { displayName } = asBaseObject(asBaseObject(this.base['properties'])[shown(property)]);
      const width = widths[shown(property)];
      return [
        {
          name,
          ...(typeof displayName === 'string' && this.names.isFormula(name) ? { label: displayName } : {}),
          ...(typeof width === 'number' ? { width } : {}),
        },
      ];
    });
  }

  private sorted(value: BaseValue | undefined, path: BasePath): readonly string[] {
    const { property = value ?? '', direction } = asBaseObject(value);
    const column = this.column(property, path);
    return column === null ? [] : [direction === 'DESC' ? `-${column}` : column];
  }

  private column(property: BaseValue, path: BasePath): string | null {
    const column = this.names.columnOf(shown(property));
    if (column === null) this.report(path, property, 'The table has no such column.');
    return column;
  }

  private summaries(value: BaseValue | undefined, path: BasePath): BaseObject {
    const entries = Object.entries(asBaseObject(value)).flatMap(([property, summary]): readonly [string, string][] => {
      const name = shown(summary).toLowerCase();
      if (!this.target.summaries.includes(name)) {
        this.report([...path, property], summary, 'There is no such summary.');
        return [];
      }
      const column = this.column(property, [...path, property]);
      return column === null ? [] : [[column, name]];
    });
    return entries.length === 0 ? {} : { summaries: Object.fromEntries(entries) };
  }
}
