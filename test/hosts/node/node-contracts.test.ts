import path from 'node:path';
import { describeCacheContract } from '../../contracts/cache.contract';
import { describeHostContract } from '../../contracts/host.contract';
import { describeHttpContract } from '../../contracts/http.contract';
import { deadHost, startReceiver } from '../../contracts/loopback-receiver';
import { describeSecretContract } from '../../contracts/secret.contract';
import { describePrivateStoreContract } from '../../contracts/private-store.contract';
import { describeVaultContract } from '../../contracts/vault-port.contract';
import { scratchVault } from './scratch-vault';

describeVaultContract('the Node host', async () => {
  const scratch = await scratchVault();
  return { vault: scratch.host.vault, outside: scratch.outside, close: scratch.close };
});

describePrivateStoreContract('the Node host', async () => {
  const scratch = await scratchVault();
  const reopen = async () => {
    scratch.host.close();
    return (await scratch.reopen()).privateStore;
  };
  return { store: scratch.host.privateStore, reopen, close: scratch.close };
});

describeCacheContract('the Node host', async () => {
  const scratch = await scratchVault();
  return { cache: scratch.host.cache, close: scratch.close };
});

describeHostContract('of Node', async () => {
  const scratch = await scratchVault();
  let stored = {};
  return {
    host: scratch.host,
    setLinkSettings: (settings) => {
      stored = { ...stored, ...settings };
      scratch.outside.write(path.join('.obsidian', 'app.json'), JSON.stringify(stored));
    },
    pass: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
    close: scratch.close,
  };
});

describeSecretContract('the Node host', async () => {
  const scratch = await scratchVault();
  return { secrets: scratch.host.secrets, reopen: async () => (await scratch.reopen()).secrets, close: scratch.close };
});

describeHttpContract('the Node host', async () => {
  const scratch = await scratchVault();
  const receiver = await startReceiver();
  const close = async (): Promise<void> => {
    await receiver.close();
    await scratch.close();
  };
  return {
    ...receiver,
    http: scratch.host.http,
    namedHost: `localhost:${receiver.port}`,
    deadHost: await deadHost(),
    pass: () => Promise.resolve(),
    close,
  };
});
