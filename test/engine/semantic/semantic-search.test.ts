/** Notes by their meaning: what is found, as the notes are now. docs/semantic.md#answers */

import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/engine/index';
import { PEOPLE, column } from '../open-vault';
import { SETTINGS, readyVault, semanticVault } from './semantic-vault';

const NOTES = {
  'Boats.md': '# Boats\n\nSailing on the sea with wind and waves.\n',
  'Food/Bread.md': '# Bread\n\nFlour, water and salt.\n\n## Baking\n\nThe oven is hot for the crust.\n',
  'Food/Soup.md': 'Water with vegetables and salt.\n',
};

describe('semantic_search', () => {
  it('counts the notes that are not in the index yet', async () => {
    const vault = await semanticVault({ files: NOTES });
    await vault.engine.semanticSetUp.set({ settings: SETTINGS });
    expect(await vault.run('semantic_search', { query: 'oven' })).toEqual({ query: 'oven', results: [], pending: 3 });
    await vault.run('sync_semantic_index', { action: 'update' });
    expect(await vault.run('semantic_search', { query: 'oven' })).not.toHaveProperty('pending');
    vault.host.external.write('Food/Cake.md', 'An oven.\n');
    await vault.engine.rescan();
    const changed = await vault.run('semantic_search', { query: 'oven' });
    expect(changed['pending']).toBe(1);
    expect(changed['results']).not.toEqual([]);
  });

  it('finds one passage a note, best first, with its heading', async () => {
    const { run } = await readyVault(NOTES);
    const { results } = await run('semantic_search', { query: 'hot oven for baking bread crust' });
    const [first, ...others] = results as readonly JsonObject[];
    expect(first).toMatchObject({
      path: 'Food/Bread.md',
      heading: 'Baking',
      snippet: 'The oven is hot for the crust.',
    });
    expect(others.map(({ path }) => path)).not.toContain('Food/Bread.md');
    const scores = (results as readonly { score: number }[]).map(({ score }) => score);
    expect(scores).toEqual([...scores].sort((a, b) => b - a));
    expect(scores[0]).toBeGreaterThan(0.5);
  });

  it('tells the table of a row, and narrows by table, folder, score and limit', async () => {
    const vault = await readyVault(NOTES);
    const { run, find } = vault;
    await run('create_table', {
      name: 'recipes',
      description: 'What is cooked',
      columns: [column('name', 'string'), column('taste', 'string')],
    });
    await run('insert_row', { table: 'recipes', values: { name: 'Broth', taste: 'salt and water' } });
    await run('sync_semantic_index', { action: 'update' });
    const { results } = await run('semantic_search', { query: 'taste salt water', tables: ['recipes'] });
    expect(results).toMatchObject([{ table: 'main.default.recipes', heading: null }]);
    expect((results as readonly JsonObject[])[0]?.['snippet']).toContain('taste: salt and water');
    expect(await find('salt water', { folder: 'Food' })).toEqual(['Food/Soup.md', 'Food/Bread.md']);
    expect(await find('salt water', { folder: 'Food/', limit: 1 })).toEqual(['Food/Soup.md']);
    expect(await find('sea wind waves sailing', { min_score: 0.5 })).toEqual(['Boats.md']);
  });

  it('shows a changed note by what it says now only, and no deleted one', async () => {
    const vault = await readyVault(NOTES);
    vault.host.external.write(
      'Food/Bread.md',
      '# Bread\n\nFlour, water and salt.\n\n## Cutting\n\nA knife with teeth.\n',
    );
    vault.host.external.remove('Food/Soup.md');
    await vault.engine.rescan();
    const { results } = await vault.run('semantic_search', { query: 'hot oven for the crust' });
    const found = results as readonly JsonObject[];
    expect(found.map(({ path }) => path)).not.toContain('Food/Soup.md');
    expect(found.find(({ path }) => path === 'Food/Bread.md')).toMatchObject({ snippet: 'Flour, water and salt.' });
    expect(JSON.stringify(found)).not.toContain('oven');
    expect(await vault.run('sync_semantic_index')).toMatchObject({ pending: 2, files: 3 });
    await vault.pass(11_000);
    expect(await vault.run('sync_semantic_index')).toMatchObject({ pending: 0, files: 2, running: false });
    expect((await vault.find('knife with teeth'))[0]).toBe('Food/Bread.md');
  });

  it('finds a row that a write just made ten seconds later', async () => {
    const vault = await readyVault(NOTES);
    await vault.run('create_table', PEOPLE);
    await vault.run('insert_row', { table: 'people', values: { name: 'Marguerite Astronaut' } });
    expect(await vault.find('Marguerite Astronaut', { tables: ['people'] })).toEqual([]);
    await vault.pass(11_000);
    expect(await vault.find('Marguerite Astronaut')).toContain('notedb/main/default/people/Marguerite Astronaut.md');
  });

  it('embeds a question in any script, however long, and refuses none', async () => {
    const vault = await readyVault(NOTES);
    for (const query of ['!?', '\ud800', 'x'.repeat(10_000), '水と塩', 'a'.repeat(20) + '\udc00'])
      expect((await vault.find(query)).length).toBeGreaterThan(0);
    expect(vault.provider.texts.every((text) => !/\p{Surrogate}/u.test(text) && text.length <= 4000)).toBe(true);
  });

  it('answers nothing for an empty vault, without notes that are no text', async () => {
    const vault = await semanticVault({ files: {} });
    await vault.engine.semanticSetUp.set({ settings: SETTINGS });
    expect(await vault.find('anything')).toEqual([]);
    expect(await vault.run('sync_semantic_index', { action: 'update' })).toMatchObject({ files: 0, pending: 0 });
  });

  it('finds among many passages of one note the best one, and other notes too', async () => {
    const long = Array.from({ length: 120 }, (_, i) => `## Part ${i}\n\nharbour ship number${i}\n`).join('\n');
    const vault = await readyVault({ 'Long.md': long, 'Short.md': 'harbour' });
    const { results } = await vault.run('semantic_search', { query: 'harbour ship', limit: 2 });
    expect((results as readonly JsonObject[]).map(({ path }) => path)).toEqual(['Long.md', 'Short.md']);
  });
});
