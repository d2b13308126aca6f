/** GET /openapi.json: valid, complete, and every call that it shows works. Source: docs/http.md#openapi; D12 */

import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as z from 'zod';
import { beforeAll, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/engine/index';
import { DDL_OPERATIONS } from '../../src/server/older/older-routes';
import { EXAMPLES, EXAMPLE_MIGRATION, EXAMPLE_WEBHOOK, OLDER_EXAMPLES } from '../../src/server/openapi/examples';
import { hostOptions } from '../conformance/host-options';
import { readDemoVault } from '../demo/read-demo-vault';
import type { ServerFixture, TestResponse } from './server-fixture';
import { serverFixture } from './server-fixture';

type Document = Readonly<Record<string, never>> & {
  readonly openapi: string;
  readonly info: { readonly version: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, PathOperation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, JsonObject>> };
};

interface PathOperation {
  readonly operationId: string;
  readonly security?: readonly unknown[];
  readonly requestBody?: { readonly content: { readonly 'application/json': Media } };
  readonly responses: Readonly<Record<string, { readonly content: { readonly 'application/json'?: Media } }>>;
}

interface Media {
  readonly schema: JsonObject;
  readonly examples?: Readonly<Record<string, { readonly value: JsonObject }>>;
}

let document: Document;
beforeAll(async () => {
  const { send } = await serverFixture();
  const response = await send({ method: 'GET', url: '/openapi.json', headers: { Authorization: null } });
  expect([response.status, response.header('Content-Type')]).toEqual([200, 'application/json; charset=utf-8']);
  document = response.json as unknown as Document;
});

describe('the document', () => {
  it('is OpenAPI 3.1.0 of the interface 1.4.0, and valid', () => {
    expect([document.openapi, document.info.version]).toEqual(['3.1.0', '1.4.0']);
    const folder = mkdtempSync(path.join(tmpdir(), 'notedb-openapi-'));
    const file = path.join(folder, 'openapi.json');
    writeFileSync(file, JSON.stringify(document));
    const cli = path.join(import.meta.dirname, '../../node_modules/@redocly/cli/bin/cli.js');
    const rules = ['--extends', 'recommended', '--format', 'json', ...SKIPPED.flatMap((rule) => ['--skip-rule', rule])];
    const environment = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
    const { stdout } = spawnSync(process.execPath, [cli, 'lint', file, ...rules], {
      env: environment,
      encoding: 'utf8',
      cwd: folder,
    });
    rmSync(folder, { recursive: true });
    const { problems } = JSON.parse(stdout) as { problems: readonly JsonObject[] };
    expect(problems.map(({ ruleId, message, location }) => [ruleId, message, location])).toEqual([]);
  });

  it('has every operation, every older route, the files, and what is open', async () => {
    const { engine } = await serverFixture();
    for (const { name } of engine.operations)
      expect(Object.keys(document.paths)).toContain(`/notedb/operations/${name}/`);
    const others = Object.keys(document.paths).filter((each) => !each.startsWith('/notedb/operations/'));
    expect(others).toEqual([
      '/',
      '/openapi.json',
      '/guide.md',
      '/notedb/tables/',
      '/notedb/tables/describe/',
      '/notedb/database/',
      '/notedb/database/configure/',
      '/notedb/rows/insert/',
      '/notedb/rows/update/',
      '/notedb/rows/update-one/',
      '/notedb/rows/delete/',
      '/notedb/rows/move/',
      '/notedb/ddl/',
      '/vault/',
      '/vault/{path}',
      '/vault/{path}/',
      '/search/simple/',
      '/mcp',
      '/changes/stream',
    ]);
    const open = Object.entries(document.paths).filter(([, { get }]) => get?.security?.length === 0);
    expect(open.map(([url]) => url)).toEqual(['/', '/openapi.json', '/guide.md']);
    const ids = Object.values(document.paths).flatMap((methods) =>
      Object.values(methods).map((each) => each.operationId),
    );
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('says nothing of the vault: it is the same for every one', async () => {
    const { send, engine } = await serverFixture({}, { files: readDemoVault() });
    await engine.run('list_tables');
    const response = await send({ method: 'GET', url: '/openapi.json', headers: { Authorization: null } });
    expect(response.json).toEqual(document);
  });

  it('refers to shapes that it has', () => {
    const refs = [...JSON.stringify(document).matchAll(/"#\/components\/schemas\/([^"]+)"/g)].map(([, name]) => name);
    const known = Object.keys(document.components.schemas);
    expect([...new Set(refs)].filter((name) => name === undefined || !known.includes(name))).toEqual([]);
    expect(JSON.stringify(document)).not.toContain('$defs');
  });
});

/** Addresses end with a slash: docs/http.md#routes. */
const SKIPPED = ['no-path-trailing-slash'];

/** A schema of the document as a check. Only the shapes that it needs come along: making a check of all takes a while. */
function checkOf(schema: JsonObject): z.ZodType {
  const shapes: Record<string, JsonObject> = {};
  const gather = (each: JsonObject): void => {
    for (const [, name = ''] of JSON.stringify(each).matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
      const shape = document.components.schemas[name];
      if (shape === undefined || Object.hasOwn(shapes, name)) continue;
      shapes[name] = shape;
      gather(shape);
    }
  };
  gather(schema);
  const local = JSON.stringify({ ...schema, $defs: shapes }).replaceAll('#/components/schemas/', '#/$defs/');
  const check = made.get(local) ?? z.fromJSONSchema(JSON.parse(local) as Parameters<typeof z.fromJSONSchema>[0]);
  made.set(local, check);
  return check;
}

const made = new Map<string, z.ZodType>();

function expectDescribed(url: string, args: JsonObject, response: TestResponse): void {
  const { post } = document.paths[url] ?? {};
  const answer = post?.responses['200']?.content['application/json']?.schema ?? {};
  const asked = post?.requestBody?.content['application/json'].schema ?? {};
  expect([url, args, response.status, response.text]).toEqual([url, args, 200, response.text]);
  expect([url, checkOf(asked).safeParse(args).error?.issues ?? []]).toEqual([url, []]);
  expect([url, checkOf(answer).safeParse(response.json).error?.issues ?? []]).toEqual([url, []]);
}

describe('the examples', () => {
  const shown = (url: string): readonly JsonObject[] =>
    Object.values(document.paths[url]?.['post']?.requestBody?.content['application/json'].examples ?? {}).map(
      ({ value }) => value,
    );

  async function withMigration({ engine }: ServerFixture, args: JsonObject): Promise<JsonObject> {
    if (args['id'] === EXAMPLE_WEBHOOK) {
      const { webhooks } = (await engine.run('list_webhooks')) as unknown as { webhooks: readonly { id: string }[] };
      return { ...args, id: webhooks[0]?.id ?? '' };
    }
    if (!JSON.stringify(args).includes(EXAMPLE_MIGRATION)) return args;
    const { migrations } = (await engine.run('list_migrations', { limit: 1 })) as unknown as {
      migrations: readonly { migration_id: string }[];
    };
    return JSON.parse(
      JSON.stringify(args).replaceAll(EXAMPLE_MIGRATION, migrations[0]?.migration_id ?? ''),
    ) as JsonObject;
  }

  describe('of the operations', () => {
    let fixture: ServerFixture;
    beforeAll(async () => {
      fixture = await serverFixture({}, hostOptions({ files: readDemoVault(), semantic: true }));
    });

    it.each(Object.keys(EXAMPLES))(
      'work on the demo vault after those before, and answer as described: %s',
      async (name) => {
        const url = `/notedb/operations/${name}/`;
        expect(shown(url).length).toBeGreaterThan(0);
        for (const value of shown(url)) {
          const args = await withMigration(fixture, value);
          expectDescribed(url, args, await fixture.send({ url, body: JSON.stringify(args) }));
        }
      },
    );
  });

  it.each(['/search/simple/', '/mcp'])('of %s work too', async (url) => {
    const { send } = await serverFixture({}, { files: readDemoVault() });
    expect(shown(url).length).toBeGreaterThan(0);
    for (const args of shown(url)) expectDescribed(url, args, await send({ url, body: JSON.stringify(args) }));
  });

  it('of paths and queries work too', async () => {
    const { send } = await serverFixture({}, { files: readDemoVault() });
    for (const [url, { get }] of Object.entries(document.paths)) {
      // A stream has no end: test/headless/change-stream.test.ts.
      if (get === undefined || url === '/changes/stream') continue;
      const parameters = (get as unknown as { parameters?: { in: string; example: string | boolean }[] }).parameters;
      const valueOf = (place: string): string => String(parameters?.find((each) => each.in === place)?.example ?? '');
      const query = valueOf('query') === '' ? '' : `?as_json=${valueOf('query')}`;
      const response = await send({ method: 'GET', url: url.replace('{path}', valueOf('path')) + query });
      expect([url, response.status]).toEqual([url, 200]);
    }
  });

  describe('of the older routes', () => {
    let fixture: ServerFixture;
    beforeAll(async () => {
      fixture = await serverFixture({}, { files: readDemoVault() });
    });

    /** Of the operations with a route of their own. */
    const addresses = (): ReadonlyMap<string, string> =>
      new Map(
        Object.entries(document.paths).flatMap(([url, { post }]) => {
          const id = post?.operationId ?? '';
          return id.startsWith('older_') && id !== 'older_ddl' ? [[id.slice('older_'.length), url] as const] : [];
        }),
      );

    it('are there for each operation', () => {
      expect(shown('/notedb/ddl/').map(({ op }) => op)).toEqual(DDL_OPERATIONS);
      expect([...addresses().keys(), ...DDL_OPERATIONS].sort()).toEqual(Object.keys(OLDER_EXAMPLES).sort());
    });

    it.each(Object.keys(OLDER_EXAMPLES))('work too: %s', async (name) => {
      const url = addresses().get(name) ?? '/notedb/ddl/';
      const calls = shown(url).filter(({ op }) => op === undefined || op === name);
      for (const args of calls) expectDescribed(url, args, await fixture.send({ url, body: JSON.stringify(args) }));
    });
  });
});

describe('the guide', () => {
  it('is one page of Markdown for everybody, and names every operation', async () => {
    const { send, engine } = await serverFixture();
    const response = await send({ method: 'GET', url: '/guide.md', headers: { Authorization: null } });
    expect([response.status, response.header('Content-Type')]).toEqual([200, 'text/markdown; charset=utf-8']);
    expect(engine.operations.filter(({ name }) => !response.text.includes(`- \`${name}\`: `))).toEqual([]);
    expect(response.text.length).toBeLessThan(8_000);
  });

  it('shows calls and filters that work', async () => {
    const { send, call } = await serverFixture({}, { files: readDemoVault() });
    const { text } = await send({ method: 'GET', url: '/guide.md' });
    const [body = '', ...others] = [...text.matchAll(/^ {4}(\{"table".*\})$/gm)].map(([, json = '']) => json);
    expect([others, await call('select_rows', JSON.parse(body) as JsonObject)]).toMatchObject([[], { status: 200 }]);
    const [, filter = ''] = /^`(\{"status".*\})`$/m.exec(text) ?? [];
    const where = JSON.parse(filter.replace('[[Ann]]', '[[Hanna Wyss]]')) as JsonObject;
    expect(await call('select_rows', { table: 'tasks', where })).toHaveProperty('status', 200);
  });
});
