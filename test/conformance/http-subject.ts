/** The engine behind the HTTP server, asked as a client asks. */

import { expect } from 'vitest';
import { type Engine, type JsonObject, openEngine } from '../../src/engine/index';
import { type MemoryHost, type MemoryHostOptions, createMemoryHost } from '../memory-host/memory-host';
import { type HttpServer, createServer } from '../../src/server/http-api';
import { NOTE_OPERATION_INFOS, RULE_OPERATION_INFOS } from '../../src/engine/operation-infos';
import { checkedAnswer, checkedError } from '../answer-schemas';
import { TOKEN, ask, ownerAuthentication, sha256 } from '../server/server-fixture';
import type { Subject } from './run-case';

/** Source: docs/http.md#errors; D5, D18 */
export const STATUSES: Readonly<Record<string, number>> = {
  bad_request: 400,
  forbidden: 403,
  not_found: 404,
  refused: 422,
  conflict: 422,
  metastore_invalid: 422,
  unavailable: 503,
};

interface Served {
  readonly engine: Engine;
  readonly server: HttpServer;
}

async function serve(host: MemoryHost): Promise<Served> {
  const engine = await openEngine(host);
  const server = createServer({
    engine,
    auth: ownerAuthentication(() => sha256(TOKEN)),
    version: '0.0.0',
    allowedOrigins: [],
    logger: host.logger,
    newId: () => 'id',
  });
  return { engine, server };
}

export async function httpSubject(options: MemoryHostOptions): Promise<Subject & { close(): Promise<void> }> {
  let host = createMemoryHost(options);
  let served = await serve(host);
  const dryRunners = new Set(
    [...served.engine.operations, ...NOTE_OPERATION_INFOS, ...RULE_OPERATION_INFOS]
      .filter(({ inputSchema }) => Object.hasOwn(inputSchema['properties'] as JsonObject, 'dry_run'))
      .map(({ name }) => name),
  );
  return {
    call: async (operation, args) => {
      const url = `/notedb/operations/${operation}/`;
      const { status, json } = await ask(served.server, { url, body: JSON.stringify(args) });
      if (status === 200) return { result: checkedAnswer(operation, json) };
      const { error } = checkedError(operation, json);
      expect(status).toBe(STATUSES[error.code]);
      return { error };
    },
    edit: async (edits) => {
      for (const [path, text] of Object.entries(edits)) {
        if (text === null) host.external.remove(path);
        else host.external.write(path, text);
      }
      await served.engine.rescan();
    },
    restart: async () => {
      await served.engine.close();
      host = host.reboot();
      served = await serve(host);
    },
    files: async () => new Map(Object.entries(host.external.notes())),
    takesDryRun: (operation) => dryRunners.has(operation),
    close: () => served.engine.close(),
  };
}
