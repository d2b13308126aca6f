/** The private state of one device: journal, contents, settings. One writer; names are relative, with `/`. */
export interface PrivateStorePort {
  /** Names of the files below a folder, not recursive, sorted. An absent folder is empty. */
  list(folder: string): Promise<readonly string[]>;
  read(file: string): Promise<Uint8Array | null>;
  /** `length` bytes from `offset`, fewer at the end of the file, null when there is no such file. */
  readRange(file: string, offset: number, length: number): Promise<Uint8Array | null>;
  /** Replaces the whole file atomically; durable when the promise resolves. */
  write(file: string, bytes: Uint8Array): Promise<void>;
  /**
   * Adds at the end, makes the file if need be. Not durable before `sync`. Resolves only when every byte was taken; a rejection
   * may leave some of them, which `read` shows then. After a crash zeros may follow the last append: what an earlier process
   * appended to is ended, not gone on with.
   */
  append(file: string, bytes: Uint8Array): Promise<void>;
  /** Makes earlier appends durable. A rejection is final: the caller must not try again on this file. */
  sync(file: string): Promise<void>;
  remove(file: string): Promise<void>;
}
