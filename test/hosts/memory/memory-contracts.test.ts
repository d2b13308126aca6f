import type { MemoryHost } from '../../../src/hosts/memory/memory-host';
import { createMemoryHost } from '../../../src/hosts/memory/memory-host';
import { describeCacheContract } from '../../contracts/cache.contract';
import { describeHostContract } from '../../contracts/host.contract';
import { describePrivateStoreContract } from '../../contracts/private-store.contract';
import type { VaultHarness } from '../../contracts/vault-port.contract';
import { describeVaultContract } from '../../contracts/vault-port.contract';

const close = async (): Promise<void> => undefined;

function harnessOf(host: MemoryHost): VaultHarness {
  const { external } = host;
  const inTrash = (): readonly string[] => external.paths().filter((path) => path.startsWith('.trash/'));
  return {
    vault: host.vault,
    outside: {
      write: (path, text) => external.write(path, text),
      writeBytes: (path, bytes) => external.writeBytes(path, bytes),
      remove: (path) => external.remove(path),
      rename: (from, to) => external.rename(from, to),
      makeFolder: (path) => external.makeFolder(path),
      text: (path) => external.text(path),
      trash: () =>
        Object.fromEntries(inTrash().map((path) => [path.slice('.trash/'.length), external.text(path) ?? ''])),
    },
    close,
  };
}

describeVaultContract('the memory host', async () => harnessOf(createMemoryHost()));

describePrivateStoreContract('the memory host', async () => {
  const host = createMemoryHost();
  return { store: host.privateStore, reopen: async () => host.reboot().privateStore, close };
});

describeCacheContract('the memory host', async () => ({ cache: createMemoryHost().cache, close }));

describeHostContract('of memory', async () => {
  const host = createMemoryHost();
  return {
    host,
    setLinkSettings: (settings) => host.setLinkSettings(settings),
    pass: async (milliseconds) => host.advance(milliseconds),
    close,
  };
});
