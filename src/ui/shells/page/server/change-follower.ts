/** Follows the change feed while somebody looks at the page, so that its tables are live. docs/page.md#live, docs/feed.md#following */

import type { Operations } from '../../../../engine/index';
import type { OperationsClient, TablesChanged } from '../../../client/operations-client';

/** Runs operations that may be called off. */
export interface FollowedServer {
  readonly run: OperationsClient['run'];
  readonly changesSince: (since: number, signal: AbortSignal) => Promise<Operations['list_changes']['result']>;
}

/** Whether the page is visible. A hidden page holds no connection, since a browser has six of them for a server. */
export interface PageSight {
  readonly isSeen: () => boolean;
  /** Returns the function that stops it. */
  readonly onChange: (listener: () => void) => () => void;
}

/** After a refusal, such as too many that wait already. */
const PAUSE_MS = 5000;

export class ChangeFollower {
  private readonly listeners = new Set<(change: TablesChanged) => void>();
  private isStopped = false;
  private isFollowing = false;
  private polling = new AbortController();

  constructor(
    private readonly server: FollowedServer,
    private readonly sight: PageSight,
  ) {}

  onChange(listener: (change: TablesChanged) => void): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  /** Unless it follows already. Ends by itself where the token may not follow. */
  start(): void {
    if (this.isFollowing) return;
    this.isFollowing = true;
    const stop = this.sight.onChange(() => {
      if (!this.sight.isSeen()) this.polling.abort();
    });
    void this.follow().finally(() => {
      this.isFollowing = false;
      stop();
    });
  }

  stop(): void {
    this.isStopped = true;
    this.polling.abort();
  }

  private async follow(): Promise<void> {
    let since: number | null = null;
    while (!this.isStopped) {
      await this.seen();
      try {
        since = since === null ? await this.head() : await this.next(since);
      } catch {
        // Called off, or refused: a cursor of another vault is beyond the head.
        if (this.polling.signal.aborted) continue;
        since = await this.startAnew();
        if (since === null) return;
      }
    }
  }

  private async seen(): Promise<void> {
    if (!this.sight.isSeen()) {
      await new Promise<void>((resolve) => {
        const stop = this.sight.onChange(() => {
          if (!this.sight.isSeen() && !this.isStopped) return;
          stop();
          resolve();
        });
      });
    }
    if (this.polling.signal.aborted && !this.isStopped) this.polling = new AbortController();
  }

  private async next(since: number): Promise<number> {
    const { changes, last, gap } = await this.server.changesSince(since, this.polling.signal);
    if (gap) await this.tellEverything();
    else if (changes.length > 0) this.tell(changesOf(changes));
    return last;
  }

  private head = async (): Promise<number> => (await this.server.run('list_changes', { limit: 0 })).head;

  /** Null where this token may not follow. */
  private async startAnew(): Promise<number | null> {
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    try {
      const head = await this.head();
      await this.tellEverything();
      return head;
    } catch {
      return null;
    }
  }

  private async tellEverything(): Promise<void> {
    const { tables } = await this.server.run('list_tables', {});
    this.tell({ tables: tables.map(({ qualified }) => qualified), definitions: true });
  }

  private tell(change: TablesChanged): void {
    for (const listener of [...this.listeners]) listener(change);
  }
}

function changesOf(changes: Operations['list_changes']['result']['changes']): TablesChanged {
  const tables = new Set(changes.flatMap(({ table }) => table ?? []));
  return { tables: [...tables], definitions: changes.some(({ op }) => op === 'schema') };
}
