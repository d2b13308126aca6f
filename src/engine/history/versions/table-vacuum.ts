/** Takes the old versions of a table away, and what nothing needs without them. Source: docs/operations.md#vacuum_table, docs/history.md#undo_migration; D4, D8, D18. */

import * as z from 'zod';
import type { Host } from '../../ports/host';
import { datetimeAt } from '../../values/time/dates';
import { count } from '../../values/json-schema';
import { lastChange } from '../change-record';
import type { HistoryPruner, UpkeepReader } from '../history-reader';
import { segmentFile } from '../journal/segment-records';
import { KEPT_MILLISECONDS, WHOLE_SHARE } from '../retention';
import type { TableLog, VersionHead } from './table-version';
import { type Deed, deedOf, summaryOfDeed } from '../../schemas/deed';

export const stillNeeded = z
  .strictObject({
    version: count,
    migrationId: z.string(),
    neededBy: z.enum(['undo_migration', 'webhook']),
    webhook: z.string().exactOptional().describe('The webhook that has not sent it yet'),
    until: z.string(),
  })
  .meta({ id: 'StillNeeded' });

type StillNeeded = z.infer<typeof stillNeeded>;

interface VacuumContext {
  readonly host: Pick<Host, 'journalFolder' | 'logger'>;
  readonly journal: UpkeepReader;
  readonly zone: string;
  /** Followers of the table's changes. */
  readonly followers: readonly WebhookCursor[];
}

/** A follower of changes. */
export interface WebhookCursor {
  readonly webhook: string;
  /** The number of the last change that it got. */
  readonly cursor: number;
}

interface VacuumPlan {
  readonly table: string;
  readonly summary: string;
  readonly deed: Deed;
  readonly version: number;
  readonly earliest_version: number;
  readonly removedVersions: number;
  /** Paths in the private state. */
  readonly files: readonly string[];
  readonly stillNeeded: readonly StillNeeded[];
  readonly warnings: readonly string[];
}

export class TableVacuum {
  constructor(
    private readonly context: VacuumContext,
    private readonly log: TableLog,
    private readonly oldest: VersionHead,
  ) {}

  private get removed(): number {
    return this.oldest.version - this.log.earliest.version;
  }

  /** What it would do. `asked`: the version that the caller named. */
  async describe(asked: number | null): Promise<VacuumPlan> {
    const { log, oldest, removed } = this;
    const deed = this.deed();
    return {
      table: log.last.table,
      summary: summaryOfDeed(deed),
      deed,
      version: log.last.version,
      earliest_version: oldest.version,
      removedVersions: removed,
      files: removed === 0 ? [] : await this.files(),
      stillNeeded: removed === 0 ? [] : await this.stillNeeded(),
      warnings: this.warnings(asked),
    };
  }

  private deed(): Deed {
    const from = String(this.log.earliest.version);
    const names = this.removed === 0 ? { from } : { from, to: String(this.oldest.version - 1) };
    return deedOf('vacuum versions', this.log.last.table, { counts: { versions: this.removed }, names });
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

  /** The versions whose writes can still be undone, or are still to be sent, oldest first. */
  private async stillNeeded(): Promise<readonly StillNeeded[]> {
    const { journal, zone, followers } = this.context;
    const undoable = new Set<string>();
    const lastChanges = new Map<string, number>();
    for await (const { migration, undone, failed } of journal.newestFirst()) {
      if (!failed) lastChanges.set(migration.id, lastChange(migration));
      if (!undone && !failed && migration.unlisted !== true) undoable.add(migration.id);
    }
    const needed: StillNeeded[] = [];
    for await (const run of journal.logs.newestFirst(this.log)) {
      for (const { version, migrationId, time } of run) {
        if (version >= this.oldest.version || migrationId === null) continue;
        const until = datetimeAt(time + KEPT_MILLISECONDS, zone);
        const waiting = followers.filter(({ cursor }) => cursor < (lastChanges.get(migrationId) ?? 0));
        for (const { webhook } of waiting) needed.push({ version, migrationId, neededBy: 'webhook', webhook, until });
        if (undoable.has(migrationId)) needed.push({ version, migrationId, neededBy: 'undo_migration', until });
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
