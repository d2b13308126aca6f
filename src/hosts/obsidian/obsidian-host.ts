/** The host inside Obsidian, on desktops and phones. D1 */

import type { App, Plugin } from 'obsidian';
import type { Host, LoggerPort } from '../../engine/ports/host';
import { systemClock } from '../system-clock';
import type { DeviceOptions } from './device-parts';
import { linkSettingsReader } from './link-settings';
import { ObsidianMetadata } from './obsidian-metadata';
import { ObsidianVault } from './obsidian-vault';
import { openDeviceParts } from './open-device-parts';
import { windowIds } from './portable-parts';
import { privateFolderOf } from './private-folder';
import { SiblingNames } from './sibling-names';
import { WindowScheduler } from './window-scheduler';

export interface ObsidianHostOptions extends DeviceOptions {
  readonly logger: LoggerPort;
}

export interface ObsidianHost extends Host {
  readonly device: string;
  /** Lets go of events, timers and files. Call it when the engine has closed: its last writes may outlive `onunload`. */
  close(): void;
}

/**
 * Call it when the workspace's layout is ready: before, the vault has not listed its files. On a desktop call it as the owner of the
 * vault, or read-only.
 */
export async function createObsidianHost(
  app: App,
  plugin: Plugin,
  options: ObsidianHostOptions,
): Promise<ObsidianHost> {
  const parts = await openDeviceParts(app, options);
  const linkSettings = await linkSettingsReader(app.vault);
  const scheduler = new WindowScheduler();
  const siblings = new SiblingNames(app);
  plugin.register(() => siblings.close());
  return {
    vault: new ObsidianVault(app, { siblings, sync: parts.sync, pause: () => scheduler.pause() }),
    privateStore: parts.privateStore,
    cache: parts.cache,
    clock: systemClock,
    ids: windowIds,
    scheduler,
    crypto: parts.crypto,
    compression: parts.compression,
    logger: options.logger,
    metadata: new ObsidianMetadata(app),
    linkSettings,
    journalFolder: `${privateFolderOf(parts.device)}/`,
    readOnly: options.readOnly ?? false,
    device: parts.device,
    close: () => {
      scheduler.close();
      siblings.close();
      parts.close();
    },
  };
}
