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
import { RowCodec } from '../../storage/row-codec';
import { datetimeAt } from '../../values/time/dates';
import type { Json } from '../../json';
import { count, listOf, textOrNull } from '../../values/json-schema';
import { isGiven, keptTable } from '../../schemas/arguments';
import { TextBudget, nextResult, truncatedResult } from '../../schemas/text-budget';
import type { ReadContext } from '../../contexts';
import { defineRead } from '../define-operation';
import { resultRow, rowJson } from '../../query/row-json';
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
    'Delta Lake’s change data feed: each entry is the row with _change_type (insert, delete, update_preimage, update_postimage; metadata for a version that changed the definition alone), _commit_version, _commit_timestamp, _operation and path. A row that moved has its old path before and its new one after. Replaying the changes from 0 to v gives version v. An answer has at most 10 MB of texts: next goes on.',
  brief: 'Delta Lake change data feed: rows with _change_type, _operation.',
  input: z.strictObject({
    table: keptTable,
    start_version: z.int().min(0).describe('First version'),
    end_version: z.int().min(0).nullish().describe('Last version; default: the latest'),
    offset: z.int().min(0).nullish().describe('To skip'),
    limit: z.int().min(1).nullish().describe('At most so many'),
  }),
  refusals: [
    'an unknown or ambiguous table',
    'the table keeps no history',
    'end_version before start_version',
    'a version that is not kept any more',
  ],
  result: z.strictObject({
    table: z.string(),
    changes: listOf(rowChange),
    truncated: truncatedResult,
    next: nextResult.exactOptional(),
  }),
  run: async (context, { table, start_version: start, end_version: end, offset, limit }) => {
    const logged = findLogged(context, table);
    const { log } = logged;
    if (isGiven(end) && end < start) {
      throw badRequest(`end_version ${end} comes before start_version ${start}`, 'exchange them');
    }
    const result = { table: log.last.table };
    if (start > log.last.version) return { ...result, changes: [] };
    await findVersion(context, logged, { version: start });
    const last = Math.min(end ?? log.last.version, log.last.version);
    const isFirst = start === log.earliest.version;
    const [first, ...rest] = await context.journal.logs.versions(log.id, isFirst ? start : start - 1, last);
    const steps: VersionStep[] = [];
    if (isFirst && first !== undefined) {
      const previous = { ...first, definition: log.earliest.formerly ?? first.definition };
      steps.push({ version: first, previous });
    }
    for (const [i, version] of rest.entries()) steps.push({ version, previous: rest[i - 1] ?? first ?? log.last });
    return {
      ...result,
      ...(await changesFrom(new VersionChangeReader(context), steps, { offset: offset ?? 0, limit: limit ?? null })),
    };
  },
});

/** A version, and the one before it. */
interface VersionStep {
  readonly version: TableVersion;
  readonly previous: VersionHead;
}

interface ChangePage {
  readonly changes: readonly RowChangeResult[];
  readonly truncated?: true;
  readonly next?: { readonly offset: number };
}

async function changesFrom(
  reader: VersionChangeReader,
  steps: readonly VersionStep[],
  { offset, limit }: { readonly offset: number; readonly limit: number | null },
): Promise<ChangePage> {
  const budget = new TextBudget();
  const changes: RowChangeResult[] = [];
  let skipped = offset;
  for (const step of steps) {
    const entries = await reader.entriesOf(step);
    for await (const change of reader.read(entries.slice(skipped), step)) {
      const next = { offset: offset + changes.length };
      if (changes.length === limit) return { changes, next };
      if (!budget.takes(change)) return { changes, truncated: true, next };
      changes.push(change);
    }
    skipped = Math.max(0, skipped - entries.length);
  }
  return { changes };
}

/** A row on one side of a change; `of` is null where the definition alone changed. */
interface ChangeEntry {
  readonly type: RowChangeResult['_change_type'];
  readonly of: { readonly path: NotePath; readonly hash: ContentHash; readonly codec: RowCodec } | null;
  readonly head: VersionHead;
}

class VersionChangeReader {
  private readonly codecs = new Map<string, Promise<RowCodec | null>>();
  private readonly journal: HistoryReader;

  constructor(private readonly context: ReadContext) {
    this.journal = context.journal;
  }

  /** What changed, without the texts. */
  async entriesOf({ version, previous }: VersionStep): Promise<readonly ChangeEntry[]> {
    if (version.changes.length === 0 && version.metadata === true)
      return [{ type: 'metadata', of: null, head: version }];
    const [earlier, later] = [await this.codecOf(previous), await this.codecOf(version)];
    return version.changes.flatMap(({ from, to, before, after }): readonly ChangeEntry[] => {
      const left = sideOf(from, before, earlier);
      const right = sideOf(to, after, later);
      return [
        ...(left === null
          ? []
          : [{ type: right === null ? 'delete' : 'update_preimage', of: left, head: previous } as const]),
        ...(right === null
          ? []
          : [{ type: left === null ? 'insert' : 'update_postimage', of: right, head: version } as const]),
      ];
    });
  }

  async *read(entries: readonly ChangeEntry[], { version }: VersionStep): AsyncGenerator<RowChangeResult, void, void> {
    if (entries.length === 0) return;
    const commit = {
      _commit_version: version.version,
      _commit_timestamp: datetimeAt(version.time, this.context.zone),
      _operation: version.operation,
    };
    const texts = await this.journal.texts(contentsOf(version.changes));
    for (const { type, of, head } of entries) {
      if (of === null) yield { path: null, definition: await this.definition(head), _change_type: type, ...commit };
      else {
        // As it reads under the definition of that version.
        const text = contentAmong(texts, of.hash, of.path);
        const { row } = of.codec.decode(of.path, head.time, text);
        yield { ...rowJson(row), path: of.path, _change_type: type, ...commit };
      }
      await this.context.host.scheduler.pause();
    }
  }

  private async definition(version: VersionHead): Promise<Json> {
    return (await definitionOf(this.journal, version)) as unknown as Json;
  }

  private codecOf(head: VersionHead): Promise<RowCodec | null> {
    const key = head.definition ?? '';
    const codec = getOrInsert(this.codecs, key, () =>
      definitionOf(this.journal, head).then((definition) => definition && new RowCodec(definition)),
    );
    return codec;
  }
}

const sideOf = (
  path: NotePath | null,
  hash: ContentHash | null,
  codec: RowCodec | null,
): NonNullable<ChangeEntry['of']> | null =>
  path === null || hash === null || codec === null ? null : { path, hash, codec };
