/**
 * Records what others changed: numbered changes, and versions of the tables that keep history. Versions that could not be recorded
 * wait for the next time, changes leave a gap. D8, D18; docs/architecture.md: Changes.
 */

import type { Published } from '../../feed/published';
import type { ExternalChange, ExternalRecord } from '../../history/change-record';
import type { Journal } from '../../history/journal/journal';
import { MOST_IN_A_FRAME, inParts } from '../../history/versions/version-frames';
import { isLive } from '../../history/versions/table-log';
import type { Host } from '../../ports/host';
import { inTurns } from '../../ports/in-turns';
import type { NotePath } from '../../ports/vault-port';
import type { Store } from '../../storage/store/store';
import { type ExternalScope, externalVersions } from './external-versions';
import { keepsHistory } from '../versions/keeps-history';
import { type TouchedRows, externalChange } from './touched-rows';
import type { VersionsMade } from '../versions/version-planner';
import { type PlannedChange, numbered, ofGap } from '../write-changes';

/** What was taken in of what others wrote. */
export interface Ingested {
  readonly touched: TouchedRows;
  /** Null: no version can come of it. */
  readonly scope: ExternalScope | null;
}

/** Gives numbers that were never given. */
export interface Numbers {
  stamp(): number;
  /** The first one of so many. */
  changes(count: number): number;
}

export class ExternalChanges {
  private readonly waiting = new Set<NotePath>();
  private definitions = false;
  /** Of failed writes: what others had written where they were to write. */
  private readonly clashed: TouchedRows[] = [];
  private isGap = false;

  constructor(
    private readonly host: Host,
    private readonly store: Store,
    private readonly journal: Journal,
    private readonly numbers: Numbers,
    /** Whether nothing may be written now. */
    private readonly isHeld: () => boolean,
  ) {}

  /** Files that may have an external edit. */
  expect(paths: Iterable<NotePath>, touched?: TouchedRows): void {
    for (const path of paths) this.waiting.add(path);
    if (touched !== undefined) this.clashed.push(touched);
  }

  /**
   * `found`: null when there is nothing but what waits. Only within the write lane, while nothing is planned. Resolves to what is to
   * be published when readers see it.
   */
  async record(found: Ingested | null): Promise<Published | null> {
    const touched = [...this.clashed.splice(0), ...(found === null ? [] : [found.touched])];
    let planned: readonly PlannedChange[] = [];
    for (const each of touched) planned = planned.concat(await each.changes(this.host.scheduler));
    const first = await this.recorded(planned, found?.scope ?? null);
    const paths = touched.flatMap((each) => each.paths);
    if (planned.length + paths.length === 0) return null;
    return {
      write: null,
      tables: [...new Set(touched.flatMap((each) => each.tables()))],
      definitions: paths.some((path) => path === this.store.metastore) || planned.some(({ kind }) => kind === 'schema'),
      changes: numbered(planned, first),
      paths,
    };
  }

  /** The number of the first change; null when there is none, or it could not be recorded. */
  private async recorded(planned: readonly PlannedChange[], found: ExternalScope | null): Promise<number | null> {
    const scope = this.scopeOf(found);
    if ((scope === null && planned.length === 0 && !this.isGap) || this.host.readOnly === true) return null;
    try {
      if (this.isHeld()) return this.wait(scope, planned);
      const time = this.numbers.stamp();
      const made =
        scope === null ? NO_VERSIONS : await externalVersions(this.host, this.store, this.journal, scope, time);
      const changes = this.isGap ? [ofGap(), ...planned] : planned;
      const seq = changes.length === 0 ? null : this.numbers.changes(changes.length);
      if (changes.length + made.versions.length > 0)
        await this.journal.recordExternal(await this.records(changes, seq ?? 0, time), made);
      this.journal.logs.publish(made.versions);
      this.settled();
      this.isGap = false;
      return seq === null ? null : seq + changes.length - planned.length;
    } catch (error) {
      this.host.logger.log('warning', 'external_edits_not_recorded', { detail: String(error) });
      return this.wait(scope, planned);
    }
  }

  private async records(
    changes: readonly PlannedChange[],
    first: number,
    time: number,
  ): Promise<readonly ExternalRecord[]> {
    const told: ExternalChange[] = [];
    await inTurns(changes, this.host.scheduler, (change) => told.push(externalChange(change, this.store)));
    return inParts(told).map((part, i) => ({ seq: first + i * MOST_IN_A_FRAME, time, changes: part }));
  }

  /** With what waits; null when no table is concerned. */
  private scopeOf(found: ExternalScope | null): ExternalScope | null {
    if (found === null && this.waiting.size === 0 && !this.definitions) return null;
    if (!this.isKept()) {
      this.settled();
      return null;
    }
    const paths = found?.paths === null ? null : new Set([...this.waiting, ...(found?.paths ?? [])]);
    const definitions = this.definitions || found?.definitions === true;
    return { paths, definitions, ...(found?.ids === undefined ? {} : { ids: found.ids }) };
  }

  private wait(scope: ExternalScope | null, planned: readonly PlannedChange[]): null {
    if (scope !== null) this.expect(scope.paths ?? this.store.files.keys());
    this.definitions = scope?.definitions === true;
    this.isGap ||= planned.length > 0;
    return null;
  }

  /** No version waits. */
  private settled(): void {
    this.waiting.clear();
    this.definitions = false;
  }

  private isKept(): boolean {
    const { catalog } = this.store;
    return (
      catalog.tables().some((table) => keepsHistory(catalog, table)) ||
      this.journal.logs.heads().some((log) => isLive(log))
    );
  }
}

const NO_VERSIONS: VersionsMade = { versions: [], texts: new Map() };
