// @vitest-environment happy-dom
/** A built plugin runs in the test app as in the real one: on a desktop, on a phone, off and on again. */

import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { eventually } from '../eventually';
import { buildPlugin } from './build-plugin';
import { createTestApp } from './create-test-app';
import type { NodeTestApp, NodeTestAppOptions } from './create-test-app';
import type FakePlugin from './fake-plugin';
import type { PluginSource } from './plugins';

const manifest = { id: 'fake', name: 'Fake', version: '1.0.0', minAppVersion: '1.13.0', author: 'x', description: 'x' };
let source: PluginSource;
const open: NodeTestApp[] = [];

beforeAll(async () => {
  vi.stubEnv('XDG_CACHE_HOME', mkdtempSync(path.join(tmpdir(), 'notedb-cache-')));
  source = { manifest, code: await buildPlugin(path.join(import.meta.dirname, 'fake-plugin.ts')) };
});

afterAll(() => {
  rmSync(process.env['XDG_CACHE_HOME'] ?? '', { recursive: true, force: true });
  vi.unstubAllEnvs();
});

afterEach(async () => {
  for (const testApp of open.splice(0).reverse()) await testApp.close();
});

async function start(options: NodeTestAppOptions = {}): Promise<{ testApp: NodeTestApp; plugin: FakePlugin }> {
  const testApp = await createTestApp(options);
  open.push(testApp);
  const plugin = (await testApp.enable(source)) as unknown as FakePlugin;
  if (options.layoutReady !== false) await started(plugin);
  return { testApp, plugin };
}

/** Whoever closes the app earlier takes the folder away in which the plugin writes. */
async function started(plugin: FakePlugin): Promise<void> {
  await eventually(() => expect(plugin.host).not.toBeNull());
  await plugin.whenStarted();
}

const privateLog = (testApp: NodeTestApp): string => path.join(testApp.folder, '.notedb/fake/journal/log');

describe('loading', () => {
  it.each([
    [false, 'desktop'],
    [true, 'phone'],
  ])('works with mobile %s', async (mobile, expected) => {
    const { testApp, plugin } = await start({ mobile });
    expect(document.querySelector('.status-bar-item')?.textContent).toBe(expected);
    await eventually(() => expect([...readFileSync(privateLog(testApp)).subarray(0, 3)]).toEqual([1, 2, 3]));
    const file = await testApp.core.vault.create('a.md', 'text');
    expect(await plugin.readThrough(file as never)).toBe('text');
  });

  it('starts work only when the layout stands', async () => {
    const { testApp, plugin } = await start({ layoutReady: false });
    expect(plugin.host).toBeNull();
    testApp.core.workspace.setLayoutReady();
    await started(plugin);
  });

  it('gives real Node modules on a desktop and none on a phone', async () => {
    const probe = (name: string): PluginSource => ({
      manifest,
      code: `const { Plugin } = require('obsidian');
        module.exports = class extends Plugin {
          found = typeof require(${JSON.stringify(name)});
          hasProcess = typeof process !== 'undefined';
        };`,
    });
    const desktop = await createTestApp();
    const phone = await createTestApp({ mobile: true });
    open.push(desktop, phone);
    expect(await desktop.enable(probe('node:http'))).toMatchObject({ found: 'object', hasProcess: true });
    for (const name of ['node:fs', 'http', 'electron']) {
      await expect(phone.enable(probe(name))).rejects.toThrow(`Cannot find module '${name}'`);
    }
    expect(await phone.enable(probe('obsidian'))).toMatchObject({ found: 'object', hasProcess: false });
  });
});

describe('unloading', () => {
  it('takes everything back, last first, and can be turned on again', async () => {
    const { testApp, plugin } = await start();
    const { core } = testApp;
    const order: string[] = [];
    for (const name of ['first', 'second']) plugin.register(() => order.push(name));
    core.commands.executeCommandById('fake:open');
    await eventually(() => expect(document.querySelector('.workspace-leaf td, .workspace-leaf table')).not.toBeNull());
    await testApp.disable('fake');
    expect(order).toEqual(['second', 'first']);
    expect(core.commands.commands).toEqual({});
    expect(document.querySelectorAll('.status-bar-item, .side-dock-ribbon-action')).toHaveLength(0);
    expect(core.setting.pluginTabs).toEqual([]);
    expect(core.markdown.codeBlocks.size).toBe(0);
    const title = (): string | undefined => core.workspace.getLeavesOfType('fake-notes')[0]?.getDisplayText();
    await eventually(() => expect(title()).toBe('Plugin no longer active'));
    expect(core.vault.listenerCount()).toBe(7); // the app's own index
    await started((await testApp.enable(source)) as unknown as FakePlugin);
    await eventually(() => expect(title()).toBe('Notes'));
  });
});

describe('data', () => {
  it('lies in data.json of the plugin folder', async () => {
    const { testApp, plugin } = await start();
    expect(await plugin.loadData()).toBeNull();
    await plugin.saveData({ port: 1 });
    const file = path.join(testApp.folder, '.obsidian/plugins/fake/data.json');
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ port: 1 });
    expect(await plugin.loadData()).toEqual({ port: 1 });
  });
});

