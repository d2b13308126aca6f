/** The ports that differ between desktop and phone, and the place of their private state. */

import type { CachePort } from '../../engine/ports/cache-port';
import type { CompressionPort, CryptoPort } from '../../engine/ports/host';
import type { HttpPort } from '../../engine/ports/http-port';
import type { SecretPort } from '../../engine/ports/secret-port';
import type { PrivateStorePort } from '../../engine/ports/private-store-port';
import type { EmbeddingsEnvironment } from '../../engine/ports/host';
import type { LocalModelsPort } from '../../engine/ports/local-models-port';
import type { NotePath } from '../../engine/ports/vault-port';

export interface DeviceOptions {
  /** Desktop: where the device id and the secrets lie. Default: the operating system's place for state. */
  readonly stateFolder?: string;
  /** Desktop: default is the operating system's place for caches, a folder a vault. */
  readonly cacheFolder?: string;
  /** Default: the stored id of this device (on a desktop `NOTEDB_DEVICE` goes before it). */
  readonly device?: string;
  readonly readOnly?: boolean;
}

export interface DeviceParts {
  readonly device: string;
  readonly privateStore: PrivateStorePort;
  readonly cache: CachePort;
  readonly crypto: CryptoPort;
  readonly compression: CompressionPort;
  /** Sends to the address that was checked, and follows no redirect. Null on a phone: the app's client does neither. */
  readonly directHttp: HttpPort | null;
  /** The secrets of the headless program on this device. Null on a phone. */
  readonly secretFiles: SecretPort | null;
  /** The files of local models, and how folders are read where there are any. */
  readonly models: Pick<LocalModelsPort, 'files' | 'readFolder'>;
  /** Null where programs have no environment. */
  readonly embeddings: EmbeddingsEnvironment | null;
  readonly sync: (paths: readonly NotePath[]) => Promise<void>;
  readonly close: () => void;
}

/** Hidden, so that the app shows nothing of it, and one a device, so that two never write one file. D1, D2 */
export const privateFolderOf = (device: string): string => `.notedb/${device}`;
