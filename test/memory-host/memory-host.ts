/** A complete host in memory: for tests, with faults, crashes and the disk images that a crash may leave. */

import type { EmbeddingsEnvironment, Host, LinkSettings } from '../../src/engine/ports/host';
import type { HttpPort } from '../../src/engine/ports/http-port';
import type { NotePath } from '../../src/engine/ports/vault-port';
import { DEFAULT_LINK_SETTINGS } from '../../src/hosts/link-settings';
import { CallGate } from './call-gate';
import type { MemoryApprovals } from './memory-approvals';
import type { DiskImage, VaultFile } from './disk-image';
import { PlannedFaults } from './planned-faults';
import { memoryCompression, MemoryClock, MemoryCrypto, MemoryIds, MemoryLogger, MemoryScheduler } from './memory-parts';
import { MemoryNetwork } from './memory-network';
import { MemoryCache, MemoryPrivateStore, MemorySecrets } from './memory-private-store';
import { MemoryVault } from './memory-vault';
import { ExternalEditor } from './external-editor';
import { PrivateDisk, wholeBytes, privateVariants } from './private-disk';
import { VaultDisk, vaultVariants } from './vault-disk';

export interface MemoryHostOptions {
  /** The notes that are there already, durable. */
  readonly files?: Readonly<Record<NotePath, string>>;
  /** Milliseconds since the epoch. Default: 2026-03-05T12:00:00Z. */
  readonly now?: number;
  /** Default: UTC. */
  readonly timeZone?: string;
  readonly linkSettings?: Partial<LinkSettings>;
  readonly templateFolders?: readonly string[];
  readonly readOnly?: boolean;
  /** Whether the vault's own writes come back through `watch`, as they do on disk. Default: true. */
  readonly echoes?: boolean;
  /** The programs outside. Default: nobody answers. A reboot keeps it. */
  readonly network?: MemoryNetwork;
  /** The provider of embeddings that the environment names. */
  readonly embeddings?: EmbeddingsEnvironment;
  /** The owner who is asked before an app writes. Default: nobody can be asked. */
  readonly approvals?: MemoryApprovals;
  /** Shares the memory of hashes among hosts. */
  readonly crypto?: MemoryCrypto;
}

const DEFAULT_NOW = Date.UTC(2026, 2, 5, 12);

/** A `Host` whose disk, clock and luck the test decides. */
export class MemoryHost implements Host {
  readonly name = 'memory';
  readonly clock: MemoryClock;
  readonly ids: MemoryIds;
  readonly scheduler: MemoryScheduler;
  readonly crypto: MemoryCrypto;
  readonly compression = memoryCompression;
  readonly logger = new MemoryLogger();
  readonly vault: MemoryVault;
  readonly privateStore: MemoryPrivateStore;
  readonly cache: MemoryCache;
  readonly secrets: MemorySecrets;
  readonly network: MemoryNetwork;
  readonly http: HttpPort;
  readonly journalFolder = '.notedb/memory/';
  readonly readOnly: boolean;
  readonly embeddings: EmbeddingsEnvironment;
  readonly approvals?: MemoryApprovals;
  readonly faults = new PlannedFaults();
  /** Numbers and counts the calls; interrupts and stops them. */
  readonly calls = new CallGate(this.faults);
  readonly external: ExternalEditor;
  private links: LinkSettings;
  private readonly vaultDisk: VaultDisk;
  private readonly privateDisk: PrivateDisk;

  constructor(
    image: DiskImage,
    private readonly options: MemoryHostOptions = {},
  ) {
    this.clock = new MemoryClock(image.now, options.timeZone ?? 'UTC', image.lastStamp);
    this.ids = new MemoryIds(image.idsGiven);
    this.scheduler = new MemoryScheduler(this.clock, () => this.calls.crashed);
    this.crypto = options.crypto ?? new MemoryCrypto();
    this.readOnly = options.readOnly ?? false;
    this.embeddings = options.embeddings ?? { url: null, model: null, key: null, modelHub: null };
    this.links = { ...DEFAULT_LINK_SETTINGS, ...options.linkSettings };
    this.vaultDisk = new VaultDisk(image.files, image.folders);
    this.privateDisk = new PrivateDisk(image.privateFiles);
    const nextStamp = (): number => this.clock.nextStamp();
    const echoes = options.echoes ?? true;
    this.vault = new MemoryVault({ disk: this.vaultDisk, gate: this.calls, nextStamp, echoes });
    this.privateStore = new MemoryPrivateStore(this.privateDisk, this.calls);
    this.cache = new MemoryCache(new Map(image.cacheFiles), this.calls);
    this.secrets = new MemorySecrets(new Map(image.secrets), this.calls);
    this.network = options.network ?? new MemoryNetwork();
    this.http = this.network.client(this.calls, this.scheduler);
    if (options.approvals !== undefined) this.approvals = options.approvals;
    this.external = new ExternalEditor(this.vaultDisk, this.vault, nextStamp);
  }

