/** The bare folder under the app's adapter: real files through Node, or the same over HTTP in a browser. */

export interface DiskStat {
  readonly type: 'file' | 'folder';
  readonly size: number;
  /** Milliseconds since the epoch, whole numbers, as the app gives them. */
  readonly mtime: number;
  readonly ctime: number;
}

export interface WriteTimes {
  readonly ctime?: number;
  readonly mtime?: number;
}

/** Vault-relative paths with forward slashes; the root is `''`. Errors are Node's (`ENOENT: …`). */
export interface Disk {
  stat(path: string): Promise<DiskStat | null>;
  list(path: string): Promise<{ files: string[]; folders: string[] }>;
  read(path: string): Promise<Uint8Array>;
  write(path: string, bytes: Uint8Array, times?: WriteTimes): Promise<void>;
  append(path: string, bytes: Uint8Array): Promise<void>;
  mkdir(path: string): Promise<void>;
  rmdir(path: string, recursive: boolean): Promise<void>;
  remove(path: string): Promise<void>;
  rename(from: string, to: string): Promise<void>;
  copy(from: string, to: string): Promise<void>;
  /** False when there is no system trash. */
  trash(path: string): Promise<boolean>;
}
