/** How the Node host is put together: read-only, settings of links, turns of the event loop. */

import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createNodeHost } from '../../../src/hosts/node/node-host';
import { NodeScheduler } from '../../../src/hosts/node/node-parts';
import { type ScratchVault, scratchVault } from './scratch-vault';

let scratch: ScratchVault;
beforeEach(async () => {
  scratch = await scratchVault();
});
afterEach(() => scratch.close());

test('a vault that isn’t there can’t be opened', async () => {
  const vaultFolder = path.join(scratch.folder, 'none');
  await expect(createNodeHost({ vaultFolder, logger: scratch.logger })).rejects.toMatchObject({ code: 'ENOENT' });
});

test('a read-only host writes no cache, and reads the one that is there', async () => {
  await scratch.host.cache.write('rows', Uint8Array.of(1));
  const readOnly = await scratch.reopen({ readOnly: true });
  await readOnly.cache.write('rows', Uint8Array.of(2));
  await readOnly.cache.remove('rows');
  expect(readOnly.readOnly).toBe(true);
  expect(await readOnly.cache.read('rows')).toEqual(Uint8Array.of(1));
});

test('the cache lies outside the vault', async () => {
  await scratch.host.cache.write('rows', Uint8Array.of(1));
  expect(fs.readdirSync(scratch.folder)).toEqual([]);
  expect(fs.readdirSync(path.join(scratch.beside, 'cache'))).toEqual(['rows']);
});

test('the device keeps its name from one opening to the next', async () => {
  expect((await scratch.reopen()).device).toBe(scratch.host.device);
  expect((await scratch.reopen({ device: 'other' })).journalFolder).toBe('.notedb/other/');
});

describe('template folders', () => {
  test('are those that Templates and Templater name', async () => {
    expect(await scratch.host.templateFolders?.()).toEqual([]);
    scratch.outside.write('.obsidian/templates.json', '{"folder": "Vorlagen/"}');
    scratch.outside.write('.obsidian/plugins/templater-obsidian/data.json', '{"templates_folder": "Meta/Templates"}');
    expect(await scratch.host.templateFolders?.()).toEqual(['Vorlagen', 'Meta/Templates']);
    scratch.outside.write('.obsidian/templates.json', '{"folder":');
    expect(await scratch.host.templateFolders?.()).toEqual(['Meta/Templates']);
  });
});

describe('settings of links', () => {
  /** For a few milliseconds the host takes them as they were. */
  const aMoment = (): Promise<void> => new Promise((resolve) => void setTimeout(resolve, 20));

  test.each([
    ['no JSON', '{"newLinkFormat": "rela'],
    ['JSON of another kind', '[]'],
    ['null', 'null'],
    ['values that nobody knows', '{"newLinkFormat": "zigzag", "useMarkdownLinks": "yes"}'],
  ])('are Obsidian’s own when the file holds %s', async (_what, text) => {
    scratch.outside.write('.obsidian/app.json', '{"newLinkFormat": "relative"}');
    expect(scratch.host.linkSettings().newLinkFormat).toBe('relative');
    scratch.outside.write('.obsidian/app.json', text);
    await aMoment();
    expect(scratch.host.linkSettings()).toEqual({ newLinkFormat: 'shortest', useMarkdownLinks: false });
  });

  test('go back to Obsidian’s own when the file goes', async () => {
    scratch.outside.write('.obsidian/app.json', '{"useMarkdownLinks": true}');
    expect(scratch.host.linkSettings().useMarkdownLinks).toBe(true);
    scratch.outside.remove('.obsidian/app.json');
    await aMoment();
    expect(scratch.host.linkSettings().useMarkdownLinks).toBe(false);
  });

  test('are parsed once as long as the file stands', () => {
    scratch.outside.write('.obsidian/app.json', '{"useMarkdownLinks": true}');
    expect(scratch.host.linkSettings()).toBe(scratch.host.linkSettings());
  });
});

describe('a pause', () => {
  const burn = (milliseconds: number): void => {
    const end = performance.now() + milliseconds;
    while (performance.now() < end);
  };

  test('costs no turn while the slice lasts, and gives one when it is used up', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    const scheduler = new NodeScheduler();
    let turns = 0;
    const immediate = (): void => void setImmediate(() => (turns += 1));
    vi.advanceTimersByTime(10);
    await scheduler.pause();
    immediate();
    await scheduler.pause();
    await scheduler.pause();
    expect([turns, scheduler.isDue()]).toEqual([0, false]);
    vi.advanceTimersByTime(10);
    expect(scheduler.isDue()).toBe(true);
    await scheduler.pause();
    expect(turns).toBe(1);
    vi.useRealTimers();
  });

  test('gives others their turn before a long loop has worked for more than a slice', async () => {
    const scheduler = new NodeScheduler();
    let turns = 0;
    let others = setImmediate(function turn() {
      turns += 1;
      others = setImmediate(turn);
    });
    let [seen, streak, longest] = [0, 0, 0];
    for (let step = 0; step < 200; step += 1) {
      burn(1);
      await scheduler.pause();
      streak = turns === seen ? streak + 1 : 0;
      seen = turns;
      longest = Math.max(longest, streak);
    }
    clearImmediate(others);
    // Each step is a millisecond at least, a slice is eight.
    expect(longest).toBeLessThan(8);
    expect(turns).toBeGreaterThanOrEqual(200 / 8);
  });
});

test('a timer beyond 32 bits waits and can be called off', async () => {
  let ran = false;
  const callOff = new NodeScheduler().after(2 ** 40, () => (ran = true));
  await new Promise((resolve) => setTimeout(resolve, 20));
  callOff();
  expect(ran).toBe(false);
});

test('a secret is a file that this user alone can read, outside of the vault', async () => {
  await scratch.host.secrets.write('webhook-1', 'whsec_abc');
  const file = path.join(scratch.beside, 'secrets', 'webhook-1');
  expect(fs.readFileSync(file, 'utf8')).toBe('whsec_abc');
  expect([fs.statSync(file).mode & 0o777, fs.statSync(path.dirname(file)).mode & 0o777]).toEqual([0o600, 0o700]);
  expect(fs.readdirSync(path.dirname(file))).toEqual(['webhook-1']);
  for (const name of ['../device-id', 'Upper', '', 'a'.repeat(51)]) {
    await expect(scratch.host.secrets.read(name)).rejects.toThrow('name of a secret');
  }
});
