/** Applies events of the feed to the target, within one of its transactions. docs/mirror.md#changes */

import type { Json } from '../engine/index';
import { FollowedTargets, MovedTargets } from './followed-targets';
import type { LogLine, MirrorState, MirrorTransaction } from './mirror-target';
import { type KnownMoment, knows, readTable } from './read-table';
import { RowBatch } from './row-batch';
import { isSameShape, shapeDifference } from './shape-difference';
import { StartOver } from './start-over';
import { type TableShape, shapeOf } from './table-shape';
import type { SourceEvent, VaultSource } from './vault-source';

export interface ApplyOptions {
  /** Whether a table of this name is mirrored. */
  readonly wants: (table: string) => boolean;
  readonly keepsLog: boolean;
}

export class AppliedChanges {
  private readonly tables: Map<string, TableShape>;
  /** Of tables that were read in this transaction. */
  private readonly moments = new Map<string, KnownMoment>();
  private readonly batches = new Map<string, RowBatch>();
  private readonly toRead = new Set<string>();
  private moved = new MovedTargets();
  private lines: LogLine[] = [];
  private mustRelink: boolean;
  private seq: number;

  constructor(
    private readonly source: VaultSource,
    private readonly transaction: MirrorTransaction,
    private readonly state: MirrorState,
    private readonly options: ApplyOptions,
  ) {
    this.tables = new Map(state.tables.map((table) => [table.qualified, table]));
    this.mustRelink = state.mustRelink;
    this.seq = state.seq;
  }

  /** The target is of one moment: nothing that it has comes after the cursor. */
  get isOfOneMoment(): boolean {
    return [...this.moments.values()].every(({ seq, pathsSeq }) => this.seq >= Math.max(seq, pathsSeq));
  }

  /** A whole table, read in this transaction. */
  async read(table: TableShape): Promise<number> {
    this.tables.set(table.qualified, table);
    const moment = await readTable(this.source, this.transaction, table, this.others(table.qualified));
    this.moments.set(table.qualified, moment);
    return moment.rows;
  }

  /** `last`: the cursor after them. */
  async apply(events: readonly SourceEvent[], last: number): Promise<void> {
    for (const event of events) {
      if (event.op === 'schema') await this.redefine(event);
      else if (event.op !== 'warning') this.takeRow(event);
    }
    await this.flush();
    this.seq = last;
    for (const name of this.toRead) {
      const table = this.tables.get(name);
      if (table === undefined) continue;
      // The definitions that it would be read by are later ones.
      if ((await this.source.redefinedAfter(last)).length > 0) throw new StartOver();
      await this.read(table);
      this.moved = new MovedTargets();
      this.mustRelink = true;
    }
    this.toRead.clear();
  }

  /** Writes cursor and log. */
  async finish(): Promise<MirrorState> {
    const links = new FollowedTargets(this.source, this.transaction);
    const tables = [...this.tables.values()];
    const wasFollowed = await links.follow(this.moved, tables);
    const mustRelink = this.mustRelink || !wasFollowed;
    if (this.options.keepsLog) await this.transaction.log(this.lines);
    const state = { ...this.state, seq: this.seq, mustRelink, tables };
    await this.transaction.save(state);
    return state;
  }

  private others(qualified: string): readonly TableShape[] {
    return [...this.tables.values()].filter((table) => table.qualified !== qualified);
  }

  private takeRow(event: SourceEvent): void {
    const { op, seq, table, path, changes = {} } = event;
    if (typeof table !== 'string' || typeof path !== 'string') return;
    this.followTargets(event, table, path);
    if (!this.tables.has(table)) return;
    this.note(event);
    const before = changes['path']?.before;
    const from = op !== 'insert' && typeof before === 'string' ? before : path;
    const moment = this.moments.get(table);
    const isKnown = (at: string): boolean => moment !== undefined && knows(moment, at, seq);
    if (isKnown(path) && isKnown(from)) return;
    const batch = this.batchOf(table);
    // Of a row that moved, only one of both places was read later.
    if (isKnown(path)) return batch.delete(from);
    if (isKnown(from)) throw new StartOver();
    if (op === 'delete') return batch.delete(path);
    const { path: _, ...others } = changes;
    const values = Object.fromEntries(Object.entries(others).map(([name, { after }]) => [name, after]));
    const row = { path, id: event.id === '' ? null : (event.id ?? null), values, targets: event.targets ?? {} };
    if (op === 'insert') batch.insert(row);
    else batch.update(from, row);
  }

