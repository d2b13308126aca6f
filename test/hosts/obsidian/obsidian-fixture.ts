/** The Obsidian host over a test app, as the tests of this folder start it. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Plugin } from 'obsidian';
import type { LoggerPort } from '../../../src/engine/ports/host';
import { createObsidianHost } from '../../../src/hosts/obsidian/obsidian-host';
import type { ObsidianHost } from '../../../src/hosts/obsidian/obsidian-host';
import { createTestApp } from '../../host/create-test-app';
import type { NodeTestApp, NodeTestAppOptions } from '../../host/create-test-app';
import { Plugin as TestPlugin } from '../../host/plugin';

export interface Fixture {
  readonly testApp: NodeTestApp;
  readonly host: ObsidianHost;
  readonly plugin: TestPlugin;
  /** Outside the vault: state, cache. */
  readonly scratch: string;
  readonly close: () => Promise<void>;
}

export const silentLogger: LoggerPort = { log: () => undefined };

class HostOnlyPlugin extends TestPlugin {}

/** `machine`: where state and cache lie, to be kept from one start to the next. */
export async function startFixture(options: NodeTestAppOptions & { readonly machine?: string } = {}): Promise<Fixture> {
  const scratch = mkdtempSync(path.join(tmpdir(), 'notedb-obsidian-'));
  const folder = options.folder ?? path.join(scratch, 'vault');
  const testApp = await createTestApp({ systemTrash: path.join(scratch, 'trash'), ...options, folder });
  const plugin = new HostOnlyPlugin(testApp.core, {
    id: 'notedb',
    name: 'NoteDB',
    version: '0.0.0',
    minAppVersion: '1.13.0',
    author: '',
    description: '',
    dir: '.obsidian/plugins/notedb',
  });
  plugin.load();
  const host = await createObsidianHost(testApp.app, plugin as unknown as Plugin, {
    logger: silentLogger,
    stateFolder: path.join(options.machine ?? scratch, 'state'),
    cacheFolder: path.join(options.machine ?? scratch, 'cache'),
  });
  return {
    testApp,
    host,
    plugin,
    scratch,
    async close() {
      plugin.unload();
      host.close();
      await testApp.close();
      rmSync(scratch, { recursive: true, force: true });
    },
  };
}
