// @vitest-environment happy-dom
/** What differs between desktop and phone, and what both share with the headless program. */

import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import zlib from 'node:zlib';
import { afterEach, describe, expect, test } from 'vitest';
import { deviceId } from '../../../src/hosts/node/process/system-folders';
import { createNodeHost } from '../../../src/hosts/node/node-host';
import { NodeSecrets } from '../../../src/hosts/node/node-secrets';
import { nodeCrypto } from '../../../src/hosts/node/node-parts';
import { ObsidianSecrets } from '../../../src/hosts/obsidian/obsidian-secrets';
import { startReceiver } from '../../contracts/loopback-receiver';
import { portableCrypto } from '../../../src/hosts/obsidian/portable-crypto';
import { portableCompression } from '../../../src/hosts/obsidian/portable-compression';
import { obsidianLinkSettings, WindowScheduler } from '../../../src/hosts/obsidian/obsidian-host';
import type { NodeTestAppOptions } from '../../host/create-test-app';
import { silentLogger, startFixture, type Fixture } from './obsidian-fixture';

const open: Fixture[] = [];

async function start(options: NodeTestAppOptions = {}): Promise<Fixture> {
  const fixture = await startFixture(options);
  open.push(fixture);
  return fixture;
}

afterEach(async () => {
  for (const fixture of open.splice(0).reverse()) await fixture.close();
});

describe('the device', () => {
  test('of a desktop is the one of the headless program on that machine', async () => {
    const { host, scratch, testApp } = await start();
    expect(host.device).toBe(deviceId(path.join(scratch, 'state'), ''));
    expect(host.journalFolder).toBe(`.notedb/${host.device}/`);
    await host.privateStore.write('journal/1', new Uint8Array([1]));
    expect(readdirSync(path.join(testApp.folder, '.notedb'))).toEqual([host.device]);
  });

  test('finds the journal and the cache that the headless program left', async () => {
    const { host, scratch, testApp } = await start();
    const node = await createNodeHost({
      vaultFolder: testApp.folder,
      logger: silentLogger,
      device: deviceId(path.join(scratch, 'state'), ''),
      cacheFolder: path.join(scratch, 'cache'),
    });
    await node.privateStore.append('journal/log', new Uint8Array([1]));
    await node.cache.write('rows', await node.compression.deflate(new Uint8Array([2])));
    node.close();
    await host.privateStore.append('journal/log', new Uint8Array([3]));
    expect(await host.privateStore.read('journal/log')).toEqual(new Uint8Array([1, 3]));
    expect(host.compression.inflate((await host.cache.read('rows')) ?? new Uint8Array())).toEqual(new Uint8Array([2]));
    expect(host.journalFolder).toBe(node.journalFolder);
  });

  test('of a phone is kept by the app on that phone', async () => {
    const first = await start({ mobile: true });
    const again = await start({ mobile: true, folder: first.testApp.folder, storage: first.testApp.storage });
    const other = await start({ mobile: true, folder: first.testApp.folder });
    expect(first.host.device).toMatch(/^[0-9a-f]{12}$/);
    expect(again.host.device).toBe(first.host.device);
    expect(other.host.device).not.toBe(first.host.device);
  });

  test('keeps its private state apart from another one in the same vault', async () => {
    const phone = await start({ mobile: true });
    await phone.host.privateStore.append('log', new Uint8Array([1]));
    const desktop = await start({ folder: phone.testApp.folder });
    expect(await desktop.host.privateStore.read('log')).toBeNull();
    expect(readdirSync(path.join(phone.testApp.folder, '.notedb'))).toEqual([phone.host.device]);
  });
});

describe('private files', () => {
  test.each([[false], [true]])('are nothing that the vault shows (phone: %s)', async (mobile) => {
    const { host, testApp } = await start({ mobile });
    await host.vault.create('a.md', 'x');
    await host.privateStore.write('journal/1', new Uint8Array([1]));
    await host.cache.write('rows', new Uint8Array([1]));
    await testApp.noticeOutsideChanges();
    expect((await host.vault.list()).files.map((stat) => stat.path)).toEqual(['a.md']);
    expect(await host.vault.folder('')).toEqual({ folders: [], files: ['a.md'] });
  });

  test('of a desktop go past the adapter, so that they can be synced', async () => {
    const { host, testApp } = await start();
    testApp.core.vault.adapter.calls.clear();
    await host.privateStore.append('log', new Uint8Array([1, 2]));
    await host.privateStore.sync('log');
    expect([...testApp.core.vault.adapter.calls]).toEqual([]);
    expect([...readFileSync(path.join(testApp.folder, host.journalFolder, 'log')).subarray(0, 2)]).toEqual([1, 2]);
  });
});

describe('hashes and compression', () => {
  test.each(['', 'plain', 'Ümlaut 🎵', '\uD800 alone', 'x'.repeat(100_000)])(
    'are the same on every host: %#',
    async (text) => {
      expect(portableCrypto.sha256(text)).toBe(nodeCrypto.sha256(text));
      const bytes = new TextEncoder().encode(text);
      expect(new Uint8Array(zlib.inflateRawSync(await portableCompression.deflate(bytes)))).toEqual(bytes);
      expect(portableCompression.inflate(new Uint8Array(zlib.deflateRawSync(bytes)))).toEqual(bytes);
    },
  );
});

