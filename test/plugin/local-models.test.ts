// @vitest-environment happy-dom
/** Local models need a second plugin: the settings say what is missing, and turning it on and off takes effect at once. docs/adr/0009-local-models-plugin.md */

import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { RUNTIME_FORMAT } from '../../src/hosts/obsidian/model-plugin';
import type { NotedbApi } from '../../src/plugin/javascript-api';
import { eventually } from '../eventually';
import type { NodeTestApp } from '../host/create-test-app';
import type { PluginSource } from '../host/plugins';
import { tinyModel } from '../models/tiny-model';
import { builtModelPlugin } from './built-plugin';
import { demoVault, find, startApp, turnOn, usePluginFixture } from './plugin-fixture';

usePluginFixture();
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const ROW = 'Runtime of local models';

const row = (name: string): HTMLElement => {
  const names = [...document.querySelectorAll('.setting-item-name')];
  const found = names.find((el) => el.textContent === name)?.closest<HTMLElement>('.setting-item');
  if (found === undefined || found === null) throw new Error(`no setting ${name}`);
  return found;
};

/** Empty while the row is hidden. */
const missing = (): string =>
  row(ROW).style.display === 'none' ? '' : (row(ROW).querySelector('.setting-item-description')?.textContent ?? '');

async function openSettings(): Promise<NodeTestApp> {
  const app = await startApp({ folder: await demoVault() });
  await turnOn(app);
  await apiOf(app).ready();
  app.core.setting.open();
  app.core.setting.openTabById('notedb');
  choose('local');
  return app;
}

function choose(provider: string): void {
  const select = row('Model').querySelector('select');
  if (select === null) throw new Error('no choice of providers');
  select.value = provider;
  select.dispatchEvent(new Event('change'));
}

const apiOf = ({ core }: NodeTestApp): NotedbApi =>
  (core.plugins.plugins['notedb'] as unknown as { api: NotedbApi }).api;

function typeInto(name: string, value: string): void {
  const input = row(name).querySelector('input');
  if (input === null) throw new Error('no field');
  input.value = value;
  input.dispatchEvent(new Event('input'));
}

it('says what is missing while a local model is chosen, and opens the page of the plugin', async () => {
  const app = await openSettings();
  expect(missing()).toBe('The plugin NoteDB local models is not installed: install and enable it.');
  const opened = vi.spyOn(window, 'open').mockReturnValue(null);
  row(ROW).querySelector('button')?.click();
  expect(opened).toHaveBeenCalledWith('obsidian://show-plugin?id=notedb-local-models');
  row('Set up').querySelector('button')?.click();
  await eventually(() => expect(find('.notice', '').textContent).toContain('NoteDB local models is not installed'));

  for (const [value, text] of [
    ['static', ''],
    ['http', ''],
    ['local', 'The plugin NoteDB local models is not installed: install and enable it.'],
  ] as const) {
    choose(value);
    expect(missing()).toBe(text);
  }

  await app.enable(await builtModelPlugin());
  expect(missing()).toBe('');
  await app.disable('notedb-local-models');
  expect(missing()).toBe('The plugin NoteDB local models is turned off: enable it.');
});

const noText = (): string => '';

it.each([
  ['another format', { format: RUNTIME_FORMAT + 1, script: noText, wasm: noText }],
  ['no script', { format: RUNTIME_FORMAT, wasm: noText }],
  ['a text', 'runtime'],
])('refuses a plugin that does not fit: %s', async (_, runtime) => {
  const app = await openSettings();
  const { manifest } = await builtModelPlugin();
  await app.enable({ manifest, code: pluginWith(runtime) });
  app.core.setting.openTabById('notedb');
  expect(missing()).toBe('The plugin NoteDB local models does not fit this version of NoteDB: update both plugins.');
});

const pluginWith = (runtime: unknown): PluginSource['code'] => {
  const text = JSON.stringify(runtime, (_key, value: unknown): unknown => (typeof value === 'function' ? '()' : value));
  return `module.exports = class extends require('obsidian').Plugin {
    modelRuntime = JSON.parse(${JSON.stringify(text)}, (key, value) => (value === '()' ? () => '' : value));
  };`;
};

/** In place of the app's workers. The script itself is tested in Chromium. */
class VectorWorker extends EventTarget {
  static running = 0;

  constructor() {
    super();
    VectorWorker.running += 1;
  }

  postMessage({ id, texts }: { readonly id?: number; readonly texts?: readonly string[] }): void {
    const vectors = texts?.map((text) => Float32Array.of(1, text.length, 0));
    const data = texts === undefined ? { started: true } : { id, vectors };
    queueMicrotask(() => this.dispatchEvent(new MessageEvent('message', { data })));
  }

  terminate(): void {
    VectorWorker.running -= 1;
  }
}

it('embeds while the plugin is on, ends the thread when it is turned off, and goes on when it is on again', async () => {
  vi.stubGlobal('Worker', VectorWorker);
  const app = await openSettings();
  await app.enable(await builtModelPlugin());
  const folder = path.join(app.folder, '..', 'tiny');
  for (const [file, bytes] of tinyModel()) {
    await mkdir(path.dirname(path.join(folder, file)), { recursive: true });
    await writeFile(path.join(folder, file), bytes);
  }
  typeInto('Model', 'test/tiny');
  typeInto('Set up', folder);
  row('Set up').querySelector('button')?.click();
  const api = apiOf(app);
  const status = () => api.run('sync_semantic_index', { action: 'status' });
  await eventually(() => expect(find('.notice', '').textContent).toContain('Semantic search is on.'));
  await api.run('sync_semantic_index', { action: 'update' });
  expect(await status()).toMatchObject({ provider: 'local', pending: 0, lastError: null });
  expect(VectorWorker.running).toBe(1);

  await app.disable('notedb-local-models');
  expect(VectorWorker.running).toBe(0);
  const search = () => api.run('semantic_search', { query: 'a ship' });
  await expect(search()).rejects.toThrow('the plugin NoteDB local models is turned off: enable it');
  await writeFile(path.join(app.folder, 'Harbour.md'), 'Boats.\n');
  await app.noticeOutsideChanges();
  await eventually(async () => expect(await status()).toMatchObject({ pending: 1 }));
  expect(await api.run('sync_semantic_index', { action: 'update' })).toMatchObject({
    pending: 1,
    lastError: expect.stringContaining('is turned off: enable it') as string,
  });

  await app.enable(await builtModelPlugin());
  await eventually(async () => expect(await status()).toMatchObject({ pending: 0, lastError: null }));
  expect((await search()) as unknown).toHaveProperty('results');
});
