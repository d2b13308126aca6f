/** What a planned write changes, row by row and definition by definition, in its published form. docs/architecture.md: Changes. */

import type { Catalog } from '../catalog/catalog';
import { type DefinitionDifference, definitionDifference } from '../catalog/definition-difference';
import { definitionChangesBetween, isUnchanged } from '../catalog/metastore/definition-changes';
import type { Change } from '../feed/published';
import { CHANGE_KINDS, type ChangeRun, changeRuns } from '../history/change-record';
import type { SchedulerPort } from '../ports/host';
import { inTurns } from '../ports/in-turns';
import type { NotePath } from '../ports/vault-port';
import { FrozenView } from '../storage/store/frozen-view';
import type { DuplicateNote } from '../storage/view';
import type { Row } from '../storage/row';
import { RowCodec } from '../storage/row-codec';
import type { StagedChange } from '../storage/transaction/staged-change';
import type { Store } from '../storage/store/store';
import type { Transaction } from '../storage/transaction/transaction';
import { isRedefined, tablePairs } from './versions/table-pairs';

/** A change that has no number yet. */
export interface PlannedChange extends Omit<Change, 'seq'> {
  seq: number | null;
  /** The index of the file among the write's changes; null: it did not touch it. */
  readonly file: number | null;
}

/** The same changes, with numbers from `first` on. */
export function numbered(changes: readonly PlannedChange[], first: number | null): readonly Change[] {
  if (first !== null) for (const [i, change] of changes.entries()) change.seq = first + i;
  return changes;
}

export const inOrder = (changes: readonly PlannedChange[]): readonly PlannedChange[] =>
  [...changes].sort((a, b) => CHANGE_KINDS.indexOf(a.kind) - CHANGE_KINDS.indexOf(b.kind));

/** What the record of the migration says of them. */
export const recordOf = (
  changes: readonly PlannedChange[],
  first: number,
): { readonly changeSeq: number; readonly changeRuns: readonly ChangeRun[] } => ({
  changeSeq: first,
  changeRuns: changeRuns(changes, (change) => change.definition ?? (change.after() ?? change.before())?.values ?? null),
});

const none = (): null => null;

const ofNoRow = (kind: 'gap' | 'schema' | 'warning', table: string | null): PlannedChange => ({
  ...{ seq: null, kind, table, id: '', path: '', from: null, file: null },
  before: none,
  after: none,
});

/** `tables`: of each of the rows that vanished together. D7 */
export const ofVanished = (tables: readonly string[]): PlannedChange => {
  const [table = null, ...others] = new Set(tables);
  return { ...ofNoRow('warning', others.length === 0 ? table : null), rows: tables.length };
};

/** A follower reads the rows again. */
export const ofGap = (): PlannedChange => ofNoRow('gap', null);

const ofDefinition = (table: string | null, definition?: DefinitionDifference): PlannedChange => ({
  ...ofNoRow('schema', table),
  ...(definition === undefined ? {} : { definition }),
});

/** `renamed`: tables that bear another name then. One without a table: bases, descriptions, settings. */
export function schemaChanges(
  before: Catalog,
  after: Catalog,
  { renamed = new Map(), renames = [] }: Partial<Pick<Transaction, 'renamed' | 'renames'>> = {},
): readonly PlannedChange[] {
  const { tables: _tables, views, ...others } = definitionChangesBetween(before.definition, after.definition);
  const pairs = tablePairs(before, { catalog: after, catalogChanged: true, renamed }, new Set());
  const found = pairs
    .filter(isRedefined)
    .map(({ old, now }) => ofDefinition((now ?? old)?.qualified ?? '', definitionDifference(old, now, renames)));
  for (const [name, after] of views ?? []) {
    const isKnown = before.view(name) !== null;
    const place = { before: isKnown ? name : null, after: after === null ? null : name };
    found.push(ofDefinition(name, { changes: isKnown && after !== null ? {} : { name: place } }));
  }
  return isUnchanged(others) ? found : [...found, ofDefinition(null)];
}

/** A row of a table. */
export interface TableRow {
  readonly table: string;
  readonly row: Row;
}

/** A row that had no id, and has one now, is the same. */
export const isSameRow = (was: string, is: string): boolean => was === is || was === '';

