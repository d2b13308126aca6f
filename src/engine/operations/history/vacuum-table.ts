/** vacuum_table: takes the old versions of a table away, and what nothing needs without them. Source: docs/operations.md#vacuum_table, docs/history.md#undo_migration; D4, D8, D18. */

import * as z from 'zod';
import type { HistoryPruner } from '../../history/history-reader';
import { KEPT_MILLISECONDS, WHOLE_SHARE } from '../../history/retention';
import { segmentFile } from '../../history/journal/segment-records';
import type { TableLog, VersionHead } from '../../history/versions/table-version';
import { datetimeAt } from '../../values/time/dates';
import { count, listOf, textList } from '../../values/json-schema';
import { isGiven, keptTable } from '../../schemas/arguments';
import type { UpkeepContext } from '../../contexts';
import { defineUpkeep } from '../define-operation';
import { MOST_LISTED } from '../result-budget';
import { writeResult } from '../../schemas/results';
import { findLogged, findVersion } from '../../history/versions/logged-table';

const stillNeeded = z
  .strictObject({
    version: count,
    migrationId: z.string(),
    neededBy: z.literal('undo_migration'),
    until: z.string(),
  })
  .meta({ id: 'StillNeeded' });

const result = writeResult.extend({
  version: count,
  earliest_version: count.describe('The oldest one that stays'),
  removedVersions: count,
  files: textList.describe('Paths of those that go, in the private state'),
  stillNeeded: listOf(stillNeeded).describe('Writes among them that undo_migration can still take back'),
});

type Result = z.infer<typeof result>;

export const vacuumTable = defineUpkeep({
  name: 'vacuum_table',
  group: 'history',
  summary: 'Takes the old versions of a table away; only when the user asks for it.',
  description:
    'A dry run unless dry_run is false. The rows and the kept versions stay as they are; no version before retain_from_version can be read or restored any more, and that can’t be undone. It makes no version and is not journaled. files are those that go, in the private state; removedVersions counts; earliest_version is the oldest one that stays. stillNeeded lists the writes among them that undo_migration can still take back, {version, migrationId, neededBy, until}: their contents stay until then.',
  brief: 'Can not be undone. A dry run unless dry_run is false.',
  input: z.strictObject({
    table: keptTable,
    retain_from_version: z.int().min(0).nullish().describe('The oldest version that stays; default: the latest'),
    dry_run: z.boolean().nullish().describe('Default true: only says what would go'),
  }),
  refusals: [
    'an unknown or ambiguous table',
    'it is a view',
    'the table keeps no history',
    'retain_from_version after the latest version',
  ],
  result,
  plan: async (context, { table, retain_from_version: from }) => {
    const logged = findLogged(context, table);
    const { log } = logged;
    // What is gone already stays gone: to ask for it again changes nothing.
    const version = Math.max(from ?? log.last.version, log.earliest.version);
    const oldest = await findVersion(context, logged, { version });
    const vacuum = new TableVacuum(context, log, oldest);
    return { answer: await vacuum.describe(isGiven(from) ? from : null), perform: (pruner) => vacuum.perform(pruner) };
  },
});

class TableVacuum {
  constructor(
    private readonly context: UpkeepContext,
    private readonly log: TableLog,
    private readonly oldest: VersionHead,
  ) {}

  private get removed(): number {
    return this.oldest.version - this.log.earliest.version;
  }

  async describe(asked: number | null): Promise<Omit<Result, 'dryRun'>> {
    const { log, oldest, removed } = this;
    const files = removed === 0 ? [] : await this.files();
    const stillNeeded = removed === 0 ? [] : await this.stillNeeded();
    const isLong = Math.max(files.length, stillNeeded.length) > MOST_LISTED;
    return {
      operation: 'vacuum_table',
      table: log.last.table,
      summary: this.summary(),
      migrationId: null,
      changed: 0,
      plannedCreates: [],
      plannedUpdates: [],
      plannedDeletes: [],
      planned_moves: [],
      version: log.last.version,
      earliest_version: oldest.version,
      removedVersions: removed,
      files: files.slice(0, MOST_LISTED),
      stillNeeded: stillNeeded.slice(0, MOST_LISTED),
      ...(isLong ? { truncated: true } : {}),
      warnings: this.warnings(asked),
    };
  }

  private summary(): string {
    const { table } = this.log.last;
    const { version } = this.log.earliest;
    if (this.removed === 0) return `nothing of ${table} to take away: version ${version} is the oldest one`;
    const which = this.removed === 1 ? `version ${version}` : `the versions ${version} to ${this.oldest.version - 1}`;
    return `takes ${which} of ${table} away`;
  }

  private warnings(asked: number | null): readonly string[] {
    const { log, oldest } = this;
    const warnings: string[] = [];
    if (asked !== null && asked < oldest.version)
      warnings.push(`the versions before ${oldest.version} are gone already`);
    if (this.removed > 0 && oldest.definition === null && log.last.version === oldest.version)
      warnings.push(`${log.last.table} is dropped: without its earlier versions restore_table can't bring it back`);
    return warnings;
  }

  private async files(): Promise<readonly string[]> {
    const { journal, host } = this.context;
    const { version } = this.oldest;
    const cut = { ...this.log, earliest: await journal.logs.oldestFrom(this.log, version) };
    const heads = journal.logs.heads().map((head) => (head.id === cut.id ? cut : head));
    const { segments } = await journal.retirement(heads, { share: WHOLE_SHARE });
    const files = [...(await journal.logs.filesBelow(this.log, version)), ...segments.map(segmentFile)];
    return files.map((file) => `${host.journalFolder}${file}`);
  }

  /** The versions whose writes can still be undone, oldest first. */
  private async stillNeeded(): Promise<Result['stillNeeded']> {
    const { journal, zone } = this.context;
    const undoable = new Set<string>();
    for await (const { migration, undone, failed } of journal.newestFirst())
      if (!undone && !failed && migration.unlisted !== true) undoable.add(migration.id);
    const needed: z.infer<typeof stillNeeded>[] = [];
    for await (const run of journal.logs.newestFirst(this.log)) {
      for (const { version, migrationId, time } of run) {
        if (version >= this.oldest.version || migrationId === null || !undoable.has(migrationId)) continue;
        const until = datetimeAt(time + KEPT_MILLISECONDS, zone);
        needed.push({ version, migrationId, neededBy: 'undo_migration', until });
      }
      if ((run.at(-1)?.time ?? 0) < journal.keptSince) break;
    }
    return needed.reverse();
  }

  async perform(pruner: HistoryPruner): Promise<readonly string[]> {
    if (this.removed === 0) return [];
    await pruner.cutLog(this.log, this.oldest.version);
    try {
      await pruner.retire(WHOLE_SHARE);
      return [];
    } catch (error) {
      this.context.host.logger.log('warning', 'journal_not_retired', { detail: String(error) });
      return ['the versions are gone, but some of their files could not be removed yet; NoteDB tries again each day'];
    }
  }
}
