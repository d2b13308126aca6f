/** The vault behind the server, as views see it. docs/page.md#two-homes */

import type { FoundNames, NameRequest, Operations } from '../../../../engine/index';
import type { Database, DatabaseState, OperationsClient } from '../../../client/operations-client';
import { ChangeFollower, type PageSight } from './change-follower';
import type { ConnectionState, ServerConnection } from './server-connection';

/** Long enough to be cheap, shorter than anything in between lets a connection idle. */
const WAIT_MS = 25_000;

/** Whose token it is, as `/app/session` reports it. docs/page.md#its-own-routes */
export interface PageSession {
  /** The name of its folder. */
  readonly vault: string;
  readonly read_only: boolean;
  /** Null for the owner. */
  readonly app: { readonly name: string; readonly permissions: readonly string[] } | null;
}

export class HttpDatabase implements Database {
  state: DatabaseState = { kind: 'opening' };
  session: PageSession | null = null;
  private readonly listeners = new Set<() => void>();
  private readonly held = new Set<Promise<void>>();
  private readonly follower: ChangeFollower;

  constructor(
    private readonly connection: ServerConnection,
    sight: PageSight,
  ) {
    connection.onState(() => this.lookAtConnection());
    const run = connection.run.bind(connection) as unknown as OperationsClient['run'];
    this.follower = new ChangeFollower(
      {
        run,
        changesSince: async (since, signal) =>
          (await connection.run('list_changes', { since, wait_ms: WAIT_MS }, signal)) as unknown as Changes,
      },
      sight,
    );
  }

  /** Takes the token; whether it is accepted. */
  async unlock(token: string): Promise<boolean> {
    const session = await this.connection.unlock(token);
    if (session === null) return false;
    this.session = session as unknown as PageSession;
    this.become({ kind: 'open', client: this.client(), writeProtection: protectionOf(this.session) });
    this.follower.start();
    return true;
  }

  onState(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  holdOpen(work: Promise<void>): void {
    this.held.add(work);
    void work.finally(() => this.held.delete(work));
  }

  /** Whether something that was typed is not written yet. */
  get isBusy(): boolean {
    return this.held.size > 0;
  }

  reopen(): void {
    this.connection.tryNow();
    void this.lookAgain();
  }

  /** Follows no changes any more. */
  close(): void {
    this.follower.stop();
  }

  private async lookAgain(): Promise<void> {
    this.session = (await this.connection.ask('/app/session', {})) as unknown as PageSession;
    if (this.state.kind === 'open') this.become({ ...this.state, writeProtection: protectionOf(this.session) });
  }

  /** One for the whole life of the page: views that have it go on asking it. */
  private client(): OperationsClient {
    if (this.state.kind === 'open') return this.state.client;
    const { connection, follower } = this;
    return {
      run: connection.run.bind(connection) as unknown as OperationsClient['run'],
      onChange: (listener) => follower.onChange(listener),
      ...(this.session?.app === null ? { findNames: (request) => findNames(connection, request) } : {}),
    };
  }

  private lookAtConnection(): void {
    if (this.state.kind !== 'open') return;
    const absence = absenceOf(this.connection.state);
    if (absence !== this.state.absence) this.become({ ...this.state, absence });
  }

  private become(state: DatabaseState): void {
    this.state = state;
    for (const listener of [...this.listeners]) listener();
  }
}

function absenceOf(state: ConnectionState): string | undefined {
  if (state.kind === 'ready') return undefined;
  return state.kind === 'gone' ? state.reason : 'The server wants a token again.';
}

type Changes = Operations['list_changes']['result'];

const findNames = async (connection: ServerConnection, request: NameRequest): Promise<FoundNames> =>
  (await connection.ask('/app/find-names', { ...request })) as unknown as FoundNames;

function protectionOf({ read_only: isReadOnly, app }: PageSession): string | null {
  if (isReadOnly) return 'The server has this vault open for reading only.';
  if (app !== null && !app.permissions.includes('write')) return `The token of ${app.name} lets nothing be written.`;
  return null;
}