describe('link settings without the app telling', () => {
  test.each([
    ['{"newLinkFormat":"absolute","useMarkdownLinks":true}', { newLinkFormat: 'absolute', useMarkdownLinks: true }],
    ['{"newLinkFormat":"sideways"}', { newLinkFormat: 'shortest', useMarkdownLinks: false }],
    ['null', { newLinkFormat: 'shortest', useMarkdownLinks: false }],
    ['{', { newLinkFormat: 'shortest', useMarkdownLinks: false }],
  ])('come from the settings file of the vault: %s', async (content, expected) => {
    const { testApp } = await start({ configDir: '.config' });
    mkdirSync(path.join(testApp.folder, '.config'), { recursive: true });
    writeFileSync(path.join(testApp.folder, '.config/app.json'), content);
    Object.assign(testApp.core.vault, { getConfig: undefined });
    const read = await obsidianLinkSettings(testApp.app.vault);
    expect(read()).toEqual(expected);
  });

  test('are read again for the next use', async () => {
    const { testApp } = await start();
    Object.assign(testApp.core.vault, { getConfig: undefined });
    const read = await obsidianLinkSettings(testApp.app.vault);
    expect(read().newLinkFormat).toBe('shortest');
    await testApp.core.vault.setConfig('newLinkFormat', 'relative');
    read();
    await expect.poll(() => read().newLinkFormat).toBe('relative');
  });
});

describe('the scheduler', () => {
  /** Whether others have had their turn when `pause` resolves after so much work. */
  async function givesWayAfter(scheduler: WindowScheduler, milliseconds: number): Promise<boolean> {
    const end = performance.now() + milliseconds;
    while (performance.now() < end);
    let hadTurn = false;
    setTimeout(() => (hadTurn = true), 0);
    await scheduler.pause();
    return hadTurn;
  }

  test('gives way when 8 ms of work are done, and not at each call', async () => {
    const scheduler = new WindowScheduler();
    const afterLong: boolean[] = [];
    const afterShort: boolean[] = [];
    for (let round = 0; round < 10; round += 1) {
      afterLong.push(await givesWayAfter(scheduler, 9));
      afterShort.push(await givesWayAfter(scheduler, 0));
    }
    expect(afterLong).not.toContain(false);
    expect(afterShort).toContain(false); // a busy machine may steal the 8 ms now and then
  });

  test('runs nothing more after it was closed', async () => {
    const scheduler = new WindowScheduler();
    let ran = 0;
    scheduler.after(5, () => (ran += 1));
    scheduler.close();
    await new Promise((resolve) => setTimeout(resolve, 30));
    expect(ran).toBe(0);
  });

  test('waits for months without a timer that overflows', async () => {
    const scheduler = new WindowScheduler();
    let ran = 0;
    const callOff = scheduler.after(90 * 24 * 3600 * 1000, () => (ran += 1));
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(ran).toBe(0);
    callOff();
  });
});

describe('secrets', () => {
  test('of a desktop are in the app’s storage, and the headless program of this device reads and replaces them', async () => {
    const { host, scratch, testApp } = await start();
    const headless = new NodeSecrets(path.join(scratch, 'state'));
    await host.secrets.write('webhook-1', 'whsec_abc');
    expect(testApp.core.secretStorage.getSecret('notedb-webhook-1')).toBe('whsec_abc');
    expect(await headless.read('webhook-1')).toBe('whsec_abc');
    await headless.write('webhook-2', 'whsec_def');
    expect(await host.secrets.read('webhook-2')).toBe('whsec_def');
    await host.secrets.write('webhook-1', null);
    expect([await headless.read('webhook-1'), await host.secrets.read('webhook-1')]).toEqual([null, null]);
  });

  test('of an app without a storage for secrets are in its local storage of this vault', async () => {
    const { testApp } = await start({ mobile: true });
    const { app } = testApp;
    const old = Object.create(app, { secretStorage: { value: undefined } }) as typeof app;
    const secrets = new ObsidianSecrets(old, null);
    await secrets.write('webhook-1', 'whsec_abc');
    expect(app.loadLocalStorage('notedb-webhook-1')).toBe('whsec_abc');
    expect(await secrets.read('webhook-1')).toBe('whsec_abc');
    await secrets.write('webhook-1', null);
    expect([app.loadLocalStorage('notedb-webhook-1'), await secrets.read('webhook-1')]).toEqual([null, null]);
  });
});

test('on a desktop a request whose address is not judged goes by the app’s client, which follows redirects', async () => {
  const { host } = await start();
  const receiver = await startReceiver();
  const location = `http://${receiver.host}/there`;
  receiver.answerWith(({ path: at }) => (at === '/there' ? { status: 200 } : { status: 302, headers: { location } }));
  const request = {
    url: `http://${receiver.host}/`,
    method: 'POST',
    headers: {},
    timeout: 5000,
    mostBytes: 10,
  } as const;
  expect((await host.http.request(request)).status).toBe(200);
  expect((await host.http.request({ ...request, refuseAddress: () => null })).status).toBe(302);
  await receiver.close();
});
