/** The host inside Obsidian, on desktops and phones. D1 */

import type { App, Plugin, Vault } from 'obsidian';
import type { Host, LoggerPort, LinkSettings, SchedulerPort } from '../../engine/ports/host';
import { DEFAULT_LINK_SETTINGS, linkSettingsFrom, linkSettingsIn } from '../link-settings';
import { systemClock } from '../system-clock';
import { type DeviceOptions, privateFolderOf } from './device-parts';
import { ObsidianMetadata } from './obsidian-metadata';
import { ObsidianVault } from './obsidian-vault';
import { openDeviceParts } from './phone-parts';
import { windowIds } from './portable-parts';
import { ObsidianSiblingNames } from './obsidian-sibling-names';

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
  const linkSettings = await obsidianLinkSettings(app.vault);
  const scheduler = new WindowScheduler();
  const siblings = new ObsidianSiblingNames(app);
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

/** Not among the public types. */
interface VaultWithConfig {
  getConfig?(key: string): unknown;
}

/** From the app itself; where it does not tell, from its settings file as it was at the last use. */
export async function obsidianLinkSettings(vault: Vault): Promise<() => LinkSettings> {
  const live = vault as VaultWithConfig;
  if (typeof live.getConfig === 'function') {
    return () => linkSettingsFrom((key) => live.getConfig?.(key));
  }
  let latest = await readSettingsFile(vault);
  return () => {
    void readSettingsFile(vault).then((settings) => (latest = settings));
    return latest;
  };
}

async function readSettingsFile(vault: Vault): Promise<LinkSettings> {
  try {
    return linkSettingsIn(await vault.adapter.read(`${vault.configDir}/app.json`));
  } catch {
    return DEFAULT_LINK_SETTINGS;
  }
}

/** Half a frame at 60 Hz. */
const SLICE_MS = 8;
/** `setTimeout` counts in 32 bits. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** Asked for with every item of every loop. */
const NOTHING_DUE = Promise.resolve();

/** Pauses cost nothing until a slice is used up. `close` calls off every timer. */
export class WindowScheduler implements SchedulerPort {
  private lastTurn = performance.now();
  private readonly timers = new Set<{ id: number }>();

  pause(): Promise<void> {
    return performance.now() - this.lastTurn < SLICE_MS ? NOTHING_DUE : this.giveWay();
  }

  private async giveWay(): Promise<void> {
    await new Promise<void>((resolve) => window.setTimeout(resolve, 0));
    this.lastTurn = performance.now();
  }

  after(milliseconds: number, task: () => void): () => void {
    const due = performance.now() + milliseconds;
    const timer = { id: 0 };
    const arm = (): void => {
      const left = Math.max(0, Math.ceil(due - performance.now()));
      timer.id = window.setTimeout(left === 0 ? finish : arm, Math.min(left, LONGEST_TIMER_MS));
    };
    const finish = (): void => {
      this.timers.delete(timer);
      task();
    };
    this.timers.add(timer);
    arm();
    return () => this.cancel(timer);
  }

  close(): void {
    for (const timer of this.timers) this.cancel(timer);
  }

  private cancel(timer: { id: number }): void {
    window.clearTimeout(timer.id);
    this.timers.delete(timer);
  }
}
