/** The semantic index follows the notes: what is embedded again, what survives, what a failing provider does. docs/semantic.md#the-index */

import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/engine/index';
import { SETTINGS, readyVault, semanticVault, settled } from './semantic-vault';
import { WordsProvider } from './words-provider';

const NOTES = { 'A.md': 'alpha ship\n\n# One\n\nbeta\n\n# Two\n\ngamma\n', 'B.md': 'delta\n' };

const update = { action: 'update' } as const;

describe('the index', () => {
  it('embeds only the passages that changed', async () => {
    const vault = await readyVault(NOTES);
    expect(vault.provider.texts).toHaveLength(4);
    vault.provider.calls.length = 0;
    vault.host.external.write('A.md', 'alpha ship\n\n# One\n\nbeta\n\n# Two\n\nepsilon\n');
    await vault.engine.rescan();
    await vault.run('sync_semantic_index', update);
    expect(vault.provider.texts).toEqual(['A > Two\nepsilon']);
    expect(await vault.run('sync_semantic_index')).toMatchObject({
      files: 2,
      passages: 4,
      pending: 0,
      lastError: null,
    });
  });

  it('takes the vectors of a note that moved along', async () => {
    const vault = await readyVault(NOTES);
    vault.provider.calls.length = 0;
    vault.host.external.move('A.md', 'Folder/A.md');
    await vault.engine.rescan();
    await vault.run('sync_semantic_index', update);
    expect(vault.provider.texts).toEqual([]);
    expect((await vault.find('beta'))[0]).toBe('Folder/A.md');
    expect(await vault.run('sync_semantic_index')).toMatchObject({ files: 2, passages: 4 });
  });

  it('is there after a restart, and finds what changed while nothing ran', async () => {
    const vault = await readyVault(NOTES);
    vault.provider.calls.length = 0;
    const again = await vault.reopen();
    expect(await again.run('sync_semantic_index')).toMatchObject({ enabled: true, files: 2, passages: 4, pending: 0 });
    expect((await again.find('gamma'))[0]).toBe('A.md');
    expect(vault.provider.texts).toEqual(['gamma']);
    again.host.external.write('B.md', 'zeta\n');
    const third = await again.reopen();
    expect(await third.run('sync_semantic_index')).toMatchObject({ pending: 1 });
    await third.pass(15_000);
    expect((await third.find('zeta'))[0]).toBe('B.md');
  });

  it('is made again when its file is damaged', async () => {
    const vault = await readyVault(NOTES);
    await vault.engine.close();
    const [name] = [...vault.host.cache.files.keys()].filter((each) => each.startsWith('semantic-'));
    const bytes = vault.host.cache.files.get(name ?? '') ?? new Uint8Array();
    bytes[bytes.length - 9] = (bytes[bytes.length - 9] ?? 0) ^ 1;
    const again = await vault.reopen();
    expect(await again.run('sync_semantic_index')).toMatchObject({ files: 0, pending: 2 });
    await again.run('sync_semantic_index', update);
    expect((await again.find('gamma'))[0]).toBe('A.md');
  });

  it('keeps the index of the model before, and never mixes two models', async () => {
    const vault = await readyVault(NOTES);
    const { semanticSetUp } = vault.engine;
    vault.provider.dimensions = 32;
    await semanticSetUp.set({ settings: { ...SETTINGS, model: 'other' } });
    expect(await vault.run('sync_semantic_index')).toMatchObject({ model: 'other', files: 0, pending: 2 });
    await vault.run('sync_semantic_index', update);
    vault.provider.dimensions = 64;
    vault.provider.calls.length = 0;
    await semanticSetUp.set({ settings: SETTINGS });
    expect(await vault.run('sync_semantic_index', update)).toMatchObject({ model: 'words', files: 2, pending: 0 });
    expect(vault.provider.texts).toEqual([]);
  });

  it('goes on by itself when the provider is there again, and tells the error until then', async () => {
    const vault = await semanticVault({ files: NOTES });
    await vault.engine.semanticSetUp.set({ settings: SETTINGS });
    vault.provider.faults.push({ status: 401, body: '{"error": {"message": "no such key"}}' });
    const failed = await vault.run('sync_semantic_index', update);
    expect(failed).toMatchObject({ files: 0, pending: 2, running: false, lastSync: null });
    expect(failed['lastError']).toContain('refuses the key (status 401: no such key)');
    await vault.pass(31_000);
    expect(await vault.run('sync_semantic_index')).toMatchObject({ files: 2, pending: 0, lastError: null });
  });

  it('embeds a note anew that is edited while it is embedded, and shows no text of before', async () => {
    const vault = await semanticVault({ files: NOTES });
    await vault.engine.semanticSetUp.set({ settings: SETTINGS });
    vault.provider.before = async () => {
      vault.provider.before = () => undefined;
      vault.host.external.write('B.md', 'omega stone\n');
      await vault.engine.rescan();
    };
    await vault.run('sync_semantic_index', update);
    expect(await vault.run('sync_semantic_index')).toMatchObject({ pending: 0, running: false });
    const { results } = await vault.run('semantic_search', { query: 'omega stone' });
    expect(results).toMatchObject([{ path: 'B.md', snippet: 'omega stone' }, { path: 'A.md' }]);
    expect(vault.provider.texts).toContain('B\nomega stone');
  });

  it('answers after 30 seconds while it goes on, and tells so', async () => {
    const vault = await semanticVault({ files: NOTES });
    await vault.engine.semanticSetUp.set({ settings: SETTINGS });
    let release = (): void => undefined;
    vault.provider.before = () => new Promise<void>((resolve) => (release = resolve));
    const answer = vault.run('sync_semantic_index', update);
    await settled();
    vault.host.advance(30_000);
    expect(await answer).toMatchObject({ running: true, pending: 2 });
    vault.provider.before = () => undefined;
    release();
    await settled();
    expect(await vault.run('sync_semantic_index')).toMatchObject({ running: false, pending: 0 });
  });

  it('embeds everything again on rebuild, also while an update runs', async () => {
    const vault = await readyVault(NOTES);
    vault.provider.calls.length = 0;
    expect(await vault.run('sync_semantic_index', { action: 'rebuild' })).toMatchObject({ files: 2, passages: 4 });
    expect(vault.provider.texts).toHaveLength(4);
    const [first, second] = [
      vault.run('sync_semantic_index', { action: 'rebuild' }),
      vault.run('sync_semantic_index', { action: 'rebuild' }),
    ];
    await first;
    expect(await second).toMatchObject({ files: 2, passages: 4, pending: 0, running: false });
  });

  it('says what to do when the model behind a name became another one', async () => {
    const vault = await readyVault(NOTES);
    vault.provider.dimensions = 16;
    const refusal = await vault.refused('semantic_search', { query: 'alpha' });
    expect(refusal).toMatchObject({ code: 'unavailable', hint: 'call sync_semantic_index with action rebuild' });
    await vault.run('sync_semantic_index', { action: 'rebuild' });
    expect((await vault.find('gamma'))[0]).toBe('A.md');
  });

  it('follows random edits as an index that is made anew', async () => {
    const words = ['ship', 'bread', 'violin', 'garden', 'stone', 'river'];
    const vault = await readyVault({ 'N0.md': 'ship\n' });
    let seed = 7;
    const pick = (most: number): number => (seed = (seed * 16_807) % 2_147_483_647) % most;
    for (let i = 0; i < 60; i++) {
      const path = `N${pick(12)}.md`;
      if (pick(4) === 0) vault.host.external.remove(path);
      else
        vault.host.external.write(
          path,
          Array.from({ length: 1 + pick(3) }, () => `# ${words[pick(6)]}\n\n${words[pick(6)]} ${pick(9)}\n`).join('\n'),
        );
      if (pick(3) > 0) continue;
      await vault.engine.rescan();
      await vault.run('sync_semantic_index', update);
    }
    await vault.engine.rescan();
    await vault.run('sync_semantic_index', update);
    const ask = async (): Promise<readonly JsonObject[]> =>
      Promise.all(words.map((query) => vault.run('semantic_search', { query, limit: 100 })));
    const sorted = (answers: readonly JsonObject[]): unknown =>
      answers.map(({ results }) =>
        [...(results as readonly { readonly path: string; readonly score: number }[])]
          .sort((a, b) => (a.path < b.path ? -1 : 1))
          .map(({ path, score }) => [path, score]),
      );
    const followed = sorted(await ask());
    const { passages } = await vault.run('sync_semantic_index');
    expect(await vault.run('sync_semantic_index', { action: 'rebuild' })).toMatchObject({ passages, pending: 0 });
    expect(sorted(await ask())).toEqual(followed);
  });
});

