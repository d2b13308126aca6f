/** Copies a vault into a target, then follows its feed for as long as somebody wants. docs/mirror.md */

import { type ApplyOptions, AppliedChanges } from './apply-changes';
import { FollowedTargets } from './followed-targets';
import { type MirrorState, type MirrorTarget, type MirrorTransaction, TargetFailure } from './mirror-target';
import { StartOver } from './start-over';
import { isSameShape } from './shape-difference';
import { type TableShape, shapeOf } from './table-shape';
import { type AskVault, SourceFailure, type SourcePage, VaultSource } from './vault-source';

export interface MirrorOptions extends ApplyOptions {
  readonly ask: AskVault;
  readonly target: MirrorTarget;
  /** The name of the vault's folder. */
  readonly vault: string;
  readonly report: (event: MirrorEvent) => void;
  /** How long to wait for a change. */
  readonly waitMs: number;
}

export type MirrorEvent =
  /** What the target has from before. */
  | { readonly kind: 'known'; readonly seq: number }
  | { readonly kind: 'reading'; readonly reason: string | null }
  | { readonly kind: 'read'; readonly tables: number; readonly rows: number; readonly seq: number }
  | { readonly kind: 'applied'; readonly changes: number; readonly seq: number; readonly isCaughtUp: boolean };

/** Another mirror moved the cursor on. */
class OtherCursor extends Error {}

const MOST_TRIES = 5;

export class VaultMirror {
  private readonly source: VaultSource;
  /** Undefined: not asked for yet. */
  private state: MirrorState | null | undefined;
  private mustRead: StartOver | null = null;
  /** Asked for while the target was busy. */
  private next: { readonly since: number; readonly page: Promise<SourcePage> } | null = null;
  private tries = 0;

  constructor(private readonly options: MirrorOptions) {
    this.source = new VaultSource(options.ask);
  }

  /**
   * One step: everything anew, or one page of changes. Resolves to whether the target has all changes. Rejects with a `SourceFailure` or a
   * `TargetFailure`; the next step goes on from what the target has.
   */
  async step(wait: boolean): Promise<boolean> {
    try {
      const state = this.state ?? (await this.known());
      const isCaughtUp = await (state === null || this.mustRead !== null
        ? this.readAll()
        : this.followPage(state, wait));
      this.tries = 0;
      return isCaughtUp;
    } catch (error) {
      this.next = null;
      if (error instanceof OtherCursor) {
        this.state = undefined;
        return false;
      }
      if (error instanceof StartOver && (this.tries += 1) <= MOST_TRIES) {
        this.mustRead = error;
        return false;
      }
      this.state = undefined;
      if (error instanceof StartOver)
        throw new SourceFailure('the definitions change faster than the tables can be read', 'unavailable');
      throw error;
    }
  }

  private async known(): Promise<MirrorState | null> {
    const known = await this.options.target.transaction(({ state }) => Promise.resolve(state));
    if (known !== null) this.options.report({ kind: 'known', seq: known.seq });
    return (this.state = known);
  }

  private async followPage(state: MirrorState, wait: boolean): Promise<boolean> {
    const { seq, feed } = state;
    const asked = this.next?.since === seq ? this.next.page : this.page(seq, feed, wait ? this.options.waitMs : 0);
    this.next = null;
    const first = await asked.catch((error: unknown) => {
      throw startOverFor(error);
    });
    if (first.gap) throw new StartOver('the vault does not keep the changes since then');
    const isDone = first.last === first.head;
    if (first.last === seq && !(isDone && state.mustRelink)) return isDone;
    if (!isDone && first.inside_write !== true) this.prefetch(first.last, feed);
    this.state = await this.options.target.transaction((transaction) => this.applyFrom(transaction, state, first));
    const [{ length }, isCaughtUp] = [first.changes, isDone && this.state.seq >= first.head];
    if (length > 0) this.options.report({ kind: 'applied', changes: length, seq: this.state.seq, isCaughtUp });
    return isCaughtUp && !this.state.mustRelink;
  }

