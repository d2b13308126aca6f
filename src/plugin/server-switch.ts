/** Whether the server runs, as the settings and the vault want it. */

import { Platform } from 'obsidian';
import type { LoggerPort } from '../engine/index';
import type { RunningHttpServer } from '../hosts/node/process/http-server';
import type { VaultServerOptions } from './vault-server';

export type ServedVault = Omit<VaultServerOptions, 'http' | 'unpackBrotli' | 'version' | 'logger'>;

export class ServerSwitch {
  /** Why it does not run though it should. */
  problem: string | null = null;
  private running: { readonly socket: RunningHttpServer; readonly served: ServedVault } | null = null;
  private work: Promise<void> = Promise.resolve();
  private isClosed = false;

  constructor(
    private readonly version: string,
    private readonly logger: LoggerPort,
    private readonly changed: () => void,
  ) {}

  /** `http://127.0.0.1:27390`, null while nothing is served. */
  get address(): string | null {
    return this.running?.socket.address ?? null;
  }

  /** Resolves when it is so, or can't be. Null: nothing is served and the port is free. */
  serve(served: ServedVault | null): Promise<void> {
    if (!this.isClosed) this.work = this.work.then(() => this.become(served));
    return this.work;
  }

  /** For good: nothing is served afterwards. */
  close(): Promise<void> {
    const closed = this.serve(null);
    this.isClosed = true;
    return closed;
  }

  private async become(served: ServedVault | null): Promise<void> {
    const { running } = this;
    if (served !== null && running !== null && isSame(running.served, served)) return;
    this.running = null;
    await running?.socket.close();
    this.problem = null;
    if (served !== null) await this.start(served);
    this.changed();
  }

  private async start(served: ServedVault): Promise<void> {
    try {
      const socket = await startListening(served, this.version, this.logger);
      if (socket !== null) this.running = { socket, served };
    } catch (thrown) {
      this.problem = thrown instanceof Error ? thrown.message : String(thrown);
    }
  }
}

/** Tokens are looked up at every request. */
const isSame = (one: ServedVault, other: ServedVault): boolean =>
  one.engine === other.engine &&
  one.port === other.port &&
  one.allowedOrigins.join(' ') === other.allowedOrigins.join(' ');

/** Null on a phone. */
async function startListening(
  served: ServedVault,
  version: string,
  logger: LoggerPort,
): Promise<RunningHttpServer | null> {
  if (Platform.isDesktop) {
    const http = await import('node:http');
    const { brotliDecompressSync: unpackBrotli } = await import('node:zlib');
    const { startVaultServer } = await import('./vault-server');
    return startVaultServer({ http, unpackBrotli, ...served, version, logger });
  }
  return null;
}
