/** Finds the numbered changes in the journal by their numbers. docs/formats.md#changes */

import { METASTORE_NAME } from '../../catalog/catalog';
import { baseNameOf } from '../../note/paths';
import type { NotePath } from '../../ports/vault-port';
import { type ChangeRun, type ExternalRecord, type NumberedRecord, firstChange, lastChange } from '../change-record';
import type { ContentHash } from './content-hash';
import type { Abort, Migration } from './migration';
import type { LoadedSegment, SegmentIndex } from './segment-index';

/** A migration, or what others changed. */
export type ChangeRecord = Migration | ExternalRecord;

/** A change of definitions, by the first number of its record. */
export interface Redefinition {
  readonly seq: number;
  /** The metastore file before and after; null: missing, or unknown after an external edit. */
  readonly before: MetastoreText | null;
  readonly after: MetastoreText | null;
}

export interface MetastoreText {
  readonly path: NotePath;
  readonly hash: ContentHash;
}

/** Which numbers a segment holds. Grows with a segment that is appended to. */
interface SegmentSpan {
  readonly segment: number;
  /** How many of its records were looked at. */
  migrations: number;
  external: number;
  aborts: number;
  /** Nothing comes to it any more. */
  isWhole: boolean;
  first: number;
  last: number;
  /** The lowest last number of its migrations: what lies in the segments before it is older. */
  lowest: number;
  /** External edits that a retired segment left are among later ones. */
  isOrdered: boolean;
}

export class ChangeRecords {
  private readonly spans = new Map<number, SegmentSpan>();
  /** Sequence numbers of migrations that do not hold. */
  private readonly aborted = new Set<number>();
  /** Tables that some change is of. */
  private readonly tables = new Set<string | null>();
  private readonly definitions = new Map<number, Redefinition & { readonly migration: number | null }>();

  constructor(private readonly segments: SegmentIndex) {}

  /** The records that hold with changes after `change`, oldest first. */
  async *after(change: number): AsyncGenerator<ChangeRecord, void, void> {
    const spans = await this.spansAfter(change);
    let waiting: ChangeRecord[] = [];
    let told = change;
    for (const [i, { segment }] of spans.entries()) {
      const next = spans[i + 1]?.first ?? Infinity;
      waiting = [...(await this.recordsOf(segment, change)), ...waiting].sort(
        (a, b) => firstChange(a) - firstChange(b),
      );
      let at = 0;
      for (; at < waiting.length && firstChange(waiting[at] as ChangeRecord) < next; at++) {
        const record = waiting[at] as ChangeRecord;
        // The remains of a retired segment may be in both until it is gone.
        if (lastChange(record) <= told || ('op' in record && this.aborted.has(record.seq))) continue;
        told = lastChange(record);
        yield record;
      }
      waiting = waiting.slice(at);
    }
  }

  /** The changes of definitions after `change`, oldest first. */
  async redefinitionsAfter(change: number): Promise<readonly Redefinition[]> {
    await this.spansAfter(change);
    const later = [...this.definitions.values()].filter(({ seq }) => seq > change);
    const holds = later.filter(({ migration }) => migration === null || !this.aborted.has(migration));
    return holds.sort((a, b) => a.seq - b.seq);
  }

  /** Whether any change that is kept is of this table, which may be gone. */
  async knowsTable(qualified: string): Promise<boolean> {
    await this.spansAfter(0);
    return this.tables.has(qualified);
  }

  private async spansAfter(change: number): Promise<readonly SegmentSpan[]> {
    const found: SegmentSpan[] = [];
    for (const segment of [...this.segments.all].reverse()) {
      const span = await this.spanOf(segment);
      if (span === null) continue;
      if (span.last > change) found.push(span);
      // Not by external edits: those of a removed segment are in a later one.
      if (span.lowest <= change) break;
    }
    return found.sort((a, b) => a.first - b.first);
  }

  private async spanOf(segment: number): Promise<SegmentSpan | null> {
    const present = this.segments.atHand(segment);
    const known = this.spans.get(segment);
    if (present === null && known?.isWhole === true) return known;
    const records = present ?? (await this.segments.look(segment));
    if (records === null) return null;
    const span = this.spans.get(segment) ?? emptySpan(segment);
    this.extend(span, records);
    span.isWhole = present === null;
    this.spans.set(segment, span);
    return span;
  }

  private extend(span: SegmentSpan, { migrations, external, aborts }: LoadedSegment): void {
    for (; span.aborts < aborts.length; span.aborts++) this.aborted.add((aborts[span.aborts] as Abort).seq);
    for (; span.migrations < migrations.length; span.migrations++) {
      const migration = migrations[span.migrations] as Migration;
      addToSpan(span, migration);
      for (const [, table] of migration.changeRuns ?? []) this.tables.add(table);
      if (migration.changeRuns?.some(isSchema) === true) this.redefined(migration);
    }
    for (; span.external < external.length; span.external++) {
      const record = external[span.external] as ExternalRecord;
      const before = external[span.external - 1];
      if (before !== undefined && before.seq > record.seq) span.isOrdered = false;
      addToSpan(span, record);
      const unknown = { seq: record.seq, before: null, after: null, migration: null };
      for (const { table } of record.changes) this.tables.add(table);
      if (record.changes.some(({ kind }) => kind === 'schema')) this.definitions.set(record.seq, unknown);
    }
  }

  private redefined(migration: Migration): void {
    const seq = firstChange(migration);
    const change = migration.changes.find(({ from, to }) => baseNameOf(to ?? from ?? '') === METASTORE_NAME);
    const text = (path: NotePath | null | undefined, hash: ContentHash | null | undefined): MetastoreText | null =>
      typeof path === 'string' && typeof hash === 'string' ? { path, hash } : null;
    const [before, after] = [text(change?.from, change?.before), text(change?.to, change?.after)];
    this.definitions.set(seq, { seq, before, after, migration: migration.seq });
  }

  private async recordsOf(segment: number, change: number): Promise<readonly ChangeRecord[]> {
    const records = this.segments.atHand(segment) ?? (await this.segments.look(segment));
    if (records === null) return [];
    const { migrations, external } = records;
    const isOrdered = this.spans.get(segment)?.isOrdered === true;
    const others = isOrdered ? newestOf(external, change) : external.filter((each) => lastChange(each) > change);
    return [...newestOf(migrations, change), ...others];
  }
}

/** The last ones, after `change`: within one segment the others are not needed. */
function newestOf<R extends NumberedRecord>(records: readonly R[], change: number): readonly R[] {
  const found: R[] = [];
  for (let i = records.length - 1; i >= 0; i--) {
    const record = records[i] as R;
    const last = lastChange(record);
    if (last === 0) continue;
    if (last <= change) break;
    found.push(record);
  }
  return found.reverse();
}

const isSchema = ([kind]: ChangeRun): boolean => kind === 'schema';

const emptySpan = (segment: number): SegmentSpan => ({
  ...{ segment, migrations: 0, external: 0, aborts: 0, isWhole: false },
  ...{ first: Infinity, last: 0, lowest: Infinity, isOrdered: true },
});

function addToSpan(span: SegmentSpan, record: NumberedRecord): void {
  const [first, last] = [firstChange(record), lastChange(record)];
  if (last === 0) return;
  span.first = Math.min(span.first, first);
  span.last = Math.max(span.last, last);
  if ('op' in record) span.lowest = Math.min(span.lowest, last);
}