  private async applyFrom(transaction: MirrorTransaction, known: MirrorState, first: SourcePage): Promise<MirrorState> {
    const { state } = transaction;
    if (state === null || state.seq !== known.seq || state.feed !== known.feed) throw new OtherCursor();
    const mustRelink = state.mustRelink && first.last === first.head;
    const relinked = mustRelink && (await new FollowedTargets(this.source, transaction).readAll(state.tables));
    const from = relinked ? { ...state, mustRelink: false } : state;
    const applied = new AppliedChanges(this.source, transaction, from, this.options);
    await this.applyToEnd(applied, first);
    return applied.finish();
  }

  /** On to the end of the write, and of what tables that were read have already. */
  private async applyToEnd(applied: AppliedChanges, first: SourcePage): Promise<void> {
    for (let page = first; ; page = await this.page(page.last, page.feed, 0)) {
      if (page.gap) throw new StartOver('the vault does not keep the changes since then');
      await applied.apply(page.changes, page.last);
      if (page.inside_write !== true && applied.isOfOneMoment) return;
    }
  }

  private async readAll(): Promise<boolean> {
    const { target, report } = this.options;
    report({ kind: 'reading', reason: this.mustRead?.reason ?? null });
    const read = await target.transaction((transaction) => this.snapshot(transaction));
    this.state = read.state;
    this.mustRead = null;
    report({ kind: 'read', tables: read.state.tables.length, rows: read.rows, seq: read.state.seq });
    return false;
  }

  /** All tables as they are in one moment. */
  private async snapshot(
    transaction: MirrorTransaction,
  ): Promise<{ readonly state: MirrorState; readonly rows: number }> {
    const { wants, vault, keepsLog } = this.options;
    this.checkVault(transaction.state);
    const { feed, head: seq } = await this.source.changes({ limit: 0 });
    const zone = await this.source.zone();
    const tables: TableShape[] = [];
    for (const name of (await this.source.tables()).filter(wants))
      tables.push(shapeOf(name, await this.source.describe(name), tables));
    await remake(transaction, tables);
    const start: MirrorState = { feed, seq, vault, zone, mustRelink: false, tables };
    await transaction.save(start);
    const applied = new AppliedChanges(this.source, transaction, start, this.options);
    let rows = 0;
    for (const table of tables) rows += await applied.read(table);
    if ((await this.source.redefinedAfter(seq)).length > 0) throw new StartOver();
    const at = new Date().toISOString();
    const line = { seq, at, table: null, op: 'snapshot', id: null, path: null, actor: null, before: {}, after: {} };
    if (keepsLog) await transaction.log([line]);
    await this.applyToEnd(applied, await this.page(seq, feed, 0));
    return { state: await applied.finish(), rows };
  }

  private checkVault(state: MirrorState | null): void {
    const { vault } = this.options;
    if (state !== null && state.vault !== vault)
      throw new TargetFailure(`it holds the vault "${state.vault}" already, and this is "${vault}"`, true);
  }

  private page(since: number, feed: string, waitMs: number): Promise<SourcePage> {
    return this.source.changes({ since, expect_feed: feed, ...(waitMs > 0 ? { wait_ms: waitMs } : {}) });
  }

  private prefetch(since: number, feed: string): void {
    const page = this.page(since, feed, 0);
    page.catch(() => undefined);
    this.next = { since, page };
  }
}

/** Tables that stay as they are keep the views that others made of them. */
async function remake(transaction: MirrorTransaction, tables: readonly TableShape[]): Promise<void> {
  const old = transaction.state?.tables ?? [];
  const kept = new Set(old.filter((table) => tables.some((each) => isSameShape(each, table))).map(({ name }) => name));
  for (const table of old) if (!kept.has(table.name)) await transaction.drop(table);
  for (const table of tables) if (!kept.has(table.name)) await transaction.create(table);
}

/** Numbers of another feed mean other changes; after a backup was played in, the cursor may be beyond the head. */
function startOverFor(error: unknown): unknown {
  if (!(error instanceof SourceFailure)) return error;
  if (error.code === 'refused') return new StartOver('the vault has another feed');
  return error.code === 'bad_request' ? new StartOver('the cursor is beyond the newest change') : error;
}
