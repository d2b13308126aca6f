/** Notes by their meaning with a static model from a folder: set up, searched, reopened, and refused when it changes. docs/semantic.md#static-models */

import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { JsonObject, LocalModelsPort } from '../../../../src/engine/index';
import { tinyStaticModel } from '../../../models/tiny-static-model';
import { type SemanticVault, semanticVault } from '../semantic-vault';

const NOTES = {
  'Voyage.md': 'We left the harbour on a boat.\n',
  'Kitchen.md': '# Food\n\nFlour for bread.\n\n## Evening\n\nA song with the violin.\n',
};

const SETTINGS: JsonObject = { provider: 'static', model: 'test/tiny' };

/** Models where no thread can run. */
class StaticModels implements LocalModelsPort {
  readonly kept = new Map<string, Uint8Array>();
  folder: ReadonlyMap<string, Uint8Array> = tinyStaticModel();

  readonly files = {
    read: async (name: string) => this.kept.get(name)?.slice() ?? null,
    write: async (name: string, bytes: Uint8Array) => void this.kept.set(name, bytes.slice()),
    remove: async (name: string) => void this.kept.delete(name),
  };

  readFolder = async (_folder: string, file: string): Promise<Uint8Array | null> => this.folder.get(file) ?? null;

  sha256 = async (bytes: Uint8Array): Promise<string> => createHash('sha256').update(bytes).digest('hex');

  whyNotHere = () => ({ reason: 'no thread runs here', hint: 'use a static model' });

  start(): Promise<never> {
    return Promise.reject(new Error('no thread runs here'));
  }
}

async function opened(): Promise<{ readonly vault: SemanticVault; readonly models: StaticModels }> {
  const models = new StaticModels();
  const vault = await semanticVault({ files: NOTES }, { localModels: models });
  return { vault, models };
}

async function ready(): Promise<{ readonly vault: SemanticVault; readonly models: StaticModels }> {
  const { vault, models } = await opened();
  await vault.engine.semanticSetUp.set({ settings: SETTINGS, from: '/models/tiny' });
  await vault.run('sync_semantic_index', { action: 'update' });
  return { vault, models };
}

describe('semantic_search with a static model', () => {
  it('finds the passage by the meaning of the question, without a thread and without a request', async () => {
    const { vault } = await ready();
    expect(await vault.run('sync_semantic_index', {})).toMatchObject({
      enabled: true,
      provider: 'static',
      model: 'test/tiny',
      files: 2,
      pending: 0,
      lastError: null,
    });
    expect(await vault.find('sailing ship on the sea', { min_score: 0.5 })).toEqual(['Voyage.md']);
    const { results } = await vault.run('semantic_search', { query: 'a melody at the concert', limit: 1 });
    expect(results).toMatchObject([{ path: 'Kitchen.md', heading: 'Evening', snippet: 'A song with the violin.' }]);
    expect(vault.provider.calls).toEqual([]);
  });

  it('finds nothing for a question without a known word', async () => {
    const { vault } = await ready();
    expect(await vault.find('\u535A\u63A8')).toEqual([]);
  });

  it('keeps one file of a byte a number, and works without the folder after a restart', async () => {
    const { vault, models } = await ready();
    expect([...models.kept.keys()].sort()).toEqual(['.static/test/tiny/model.json', '.static/test/tiny/table']);
    models.folder = new Map();
    const again = await vault.reopen();
    expect(await again.find('sailing ship', { min_score: 0.5 })).toEqual(['Voyage.md']);
    expect(await again.run('sync_semantic_index', {})).toMatchObject({ files: 2, pending: 0 });
  });

  it('embeds everything again with another table of the same name, and not with the same', async () => {
    const { vault, models } = await ready();
    await vault.engine.semanticSetUp.set({ settings: SETTINGS, from: '/models/tiny' });
    expect(await vault.run('sync_semantic_index', {})).toMatchObject({ files: 2, pending: 0 });
    models.folder = tinyStaticModel({}, 1);
    await vault.engine.semanticSetUp.set({ settings: SETTINGS, from: '/models/tiny' });
    expect(await vault.run('sync_semantic_index', {})).toMatchObject({ files: 0, pending: 2 });
  });

  it('keeps the model in use when another one is refused', async () => {
    const { vault, models } = await ready();
    models.folder = tinyStaticModel({ 'model.safetensors': new Uint8Array(5) });
    await expect(vault.engine.semanticSetUp.set({ settings: SETTINGS, from: '/models/tiny' })).rejects.toMatchObject({
      code: 'refused',
      message: 'model.safetensors can not be used: its header is cut short',
      hint: 'get the file again',
    });
    expect(await vault.find('sailing ship', { min_score: 0.5 })).toEqual(['Voyage.md']);
  });

  it('says so when its file was altered, and works again after the next set-up', async () => {
    const { vault, models } = await ready();
    const name = '.static/test/tiny/table';
    models.kept.set(
      name,
      (models.kept.get(name) ?? new Uint8Array()).map((byte, i) => (i === 99 ? byte ^ 1 : byte)),
    );
    const again = await vault.reopen();
    await expect(again.run('semantic_search', { query: 'ship' })).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('the file table of the model test/tiny was altered') as unknown,
    });
    await again.engine.semanticSetUp.set({ settings: SETTINGS, from: '/models/tiny' });
    expect(await again.find('sailing ship', { min_score: 0.5 })).toEqual(['Voyage.md']);
  });

  it.each([
    [
      'other files under a known name',
      'minishlab/potion-base-8M',
      tinyStaticModel(),
      'config.json is not the file of minishlab/potion-base-8M at revision bf8b0566',
    ],
    [
      'a missing file',
      'test/tiny',
      new Map([...tinyStaticModel()].slice(0, 2)),
      '/models/tiny holds no model.safetensors',
    ],
  ])('refuses %s, and stays off', async (_what, model, folder, message) => {
    const { vault, models } = await opened();
    models.folder = folder;
    const settings = { provider: 'static', model };
    await expect(vault.engine.semanticSetUp.set({ settings, from: '/models/tiny' })).rejects.toThrow(message);
    expect(await vault.run('sync_semantic_index', {})).toMatchObject({ enabled: false });
    expect(models.kept.size).toBe(0);
  });

  it.each([
    [{ provider: 'static' }, 'the model is missing'],
    [{ provider: 'static', model: '../etc' }, 'is not a name of a model'],
    [{ provider: 'table', model: 'a' }, 'the provider is "static", "local" or "http"'],
  ])('does not understand %j', async (settings, message) => {
    const { vault } = await opened();
    await expect(vault.engine.semanticSetUp.set({ settings })).rejects.toThrow(message);
  });
});
