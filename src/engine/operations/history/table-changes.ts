/** table_changes: what changed from one version of a table to another, row by row. Source: docs/operations.md#table_changes; D8, D18. */

import * as z from 'zod';
import { badRequest } from '../../errors';
import type { ContentHash } from '../../history/journal/content-hash';
import type { HistoryReader } from '../../history/history-reader';
import { contentAmong, definitionOf } from '../../history/versions/past-table';
import {
  type TableVersion,
  VERSION_OPERATIONS,
  type VersionHead,
  contentsOf,
} from '../../history/versions/table-version';
import type { NotePath } from '../../ports/vault-port';
import { readNoteText } from '../../storage/store/note-reading';
import { RowCodec } from '../../storage/row-codec';
import { datetimeAt } from '../../values/time/dates';
import type { Json } from '../../json';
import { count, listOf, textOrNull } from '../../values/json-schema';
import { isGiven, keptTable } from '../../schemas/arguments';
import type { ReadContext } from '../../contexts';
import { defineRead } from '../define-operation';
import { type ResultRow, resultRow, rowJson } from '../../query/row-json';
import { findLogged, findVersion } from '../../history/versions/logged-table';
import { getOrInsert } from '../../values/maps';

const commit = {
  _commit_version: count,
  _commit_timestamp: z.string(),
  _operation: z.enum(VERSION_OPERATIONS),
};

const rowChange = resultRow
  .extend({
    path: textOrNull.describe('Null where the definition alone changed'),
    _change_type: z.enum(['insert', 'delete', 'update_preimage', 'update_postimage', 'metadata']),
    ...commit,
  })
  .meta({ id: 'RowChange', description: 'The row before or after; definition where that alone changed' });

type RowChangeResult = z.infer<typeof rowChange>;

export const tableChanges = defineRead({
  name: 'table_changes',
  group: 'history',
  permission: 'read',
  summary: 'Returns the rows that changed between two versions of a table, both included.',
  description:
    'Delta Lake’s change data feed: each entry is the row with _change_type (insert, delete, update_preimage, update_postimage; metadata for a version that changed the definition alone), _commit_version, _commit_timestamp, _operation and path. A row that moved has its old path before and its new one after. Replaying the changes from 0 to v gives version v.',
  brief: 'Delta Lake change data feed: rows with _change_type, _commit_version, _operation.',
  input: z.strictObject({
    table: keptTable,
    start_version: z.int().min(0).describe('The first version'),
    end_version: z.int().min(0).nullish().describe('The last version; default: the latest'),
  }),
  refusals: [
    'an unknown or ambiguous table',
    'the table keeps no history',
    'end_version before start_version',
    'a version that is not kept any more',
  ],
  result: z.strictObject({ table: z.string(), changes: listOf(rowChange) }),
  run: async (context, { table, start_version: start, end_version: end }) => {
    const logged = findLogged(context, table);
    const { log } = logged;
    if (isGiven(end) && end < start) {
      throw badRequest(`end_version ${end} comes before start_version ${start}`, 'exchange them');
    }
    const result = { table: log.last.table };
    if (start > log.last.version) return { ...result, changes: [] };
    await findVersion(context, logged, { version: start });
    const last = Math.min(end ?? log.last.version, log.last.version);
    const reader = new VersionChangeReader(context);
    const isFirst = start === log.earliest.version;
    const [first, ...rest] = await context.journal.logs.versions(log.id, isFirst ? start : start - 1, last);
    let previous = first ?? log.last;
    const changes: RowChangeResult[] = [];
    if (isFirst && first !== undefined) {
      const before = { ...first, definition: log.earliest.formerly ?? first.definition };
      for (const change of await reader.changesOf(first, before)) changes.push(change);
    }
    for (const version of rest) {
      // One by one: a version of more than a hundred thousand changes is more than a call takes arguments.
      for (const change of await reader.changesOf(version, previous)) changes.push(change);
      previous = version;
    }
    return { ...result, changes };
  },
});

class VersionChangeReader {
  private readonly codecs = new Map<string, Promise<RowCodec | null>>();
  private readonly journal: HistoryReader;

  constructor(private readonly context: ReadContext) {
    this.journal = context.journal;
  }

  async changesOf(version: TableVersion, previous: VersionHead): Promise<readonly RowChangeResult[]> {
    const entries: RowChangeResult[] = [];
    const commit = {
      _commit_version: version.version,
      _commit_timestamp: datetimeAt(version.time, this.context.zone),
      _operation: version.operation,
    };
    const texts = await this.journal.texts(contentsOf(version.changes));
    for (const { from, to, before, after } of version.changes) {
      const left = await this.row(texts, { path: from, hash: before }, previous);
      const right = await this.row(texts, { path: to, hash: after }, version);
      if (left !== null)
        entries.push({ ...left, _change_type: right === null ? 'delete' : 'update_preimage', ...commit });
      if (right !== null)
        entries.push({ ...right, _change_type: left === null ? 'insert' : 'update_postimage', ...commit });
      await this.context.host.scheduler.pause();
    }
    if (version.changes.length === 0 && version.metadata === true) {
      entries.push({ path: null, definition: await this.definition(version), _change_type: 'metadata', ...commit });
    }
    return entries;
  }

  private async definition(version: VersionHead): Promise<Json> {
    return (await definitionOf(this.journal, version)) as unknown as Json;
  }

  /** As it reads under the definition of that version. */
  private async row(
    texts: ReadonlyMap<ContentHash, string>,
    { path, hash }: { readonly path: NotePath | null; readonly hash: ContentHash | null },
    head: VersionHead,
  ): Promise<(ResultRow & { path: NotePath }) | null> {
    if (path === null || hash === null) return null;
    const codec = await this.codecOf(head);
    if (codec === null) return null;
    const { frontMatter } = readNoteText(contentAmong(texts, hash, path));
    return { ...rowJson(codec.decode(path, head.time, frontMatter.entries).row), path };
  }

  private codecOf(head: VersionHead): Promise<RowCodec | null> {
    const key = head.definition ?? '';
    const codec = getOrInsert(this.codecs, key, () =>
      definitionOf(this.journal, head).then((definition) => definition && new RowCodec(definition)),
    );
    return codec;
  }
}
