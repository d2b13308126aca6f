/** So many indexes of a table are kept, and no more. docs/queries.md (How it is answered). */

import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/engine/index';
import { MOST_INDEXES } from '../../../src/engine/query/scan/kept-indexes';
import { type TestVault, column, openVault } from '../open-vault';

const NAMES = Array.from({ length: MOST_INDEXES + 4 }, (_, i) => `c${i}`);
const ROWS = 60;

async function aVault(): Promise<TestVault> {
  const vault = await openVault();
  const columns = NAMES.map((name, i) => column(name, i % 2 === 0 ? 'string' : 'integer'));
  await vault.run('create_table', { name: 'things', description: 'What there is', columns });
  const rows = Array.from({ length: ROWS }, (_, i) =>
    Object.fromEntries(NAMES.map((name, n) => [name, n % 2 === 0 ? `v${i}` : i])),
  );
  await vault.run('merge_rows', { table: 'things', on: ['c0'], rows });
  return vault;
}

/** The index that a question for one row was answered with; null: all rows were looked at. */
async function indexOf(vault: TestVault, name: string): Promise<unknown> {
  const where = { [name]: NAMES.indexOf(name) % 2 === 0 ? 'v7' : 7 };
  const { total, explain } = await vault.run('select_rows', { table: 'things', where, explain: true });
  expect(total).toBe(1);
  const { index, looked_at: looked } = explain as JsonObject;
  expect(looked).toBe(index === null ? ROWS : 1);
  return index;
}

/** Asks for a column until it has an index. */
async function index(vault: TestVault, name: string): Promise<void> {
  await indexOf(vault, name);
  expect(await indexOf(vault, name)).toBe(name);
}

describe('the indexes of a table', () => {
  it('are as many as are kept, the ones that were asked last', async () => {
    const vault = await aVault();
    for (const name of NAMES) await index(vault, name);
    const newest = NAMES.slice(-MOST_INDEXES);
    for (const name of newest) expect(await indexOf(vault, name), name).toBe(name);
    for (const name of NAMES.slice(0, -MOST_INDEXES)) expect(await indexOf(vault, name), name).toBeNull();
    for (const name of newest) expect(await indexOf(vault, name), name).toBe(name);
  });

  it('make room for another by the one that was asked least lately', async () => {
    const vault = await aVault();
    const [first, second, ...others] = NAMES.slice(0, MOST_INDEXES) as [string, string, ...string[]];
    for (const name of [first, second, ...others]) await index(vault, name);
    expect(await indexOf(vault, first)).toBe(first);
    await index(vault, NAMES[MOST_INDEXES] as string);
    expect(await indexOf(vault, first)).toBe(first);
    expect(await indexOf(vault, second)).toBeNull();
    await index(vault, second);
  });

  it('of a column that changed counts no more', async () => {
    const vault = await aVault();
    // The first one is asked by the updates, and counts.
    const names = NAMES.slice(1, MOST_INDEXES);
    for (const name of names) await index(vault, name);
    const [changed, ...rest] = names as [string, ...string[]];
    for (let i = 0; i < 3; i++) {
      await vault.run('update_rows', { table: 'things', where: { c0: 'v9' }, set_values: { [changed]: 1000 + i } });
      await index(vault, changed);
    }
    for (const name of rest) expect(await indexOf(vault, name), name).toBe(name);
  });
});
