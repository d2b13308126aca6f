/** The host inside Obsidian, on desktops and phones, with what its index knows of notes. D1 */

import { type App, type Plugin, type Vault, getLinkpath, type CachedMetadata, type TFile } from 'obsidian';
import type { ApprovalPort } from '../../engine/ports/approval-port';
import type { Host, LoggerPort, LinkSettings, SchedulerPort } from '../../engine/ports/host';
import { DEFAULT_LINK_SETTINGS, linkSettingsFrom, linkSettingsIn } from '../link-settings';
import { templateFoldersIn } from '../template-folders';
import { systemClock } from '../system-clock';
import { type DeviceOptions, privateFolderOf } from './device-parts';
import { ObsidianHttp } from './obsidian-http';
import { ObsidianSecrets } from './obsidian-secrets';
import { ObsidianVault } from './obsidian-vault';
import { OpenEditors } from './open-editors';
import { openDeviceParts } from './phone-parts';
import { windowIds } from './portable-parts';
import { WebModels } from './web-models';
import { ObsidianSiblingNames } from './obsidian-sibling-names';
import type { KnownNote, MetadataPort } from '../../engine/ports/metadata-port';
import type { NotePath } from '../../engine/ports/vault-port';
import type { Json, JsonObject } from '../../engine/json';

export interface ObsidianHostOptions extends DeviceOptions {
  readonly logger: LoggerPort;
  /** Asks the owner in the app. */
  readonly approvals?: ApprovalPort;
}

export interface ObsidianHost extends Host {
  readonly device: string;
  /** Lets go of events, timers and files. Call it when the engine has closed: its last writes may outlive `onunload`. */
  close(): void;
}

/** Call it when the layout is ready: before, the vault has not listed its files. On a desktop call it as owner, or read-only. */
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
  const localModels = new WebModels(app, parts.models);
  return {
    name: 'obsidian',
    vault: new ObsidianVault(app, {
      siblings,
      editors: new OpenEditors(app),
      sync: parts.sync,
      pause: () => scheduler.pause(),
    }),
    privateStore: parts.privateStore,
    cache: parts.cache,
    localModels,
    ...(parts.embeddings === null ? {} : { embeddings: parts.embeddings }),
    ...(options.approvals === undefined ? {} : { approvals: options.approvals }),
    http: new ObsidianHttp(parts.directHttp),
    secrets: new ObsidianSecrets(app, parts.secretFiles),
    clock: systemClock,
    ids: windowIds,
    scheduler,
    crypto: parts.crypto,
    compression: parts.compression,
    logger: options.logger,
    metadata: new ObsidianMetadata(app),
    linkSettings,
    templateFolders: () => templateFoldersIn((file) => app.vault.adapter.read(`${app.vault.configDir}/${file}`)),
    journalFolder: `${privateFolderOf(parts.device)}/`,
    readOnly: options.readOnly ?? false,
    device: parts.device,
    close: () => {
      scheduler.close();
      siblings.close();
      localModels.close();
      parts.close();
    },
  };
}

/** Not among the public types. */
interface VaultWithConfig {
  getConfig?(key: string): unknown;
}

/** From the app itself; else from its settings file as it was at the last use. */
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

/** Not among the public types; without it a stale entry looks like a fresh one. */
interface IndexInside {
  readonly fileCache?: Readonly<Record<string, { readonly mtime: number; readonly size: number } | undefined>>;
}

/**
 * A `MetadataPort` over `metadataCache.getFileCache`. The index follows a write some time later, so an entry counts only
 * while it was made from the file's present size and time.
 */
class ObsidianMetadata implements MetadataPort {
  constructor(private readonly app: App) {}

  note(path: NotePath): KnownNote | null {
    const file = this.app.vault.getFileByPath(path);
    if (file === null || !this.isFresh(file)) return null;
    const cache = this.app.metadataCache.getFileCache(file);
    if (cache === null) return null;
    const frontMatter = frontMatterOf(cache);
    return frontMatter === undefined ? null : { frontMatter, links: linksOf(cache) };
  }

  private isFresh({ path, stat }: TFile): boolean {
    const entry = (this.app.metadataCache as IndexInside).fileCache?.[path];
    return entry !== undefined && entry.mtime === stat.mtime && entry.size === stat.size;
  }
}

/** Undefined where the index does not know: a block that it could not read, or a value that is not JSON. */
function frontMatterOf(cache: CachedMetadata): JsonObject | null | undefined {
  const values: unknown = cache.frontmatter;
  if (values === undefined || values === null) {
    const hasBlock = cache.frontmatterPosition !== undefined || cache.sections?.[0]?.type === 'yaml';
    return hasBlock ? undefined : null;
  }
  if (!isJson(values) || typeof values !== 'object' || values === null || Array.isArray(values)) return undefined;
  const { position, ...rest } = values as JsonObject;
  return position === undefined || isPlaceInText(position) ? rest : (values as JsonObject);
}

/** Older versions of the app put the place of the block among its values. */
function isPlaceInText(value: Json): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const { start, end } = value as JsonObject;
  return [start, end].every((place) => typeof place === 'object' && place !== null && 'offset' in place);
}

function isJson(value: unknown): value is Json {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return true;
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value !== 'object') return false;
  if (Array.isArray(value)) return value.every(isJson);
  return Object.getPrototypeOf(value) === Object.prototype && Object.values(value).every(isJson);
}

function linksOf(cache: CachedMetadata): string[] {
  const references = [
    ...(cache.links ?? []),
    ...(cache.embeds ?? []),
    ...(cache.frontmatterLinks ?? []),
    ...(cache.referenceLinks ?? []),
  ];
  return references.map(({ link }) => getLinkpath(link)).filter((path) => path !== '');
}
