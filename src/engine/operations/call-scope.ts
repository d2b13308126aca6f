/** The tables that a call names or reads through: an app's have to be among its own. docs/rights.md#tables; D13, D22 */

import type { Catalog } from '../catalog/catalog';
import { ScopedCatalog } from '../catalog/scoped-catalog';
import { readsOf } from '../catalog/references/query-reads';
import { mapTables } from '../catalog/references/view-query';
import { BASE_PREFIX } from '../catalog/resolve-base';
import type { Caller } from '../history/caller';
import { type Json, type JsonObject, isJsonObject, isList } from '../json';
import { type ColumnSpec, linkSpecOf } from '../values/column-spec';

/** Arguments that name a table or a view. */
const REFERENCES = ['table', 'to_table', 'source', 'target', 'view'] as const;
/** Arguments that give values of columns. */
const VALUES = ['values', 'set_values', 'add_values', 'remove_values'] as const;
/** Arguments that are filters of rows of `table`. */
const FILTERS = ['where', 'check', 'ref_where'] as const;

/** Throws `forbidden` for a table outside of the caller's patterns, whether there is one or not. `args`: as they were given, of the right shape. */
export function requireTables(caller: Caller, catalog: Catalog, operation: string, args: JsonObject): void {
  if (caller.kind === 'owner' || caller.tables === null) return;
  const scoped = new ScopedCatalog(catalog, { name: caller.name, patterns: caller.tables });
  new CallScope(catalog, scoped).check(operation, args);
}

class CallScope {
  constructor(
    private readonly whole: Catalog,
    private readonly scoped: ScopedCatalog,
  ) {}

  check(operation: string, args: JsonObject): void {
    // Its `table` is a part of a name.
    if (operation !== 'list_migrations') this.references(args);
    if (NAMING.includes(operation)) this.newName(operation, args);
    const table = isNamed(args['table']) ? args['table'] : null;
    if (operation === 'select_rows') this.query(args);
    else for (const each of this.filtered(table, operation, args)) this.filters(each, args);
    if (isJsonObject(args['query'])) this.query(args['query']);
    for (const key of ['from_nodes', 'to_nodes']) {
      const nodes = args[key];
      if (isJsonObject(nodes)) this.check('', nodes);
    }
    for (const spec of [args['column'], args['changes'], ...listIn(args['columns'])]) this.columnSpec(table, spec);
    const target = isNamed(args['to_table']) ? args['to_table'] : table;
    if (target !== null) this.values(target, args);
    for (const step of [...listIn(args['operations']), ...listIn(args['steps'])]) {
      if (isJsonObject(step)) this.check(isNamed(step['op']) ? step['op'] : '', step);
    }
  }

  private references(args: JsonObject): void {
    const references = [...REFERENCES, 'tables'].flatMap((key) => [args[key], ...listIn(args[key])]);
    for (const reference of references) if (isNamed(reference)) this.scoped.requireReference(reference);
  }

  /** The name of a new table, or the new name of one. */
  private newName(operation: string, args: JsonObject): void {
    const { defaultCatalog, defaultSchema } = this.whole.configuration;
    const before = operation === 'alter_table' && isNamed(args['table']) ? this.definition(args['table']) : null;
    const part = (key: 'catalog' | 'schema', otherwise: string): string =>
      isNamed(args[key]) ? args[key] : (before?.[key] ?? otherwise);
    const name = isNamed(args['name']) ? args['name'] : (before?.name ?? '');
    this.scoped.requireSeen(`${part('catalog', defaultCatalog)}.${part('schema', defaultSchema)}.${name}`);
  }

  private definition(reference: string): ReturnType<Catalog['table']> {
    const lookup = this.scoped.lookUpTable(reference);
    return lookup.kind === 'found' ? lookup.table : null;
  }

  /** Through views, bases, unions, joins, dotted keys and links that are expanded. */
  private query(query: JsonObject): void {
    const names: string[] = [];
    const whole = mapTables(query, (reference) => {
      this.scoped.requireReference(reference);
      const name = this.wholeName(reference);
      names.push(name);
      return name;
    });
    // Of a base an app reads the rows of its own tables.
    const heirs = new Set(names.flatMap((name) => this.heirsOf(name)));
    for (const table of [...names, ...readsOf(this.whole, whole).tables]) {
      if (heirs.has(table) && !names.includes(table)) continue;
      if (!table.startsWith(BASE_PREFIX) && !table.startsWith('system.')) this.scoped.requireSeen(table);
    }
  }

