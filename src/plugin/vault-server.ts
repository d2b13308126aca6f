/** Desktop only: the engine's operations over HTTP on a loopback port. D12 */

import type { Engine, LoggerPort } from '../engine/index';
import { type HttpServerOptions, type RunningHttpServer, startHttpServer } from '../hosts/node/process/http-server';
import type { TokenAuthentication } from '../server/bearer-token';
import { createServer } from '../server/http-api';
import { type UnpackBrotli, packedPage } from './page-archive';

export interface VaultServerOptions {
  readonly http: HttpServerOptions['http'];
  readonly unpackBrotli: UnpackBrotli;
  /** The `styles.css` of the plugin. */
  readonly readStyles: () => Promise<string>;
  readonly engine: Engine;
  readonly vaultName: string;
  readonly auth: TokenAuthentication;
  /** Origins of web pages that may use it besides its own. */
  readonly allowedOrigins: readonly string[];
  /** Null: the first free one of the usual ports. */
  readonly port: number | null;
  readonly version: string;
  readonly logger: LoggerPort;
}

/** Throws when no port is free. `close` resolves when the port is free again. */
export async function startVaultServer(options: VaultServerOptions): Promise<RunningHttpServer> {
  const { http, unpackBrotli, readStyles, engine, vaultName, auth, allowedOrigins, port, version, logger } = options;
  const newId = (): string => crypto.randomUUID();
  const server = createServer({
    ...{ engine, auth, version, logger, newId },
    allowedOrigins,
    // Who may not write does not serve.
    page: { files: packedPage(unpackBrotli, readStyles), vault: { name: vaultName, isReadOnly: false } },
  });
  const socket = await startHttpServer({ http, handler: server, logger, ...(port === null ? {} : { port }) });
  return {
    ...socket,
    close: async () => {
      await server.stop();
      await socket.close();
    },
  };
}