describe('set up', () => {
  it('is off until it is turned on, and off again', async () => {
    const vault = await semanticVault({ files: NOTES });
    expect(await vault.refused('semantic_search', { query: 'x' })).toMatchObject({ code: 'refused' });
    expect(await vault.run('sync_semantic_index')).toEqual({
      enabled: false, provider: null, model: null, files: 0, passages: 0, pending: 0, running: false, lastSync: null, lastError: null,
    }); // prettier-ignore
    await vault.engine.semanticSetUp.set({ settings: SETTINGS });
    await vault.run('sync_semantic_index', update);
    await vault.engine.semanticSetUp.off();
    expect(await vault.refused('semantic_search', { query: 'x' })).toMatchObject({ code: 'refused' });
    await expect((await vault.reopen()).run('sync_semantic_index')).resolves.toMatchObject({ enabled: false });
  });

  it('sends nothing to another computer before the owner agreed, and asks with the numbers', async () => {
    const vault = await semanticVault({ files: NOTES });
    const settings = { ...SETTINGS, url: 'https://api.example.com/v1' };
    expect(await vault.engine.semanticSetUp.set({ settings, key: 'secret-key' })).toMatchObject({
      kind: 'asks', host: 'api.example.com', notes: 2, passages: 4,
    }); // prettier-ignore
    expect(await vault.run('sync_semantic_index')).toMatchObject({ enabled: false });
    expect(await vault.engine.semanticSetUp.set({ settings, key: 'secret-key', yes: true })).toEqual({ kind: 'done' });
    await vault.run('sync_semantic_index', update);
    expect(vault.provider.calls[0]).toMatchObject({
      url: 'https://api.example.com/v1/embeddings',
      headers: { authorization: 'Bearer secret-key' },
    });
    await vault.engine.close();
    const kept = [...vault.host.image().privateFiles]
      .map(([, bytes]) => new TextDecoder('latin1').decode(bytes))
      .join();
    expect(kept).not.toContain('secret-key');
    expect(JSON.stringify(vault.host.logger.entries)).not.toContain('secret-key');
    expect([...vault.secrets.byName.values()]).toEqual(['secret-key']);
  });

  it('gives a key to no other host than its own', async () => {
    const vault = await semanticVault({ files: NOTES });
    const { semanticSetUp } = vault.engine;
    await semanticSetUp.set({
      settings: { ...SETTINGS, url: 'https://api.example.com/v1' },
      key: 'secret-key',
      yes: true,
    });
    await semanticSetUp.set({ settings: SETTINGS });
    await vault.run('sync_semantic_index', update);
    expect(vault.provider.calls[0]?.headers).not.toHaveProperty('authorization');
    expect([...vault.secrets.byName.values()]).toEqual([]);
  });

  it('lets a name of this computer lead nowhere else', async () => {
    const provider = new WordsProvider();
    provider.addresses.set('localhost', '203.0.113.9');
    const vault = await semanticVault({ files: NOTES }, { provider });
    await vault.engine.semanticSetUp.set({ settings: { ...SETTINGS, url: 'http://localhost:1234/v1' } });
    const refusal = await vault.refused('semantic_search', { query: 'alpha' });
    expect(refusal.message).toContain('203.0.113.9 is another computer');
    expect(provider.calls).toEqual([]);
  });

  it.each([
    [{ provider: 'cloud', model: 'x' }, 'the provider is "static", "local" or "http"'],
    [{ provider: 'http', url: 'ftp://x/y', model: 'x' }, 'is not an http or https address'],
    [{ provider: 'http', url: 'http://user:pass@x/', model: 'x' }, 'holds a user'],
    [{ provider: 'http', url: 'http://127.0.0.1/v1', model: '' }, 'the model is missing'],
    [{ provider: 'http', url: 'http://127.0.0.1/v1', model: 'x', dimensions: 0 }, 'dimensions is a whole number'],
    [{ provider: 'local', model: '../x' }, 'is not a name of a model'],
  ])('refuses %j', async (settings, message) => {
    const vault = await semanticVault();
    await expect(vault.engine.semanticSetUp.set({ settings })).rejects.toThrow(message);
  });

  it('sets nothing up, and embeds nothing, where nothing may be written', async () => {
    const vault = await readyVault(NOTES);
    await vault.engine.close();
    Object.assign(vault.host, { readOnly: true });
    const again = await vault.reopen();
    Object.assign(again.host, { readOnly: true });
    expect((await again.find('gamma'))[0]).toBe('A.md');
    expect(await again.refused('sync_semantic_index', update)).toMatchObject({ code: 'forbidden' });
    await expect(again.engine.semanticSetUp.off()).rejects.toMatchObject({ code: 'forbidden' });
  });
});