describe('settings', () => {
  const rowOf = (name: string): HTMLElement => {
    const rows = [...document.querySelectorAll<HTMLElement>('.setting-item')];
    const row = rows.find((each) => each.querySelector('.setting-item-name')?.textContent === name);
    if (row === undefined) throw new Error(`no setting ${name}`);
    return row;
  };

  it('are drawn from their definitions, saved on change, refused when invalid', async () => {
    const { testApp, plugin } = await start();
    testApp.core.setting.open();
    testApp.core.setting.openTabById('fake');
    expect(rowOf('Port').style.display).toBe('none');
    rowOf('Serve').querySelector<HTMLElement>('.checkbox-container')?.click();
    await eventually(() => expect(rowOf('Port').style.display).not.toBe('none'));
    expect(await plugin.loadData()).toEqual({ isServing: true });
    const input = rowOf('Port').querySelector('input');
    if (input === null) throw new Error('no input');
    const type = (value: string): void => {
      input.value = value;
      input.dispatchEvent(new Event('input'));
    };
    expect(input.value).toBe('27390');
    type('80');
    await eventually(() =>
      expect(rowOf('Port').querySelector('.setting-item-error')?.textContent).toBe('A port above 1023.'),
    );
    type('3000');
    await eventually(async () => expect(await plugin.loadData()).toEqual({ isServing: true, port: 3000 }));
    expect(rowOf('Port').querySelector('.setting-item-error')).toBeNull();
    rowOf('Copy').click();
    expect(document.querySelector('.notice')?.textContent).toBe('Copied');
    expect(rowOf('Own').querySelector('input')?.value).toBe('drawn');
    testApp.core.setting.close();
    expect(document.querySelector('.modal-container')).toBeNull();
  });
});

describe('views and notes', () => {
  it('open in the document, one shown at a time', async () => {
    const { testApp } = await start();
    const { workspace, vault } = testApp.core;
    await vault.create('a.md', 'see [[b]] and [[nobody]]');
    await vault.create('b.md', 'x');
    document.querySelector<HTMLElement>('.side-dock-ribbon-action')?.click();
    await eventually(() => expect(document.querySelectorAll('td')).toHaveLength(2));
    await workspace.openLinkText('a', '', true);
    const shown = [...document.querySelectorAll<HTMLElement>('.mod-root .workspace-leaf')].filter(
      (el) => el.style.display !== 'none',
    );
    expect(shown).toHaveLength(1);
    expect([...document.querySelectorAll('a.internal-link')].map((el) => el.className)).toEqual([
      'internal-link',
      'internal-link is-unresolved',
    ]);
    expect(workspace.getActiveFile()?.path).toBe('a.md');
    document.querySelector<HTMLElement>('a.internal-link')?.click();
    await eventually(() => expect(workspace.getActiveFile()?.path).toBe('b.md'));
  });

  it('give fenced blocks to the processor and keep them while other blocks change', async () => {
    const { testApp } = await start();
    const { workspace, vault } = testApp.core;
    const file = await vault.create('a.md', '---\nn: 1\n---\n# Top\n\n```fake\nx\n```\n\nend\n\n```js\n1\n```\n');
    await workspace.openLinkText('a', '');
    const block = document.querySelector('.block-language-fake');
    expect(block?.textContent).toBe('1 notes');
    expect(document.querySelector('code.language-js')?.textContent).toBe('1');
    await vault.create('b.md', 'x');
    expect(block?.textContent).toBe('2 notes');
    await vault.process(file as never, (text) => text.replace('end', 'other end'));
    await eventually(() => expect(document.querySelector('p')?.textContent).toBe('other end'));
    expect(document.querySelector('.block-language-fake')).toBe(block);
    workspace.activeLeaf?.detach();
    await eventually(() => expect(vault.listenerCount()).toBe(11)); // 7 of the index, 4 of the plugin
  });
});

it('the end of the app waits for what a plugin asks it to wait for, and unloads nothing', async () => {
  const { testApp } = await start();
  let isSaved = false;
  testApp.core.workspace.on('quit', (tasks: { addPromise(promise: Promise<unknown>): void }) => {
    tasks.addPromise(new Promise((resolve) => setTimeout(resolve, 20)).then(() => (isSaved = true)));
  });
  await testApp.quit();
  expect([isSaved, testApp.core.plugins.getPlugin('fake') !== null]).toEqual([true, true]);
});

it('secrets refuse an id that the app refuses', async () => {
  const { testApp } = await start();
  const { secretStorage } = testApp.core;
  expect(() => secretStorage.setSecret('Not Valid', 'x')).toThrow('lowercase');
  secretStorage.setSecret('notedb-token', 'x');
  expect([secretStorage.getSecret('notedb-token'), secretStorage.getSecret('none')]).toEqual(['x', null]);
  expect(secretStorage.listSecrets()).toEqual(['notedb-token']);
});

it('a second run of the app on the same device finds local storage again', async () => {
  const { testApp } = await start();
  testApp.core.saveLocalStorage('key', { a: 1 });
  const again = await createTestApp({ folder: testApp.folder, storage: testApp.storage });
  open.push(again);
  expect(again.core.loadLocalStorage('key')).toEqual({ a: 1 });
  expect(existsSync(testApp.folder)).toBe(true);
});
