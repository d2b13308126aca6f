/** Gives a run its types. It evaluates no operation: callers have it before the vault is open. */

import type { JsonObject } from '../json';
import type { RunOperation } from './registry';

/** The same run, for those who know at compile time what they run. */
export const typedRun = (run: (name: string, args: JsonObject) => Promise<JsonObject>): RunOperation =>
  run as RunOperation;
