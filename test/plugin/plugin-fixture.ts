/** The built plugin, turned on in the test app over a copy of the demo vault; private folders of its own. */

import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import http from 'node:http';
import net from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, vi } from 'vitest';
import { eventually } from '../eventually';
import type { NodeTestApp, NodeTestAppOptions } from '../host/create-test-app';
import { createTestApp } from '../host/create-test-app';
import type { PluginSource } from '../host/plugins';
import type { DemoVault } from './built-plugin';
import { builtPlugin, copyDemoVault } from './built-plugin';

export const DATA_FILE = '.obsidian/plugins/notedb/data.json';

let source: PluginSource;
let machine: string;
const vaults: DemoVault[] = [];
const apps: NodeTestApp[] = [];

/** Call it once in a test file. */
export function usePluginFixture(): void {
  beforeAll(async () => {
    source = await builtPlugin();
    machine = await mkdtemp(path.join(tmpdir(), 'notedb-machine-'));
    vi.stubEnv('XDG_CACHE_HOME', path.join(machine, 'cache'));
    vi.stubEnv('XDG_STATE_HOME', path.join(machine, 'state'));
  });
  afterEach(async () => {
    for (const app of apps.splice(0).reverse()) await closeApp(app);
    for (const vault of vaults.splice(0)) await vault.remove();
  });
  afterAll(async () => {
    vi.unstubAllEnvs();
    await rm(machine, { recursive: true, force: true });
  });
}

export async function demoVault(settings?: {
  readonly serve: boolean;
  readonly port: number;
  readonly notices?: boolean;
}): Promise<string> {
  const vault = await copyDemoVault();
  vaults.push(vault);
  if (settings !== undefined) {
    await mkdir(path.join(vault.folder, path.dirname(DATA_FILE)), { recursive: true });
    await writeFile(path.join(vault.folder, DATA_FILE), JSON.stringify(settings));
  }
  return vault.folder;
}

/** The app alone; `turnOn` turns the plugin on. */
export async function startApp(options: NodeTestAppOptions): Promise<NodeTestApp> {
  const app = await createTestApp(options);
  apps.push(app);
  return app;
}

export async function turnOn(app: NodeTestApp): Promise<void> {
  await app.enable(source);
}

/** The app closes and the plugin has let go of the vault. */
export async function closeApp(app: NodeTestApp): Promise<void> {
  const index = apps.indexOf(app);
  if (index >= 0) apps.splice(index, 1);
  await app.close();
  await letGo(app);
}

/** What a plugin that is turned on next waits for too. */
export async function letGo({ core }: NodeTestApp): Promise<void> {
  await (core as unknown as Record<symbol, Promise<void> | undefined>)[Symbol.for('notedb.closing')];
}

export async function freePort(): Promise<number> {
  const server = net.createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as net.AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

export interface HttpAnswer {
  readonly status: number;
  readonly body: Record<string, unknown>;
}

/** Rejects when nobody listens. */
export function post(
  port: number,
  operation: string,
  args: unknown,
  headers: Record<string, string>,
): Promise<HttpAnswer> {
  return new Promise((resolve, reject) => {
    const url = `http://127.0.0.1:${port}/notedb/operations/${operation}/`;
    const all = { 'content-type': 'application/json', ...headers };
    const request = http.request(url, { method: 'POST', headers: all, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        const body = JSON.parse(Buffer.concat(chunks).toString('utf8')) as Record<string, unknown>;
        resolve({ status: response.statusCode ?? 0, body });
      });
    });
    request.on('error', reject);
    request.end(JSON.stringify(args));
  });
}

export const tokenOf = (app: NodeTestApp): string => app.core.secretStorage.getSecret('notedb-owner-token') ?? '';

export const bearer = (app: NodeTestApp): Record<string, string> => ({ authorization: `Bearer ${tokenOf(app)}` });

/** Opens the view of tables and waits for the table's rows. */
export async function showTable(app: NodeTestApp, table: string): Promise<HTMLElement> {
  app.core.commands.executeCommandById('notedb:open-tables');
  const choice = await eventually(() => find<HTMLElement>('.ndb-table-choice', table));
  choice.click();
  return eventually(() => find<HTMLElement>(`.ndb-grid[aria-label="${table}"]`, ''));
}

/** The first element that holds the text; throws when there is none, for `vi.waitFor`. */
export function find<Found extends Element>(selector: string, text: string): Found {
  const found = [...document.querySelectorAll<Found>(selector)].find((el) => (el.textContent ?? '').includes(text));
  if (found === undefined) throw new Error(`no ${selector} with "${text}"`);
  return found;
}

/** The cell of a column in the row whose first cell is this. */
export function cellOf(row: string, column: string): HTMLElement {
  const heads = [...document.querySelectorAll('.ndb-grid .ndb-head')].map((el) => el.textContent);
  const cells = find('.ndb-grid .ndb-row', row).querySelectorAll<HTMLElement>('.ndb-cell');
  const cell = cells[heads.indexOf(column)];
  if (cell === undefined) throw new Error(`no column ${column}`);
  return cell;
}

export function press(target: Element, key: string, more: KeyboardEventInit = {}): void {
  target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more }));
}

/** Types into the field that is open, as a person does. */
export function type(value: string): HTMLInputElement {
  const field = find<HTMLInputElement>('.ndb-field', '');
  field.value = value;
  field.dispatchEvent(new Event('input', { bubbles: true }));
  return field;
}
