/** The definitions that an app may know. docs/rights.md#what-an-app-sees; D13, D22 */

import { NotedbError } from '../errors';
import type { JsonObject } from '../json';
import type { ColumnSpec, ValueSpec } from '../values/column-spec';
import { matchesPatterns } from '../text/table-patterns';
import { Catalog } from './catalog';
import type { CatalogDefinition, TableDefinition, ViewDefinition } from './definition';
import { inheritsFrom } from './references/inheritance';
import { tablesOfRule } from './references/rule-reads';
import { readsOf } from './references/query-reads';
import { BASE_PREFIX, resolveBase } from './resolve-base';
import { lookUpTable, resolveEither, resolveTable, resolveView, withDefaults } from './resolve-table';

/** `name`: of the app, for messages. `patterns`: of the tables that there are for it; none where it may not read rows. */
export interface CatalogScope {
  readonly name: string;
  readonly patterns: readonly string[];
}

/** For reading: changes of definitions use the whole catalog. */
export class ScopedCatalog extends Catalog {
  constructor(
    private readonly whole: Catalog,
    private readonly scope: CatalogScope,
  ) {
    super(seenDefinition(whole, scope.patterns), whole.root);
  }

  override seesTable(qualified: string): boolean {
    const isHiddenView = this.whole.view(qualified) !== null && this.view(qualified) === null;
    return matchesPatterns(qualified, this.scope.patterns) && !isHiddenView;
  }

  override checkable(table: TableDefinition): TableDefinition {
    const restsOnSeen = (where: JsonObject): boolean =>
      readsOf(this.whole, { table: table.qualified, where }).tables.every((each) => this.seesTable(each));
    return {
      ...table,
      columns: table.columns.map((column) => this.withinScope(column)),
      constraints: table.constraints.filter(({ check }) => restsOnSeen(check)),
      templates: table.templates.filter(({ where }) => where === undefined || restsOnSeen(where)),
    };
  }

  /** A link, or a word, that leads out of the scope is any link and any text. */
  private withinScope(column: ColumnSpec): ColumnSpec {
    const item = column.type === 'list' ? column.items : column;
    const target = item?.ref ?? item?.vocabulary;
    if (target === undefined || this.seesTable(target)) return column;
    const { inverse: _inverse, refWhere: _where, refBy: _by, hierarchy: _tree, ...rest } = withoutTarget(column);
    return rest.items === undefined ? rest : { ...rest, items: withoutTarget(rest.items) };
  }

  /** Definitions on which a write can be planned that rests on nothing hidden. */
  forPlanning(): Catalog {
    const withinScope = (table: TableDefinition): TableDefinition => ({
      ...this.checkable(table),
      declared: table.declared.map((column) => this.withinScope(column)),
    });
    const tables = new Map([...this.definition.tables].map(([name, table]) => [name, withinScope(table)]));
    return new Catalog({ ...this.definition, tables }, this.root);
  }

  override requireSeen(qualified: string): void {
    if (!this.seesTable(qualified)) throw notAllowed(this.scope, qualified);
  }

  override resolveTable(reference: string, viewHint?: string): TableDefinition {
    this.requireReference(reference);
    return resolveTable(this.definition, reference, viewHint);
  }

  override resolveEither(reference: string): TableDefinition | ViewDefinition {
    this.requireReference(reference);
    return resolveEither(this.definition, reference);
  }

  override resolveView(reference: string, tableHint: string): ViewDefinition {
    this.requireReference(reference);
    return resolveView(this.definition, reference, tableHint);
  }

  /** Throws `forbidden` for a reference that means nothing of the app's, and could not; 404 for a base that the app does not see. */
  requireReference(reference: string): void {
    if (reference.startsWith('system.')) return;
    if (reference.startsWith(BASE_PREFIX))
      return void resolveBase(this.definition, reference.slice(BASE_PREFIX.length));
    const isTable = lookUpTable(this.definition, reference).kind !== 'unknown';
    const isView = [...this.definition.views.keys()].some(
      (name) => name === reference || name.endsWith(`.${reference}`),
    );
    const whole = withDefaults(this.definition, reference);
    if (!isTable && !isView && !this.seesTable(whole)) throw notAllowed(this.scope, reference);
  }
}

function withoutTarget<T extends ValueSpec>(spec: T): T {
  const { ref: _ref, vocabulary: _words, ...rest } = spec;
  return rest as unknown as T;
}

const notAllowed = ({ name, patterns }: CatalogScope, reference: string): NotedbError =>
  new NotedbError('forbidden', `${name} may not use "${reference}": ${reasonOf(patterns)}`, {
    hint: 'ask the owner for a token with that table; list_tables shows what there is',
  });

const reasonOf = (patterns: readonly string[]): string =>
  patterns.length === 0 ? 'its token lacks "read"' : `its token is for ${patterns.join(', ')}`;

/** Those that a table of the app inherits from, and those that no table does. */
function seenBases(
  { bases, tables }: CatalogDefinition,
  seen: CatalogDefinition['tables'],
): CatalogDefinition['bases'] {
  const isUsed = (name: string, by: CatalogDefinition['tables']): boolean =>
    [...by.values()].some((table) => inheritsFrom(table.bases, name, bases));
  return new Map([...bases].filter(([name]) => isUsed(name, seen) || !isUsed(name, tables)));
}

/** A view needs its own name and every table that it reads. */
function seenDefinition(whole: Catalog, patterns: readonly string[]): CatalogDefinition {
  const { definition } = whole;
  const sees = (qualified: string): boolean => matchesPatterns(qualified, patterns);
  const tables = new Map([...definition.tables].filter(([qualified]) => sees(qualified)));
  const views = new Map(
    [...definition.views].filter(
      ([qualified, { query }]) => sees(qualified) && readsOf(whole, query).tables.every(sees),
    ),
  );
  const rules = new Map([...definition.rules].filter(([, rule]) => tablesOfRule(whole, rule).every(sees)));
  return { ...definition, tables, views, rules, bases: seenBases(definition, tables) };
}