  private heirsOf(reference: string): readonly string[] {
    if (!reference.startsWith(BASE_PREFIX)) return [];
    return this.whole.inheritingTables(reference.slice(BASE_PREFIX.length)).map(({ qualified }) => qualified);
  }

  /** As the app means it; what it does not know stays as it is written. */
  private wholeName(reference: string): string {
    const table = this.definition(reference);
    if (table !== null) return table.qualified;
    const { views } = this.scoped.definition;
    const found = [...views.keys()].find((name) => name === reference || name.endsWith(`.${reference}`));
    return found ?? reference;
  }

  /** The tables whose rows a filter of the call is asked of. */
  private filtered(table: string | null, operation: string, { tables }: JsonObject): readonly string[] {
    if (table !== null) return [table];
    const named = listIn(tables).filter(isNamed);
    if (named.length > 0 || !FOLLOWING.includes(operation)) return named;
    return this.scoped.tables().map(({ qualified }) => qualified);
  }

  private filters(table: string, args: JsonObject): void {
    for (const key of FILTERS) {
      const where = args[key];
      if (where !== undefined && where !== null) this.query({ table, where });
    }
  }

  /** A column that is made or changed may lead into the app's tables alone. */
  private columnSpec(table: string | null, spec: Json | undefined): void {
    if (!isJsonObject(spec)) return;
    const items = isJsonObject(spec['items']) ? [spec['items']] : [];
    for (const part of [spec, ...items]) {
      for (const key of ['ref', 'vocabulary']) {
        const reference = part[key];
        if (!isNamed(reference) || reference === 'self') continue;
        this.scoped.requireReference(reference);
        if (isJsonObject(part['ref_where'])) this.query({ table: reference, where: part['ref_where'] });
      }
    }
    if (table !== null && isJsonObject(spec['ref_where'])) this.filterOfTarget(table, spec);
  }

  /** `ref_where` that is given anew for a column which has its `ref` already. */
  private filterOfTarget(table: string, { ref_where: where = null }: JsonObject): void {
    const refs = this.definition(table)?.columns.flatMap((column) => linkSpecOf(column)?.ref ?? []) ?? [];
    for (const ref of new Set(refs)) if (this.scoped.seesTable(ref)) this.query({ table: ref, where });
  }

  /** A link into a hidden table stays as it is: only a caller that sees its target sets it. */
  private values(reference: string, args: JsonObject): void {
    const columns = this.definition(reference)?.columns ?? [];
    const hidden = columns.filter((column) => this.leadsOut(column));
    if (hidden.length === 0) return;
    const perRow = isJsonObject(args['per_row']) ? Object.values(args['per_row']) : [];
    const given = [...VALUES.map((key) => args[key]), ...listIn(args['rows']), ...perRow];
    const unset = listIn(args['unset']);
    for (const column of hidden) {
      const isSet = given.some((values) => isJsonObject(values) && Object.hasOwn(values, column.name));
      if (isSet || unset.includes(column.name)) this.scoped.requireSeen(this.targetOf(column) ?? '');
    }
  }

  private leadsOut(column: ColumnSpec): boolean {
    const target = this.targetOf(column);
    return target !== null && !this.scoped.seesTable(target);
  }

  private targetOf(column: ColumnSpec): string | null {
    const words = column.type === 'list' ? column.items?.vocabulary : column.vocabulary;
    return linkSpecOf(column)?.ref ?? words ?? null;
  }
}

/** Operations whose `name` is a table's or a view's. */
const NAMING: readonly string[] = ['create_table', 'create_view', 'alter_table'];

/** Operations whose filter is asked of the rows of all tables unless some are named. */
const FOLLOWING: readonly string[] = ['list_changes', 'create_webhook'];

const isNamed = (value: Json | undefined): value is string => typeof value === 'string' && value !== '';

const listIn = (value: Json | undefined): readonly Json[] => (isList(value) ? value : []);
