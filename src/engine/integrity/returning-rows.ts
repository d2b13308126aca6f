/** Validates the rows of an undo under the current definitions. D17 (undo_migration). */

import { type TableDefinition, columnNamed, ofDefinition } from '../catalog/definition';
import { sameDefinition } from '../catalog/metastore/definition-changes';
import type { Violation } from '../errors';
import { parseFrontMatter } from '../yaml/front-matter/front-matter';
import type { NotePath } from '../ports/vault-port';
import { RowCodec } from '../storage/row-codec';
import type { StagedChange } from '../storage/transaction/staged-change';
import type { Transaction } from '../storage/transaction/transaction';
import type { ColumnSpec } from '../values/column-spec';
import { ownViolations } from './own-violations';
import { checkKey } from './rules/rule-set';
import { getOrInsert } from '../values/maps';

export class ReturningRows {
  /** Tables by their qualified names: whether they are defined otherwise than when the rows were written. */
  private readonly redefined = new Map<string, boolean>();

  constructor(
    private readonly transaction: Transaction,
    /** The database time zone. */
    private readonly zone: string,
  ) {}

  /**
   * The violations of a row by itself that it had neither then nor has now. Nothing for files that are not brought
   * back, nor under definitions that are as they were.
   */
  violationsOf({ kind, from, to, before, reading, becomes }: StagedChange): readonly Violation[] {
    const { pastCatalog, catalog, before: present } = this.transaction;
    if (pastCatalog === null || kind !== 'restore' || to === null || reading === null) return [];
    const then = pastCatalog.rowTableOf(to, reading.table);
    const now = becomes === null ? null : catalog.table(becomes.table);
    if (now === null) return then === null ? [] : [noRow(to, then)];
    if (!this.isRedefined(then, now)) return [];
    const found = this.own(now, to, reading.text);
    if (found.length === 0) return found;
    const known = then === null ? [] : this.own(then, to, reading.text);
    const at = from === null || before === null ? null : present.tableAt(from);
    if (from !== null && at?.qualified === now.qualified) known.push(...this.own(at, from, before ?? ''));
    const isKnown = new Set(known.map(problemKey));
    return found.filter((violation) => !isKnown.has(problemKey(violation)));
  }

  /** Whether a break recorded then (a column, or the key of a CHECK) is not an excuse: the rule, or another one to the column, came since. */
  isAskedSince(qualified: string, what: string): boolean {
    const { pastCatalog, catalog } = this.transaction;
    const [then, now] = [pastCatalog?.table(qualified) ?? null, catalog.table(qualified)];
    if (pastCatalog === null || now === null || !this.isRedefined(then, now)) return false;
    if (then === null) return true;
    const constraint = now.constraints.find(({ name }) => checkKey(name) === what);
    if (constraint !== undefined) return !then.constraints.some((each) => sameDefinition(each, constraint));
    const rules = rulesOf(columnNamed(then, what));
    return rulesOf(columnNamed(now, what)).some((isAsked, i) => isAsked && rules[i] === false);
  }

  private isRedefined(then: TableDefinition | null, now: TableDefinition): boolean {
    if (then === null) return true;
    return getOrInsert(this.redefined, now.qualified, () => !sameDefinition(then, now));
  }

  private own(table: TableDefinition, path: NotePath, text: string): Violation[] {
    const frontMatter = parseFrontMatter(text);
    return ownViolations(table, codecOf(table).decode(path, 0, text, frontMatter), frontMatter.entries, this.zone);
  }
}

const codecOf = ofDefinition((table) => new RowCodec(table));

/** The note lies elsewhere meanwhile: its path means nothing. */
const problemKey = ({ column, code, value }: Violation): string => JSON.stringify([column, code, value ?? null]);

/** What a column asks of its values in respect of other rows: those that can be declared later. */
const rulesOf = (spec: ColumnSpec | undefined): readonly boolean[] =>
  [spec?.unique, spec?.refWhere ?? spec?.items?.refWhere, spec?.refBy ?? spec?.items?.refBy].map(
    (rule) => rule !== undefined && rule !== false,
  );

const noRow = (path: NotePath, { qualified }: TableDefinition): Violation => ({
  path,
  column: null,
  code: 'not_a_row',
  message: `${path} would be no row any more: ${qualified} has another name since, is dropped, or leaves this place out`,
});