  /** Rows of tables that are not mirrored can be targets of links as well. */
  private followTargets({ op, id, changes = {} }: SourceEvent, table: string, path: string): void {
    const hasMoved = op !== 'insert' && op !== 'delete' && changes['path'] !== undefined;
    if ((op === 'delete' || hasMoved) && typeof id === 'string' && id !== '') this.moved.left.add(id);
    if (op === 'insert' || hasMoved) this.moved.came(table, path);
  }

  private batchOf(table: string): RowBatch {
    const batch = this.batches.get(table) ?? new RowBatch();
    this.batches.set(table, batch);
    return batch;
  }

  private async flush(): Promise<void> {
    for (const [name, batch] of this.batches) {
      const table = this.tables.get(name);
      if (table === undefined) continue;
      const isThere = await this.transaction.write(table, batch.changes());
      if (!isThere) throw new StartOver(`rows of ${name} are missing`);
    }
    this.batches.clear();
  }

  private async redefine(event: SourceEvent): Promise<void> {
    const { seq, table: name, changes = {}, renamed_from: former, definition } = event;
    if (typeof name !== 'string') {
      // A catalog, a base, or the settings: times may mean other moments now.
      if ((await this.source.zone()) !== this.state.zone) throw new StartOver('the time zone changed');
      return;
    }
    const known = this.tables.get(former ?? name);
    const moment = this.moments.get(name);
    if (moment !== undefined && seq <= moment.seq) return;
    if (known !== undefined || (definition !== undefined && this.options.wants(name))) this.note(event);
    const isGone = changes['name'] !== undefined && changes['name'].after === null;
    if (known === undefined) {
      if (isGone || definition === undefined || !this.options.wants(name)) return;
      // It was there before, and not mirrored.
      if (changes['name'] === undefined || changes['name'].before !== null) throw new StartOver();
      const shape = shapeOf(name, definition, this.others(name));
      await this.transaction.create(shape);
      this.tables.set(name, shape);
      return;
    }
    await this.flush();
    if (isGone) {
      await this.transaction.drop(known);
      this.tables.delete(known.qualified);
      return;
    }
    if (definition === undefined) throw new StartOver();
    await this.reshape(known, shapeOf(name, definition, this.others(known.qualified)), renamesOf(changes['column']));
  }

  private async reshape(from: TableShape, to: TableShape, renamed: ReadonlyMap<string, string>): Promise<void> {
    if (isSameShape(from, to)) return;
    const difference = shapeDifference(from, to, renamed);
    let mustRead = difference.unknown.length > 0;
    for (const { from: was, to: is } of difference.kept)
      if (was.kind !== is.kind) mustRead ||= await this.transaction.hasInvalid(from, was);
    await this.transaction.reshape(difference);
    this.tables.delete(from.qualified);
    this.tables.set(to.qualified, to);
    if (this.toRead.delete(from.qualified) || mustRead) this.toRead.add(to.qualified);
  }

  private note({
    seq,
    timestamp: at,
    table = null,
    op,
    id = null,
    path = null,
    actor = null,
    changes,
  }: SourceEvent): void {
    if (!this.options.keepsLog) return;
    const side = (of: 'before' | 'after'): Json =>
      Object.fromEntries(Object.entries(changes ?? {}).map(([name, change]) => [name, change[of]]));
    this.lines.push({ seq, at, table, op, id, path, actor, before: side('before'), after: side('after') });
  }
}

/** New names by the old ones; of several columns each side is a list. */
function renamesOf(change: { readonly before: Json; readonly after: Json } | undefined): ReadonlyMap<string, string> {
  if (change === undefined) return new Map();
  const [before, after] = [change.before, change.after].map((side) => [side].flat() as string[]);
  return new Map(before?.map((name, i) => [name, after?.[i] ?? name]));
}
