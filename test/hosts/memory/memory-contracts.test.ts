import type { MemoryHost } from '../../memory-host/memory-host';
import { createMemoryHost } from '../../memory-host/memory-host';
import { describeCacheContract } from '../../contracts/cache.contract';
import { describeHostContract } from '../../contracts/host.contract';
import { type HttpHarness, type SeenRequest, describeHttpContract } from '../../contracts/http.contract';
import { describeSecretContract } from '../../contracts/secret.contract';
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

describeSecretContract('the memory host', async () => {
  const host = createMemoryHost();
  return { secrets: host.secrets, reopen: async () => host.reboot().secrets, close };
});

describeHttpContract('the memory host', async (): Promise<HttpHarness> => {
  const host = createMemoryHost();
  const seen: SeenRequest[] = [];
  host.network.resolve('hooks.test', () => ['203.0.113.7', '127.0.0.1']);
  return {
    http: host.http,
    host: '127.0.0.1:8080',
    namedHost: 'hooks.test',
    deadHost: '127.0.0.1:8081',
    seen,
    answerWith: (answer) => {
      for (const each of ['127.0.0.1:8080', 'hooks.test']) {
        host.network.receive(each, ({ url, method, headers, body = '' }) => {
          const { pathname, search } = new URL(url);
          const named = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value] as const);
          const request = { method, path: pathname + search, headers: Object.fromEntries(named), body } as SeenRequest;
          seen.push(request);
          return answer(request);
        });
      }
    },
    pass: async (milliseconds) => {
      await Promise.resolve();
      host.advance(milliseconds);
    },
    close,
  };
});
