import { expect, it, vi } from 'vitest';
import { findVaultWrites } from './find-vault-writes';

// It type-checks the whole engine.
vi.setConfig({ testTimeout: 60_000 });

it('nothing in the engine but commit/ writes through the vault port, under whatever name', () => {
  const planted = 'src/engine/query/planted.ts';
  const uses = findVaultWrites({
    [planted]: `import type { Host } from '../ports/host';
export async function plant({ vault }: Host, disk: Pick<Host['vault'], 'move'>): Promise<void> {
  await vault.create('a.md', '');
  await vault['replace']('a.md', '', '');
  const { trash, read } = vault;
  const { remove: away } = vault;
  await trash('a.md', '');
  await away('a.md', '');
  await disk.move('a.md', 'b.md');
  await [''].map(vault.createFolder)[0];
  await read('a.md');
  await vault.mend('a.md', (await vault.readBytes('a.md')) ?? new Uint8Array(), null);
  new Map().set('create', vault.list);
}
`,
  });
  expect(uses.filter((use) => !use.startsWith('src/engine/commit/'))).toEqual([
    `${planted}:3 create`,
    `${planted}:4 replace`,
    `${planted}:5 trash`,
    `${planted}:6 remove`,
    `${planted}:9 move`,
    `${planted}:10 createFolder`,
    `${planted}:12 mend`,
  ]);
});
