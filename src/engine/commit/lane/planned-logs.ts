/** The logs of tables as the writes that are planned so far leave them. docs/formats.md: Table log. */

import type { TableDefinition } from '../../catalog/definition';
import type { ContentHash } from '../../history/journal/content-hash';
import type { Journal } from '../../history/journal/journal';
import { definitionKnown } from '../../history/versions/past-table';
import { type TableLog, withVersion } from '../../history/versions/table-log';
import { type TableLogs, applyChanges } from '../../history/versions/table-logs';
import type { TableVersion, VersionHead } from '../../history/versions/table-version';
import type { NotePath } from '../../ports/vault-port';

export class PlannedLogs {
  private readonly planned: TableVersion[] = [];
  private readonly paths = new Set<NotePath>();
  private readonly heads = new Map<string, TableLog>();

  private readonly definitions = new Map<ContentHash, TableDefinition>();
  private readonly published: TableLogs;

  constructor(private readonly journal: Journal) {
    this.published = journal.logs;
  }

  clear(): void {
    this.planned.length = 0;
    this.paths.clear();
    this.heads.clear();
    this.definitions.clear();
  }

  add(version: TableVersion): void {
    this.heads.set(version.log, withVersion(this.byId(version.log), version));
    this.planned.push(version);
    for (const { to } of version.changes) if (to !== null) this.paths.add(to);
  }

  /** The journal does not have it yet. */
  define(hash: ContentHash, definition: TableDefinition): ContentHash {
    this.definitions.set(hash, definition);
    return hash;
  }

  /** The definition after a version; null where the table was dropped. */
  async definition(head: VersionHead): Promise<TableDefinition | null> {
    const planned = head.definition === null ? undefined : this.definitions.get(head.definition);
    return planned ?? (await definitionKnown(this.journal, head));
  }

  /** A planned version changes this row. */
  isPlanned(path: NotePath): boolean {
    return this.paths.has(path);
  }

  private byId(id: string): TableLog | null {
    return this.heads.get(id) ?? this.published.byLogId(id);
  }

  byName(qualified: string): TableLog | null {
    const planned = [...this.heads.values()].filter(({ last }) => last.table === qualified);
    const [nearest] = planned.sort((a, b) => b.last.time - a.last.time);
    if (nearest !== undefined) return nearest;
    const published = this.published.byName(qualified);
    return published !== null && this.heads.has(published.id) ? null : published;
  }

  async state(log: TableLog | null): Promise<Map<NotePath, ContentHash>> {
    if (log === null || log.last.definition === null) return new Map();
    const published = this.published.byLogId(log.id);
    const state = new Map(published === null ? [] : await this.published.lastState(published));
    for (const version of this.planned) if (version.log === log.id) applyChanges(state, version.changes);
    return state;
  }

  /** What the log says of a note. */
  async known({ id }: TableLog, path: NotePath): Promise<ContentHash | null> {
    for (const { log, changes } of [...this.planned].reverse()) {
      const change = log === id ? changes.find(({ from, to }) => from === path || to === path) : undefined;
      if (change !== undefined) return change.to === path ? change.after : null;
    }
    const published = this.published.byLogId(id);
    return published === null ? null : ((await this.published.lastState(published)).get(path) ?? null);
  }
}
