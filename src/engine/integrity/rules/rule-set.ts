/** The rules of a table that reach beyond one value, compiled for one state of the database: CHECKs, ref_where, ref_by. */

import type { Catalog } from '../../catalog/catalog';
import type { Constraint, TableDefinition } from '../../catalog/definition';
import { namesAlike } from '../../../kernel/near-names';
import type { UnmatchedName } from '../../errors';
import type { Host } from '../../ports/host';
import type { NotePath } from '../../ports/vault-port';
import type { View } from '../../storage/view';
import type { ColumnSpec, RefBy } from '../../values/column-spec';
import { type RowAliases, rowAliases } from '../row-aliases';
import { compileCheck } from './compile-check';
import type { CompiledFilter } from './evaluate-check';
import { RowLimit } from './row-limits';
import { getOrInsert } from '../../values/maps';

/** The clock and the zone of date tokens in rules. */
export interface DateContext {
  /** Milliseconds. */
  readonly now: number;
  /** The database time zone. */
  readonly zone: string;
}

export const dateContextOf = (
  { configuration }: Catalog,
  { clock }: Pick<Host, 'clock'>,
  now: number,
): DateContext => ({
  now,
  zone: configuration.timeZone ?? clock.timeZone(),
});

export interface CheckRule {
  readonly key: string;
  readonly constraint: Constraint;
  readonly check: CompiledFilter;
}

/** What a link column, or each item of a list, asks of its target beyond being a row of `ref`. */
export interface LinkRule {
  readonly key: string;
  readonly column: ColumnSpec;
  /** Qualified. */
  readonly ref: string;
  readonly where: { readonly filter: NonNullable<ColumnSpec['refWhere']>; readonly check: CompiledFilter } | null;
  readonly by: RefBy | null;
}

export interface TableRules {
  readonly limits: readonly RowLimit[];
  readonly checks: readonly CheckRule[];
  readonly links: readonly LinkRule[];
}

/** As many as violations are listed. D5 */
const MOST_SEARCHES = 100;

/** As many as a hint says something of. */
const MOST_UNMATCHED = 3;

const NO_RULES: TableRules = { limits: [], checks: [], links: [] };

/** The same rule before and after a change of the definitions. A column's name has no colon. */
export const checkKey = (constraint: string): string => `check:${constraint}`;
export const linkKey = (column: string): string => `link:${column}`;

/** Compiles when it is first asked; links in the operands are resolved then, so make one when everything is staged. */
export class RuleSet {
  private readonly byTable = new Map<string, TableRules>();
  private readonly namesByKey = new Map<string, readonly string[]>();
  private readonly aliasesByTable = new Map<string, RowAliases>();
  private readonly nearByName = new Map<readonly string[], Map<string, readonly string[]>>();
  private readonly rootedByColumn = new Map<string, Set<NotePath>>();
  private readonly targetsByColumn = new Map<ColumnSpec, Map<string, NotePath>>();
  private searches = 0;
  /** The first wrong names that no allowed one is near to. */
  readonly unmatched: UnmatchedName[] = [];

  constructor(
    readonly view: View,
    readonly moment: DateContext,
  ) {}

  /** The rules of the whole table, even where only some columns are validated. */
  of({ qualified }: Pick<TableDefinition, 'qualified'>): TableRules {
    let rules = this.byTable.get(qualified);
    if (rules === undefined) {
      const table = this.view.catalog.table(qualified);
      this.byTable.set(qualified, (rules = table === null ? NO_RULES : this.compile(table)));
    }
    return rules;
  }

  /** The valid names that refusals list, looked for once however many rows are refused. */
  names(key: string, find: () => readonly string[]): readonly string[] {
    return getOrInsert(this.namesByKey, key, find);
  }

  /** The aliases of the rows of a table, looked for once. */
  aliases(ref: string): RowAliases {
    return getOrInsert(this.aliasesByTable, ref, () => rowAliases(this.view, ref));
  }

  /** The names near to a wrong one. To find them it is compared with each: that is done for no more wrong names than a refusal lists. */
  near(wanted: string, names: readonly string[]): readonly string[] {
    const known = this.nearByName.get(names) ?? new Map<string, readonly string[]>();
    this.nearByName.set(names, known);
    const near = getOrInsert(known, wanted, () => (this.searches++ < MOST_SEARCHES ? namesAlike(wanted, names) : []));
    return near;
  }

  /** No allowed name is near to this one. */
  addUnmatched(name: UnmatchedName): void {
    if (this.unmatched.length < MOST_UNMATCHED) this.unmatched.push(name);
  }

  /** Files from which the way up by this column is known to end. A walk adds to it. */
  rooted({ name }: ColumnSpec): Set<NotePath> {
    return getOrInsert(this.rootedByColumn, name, () => new Set());
  }

  /** The rows of its `ref` to which links of this column lead from every note, by the link. A search adds to it. */
  targets(column: ColumnSpec): Map<string, NotePath> {
    return getOrInsert(this.targetsByColumn, column, () => new Map<string, NotePath>());
  }

  private compile(table: TableDefinition): TableRules {
    const context = { ...this.moment, links: this.view.links, hierarchies: this.view };
    return {
      limits: table.constraints.flatMap(
        (constraint) => RowLimit.of(checkKey(constraint.name), table, constraint, context) ?? [],
      ),
      checks: table.constraints.flatMap((constraint) =>
        constraint.atMost !== undefined
          ? []
          : {
              key: checkKey(constraint.name),
              constraint,
              check: this.check(table, constraint.check, 'check'),
            },
      ),
      links: table.columns.flatMap((column) => this.linkRule(column)),
    };
  }

  private linkRule(column: ColumnSpec): readonly LinkRule[] {
    const { ref, refWhere, refBy } = linkRulesOf(column);
    if (ref === undefined || (refWhere === undefined && refBy === undefined)) return [];
    const target = this.view.catalog.table(ref);
    if (target === null) return [];
    const where =
      refWhere === undefined ? null : { filter: refWhere, check: this.check(target, refWhere, 'ref_where') };
    return [{ key: linkKey(column.name), column, ref, where, by: refBy ?? null }];
  }

  private check(table: TableDefinition, filter: Constraint['check'], code: 'check' | 'ref_where'): CompiledFilter {
    const mode = code === 'check' ? 'check' : 'where';
    const context = { ...this.moment, links: this.view.links, hierarchies: this.view };
    return compileCheck({ catalog: this.view.catalog, table, filter, mode, code }, context).check;
  }
}

/** Of a link column, or of the items of a list. */
export const linkRulesOf = (column: ColumnSpec): Pick<ColumnSpec, 'ref' | 'refWhere' | 'refBy'> =>
  column.type === 'list' ? (column.items ?? {}) : column;
