/** The host: all ports of the engine in one value. */

import type { ApprovalPort } from './approval-port';
import type { CachePort } from './cache-port';
import type { HttpPort } from './http-port';
import type { LocalModelsPort } from './local-models-port';
import type { MetadataPort } from './metadata-port';
import type { PrivateStorePort } from './private-store-port';
import type { SecretPort } from './secret-port';
import type { NotePath, VaultPort } from './vault-port';

export interface ClockPort {
  /** Milliseconds since the epoch, an integer. */
  now(): number;
  /** The system's IANA time zone. */
  timeZone(): string;
}

export interface IdPort {
  /** A new random UUID, lower case. */
  uuid(): string;
}

export interface SchedulerPort {
  /** Called once per some items of every long loop. Resolves at once, or after others had their turn. */
  pause(): Promise<void>;
  /** Runs `task` once, no earlier than `milliseconds` from now. Returns the function that calls it off. */
  after(milliseconds: number, task: () => void): () => void;
}

export interface CryptoPort {
  /** SHA-256 of the UTF-8 bytes of `text`, hex. Synchronous. */
  sha256(text: string): string;
  /** HMAC-SHA256 (RFC 2104) of the UTF-8 bytes of `text`: 32 bytes. */
  hmacSha256(key: Uint8Array, text: string): Uint8Array;
  /** Unpredictable bytes, for secrets. */
  randomBytes(length: number): Uint8Array;
}

/** Raw DEFLATE (RFC 1951), so that every host reads what another wrote. */
export interface CompressionPort {
  /** Answers at once, or lets another thread do it. */
  deflate(bytes: Uint8Array): Uint8Array | Promise<Uint8Array>;
  inflate(bytes: Uint8Array): Uint8Array;
}

export interface LoggerPort {
  /** `event` is a constant in snake_case; `data` never holds note text, tokens or absolute paths. */
  log(level: 'info' | 'warning' | 'error', event: string, data?: Readonly<Record<string, unknown>>): void;
}

/** The vault's own settings of links. D6 */
export interface LinkSettings {
  readonly newLinkFormat: 'shortest' | 'relative' | 'absolute';
  readonly useMarkdownLinks: boolean;
}

/** The provider of embeddings that the environment of the process names; it wins over the set-up. D21 */
export interface EmbeddingsEnvironment {
  readonly url: string | null;
  readonly model: string | null;
  readonly key: string | null;
  /** Where models are downloaded from: the Hugging Face Hub unless the owner names a mirror of it. */
  readonly modelHub: string | null;
}

export interface Host {
  /** Of the kind of host: `node`, `obsidian`. */
  readonly name: string;
  readonly vault: VaultPort;
  readonly privateStore: PrivateStorePort;
  readonly cache: CachePort;
  readonly http: HttpPort;
  readonly secrets: SecretPort;
  readonly clock: ClockPort;
  readonly ids: IdPort;
  readonly scheduler: SchedulerPort;
  readonly crypto: CryptoPort;
  readonly compression: CompressionPort;
  readonly logger: LoggerPort;
  /** As they are, or were a few milliseconds ago: the user may change them. */
  linkSettings(): LinkSettings;
  /** The folders of templates that the app and its plugins name. Absent: the host knows none. */
  templateFolders?(): Promise<readonly NotePath[]>;
  /** Where the private state lies, as a person would look for it; describe_database shows it. */
  readonly journalFolder: string;
  /** Present where the host already knows the notes' front matter and links (Obsidian's metadata cache). */
  readonly metadata?: MetadataPort;
  /** Models that run on this computer. Absent where no thread can be started. */
  readonly localModels?: LocalModelsPort;
  readonly embeddings?: EmbeddingsEnvironment;
  /** Asks the owner about writes of apps. Absent where the owner can't be asked. D12 */
  readonly approvals?: ApprovalPort;
  /** No write may happen: `notedb serve --read-only`. */
  readonly readOnly?: boolean;
}
