/** Records what others changed as versions of the tables that keep history; what could not be recorded waits for the next time. D8, D18 */

import type { Journal } from '../../history/journal/journal';
import { isLive } from '../../history/versions/table-log';
import type { Host } from '../../ports/host';
import type { NotePath } from '../../ports/vault-port';
import type { Store } from '../../storage/store/store';
import { type ExternalScope, externalVersions } from './external-versions';
import { keepsHistory } from '../versions/keeps-history';

export class ForeignChanges {
  private readonly waiting = new Set<NotePath>();
  private definitions = false;

  constructor(
    private readonly host: Host,
    private readonly store: Store,
    private readonly journal: Journal,
    private readonly stamp: () => number,
    /** Whether nothing may be written now. */
    private readonly isHeld: () => boolean,
  ) {}

  /** Files whose content may be somebody else's. */
  expect(paths: Iterable<NotePath>): void {
    for (const path of paths) this.waiting.add(path);
  }

  /** `found`: null when there is nothing but what waits. Only within the write lane, while nothing is planned. */
  async record(found: ExternalScope | null): Promise<void> {
    const isNew = found !== null || this.waiting.size > 0 || this.definitions;
    if (!isNew || this.host.readOnly === true) return;
    if (!this.isKept()) {
      this.clear();
      return;
    }
    const paths = found?.paths === null ? null : new Set([...this.waiting, ...(found?.paths ?? [])]);
    const definitions = this.definitions || found?.definitions === true;
    const scope = { paths, definitions, ...(found?.ids === undefined ? {} : { ids: found.ids }) };
    if (this.isHeld()) {
      this.wait(paths, definitions);
      return;
    }
    try {
      const time = this.stamp();
      const { versions, texts } = await externalVersions(this.host, this.store, this.journal, scope, time);
      if (versions.length > 0) {
        await this.journal.recordVersions(versions, texts);
        this.journal.logs.publish(versions);
      }
      this.clear();
    } catch (error) {
      this.wait(paths, definitions);
      this.host.logger.log('warning', 'versions_not_recorded', { detail: String(error) });
    }
  }

  private wait(paths: ReadonlySet<NotePath> | null, definitions: boolean): void {
    this.expect(paths ?? this.store.files.keys());
    this.definitions = definitions;
  }

  private clear(): void {
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
