/** Which rows a transaction links and unlinks in columns that have an inverse. Source: docs/operations.md#column-specs (inverse); D16. */

import type { TableDefinition } from '../catalog/definition';
import { nameKey } from '../links/fold-name';
import type { NotePath } from '../ports/vault-port';
import type { Row } from '../storage/row';
import type { StagedChange } from '../storage/transaction/staged-change';
import type { Transaction } from '../storage/transaction/transaction';
import type { ColumnSpec } from '../values/column-spec';
import { LinkedRows } from './linked-rows';
import type { RelationLink } from './reciprocals';

export interface LinkChanges {
  readonly linked: readonly RelationLink[];
  readonly unlinked: readonly RelationLink[];
}

const NO_ROWS: ReadonlyMap<NotePath, string> = new Map();

const NOTHING: LinkChanges = { linked: [], unlinked: [] };

/** Remembers what it looked up: to be used while nothing more is staged. */
export class RelationChanges {
  private readonly before: LinkedRows;
  private readonly after: LinkedRows;
  private readonly moved = new Map<string, ReadonlyMap<NotePath, string>>();

  constructor(private readonly transaction: Transaction) {
    this.before = new LinkedRows(transaction.before, (qualified) => this.nameAfter(qualified));
    this.after = new LinkedRows(transaction);
  }

  /** The name that a table bears from then on: a rename, and its undo, link and unlink nothing. */
  private nameAfter(qualified: string): string {
    return this.transaction.renamed.get(qualified) ?? qualified;
  }

  /** Changes by the file's own values. A row that goes (deleted, archived) unlinks nothing: links to it are for on_referenced. */
  of({ becomes, from, was: former }: StagedChange): LinkChanges {
    if (becomes === null || !this.concerns(becomes.table, former)) return NOTHING;
    const { before, catalog } = this.transaction;
    const was = from === null ? null : before.rowAt(from);
    const { row } = becomes.decoded;
    const isSameTable = was !== null && this.nameAfter(was.table.qualified) === becomes.table;
    const linked: RelationLink[] = [];
    const unlinked: RelationLink[] = [];
    for (const relation of catalog.relationsOf(becomes.table)) {
      const now = this.after.of(relation.column, row);
      const then = isSameTable ? this.relationBefore(relation.column, was.row) : NO_ROWS;
      for (const [target, value] of now)
        if (!then.has(target)) linked.push({ relation, holder: row.path, target, value });
      for (const [target, value] of then) {
        if (!now.has(target)) unlinked.push({ relation, holder: row.path, target, value });
      }
    }
    if (was === null || isSameTable) return { linked, unlinked };
    const left = this.allOf(was).map((link) => ({ ...link, holder: row.path }));
    return { linked, unlinked: [...unlinked, ...left] };
  }

  /** Links in notes that are not staged, which mean this row only from now on: it is new, or comes to where they point. */
  newlyResolvedLinks({ becomes, from, to }: StagedChange): readonly RelationLink[] {
    const { before, catalog } = this.transaction;
    if (becomes === null || to === null || catalog.relationsOf(becomes.table).length === 0) return [];
    const table = from === null ? null : before.tableAt(from);
    const stays = table !== null && this.nameAfter(table.qualified) === becomes.table;
    if (stays && from === to) return [];
    const sources = new Set<NotePath>();
    before.links.visitLinksNamed(nameKey(to), (_linkpath, source) => sources.add(source));
    return [...sources].flatMap((source) => this.linksTo(to, stays ? from : null, becomes.table, source));
  }

  private linksTo(target: NotePath, former: NotePath | null, table: string, source: NotePath): RelationLink[] {
    const { before, catalog } = this.transaction;
    const holder = this.transaction.staged(source) === null ? before.rowAt(source) : null;
    if (holder === null) return [];
    return catalog.relationsOf(this.nameAfter(holder.table.qualified)).flatMap((relation): RelationLink[] => {
      if (relation.partnerTable.qualified !== table) return [];
      const value = this.after.of(relation.column, holder.row).get(target);
      const wasLinked = former !== null && this.relationBefore(relation.column, holder.row).has(target);
      return value === undefined || wasLinked ? [] : [{ relation, holder: source, target, value }];
    });
  }

  /** Whether the other side, if it is still there, links back, though perhaps to no row of its table any more. */
  isLeftBehind({ relation, holder, target }: RelationLink): boolean {
    const other = this.transaction.rowAt(target);
    if (other?.table.qualified !== relation.partnerTable.qualified) return false;
    return this.after.filesOf(relation.partner, other.row).has(holder);
  }

  /** The columns of a row that were not in step before, as far as this change is about them: to undo it is to leave them so again. D17 */
  brokenBefore(change: StagedChange): readonly string[] {
    const { becomes, from, was: former } = change;
    if (from === null || !this.concerns(becomes?.table, former)) return [];
    const was = this.transaction.before.rowAt(from);
    if (was === null) return [];
    const { linked, unlinked } = becomes === null ? { linked: [], unlinked: this.allOf(was) } : this.of(change);
    const broken = [
      ...unlinked.filter((link) => !this.wasReciprocal(link)),
      ...linked.filter((link) => this.wasReciprocal(link)),
    ];
    return [...new Set(broken.map(({ relation }) => relation.column.name))];
  }

  private concerns(table: string | undefined, former: StagedChange['was']): boolean {
    const tables = [table, former === null ? undefined : this.nameAfter(former.table)];
    return tables.some((each) => each !== undefined && this.transaction.catalog.relationsOf(each).length > 0);
  }

  private allOf({ table, row }: { readonly table: TableDefinition; readonly row: Row }): readonly RelationLink[] {
    const relations = this.transaction.catalog.relationsOf(this.nameAfter(table.qualified));
    return relations.flatMap((relation) =>
      [...this.relationBefore(relation.column, row)].map(([target, value]) => ({
        relation,
        holder: row.path,
        target,
        value,
      })),
    );
  }

  /** Whether the other side links back, as the transaction leaves it. */
  isReciprocal({ relation, holder, target }: RelationLink): boolean {
    const row = this.transaction.rowAt(target)?.row;
    return row !== undefined && this.after.of(relation.partner, row).has(holder);
  }

  /** Whether the other side linked back before the transaction. `holder` is where the holder lies afterwards. */
  wasReciprocal({ relation, holder, target }: RelationLink): boolean {
    const { before } = this.transaction;
    const there = this.transaction.stagedAt(target)?.from;
    const row = there === null ? undefined : before.rowAt(there ?? target)?.row;
    return row !== undefined && this.relationBefore(relation.partner, row).has(holder);
  }

  /** By the paths where the targets lie afterwards; those that go are left out. */
  private relationBefore(column: ColumnSpec, row: Row): ReadonlyMap<NotePath, string> {
    const key = `${column.name}\n${row.path}`;
    const known = this.moved.get(key);
    if (known !== undefined) return known;
    const found = new Map<NotePath, string>();
    for (const [target, value] of this.before.of(column, row)) {
      const staged = this.transaction.staged(target);
      const path = staged === null ? target : staged.to;
      if (path !== null) found.set(path, value);
    }
    this.moved.set(key, found);
    return found;
  }
}
