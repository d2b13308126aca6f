// @vitest-environment happy-dom
/** The Obsidian host keeps every promise of the ports, on a desktop and on a phone. */

import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { VaultPort } from '../../../src/engine/ports/vault-port';
import { ObsidianSecrets } from '../../../src/hosts/obsidian/obsidian-secrets';
import { openDeviceParts } from '../../../src/hosts/obsidian/phone-parts';
import { describeCacheContract } from '../../contracts/cache.contract';
import { describeHostContract } from '../../contracts/host.contract';
import { type HttpHarness, describeHttpContract } from '../../contracts/http.contract';
import { deadHost, startReceiver } from '../../contracts/loopback-receiver';
import { describeSecretContract } from '../../contracts/secret.contract';
import { describePrivateStoreContract } from '../../contracts/private-store.contract';
import { describeVaultContract, type VaultHarness } from '../../contracts/vault-port.contract';
import { startFixture, type Fixture } from './obsidian-fixture';

/** Another program's writes; the app looks at the folder after each, in its own time. */
function outsideOf({ testApp }: Fixture, look: () => void): VaultHarness['outside'] {
  const place = (file: string): string => path.join(testApp.folder, file);
  const trash = path.join(testApp.folder, '.trash');
  const write = (file: string, bytes: string | Uint8Array): void => {
    mkdirSync(path.dirname(place(file)), { recursive: true });
    writeFileSync(place(file), bytes);
    look();
  };
  return {
    write,
    writeBytes: write,
    remove: (file) => (rmSync(place(file)), look()),
    rename: (from, to) => (renameSync(place(from), place(to)), look()),
    makeFolder: (folder) => (mkdirSync(place(folder), { recursive: true }), look()),
    text: (file) => {
      try {
        return readFileSync(place(file), 'utf8');
      } catch {
        return null;
      }
    },
    trash: () => Object.fromEntries(namesIn(trash).map((name) => [name, readFileSync(path.join(trash, name), 'utf8')])),
  };
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** The port as the engine sees it once the app has noticed what others did. */
function afterLooking(vault: VaultPort, looked: () => Promise<void>): VaultPort {
  return new Proxy(vault, {
    get(target, name) {
      const method = (target[name as keyof VaultPort] as (...args: unknown[]) => unknown).bind(target);
      return name === 'watch' ? method : async (...args: unknown[]) => (await looked(), method(...args));
    },
  });
}

for (const mobile of [false, true]) {
  const device = mobile ? 'a phone' : 'a desktop';

  describeVaultContract(`Obsidian on ${device}`, async () => {
    const fixture = await startFixture({ mobile, settings: { trashOption: 'local' } });
    let looking = Promise.resolve();
    const look = (): void => {
      looking = looking.then(() => fixture.testApp.noticeOutsideChanges());
    };
    return {
      vault: afterLooking(fixture.host.vault, () => looking),
      outside: outsideOf(fixture, look),
      close: async () => {
        await looking;
        await fixture.close();
      },
    };
  });

  describePrivateStoreContract(`Obsidian on ${device}`, async () => {
    const fixture = await startFixture({ mobile });
    return {
      store: fixture.host.privateStore,
      reopen: async () => {
        fixture.host.close();
        const options = { stateFolder: path.join(fixture.scratch, 'state') };
        return (await openDeviceParts(fixture.testApp.app, options)).privateStore;
      },
      close: fixture.close,
    };
  });

  describeCacheContract(`Obsidian on ${device}`, async () => {
    const fixture = await startFixture({ mobile });
    return { cache: fixture.host.cache, close: fixture.close };
  });

  describeHostContract(`Obsidian on ${device}`, async () => {
    const fixture = await startFixture({ mobile });
    return {
      host: fixture.host,
      async setLinkSettings(settings) {
        for (const [key, value] of Object.entries(settings)) await fixture.testApp.core.vault.setConfig(key, value);
      },
      pass: (milliseconds) => delay(milliseconds),
      close: fixture.close,
    };
  });

  describeSecretContract(`Obsidian on ${device}`, async () => {
    const fixture = await startFixture({ mobile });
    return {
      secrets: fixture.host.secrets,
      reopen: async () => {
        const options = { stateFolder: path.join(fixture.scratch, 'state') };
        const { secretFiles } = await openDeviceParts(fixture.testApp.app, options);
        return new ObsidianSecrets(fixture.testApp.app, secretFiles);
      },
      close: fixture.close,
    };
  });

  const makeHttp = async (): Promise<HttpHarness> => {
    const fixture = await startFixture({ mobile });
    const receiver = await startReceiver();
    const close = async (): Promise<void> => {
      await receiver.close();
      await fixture.close();
    };
    const namedHost = mobile ? null : `localhost:${receiver.port}`;
    const pass = (): Promise<void> => Promise.resolve();
    return { ...receiver, http: fixture.host.http, namedHost, deadHost: await deadHost(), pass, close };
  };
  describeHttpContract(`Obsidian on ${device}`, makeHttp, mobile ? { followsRedirects: true } : {});
}
