/** A place for what can be made again: the warm-start file, later text index and vectors. Losing it loses nothing. */
export interface CachePort {
  read(name: string): Promise<Uint8Array | null>;
  /** Replaces atomically; need not be durable. */
  write(name: string, bytes: Uint8Array): Promise<void>;
  remove(name: string): Promise<void>;
}
