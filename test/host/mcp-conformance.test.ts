/** The official conformance suite of the Model Context Protocol against our server, over a real socket. D12, docs/mcp.md#conformance */

import { execFile } from 'node:child_process';
import http from 'node:http';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type RunningHttpServer, startHttpServer } from '../../src/hosts/node/process/http-server';
import { serverFixture, TOKEN } from '../server/server-fixture';

const root = fileURLToPath(new URL('../..', import.meta.url));
const SUITE = path.join(root, 'node_modules/@modelcontextprotocol/conformance/dist/index.js');
const LOADER = path.join(root, 'test/host/conformance-loader.mjs');

let socket: RunningHttpServer;
beforeAll(async () => {
  const { server, host } = await serverFixture();
  // The suite has no way to send a token. Everything else of its requests reaches the server as it came.
  const handler: typeof server = Object.assign(Object.create(server) as typeof server, {
    handle: (request: Parameters<typeof server.handle>[0]) =>
      server.handle({ ...request, headers: [...request.headers, ['Authorization', `Bearer ${TOKEN}`]] }),
  });
  socket = await startHttpServer({ http, handler, port: 0, logger: host.logger });
});
afterAll(() => socket.close());

interface Outcome {
  readonly passed: number;
  readonly failed: readonly string[];
}

/** How many checks of a scenario passed, and the names of those that did not. `version`: empty for an extension, which is of no revision. */
function run(scenario: string, version: string): Promise<Outcome> {
  const url = `http://localhost:${socket.port}/mcp`;
  const args = ['--import', LOADER, SUITE, 'server', '--url', url, '--scenario', scenario];
  if (version !== '') args.push('--spec-version', version);
  return new Promise((resolve) => {
    execFile(process.execPath, args, { maxBuffer: 1 << 26 }, (_error, stdout, stderr) => {
      const said = `${stdout}${stderr}`;
      const [, passed = '0', , failed = '-1'] = /Passed: (\d+)\/(\d+), (\d+) failed/.exec(said) ?? [];
      const names = [...said.matchAll(/^ {2}- (\w+): /gm)].map(([, name = '']) => name);
      resolve({
        passed: Number(passed),
        failed: failed === String(names.length) ? names : [...names, `${failed} failed`, said],
      });
    });
  });
}

/** Checks that call a tool of the suite's own (`test_…`). Our tools are operations, and none of them asks the client for anything. */
const DIAGNOSTIC_TOOLS = [
  'ServerRejectsUndeclaredCapability',
  'MissingCapabilityHttp400',
  'HttpServerNoIndependentRequestsOnStream',
  'ServerNoLogWithoutLogLevel',
];
it.concurrent.each<[string, string, number, readonly string[]]>([
  ['server-initialize', '2025-11-25', 1, []],
  ['ping', '2025-11-25', 1, []],
  ['tools-list', '2025-11-25', 2, []],
  ['tools-list', '2026-07-28', 2, []],
  ['dns-rebinding-protection', '2025-11-25', 2, []],
  ['dns-rebinding-protection', '2026-07-28', 2, []],
  ['http-header-validation', '2026-07-28', 14, []],
  ['input-required-result-unsupported-methods', '2026-07-28', 1, []],
  ['server-stateless', '2026-07-28', 24, DIAGNOSTIC_TOOLS],
  ['sep-2640-skills-enumeration', '', 1, []],
  ['sep-2640-skills-manifest', '', 1, []],
  ['sep-2640-skills-directory', '', 1, []],
  ['caching', '2026-07-28', 5, []],
  ['resources-list', '2025-11-25', 1, []],
  ['resources-list', '2026-07-28', 1, []],
  ['prompts-list', '2025-11-25', 1, []],
  ['prompts-list', '2026-07-28', 1, []],
  ['sep-2164-resource-not-found', '2026-07-28', 1, []],
])('%s of %s', async (scenario, version, passed, exceptions) => {
  const outcome = await run(scenario, version);
  expect(outcome.failed.filter((name) => !exceptions.includes(name))).toEqual([]);
  expect(outcome.passed).toBeGreaterThanOrEqual(passed);
});