/** A row that came or went though its file was not touched. */
export function comeOrGone(path: NotePath, was: TableRow | null, is: TableRow | null): readonly PlannedChange[] {
  if (was?.table === is?.table && was?.row.id === is?.row.id) return [];
  const head = { seq: null, path, from: null, file: null };
  const found: PlannedChange[] = [];
  if (was !== null)
    found.push({ ...head, kind: 'delete', table: was.table, id: was.row.id, before: () => was.row, after: none });
  if (is !== null)
    found.push({ ...head, kind: 'insert', table: is.table, id: is.row.id, before: none, after: () => is.row });
  return found;
}

/** The note stays where it is. */
const inPlace = (changes: readonly PlannedChange[]): readonly PlannedChange[] =>
  changes.map((change) => (change.kind === 'delete' ? { ...change, to: change.path } : change));

export const rowIn = (view: Pick<Store, 'rowAt'>, path: NotePath): TableRow | null => {
  const found = view.rowAt(path);
  return found === null ? null : { table: found.table.qualified, row: found.row };
};

/** To be made before the store is moved to where the write leaves it. */
export class WriteChanges {
  private readonly catalog: Catalog;
  /** Kept where definitions change: notes come and go as rows then that the write does not touch. */
  private readonly view: FrozenView | null;
  private readonly copies: ReadonlyMap<NotePath, DuplicateNote>;

  constructor(
    private readonly store: Store,
    private readonly transaction: Transaction,
    private readonly files: readonly StagedChange[],
  ) {
    this.catalog = store.catalog;
    this.view = transaction.catalogChanged ? new FrozenView(store) : null;
    this.copies = new Map(store.duplicates);
  }

  /** To be called afterwards. `again`: notes that were read again under new definitions. */
  async made(again: readonly NotePath[], scheduler: SchedulerPort): Promise<readonly PlannedChange[]> {
    const { store, files, view, copies } = this;
    const found = view === null ? [] : [...schemaChanges(this.catalog, store.catalog, this.transaction)];
    await inTurns(files, scheduler, (file, i) => void found.push(...this.ofFile(file, i)));
    if (again.length + copies.size + store.duplicates.size === 0) return inOrder(found);
    // What the write does not touch may become a row, or none any more, all the same.
    const known = new Set(files.flatMap(({ from, to }) => [from, to]));
    const untouched = (path: NotePath): boolean => !known.has(path) && known.add(path).size > 0;
    for (const path of view === null ? [] : again.filter(untouched))
      found.push(...inPlace(comeOrGone(path, rowIn(view as FrozenView, path), rowIn(store, path))));
    for (const path of [...copies.keys()].filter(untouched)) found.push(...comeOrGone(path, null, rowIn(store, path)));
    for (const [path, { table, row }] of store.duplicates)
      if (untouched(path)) found.push(...inPlace(comeOrGone(path, { table, row }, null)));
    return inOrder(found);
  }

  private ofFile(change: StagedChange, file: number): readonly PlannedChange[] {
    const { from, to, was, becomes } = change;
    const now = to === null ? null : (this.store.tableAt(to)?.qualified ?? null);
    const then = was === null ? null : (this.transaction.renamed.get(was.table) ?? was.table);
    const id = becomes?.decoded.row.id ?? was?.id ?? '';
    const before = (): Row | null => this.rowBefore(change);
    const after = (): Row | null => becomes?.decoded.row ?? null;
    // Of one shape, and made without spreading: a write of many rows makes as many.
    if (from !== null && to !== null && was !== null && then === now && isSameRow(was.id, id)) {
      const isMove = from !== to && (change.before === change.after || was.table !== now);
      const [kind, old] = [isMove ? 'move' : 'update', from === to ? null : from] as const;
      return [{ seq: null, kind, table: now, id, path: to, from: old, before, after, file }];
    }
    const found: PlannedChange[] = [];
    const seq = null;
    if (was !== null && from !== null)
      found.push({
        seq,
        kind: 'delete',
        table: was.table,
        id: was.id,
        path: from,
        from: null,
        ...(to === null ? {} : { to }),
        before,
        after: none,
        file,
      });
    const cameFrom = was !== null && was.id === id ? from : null;
    if (now !== null && to !== null)
      found.push({ seq, kind: 'insert', table: now, id, path: to, from: cameFrom, before: none, after, file });
    return found;
  }

  /** By the definitions of that time. */
  private rowBefore({ from, before, was }: StagedChange): Row | null {
    const definition = was === null ? null : this.catalog.table(was.table);
    if (from === null || before === null || definition === null) return null;
    return new RowCodec(definition).decode(from, this.transaction.now, before).row;
  }
}
