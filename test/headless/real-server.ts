/** A server on a real socket over a real folder, with a file beside the vault that nobody may read. */

import fs from 'node:fs';
import http from 'node:http';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { type Engine, openEngine } from '../../src/engine/index';
import { MemoryLogger } from '../memory-host/memory-parts';
import { createNodeHost } from '../../src/hosts/node/node-host';
import { type HttpLimits, startHttpServer } from '../../src/hosts/node/process/http-server';
import { type HttpServer, createServer } from '../../src/server/http-api';
import { ownerAuthentication, TOKEN, sha256 } from '../server/server-fixture';

export const CANARY = 'canary-4711-of-another-folder';

export interface RealServer {
  /** Holds `vault`, and `outside` with the canary. */
  readonly folder: string;
  readonly vault: string;
  readonly engine: Engine;
  readonly server: HttpServer;
  readonly port: number;
  readonly logger: MemoryLogger;
  /** Everything that comes back for these pieces until the other side closes; a number waits so many milliseconds. */
  exchange(...pieces: readonly (string | Uint8Array | number)[]): Promise<string>;
  /** Every file below the folder with its bytes, the engine's private state aside. */
  snapshot(): Readonly<Record<string, string>>;
  close(): Promise<void>;
}

export async function startRealServer(
  files: Readonly<Record<string, string>>,
  limits: Partial<HttpLimits> = {},
): Promise<RealServer> {
  const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'notedb-server-')));
  const vault = path.join(folder, 'vault');
  const write = (file: string, text: string): void => {
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, text);
  };
  write(path.join(folder, 'outside', 'canary.md'), CANARY);
  write(path.join(folder, 'vault-beside', 'canary.md'), CANARY);
  for (const [name, text] of Object.entries(files)) write(path.join(vault, name), text);
  fs.symlinkSync(path.join(folder, 'outside'), path.join(vault, 'link'));
  fs.symlinkSync(path.join(folder, 'outside', 'canary.md'), path.join(vault, 'link.md'));
  const logger = new MemoryLogger();
  const host = await createNodeHost({
    vaultFolder: vault,
    logger,
    stateFolder: path.join(folder, 'state'),
    cacheFolder: path.join(folder, 'cache'),
  });
  const engine = await openEngine(host);
  let ids = 0;
  const auth = ownerAuthentication(() => sha256(TOKEN));
  const server = createServer({ engine, auth, version: '0', allowedOrigins: [], logger, newId: () => `id-${++ids}` });
  const socket = await startHttpServer({ http, handler: server, port: 0, logger, limits });
  return {
    folder,
    vault,
    engine,
    server,
    port: socket.port,
    logger,
    exchange: (...pieces) => exchange(socket.port, pieces),
    snapshot: () => snapshotOf(folder),
    close: async () => {
      await server.stop();
      await socket.close();
      await engine.close();
      host.close();
      fs.rmSync(folder, { recursive: true });
    },
  };
}

function exchange(port: number, pieces: readonly (string | Uint8Array | number)[]): Promise<string> {
  return new Promise((resolve) => {
    const socket = net.connect(port, '127.0.0.1');
    let received = '';
    socket.setEncoding('utf8');
    socket.on('data', (text: string) => (received += text));
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(received));
    void (async () => {
      for (const piece of pieces) {
        if (typeof piece === 'number') await new Promise((next) => setTimeout(next, piece));
        else if (!socket.destroyed) socket.write(piece);
      }
    })();
  });
}

function snapshotOf(folder: string): Readonly<Record<string, string>> {
  const entries = fs.readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const files = entries.map(({ parentPath, name }) => path.join(parentPath, name));
  const visible = files.filter((file) => !/[/\\](\.notedb|cache|state)[/\\]/.test(file)).sort();
  return Object.fromEntries(visible.map((file) => [path.relative(folder, file), fs.readFileSync(file, 'utf8')]));
}