  linkSettings(): LinkSettings {
    return this.links;
  }

  templateFolders(): Promise<readonly string[]> {
    return Promise.resolve(this.options.templateFolders ?? []);
  }

  setLinkSettings(settings: Partial<LinkSettings>): void {
    this.links = { ...this.links, ...settings };
  }

  /** The process stops at the call with this number: it and every later call throw `CrashSignal`. */
  crashAt(number: number, moment: 'before' | 'after' | 'torn' = 'before'): void {
    this.calls.crashAt(number, moment);
  }

  /** Moves the clock and runs the timers that are due. */
  advance(milliseconds: number): void {
    this.scheduler.advance(milliseconds);
  }

  /** The disk as the process sees it: what stays when only the process is killed, or when it closes. */
  image(): DiskImage {
    const privateFiles = new Map([...this.privateDisk.files].map(([name, file]) => [name, wholeBytes(file)]));
    const { files, folders } = this.vaultDisk;
    return this.imageOf('killed', new Map(files), new Set(folders), privateFiles);
  }

  /**
   * The disks that a power cut at this moment may leave, the mildest first. The vault's states and the private files' states
   * are combined, except for the finer tears of notes and the further cuts of private files; the model is in `vault-disk.ts` and
   * `private-disk.ts`. The last one has also lost the cache.
   */
  *images(furtherCuts = 0): Generator<DiskImage> {
    const privateStates = [...privateVariants(this.privateDisk, furtherCuts)];
    const coarse = privateStates.filter(({ isFine }) => !isFine);
    for (const [i, vault] of [...vaultVariants(this.vaultDisk)].entries()) {
      for (const own of vault.isFine ? privateStates.slice(0, 1) : i === 0 ? privateStates : coarse) {
        yield this.imageOf(`${vault.label}; ${own.label}`, vault.files, vault.folders, own.files);
      }
    }
    if (this.cache.files.size > 0) yield { ...this.image(), label: 'cache lost', cacheFiles: new Map() };
  }

  /** The host after a restart: by default of a killed process, else from one of its images. Keeps the options. */
  reboot(image: DiskImage = this.image()): MemoryHost {
    const { crypto, network } = this;
    return new MemoryHost(image, { ...this.options, timeZone: this.clock.timeZone(), crypto, network });
  }

  private imageOf(
    label: string,
    files: ReadonlyMap<NotePath, VaultFile>,
    folders: ReadonlySet<NotePath>,
    privateFiles: ReadonlyMap<string, Uint8Array>,
  ): DiskImage {
    const cacheFiles = new Map(this.cache.files);
    const [now, lastStamp] = [this.clock.now(), this.clock.lastStamp];
    const secrets = new Map(this.secrets.byName);
    return { label, files, folders, privateFiles, cacheFiles, secrets, now, lastStamp, idsGiven: this.ids.given };
  }
}

/** A new host whose disk holds the given files, all of them durable. */
export function createMemoryHost(options: MemoryHostOptions = {}): MemoryHost {
  const now = options.now ?? DEFAULT_NOW;
  const disk = new VaultDisk();
  for (const [path, text] of Object.entries(options.files ?? {})) disk.put(path, { text, mtime: now, ctime: now });
  const empty = new Map<string, Uint8Array>();
  const { files, folders } = disk;
  const stores = { privateFiles: empty, cacheFiles: empty, secrets: new Map<string, string>() };
  return new MemoryHost({ label: 'new', files, folders, ...stores, now, lastStamp: 0, idsGiven: 0 }, options);
}
