/** Faults planned by a test: which call of a port fails, how, and how long. */

export type GatedPort = 'vault' | 'privateStore' | 'cache' | 'secrets' | 'network';

/** One call of a port, as the predicates of faults see it. */
export interface PortCall {
  /** Counts from 1 over all gated ports. */
  readonly number: number;
  readonly port: GatedPort;
  readonly method: string;
  /** The first path or file name of the call, `''` where there is none. */
  readonly path: string;
  /** All of them, of a call about several files. */
  readonly paths?: readonly string[];
  /** False for calls that only look: stopping there is like stopping after the last call that changed something. */
  readonly mutates: boolean;
}

export type FaultCode = 'io' | 'ENOSPC' | 'EIO' | 'EACCES' | 'ELOOP' | 'ENAMETOOLONG' | 'EMFILE' | 'EBUSY' | 'EROFS';

interface PlannedFault {
  readonly matches: (call: PortCall) => boolean;
  readonly code: FaultCode;
  readonly isForever: boolean;
}

/** The plan. `ENOSPC` and `EROFS` hit only calls that write: a full disk is still readable. */
export class PlannedFaults {
  private planned: PlannedFault[] = [];

  /** Fails the call with this number; with `forever` every call from there on. */
  failAt(number: number, code: FaultCode, options: { readonly forever?: boolean } = {}): void {
    const isForever = options.forever ?? false;
    const matches = (call: PortCall): boolean => (isForever ? call.number >= number : call.number === number);
    this.planned.push({ matches, code, isForever });
  }

  /** Fails the next call that matches: `failNext('vault.replace', 'ENOSPC', 'notes/a.md')`. */
  failNext(name: `${PortCall['port']}.${string}`, code: FaultCode, path?: string): void {
    const matches = (call: PortCall): boolean =>
      `${call.port}.${call.method}` === name && (path === undefined || call.path === path);
    this.planned.push({ matches, code, isForever: false });
  }

  /** Fails every call that matches, until `clear`. */
  failWhile(matches: (call: PortCall) => boolean, code: FaultCode): void {
    this.planned.push({ matches, code, isForever: true });
  }

  /** The disk works again. */
  clear(): void {
    this.planned = [];
  }

  /** The lasting fault of one of the paths that a call is about; the call itself goes on. */
  lastingAt(call: Omit<PortCall, 'number'>): FaultCode | null {
    return this.planned.find((fault) => fault.isForever && isHit(fault, { number: 0, ...call }))?.code ?? null;
  }

  /** The fault that hits this call; one that hits once is used up. */
  take(call: PortCall): FaultCode | null {
    const fault = this.planned.find((planned) => isHit(planned, call));
    if (fault === undefined) return null;
    if (!fault.isForever) this.planned = this.planned.filter((planned) => planned !== fault);
    return fault.code;
  }
}

function isHit(fault: PlannedFault, call: PortCall): boolean {
  const onlyWrites = fault.code === 'ENOSPC' || fault.code === 'EROFS';
  return (call.mutates || !onlyWrites) && fault.matches(call);
}

/** What private store, cache and secrets throw, shaped like an error of the operating system. */
export class DiskError extends Error {
  constructor(
    readonly code: FaultCode,
    readonly path: string,
  ) {
    super(`${code}: ${path}`);
    this.name = 'DiskError';
  }
}
