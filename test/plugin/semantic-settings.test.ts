// @vitest-environment happy-dom
/** The settings of semantic search: a static model from a folder, searched at once, refused, and turned off. docs/semantic.md#set-up */

import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { NotedbApi } from '../../src/plugin/javascript-api';
import { eventually } from '../eventually';
import type { NodeTestApp } from '../host/create-test-app';
import { tinyStaticModel } from '../models/tiny-static-model';
import { demoVault, find, startApp, turnOn, usePluginFixture } from './plugin-fixture';

usePluginFixture();

let models: string;
beforeAll(async () => {
  models = await mkdtemp(path.join(tmpdir(), 'notedb-static-'));
  for (const [folder, files] of [
    ['tiny', tinyStaticModel()],
    ['broken', tinyStaticModel({ 'model.safetensors': new Uint8Array(5) })],
  ] as const) {
    await mkdir(path.join(models, folder));
    for (const [name, bytes] of files) await writeFile(path.join(models, folder, name), bytes);
  }
});
afterAll(() => rm(models, { recursive: true, force: true }));

const row = (name: string): HTMLElement => {
  const found = [...document.querySelectorAll<HTMLElement>('.setting-item')].find(
    (el) => el.querySelector('.setting-item-name')?.textContent === name,
  );
  if (found === undefined) throw new Error(`no setting ${name}`);
  return found;
};

const field = (name: string): HTMLInputElement => {
  const input = row(name).querySelector('input');
  if (input === null) throw new Error(`no field in ${name}`);
  return input;
};

function type(name: string, value: string): void {
  field(name).value = value;
  field(name).dispatchEvent(new Event('input'));
}

const choice = (): HTMLSelectElement => {
  const select = row('Model').querySelector('select');
  if (select === null) throw new Error('no choice');
  return select;
};

function choose(provider: string): void {
  choice().value = provider;
  choice().dispatchEvent(new Event('change'));
}

function press(name: string, text: string): void {
  const button = [...row(name).querySelectorAll('button')].find((each) => each.textContent === text);
  if (button === undefined) throw new Error(`no button ${text}`);
  button.click();
}

/** As other plugins have it. */
const apiOf = (app: NodeTestApp): NotedbApi =>
  (app.core.plugins.getPlugin('notedb') as unknown as { readonly api: NotedbApi }).api;

async function openSettings(): Promise<NodeTestApp> {
  const folder = await demoVault();
  await writeFile(path.join(folder, 'Voyage.md'), 'We left the harbour on a boat.\n');
  const app = await startApp({ folder });
  await turnOn(app);
  await apiOf(app).ready();
  app.core.setting.open();
  app.core.setting.openTabById('notedb');
  return app;
}

it('offers the small model first, and the first one of each kind', async () => {
  await openSettings();
  expect([...choice().options].map(({ value }) => value)).toEqual(['static', 'local', 'http']);
  expect(field('Model').value).toBe('minishlab/potion-base-8M');
  choose('local');
  expect(field('Model').value).toBe('Xenova/all-MiniLM-L6-v2');
  choose('http');
  expect(field('Model').value).toBe('');
  type('Model', 'nomic-embed-text');
  choose('static');
  expect(field('Model').value).toBe('nomic-embed-text');
});

it('copies a static model from a folder and finds notes with it, and says why it can not', async () => {
  const app = await openSettings();
  const state = (): string => row('Search by meaning').textContent ?? '';
  type('Model', 'test/tiny');
  type('Set up', path.join(models, 'broken'));
  press('Set up', 'Set up');
  await eventually(() =>
    expect(find('.notice', 'Semantic search:').textContent).toContain(
      'model.safetensors can not be used: its header is cut short',
    ),
  );
  await eventually(() => expect(state()).toContain('It is off.'));
  // What was typed is still there.
  expect([field('Model').value, field('Set up').value]).toEqual(['test/tiny', path.join(models, 'broken')]);
  type('Set up', path.join(models, 'tiny'));
  press('Set up', 'Set up');
  await eventually(() => expect(state()).toContain('On with test/tiny'));
  await apiOf(app).run('sync_semantic_index', { action: 'update' });
  const { results } = await apiOf(app).run('semantic_search', { query: 'sailing ship on the sea', limit: 1 });
  expect(results).toMatchObject([{ path: 'Voyage.md' }]);
  press('Search by meaning', 'Turn off');
  await eventually(() => expect(state()).toContain('It is off.'));
});
