import { describe, expect, test } from 'vitest';
import { CrashSignal } from '../../../src/hosts/memory/call-gate';
import { createMemoryHost } from '../../../src/hosts/memory/memory-host';

describe('counting', () => {
  test('every call of vault, private store and cache is numbered and counted by name', async () => {
    const host = createMemoryHost({ files: { 'a.md': 'one' } });
    await host.vault.read('a.md');
    await host.vault.read('b.md');
    await host.privateStore.append('journal', Uint8Array.of(1));
    await host.cache.read('warm');
    expect(host.calls.count()).toBe(4);
    expect(host.calls.count('vault.read')).toBe(2);
    expect(host.calls.log.map((call) => [call.number, `${call.port}.${call.method}`, call.path, call.mutates])).toEqual(
      [
        [1, 'vault.read', 'a.md', false],
        [2, 'vault.read', 'b.md', false],
        [3, 'privateStore.append', 'journal', true],
        [4, 'cache.read', 'warm', false],
      ],
    );
    host.calls.reset();
    expect(host.calls.count()).toBe(0);
  });
});

describe('a crash', () => {
  test.each([
    ['before', 'old'],
    ['after', 'newer'],
    ['torn', 'ne'],
  ] as const)('%s a replace leaves %j', async (moment, left) => {
    const host = createMemoryHost({ files: { 'a.md': 'old' } });
    host.crashAt(1, moment);
    await expect(host.vault.replace('a.md', 'old', 'newer')).rejects.toBeInstanceOf(CrashSignal);
    await expect(host.vault.read('a.md')).rejects.toBeInstanceOf(CrashSignal);
    expect(await host.reboot().vault.read('a.md')).toBe(left);
  });

  test('may lose, keep or tear a note that was not synced', async () => {
    const host = createMemoryHost({ files: { 'a.md': 'old' } });
    await host.vault.replace('a.md', 'old', 'newer');
    expect([...host.images()].map((image) => image.files.get('a.md')?.text)).toEqual(['newer', 'old', '', 'ne']);
    await host.vault.sync(['a.md']);
    expect([...host.images()].map((image) => image.files.get('a.md')?.text)).toEqual(['newer']);
  });
});
