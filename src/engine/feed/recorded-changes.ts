/** The changes that the journal holds, with the values of their rows, as far back as it goes. docs/feed.md#values */

import type { Catalog } from '../catalog/catalog';
import type { TableDefinition } from '../catalog/definition';
import type { Actor } from '../history/caller';
import { type ChangeKind, firstChange } from '../history/change-record';
import type { ContentHash } from '../history/journal/content-hash';
import type { Journal } from '../history/journal/journal';
import type { Migration } from '../history/journal/migration';
import type { ChangeRecord } from '../history/journal/change-records';
import type { SchedulerPort } from '../ports/host';
import type { Row } from '../storage/row';
import { RowCodec } from '../storage/row-codec';
import { getOrInsert } from '../values/maps';
import { type ChangeOrigin, type FeedEntry, changeEntry, tablesById } from './feed-entry';
import { type FoundChange, changesOf, filesOf } from './found-changes';
import { CatalogTexts, PastDefinitions } from './past-definitions';

/** Whether anybody asks for a change of this kind: rows without a reader are not read. */
export type WantsHead = (op: ChangeKind, table: string | null, actor: Actor | null) => boolean;

/** Changes whose texts are read together. */
const BATCH = 256;

/** Entries that stay at hand: several followers read on from one place. */
const MOST_KEPT = 1000;

interface Stretch {
  readonly since: number;
  readonly upTo: number;
  readonly wants: WantsHead;
  /** The definitions as they are now. */
  readonly catalog: Catalog;
}

export class RecordedChanges {
  private readonly catalogs: CatalogTexts;
  private readonly codecs = new WeakMap<TableDefinition, RowCodec>();
  /** By number, the latest read last. */
  private readonly kept = new Map<number, FeedEntry>();

  constructor(
    private readonly journal: Journal,
    private readonly scheduler: Pick<SchedulerPort, 'pause'>,
  ) {
    this.catalogs = new CatalogTexts(journal);
  }

  /** In order. Gaps come for every reader. */
  async *after({ since, upTo, wants, catalog }: Stretch): AsyncGenerator<FeedEntry, void, void> {
    const redefined = await this.journal.changes.redefinitionsAfter(since);
    const definitions = new PastDefinitions(this.catalogs, redefined, catalog);
    for await (const record of this.journal.changes.after(since)) {
      const first = firstChange(record);
      if (first > upTo) return;
      const origin = originOf(record);
      const isAsked = ({ head: { seq, kind, table } }: FoundChange): boolean =>
        seq > since && (kind === 'gap' || wants(kind, table, origin.write?.actor ?? null));
      let asked: FoundChange[] = [];
      for (const change of changesOf(record, since)) {
        if (change.head.seq > upTo) break;
        if (isAsked(change)) asked.push(change);
        if (asked.length < BATCH) continue;
        yield* this.entries(asked, record, origin, definitions);
        asked = [];
      }
      yield* this.entries(asked, record, origin, definitions);
      await this.scheduler.pause();
    }
  }

  private async *entries(
    found: readonly FoundChange[],
    record: ChangeRecord,
    origin: ChangeOrigin,
    definitions: PastDefinitions,
  ): AsyncGenerator<FeedEntry, void, void> {
    const kept = found.map(({ head }) => this.kept.get(head.seq)).filter((entry) => entry !== undefined);
    if (kept.length === found.length) return void (yield* kept);
    for await (const entry of this.read(found, record, origin, definitions)) {
      this.kept.set(entry.seq, entry);
      if (this.kept.size > MOST_KEPT) this.kept.delete(this.kept.keys().next().value as number);
      yield entry;
    }
  }

  private async *read(
    found: readonly FoundChange[],
    record: ChangeRecord,
    origin: ChangeOrigin,
    definitions: PastDefinitions,
  ): AsyncGenerator<FeedEntry, void, void> {
    const hashes = new Set(
      found.flatMap(({ file }) => [file?.before, file?.after].filter((hash) => typeof hash === 'string')),
    );
    const texts = await this.journal.texts(hashes);
    const { before, after } = await definitions.around(firstChange(record));
    for (const { head, file, rows } of found) {
      const formerly = formerName(record, head.table ?? '');
      if (file === undefined) {
        const isSchema = head.kind === 'schema';
        const definition = after.table(head.table ?? '') ?? (isSchema ? null : before.table(formerly));
        yield { ...changeEntry(head, rows ?? NO_ROWS, origin), definition };
        continue;
      }
      // A move has no values but its places.
      const old = head.kind === 'insert' || head.kind === 'move' ? null : file.before;
      const now = head.kind === 'delete' ? null : file.after;
      const row = (hash: ContentHash | null, path: string | null, table: TableDefinition | null): Row | null =>
        this.row({ text: hash === null ? undefined : texts.get(hash), path, table, time: origin.time });
      const [wasTable, isTable] = [before.table(formerly), after.table(head.table ?? '')];
      const both = {
        before: row(old, file.from, wasTable ?? isTable),
        after: row(now, file.to, isTable ?? wasTable),
      };
      const definition = both.after === null ? (wasTable ?? isTable) : (isTable ?? wasTable);
      const isLost = (old !== null && both.before === null) || (now !== null && both.after === null);
      // The record has one id, and none for a copy. A write may give a note another one: the texts have both.
      const id = (both.after ?? both.before)?.id ?? '';
      const own = id === '' ? head : { ...head, id };
      yield { ...changeEntry(own, both, origin), definition, ...(isLost ? { isLost } : {}) };
      await this.scheduler.pause();
    }
  }

  private row(of: {
    readonly text: string | undefined;
    readonly path: string | null;
    readonly table: TableDefinition | null;
    readonly time: number;
  }): Row | null {
    const { text, path, table, time } = of;
    if (text === undefined || path === null || table === null) return null;
    const codec = getOrInsert(this.codecs, table, () => new RowCodec(table));
    return codec.decode(path, time, text).row;
  }
}

const NO_ROWS = { before: null, after: null };

function originOf(record: ChangeRecord): ChangeOrigin {
  const { time } = record;
  if (!('op' in record)) {
    const [inserted, deleted] = [tablesById(record.changes, 'insert'), tablesById(record.changes, 'delete')];
    return { time, write: null, inserted, deleted };
  }
  const kinds = new Set(record.changeRuns?.map(([kind]) => kind));
  // Only who looks for where a row went, or came from, needs them.
  const isAsked = kinds.has('insert') && kinds.has('delete');
  const [inserted, deleted] = isAsked
    ? [rowsIn(record, 'insert'), rowsIn(record, 'delete')]
    : [NO_ROW_TABLES, NO_ROW_TABLES];
  return { time, write: { id: record.id, op: record.op, actor: record.actor }, inserted, deleted };
}

const NO_ROW_TABLES: ReadonlyMap<string, string> = new Map();

/** By id, the tables of the rows that came or went. */
function rowsIn({ changes, changeRuns = [] }: Migration, wanted: ChangeKind): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const run of changeRuns) {
    const [kind, table, , id] = run;
    if (kind !== wanted) continue;
    for (const i of filesOf(run)) found.set(changes[i]?.id ?? '', table ?? '');
    if (typeof id === 'string') found.set(id, table ?? '');
  }
  found.delete('');
  return found;
}

/** The name that a table had before a migration. */
const formerName = (record: ChangeRecord, table: string): string =>
  ('op' in record ? record.renamed : undefined)?.find(([, now]) => now === table)?.[0] ?? table;
