/** Stages the notes of a table as they were at a version. docs/history.md: restore_table */

import type { TableDefinition } from '../catalog/definition';
import { type Conflict, NotedbError, firstOf } from '../errors';
import type { ContentHash } from '../history/journal/content-hash';
import { contentAmong } from '../history/versions/past-table';
import type { NotePath } from '../ports/vault-port';
import { RowCodec } from '../storage/row-codec';
import { stagingOrder } from '../storage/transaction/staging-order';
import type { StagedPut } from '../storage/transaction/staged-change';
import type { RedefinedContext, WriteContext } from '../contexts';
import { isReferred, restrictConflicts, restrictMessage, rowReferrersOf } from '../rows/find-referrers';
import { pathAs } from '../rows/row-path';

interface RestoredNote {
  readonly path: NotePath;
  readonly text: string;
  readonly id: string;
}

export class RestoredRows {
  private readonly puts: Extract<StagedPut, { kind: 'restore' }>[] = [];
  private readonly conflicts: Conflict[] = [];
  private readonly codec: RowCodec;
  /** Archived notes of the table by id, when a row is missing. */
  private archived: ReadonlyMap<string, NotePath> | null = null;

  constructor(
    private readonly context: WriteContext,
    private readonly definition: TableDefinition,
  ) {
    this.codec = new RowCodec(definition);
  }

  /** Looks at what there is. Throws with every conflict. */
  async open(state: ReadonlyMap<NotePath, ContentHash>): Promise<void> {
    const present = this.present();
    const kept = new Set<NotePath>();
    const texts = await this.context.journal.texts(new Set(state.values()));
    for (const [path, hash] of state) {
      const wanted = this.wanted(path, contentAmong(texts, hash, path));
      const from = await this.currentPlace(wanted, present);
      if (from !== null) kept.add(from);
      await this.put(from, wanted);
      await this.context.host.scheduler.pause();
    }
    for (const path of present) if (!kept.has(path)) await this.put(path, null);
    this.refuseTaken();
    if (this.conflicts.length > 0) throw this.refusal();
  }

  async stage({ transaction, host }: RedefinedContext): Promise<void> {
    // A row that lies where another one comes back leaves first.
    for (const put of stagingOrder(this.puts)) {
      transaction.put(put);
      await host.scheduler.pause();
    }
  }

  private present(): ReadonlySet<NotePath> {
    const { before } = this.context.transaction;
    const { qualified } = this.definition;
    const isThere = before.catalog.table(qualified) !== null;
    return new Set(isThere ? before.table(qualified).pathsOfRows() : []);
  }

  private wanted(path: NotePath, text: string): RestoredNote {
    return {
      path: pathAs(this.context.transaction, path),
      text,
      id: this.codec.decode(path, 0, text).row.id,
    };
  }

  /** Where the row lies now: at its place, moved, or in the archive; null when it is gone. */
  private async currentPlace({ path, id }: RestoredNote, present: ReadonlySet<NotePath>): Promise<NotePath | null> {
    const { before } = this.context.transaction;
    const holder = id === '' ? null : before.pathOfId(id);
    if (holder === null) return present.has(path) ? path : ((await this.archive()).get(id) ?? null);
    if (present.has(holder)) return holder;
    const other = before.tableAt(holder)?.qualified ?? '';
    this.conflict(holder, 'other_table', `${holder} is a row of ${other} now`);
    return holder;
  }

  private async archive(): Promise<ReadonlyMap<string, NotePath>> {
    if (this.archived !== null) return this.archived;
    const { transaction, host } = this.context;
    const archived = new Map<string, NotePath>();
    for (const [path, table] of transaction.before.claims) {
      if (table !== this.definition.qualified) continue;
      const text = await transaction.read(path);
      await host.scheduler.pause();
      if (text === null) continue;
      const { id } = this.codec.decode(path, 0, text).row;
      if (id !== '') archived.set(id, path);
    }
    this.archived = archived;
    return archived;
  }

  /** `wanted` null: the row came since, and goes. */
  private async put(from: NotePath | null, wanted: RestoredNote | null): Promise<void> {
    const { transaction } = this.context;
    const before = from === null ? null : await transaction.read(from);
    if (from !== null && before === null) return this.conflict(from, 'missing', `${from} is gone`);
    if (from === wanted?.path && before === wanted?.text) return;
    if (from !== null && transaction.before.unconfirmedDeletions.has(from)) {
      return this.conflict(from, 'suspect', `${from} may be lost: its disk may not be there`);
    }
    if (from !== null && transaction.before.unparsable.has(from)) {
      return this.conflict(from, 'unparsable', `${from}: the front matter does not parse; the note is not rewritten`);
    }
    const [to, after] = [wanted?.path ?? null, wanted?.text ?? null];
    this.puts.push({ kind: 'restore', from, to, before, after, restores: [] });
  }

  /** A place that another note has. */
  private refuseTaken(): void {
    const { before } = this.context.transaction;
    const leaving = new Set(this.puts.map(({ from }) => from));
    for (const { from, to } of this.puts) {
      if (to === null || to === from) continue;
      const holder = before.takenBy(to);
      if (holder !== null && !leaving.has(holder)) this.conflict(to, 'exists', `${to} is taken by another note now`);
    }
  }

  private conflict(path: NotePath, code: string, message: string): void {
    this.conflicts.push({ path, column: null, code, message });
  }

  private refusal(): NotedbError {
    return new NotedbError('conflict', `${this.definition.qualified} can't be restored: ${firstOf(this.conflicts)}`, {
      conflicts: this.conflicts,
      hint: 'move these notes out of the way, or undo what moved the rows, then repeat the call',
    });
  }
}

/** Throws with every conflict when a row that the restore takes away is referenced, as delete_rows does by default. */
export async function refuseReferencedRows(context: WriteContext, definition: TableDefinition): Promise<void> {
  const { transaction } = context;
  const { qualified } = definition;
  const rows = transaction.staging().flatMap(({ from, to }) => {
    const row = from !== null && to === null ? transaction.before.rowAt(from) : null;
    return row?.table.qualified === qualified ? [row.row] : [];
  });
  // What the restore itself changes is judged as it will be.
  const stays = (path: NotePath): boolean => transaction.staged(path) === null;
  const referrers = await rowReferrersOf(context, definition, rows, stays);
  if (!isReferred(referrers)) return;
  const message = restrictMessage(referrers, rows.length);
  throw new NotedbError('conflict', `${qualified} can't be restored: of the rows that came since, ${message}`, {
    conflicts: restrictConflicts(referrers),
    hint: 'unlink them first, or delete these rows with delete_rows and on_referenced set_null or ignore; then restore',
  });
}
