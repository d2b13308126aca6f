// @vitest-environment happy-dom
/** The page of settings turns the server on and off, checks the port, and gives the token only to the clipboard. */

import { CLIENT_NAMES, CLIENTS, connectionText } from '../../src/server/connection-text';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { askOwner } from '../../src/hosts/node/process/vault-ownership';
import { eventually } from '../eventually';
import type { NodeTestApp } from '../host/create-test-app';
import {
  bearer,
  DATA_FILE,
  demoVault,
  find,
  freePort,
  post,
  startApp,
  tokenOf,
  turnOn,
  usePluginFixture,
} from './plugin-fixture';

usePluginFixture();
afterEach(() => vi.unstubAllGlobals());

const row = (name: string): HTMLElement => {
  const found = [...document.querySelectorAll<HTMLElement>('.setting-item')].find(
    (el) => el.querySelector('.setting-item-name')?.textContent === name,
  );
  if (found === undefined) throw new Error(`no setting ${name}`);
  return found;
};

const isShown = (name: string): boolean => row(name).style.display !== 'none';

async function openSettings(app: NodeTestApp): Promise<void> {
  await turnOn(app);
  app.core.setting.open();
  app.core.setting.openTabById('notedb');
}

const setPort = (port: number): void => typeInto('Port', String(port));

function typeInto(name: string, value: string): void {
  const input = row(name).querySelector('input');
  if (input === null) throw new Error('no field');
  input.value = value;
  input.dispatchEvent(new Event('input'));
}

it('serves when it is turned on, at another port when that is changed, and not when it is turned off', async () => {
  const app = await startApp({ folder: await demoVault({ serve: false, port: await freePort() }) });
  await openSettings(app);
  expect([isShown('Port'), isShown('Copy token')]).toEqual([false, false]);
  const toggle = row('Let apps ask and write').querySelector<HTMLElement>('.checkbox-container');
  toggle?.click();
  const status = (): string => find('.status-bar-item', '').textContent ?? '';
  await eventually(() => expect(status()).toMatch(/^NoteDB: port \d+$/));
  const first = Number(/\d+$/.exec(status())?.[0]);
  expect([isShown('Port'), isShown('Copy token')]).toEqual([true, true]);

  const news = (): string => row('State').querySelector('.setting-item-description')?.textContent ?? '';
  expect(news()).toBe(`Served at http://127.0.0.1:${first}.`);

  const second = await freePort();
  setPort(80);
  await eventually(() => expect(row('Port').textContent).toContain('A port is a number from 1024 to 65535.'));
  setPort(second);
  await eventually(() => expect(status()).toBe(`NoteDB: port ${second}`));
  expect(news()).toBe(`Served at http://127.0.0.1:${second}.`);
  await expect(post(first, 'list_tables', {}, {})).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  expect(JSON.parse(await readFile(path.join(app.folder, DATA_FILE), 'utf8'))).toEqual({
    serve: true,
    port: second,
    origins: '',
    notices: true,
  });

  const origin = 'https://example.org';
  const statusFrom = async (): Promise<number> =>
    (await post(second, 'list_tables', {}, { ...bearer(app), origin })).status;
  expect(await statusFrom()).toBe(403);
  typeInto('Web pages', 'https://example.org/page');
  await eventually(() => expect(row('Web pages').textContent).toContain('is not an origin'));
  typeInto('Web pages', origin);
  await eventually(async () => expect(await statusFrom()).toBe(200));

  toggle?.click();
  await eventually(() => expect(status()).toBe('NoteDB'));
  await expect(post(second, 'list_tables', {}, {})).rejects.toMatchObject({ code: 'ECONNREFUSED' });
});

it('copies the token, and shows it nowhere', async () => {
  const port = await freePort();
  const app = await startApp({ folder: await demoVault({ serve: true, port }) });
  await openSettings(app);
  await eventually(() => expect(find('.status-bar-item', '').textContent).toBe(`NoteDB: port ${port}`));
  const copied: string[] = [];
  vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(async (text) => void copied.push(text));
  row('Copy token').click();
  await eventually(() => expect(copied).toEqual([tokenOf(app)]));
  expect((await post(port, 'list_tables', {}, bearer(app))).status).toBe(200);
  expect(document.body.textContent).not.toContain(tokenOf(app));
  expect(await readFile(path.join(app.folder, DATA_FILE), 'utf8')).not.toContain('ndb_');
});

it('copies what connects an agent, with a token of its own', async () => {
  const port = await freePort();
  const app = await startApp({ folder: await demoVault({ serve: true, port }) });
  await openSettings(app);
  await eventually(() => expect(find('.status-bar-item', '').textContent).toBe(`NoteDB: port ${port}`));
  const copied: string[] = [];
  vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(async (text) => void copied.push(text));
  for (const client of CLIENTS) {
    row(`Connect ${CLIENT_NAMES[client]}`).querySelector('button')?.click();
    await eventually(() => expect(copied).toHaveLength(CLIENTS.indexOf(client) + 1));
  }
  const tokens = copied.map((text) => /ndb_[A-Za-z0-9_-]+/.exec(text)?.[0] ?? '');
  const program = ['npx', '-y', 'notedb'];
  expect(copied).toEqual(
    CLIENTS.map((client, i) => {
      const source = { address: `http://127.0.0.1:${port}`, token: () => tokens[i] ?? '', vault: app.folder };
      return connectionText(client, { ...source, program }).paste;
    }),
  );
  expect(new Set(tokens.filter((each) => each !== '')).size).toBe(CLIENTS.length);
  for (const token of tokens) {
    expect((await post(port, 'list_tables', {}, { Authorization: `Bearer ${token}` })).status).toBe(200);
  }
  // Claude Desktop starts a program, which hands the token to the plugin.
  const list = { op: 'list_tables', args: {} };
  const handOver = (given: string): Promise<unknown> => askOwner(app.folder, { ...list, token: given });
  const configure = { op: 'configure_database', args: { history: true, dry_run: true } };
  const token = tokens[CLIENTS.indexOf('claude-desktop')] ?? '';
  expect(await handOver(token)).toHaveProperty('result.tables');
  expect(await handOver('ndb_unknown')).toMatchObject({ error: { code: 'unauthorized' } });
  expect(await askOwner(app.folder, { ...configure, token })).toMatchObject({ error: { code: 'forbidden' } });
  expect(find('.notice', 'Copied').textContent).toContain('Run this in a terminal');
  expect(document.body.textContent).not.toContain(tokenOf(app));
});

it('says so when the clipboard refuses', async () => {
  const app = await startApp({ folder: await demoVault({ serve: true, port: await freePort() }) });
  await openSettings(app);
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('no focus'));
  row('Copy token').click();
  await eventually(() => expect(find('.notice', 'clipboard').textContent).toContain('can not be written to'));
});

it('follows settings that another device brought', async () => {
  const port = await freePort();
  const app = await startApp({ folder: await demoVault() });
  await turnOn(app);
  const plugin = app.core.plugins.getPlugin('notedb') as unknown as { onExternalSettingsChange(): Promise<void> };
  await app.core.vault.adapter.mkdir(path.dirname(DATA_FILE));
  await app.core.vault.adapter.write(DATA_FILE, JSON.stringify({ serve: true, port, unknown: 1 }));
  await plugin.onExternalSettingsChange();
  await eventually(() => expect(find('.status-bar-item', '').textContent).toBe(`NoteDB: port ${port}`));
});
