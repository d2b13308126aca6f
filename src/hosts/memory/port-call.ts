/** One call of a port of the memory host, as counters and faults see it. */

export type GatedPort = 'vault' | 'privateStore' | 'cache';

/** One call of a port, as the predicates of faults see it. */
export interface PortCall {
  /** Counts from 1 over vault, private store and cache. */
  readonly number: number;
  readonly port: GatedPort;
  readonly method: string;
  /** The first path or file name of the call, `''` where there is none. */
  readonly path: string;
  /** False for calls that only look: stopping there is like stopping after the last call that changed something. */
  readonly mutates: boolean;
}
