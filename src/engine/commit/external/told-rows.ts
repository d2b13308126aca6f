/** The rows as the change feed published them so far: an opening without a warm-start file compares with them. D29 */

import type { Catalog } from '../../catalog/catalog';
import type { TableDefinition } from '../../catalog/definition';
import { type FoundChange, changesOf } from '../../feed/found-changes';
import { CatalogTexts, PastDefinitions } from '../../feed/past-definitions';
import { firstChange } from '../../history/change-record';
import type { ChangeRecord } from '../../history/journal/change-records';
import type { ContentHash } from '../../history/journal/content-hash';
import type { Journal } from '../../history/journal/journal';
import type { SchedulerPort } from '../../ports/host';
import type { NotePath } from '../../ports/vault-port';
import { RowCodec } from '../../storage/row-codec';
import { getOrInsert } from '../../values/maps';
import type { TableRow } from '../write-changes';

/** Texts that are read together. */
const BATCH = 256;

/** The last published change of a row. */
interface LastChange extends FoundChange {
  readonly record: ChangeRecord;
}

/** By path. Null: the journal does not hold every change from the first one on, or holds none: rows may be older than it. */
export async function toldRows(
  journal: Journal,
  scheduler: Pick<SchedulerPort, 'pause'>,
  catalog: Catalog,
): Promise<ReadonlyMap<NotePath, TableRow> | null> {
  if (journal.dropped > 0 || journal.numbers.last === 0) return null;
  const last = await lastChanges(journal, scheduler);
  if (last === null) return null;
  const redefined = await journal.changes.redefinitionsAfter(0);
  const reader = new RowReader(new PastDefinitions(new CatalogTexts(journal), redefined, catalog));
  const rows = new Map<NotePath, TableRow>();
  for (let at = 0; at < last.length; at += BATCH) {
    const changes = last.slice(at, at + BATCH);
    const hashes = changes.flatMap(({ file }) => (typeof file?.after === 'string' ? [file.after] : []));
    const texts = await journal.texts(new Set(hashes));
    for (const change of changes) {
      const row = await reader.row(change, texts);
      if (row === null) return null;
      rows.set(change.head.path, row);
      await scheduler.pause();
    }
  }
  return rows;
}

/** As docs/feed.md#following says, without reading the rows: of each only its last change counts. */
async function lastChanges(
  journal: Journal,
  scheduler: Pick<SchedulerPort, 'pause'>,
): Promise<readonly LastChange[] | null> {
  const last = new Map<NotePath, LastChange>();
  for await (const record of journal.changes.after(0)) {
    for (const change of changesOf(record, 0)) {
      const { kind, path, from } = change.head;
      if (kind === 'gap') return null;
      if (kind === 'warning' || kind === 'schema') continue;
      last.delete(kind === 'insert' ? path : (from ?? path));
      if (kind !== 'delete') last.set(path, { ...change, record });
    }
    await scheduler.pause();
  }
  return [...last.values()];
}

class RowReader {
  private readonly codecs = new WeakMap<TableDefinition, RowCodec>();

  constructor(private readonly definitions: PastDefinitions) {}

  /** Null: its text or its table is not kept. */
  async row(change: LastChange, texts: ReadonlyMap<ContentHash, string>): Promise<TableRow | null> {
    const { head, file, rows, record } = change;
    const { table, path } = head;
    if (table === null) return null;
    if (file === undefined) {
      const row = rows?.after ?? null;
      return row === null ? null : { table, row };
    }
    const text = typeof file.after === 'string' ? texts.get(file.after) : undefined;
    const definition = (await this.definitions.around(firstChange(record))).after.table(table);
    if (text === undefined || definition === null) return null;
    const codec = getOrInsert(this.codecs, definition, () => new RowCodec(definition));
    return { table, row: codec.decode(path, record.time, text).row };
  }
}
