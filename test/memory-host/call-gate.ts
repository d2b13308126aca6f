/** The door that every call of a memory port passes: it numbers, counts, fails and stops calls. */

import type { FaultCode, PlannedFaults, GatedPort, PortCall } from './planned-faults';

export type CrashMoment =
  /** The call does nothing. */
  | 'before'
  /** The call does its work, and nobody hears of it. */
  | 'after'
  /** The call does half of its work. */
  | 'torn';

/** The process stopped here: thrown by the call that `crashAt` names and by every later one. Not to be caught by an engine. */
export class CrashSignal extends Error {
  constructor() {
    super('the process stopped here');
    this.name = 'CrashSignal';
  }
}

/** What one call does when nothing is in its way, and what is left when it stops halfway. */
export interface CallEffect<Result> {
  readonly run: () => Result;
  /** Half of the work; also what a call leaves behind that fails halfway, where its promise allows that. */
  readonly half?: () => void;
  readonly failure: (code: FaultCode) => Error | Result;
  /** True where a failed call may leave `half` behind. */
  readonly failsHalfway?: boolean;
}

/** Numbers calls and lets them through, fails them, or stops the process. */
export class CallGate {
  /** Every call since the start or the last `reset`. */
  log: PortCall[] = [];
  crashed = false;
  private total = 0;
  private readonly counts = new Map<string, number>();
  private crash: { readonly number: number; readonly moment: CrashMoment } | null = null;
  private readonly actions = new Map<number, () => void>();

  constructor(private readonly faults: PlannedFaults) {}

  /** How many calls there were: `count('vault.read')`, or all of them. */
  count(name?: `${GatedPort}.${string}`): number {
    return name === undefined ? this.total : (this.counts.get(name) ?? 0);
  }

  /** Starts to count and to number anew; planned faults, crashes and actions stay. */
  reset(): void {
    this.total = 0;
    this.log = [];
    this.counts.clear();
  }

  crashAt(number: number, moment: CrashMoment): void {
    this.crash = { number, moment };
  }

  /** Does something just before the call with this number: an edit by someone else, for instance. */
  actAt(number: number, action: () => void): void {
    this.actions.set(number, action);
  }

  /** Of one of several paths that a call is about: the others are no worse for it. */
  faultAt(call: Omit<PortCall, 'number'>): FaultCode | null {
    return this.faults.lastingAt(call);
  }

  async pass<Result>(description: Omit<PortCall, 'number'>, effect: CallEffect<Result>): Promise<Result> {
    if (this.crashed) throw new CrashSignal();
    const call = this.enter(description);
    this.actions.get(call.number)?.();
    if (this.crash?.number === call.number) this.stop(this.crash.moment, effect);
    const code = this.faults.take(call);
    if (code === null) return effect.run();
    if (effect.failsHalfway === true) effect.half?.();
    const failure = effect.failure(code);
    if (failure instanceof Error) throw failure;
    return failure;
  }

  private enter(description: Omit<PortCall, 'number'>): PortCall {
    this.total += 1;
    const name = `${description.port}.${description.method}`;
    this.counts.set(name, (this.counts.get(name) ?? 0) + 1);
    const call = { number: this.total, ...description };
    this.log.push(call);
    return call;
  }

  private stop<Result>(moment: CrashMoment, effect: CallEffect<Result>): never {
    this.crashed = true;
    try {
      if (moment === 'after') effect.run();
      if (moment === 'torn') (effect.half ?? effect.run)();
    } catch {
      // A call that would have been refused changes nothing, and nobody is left to hear the refusal.
    }
    throw new CrashSignal();
  }
}
