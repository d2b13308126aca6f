/** What is so after a while. */

import { vi } from 'vitest';

/** Shorter than a test may take before it counts as hung (vitest.config.mts), so that it is told what did not come. */
const LIMIT_MS = 50_000;

/**
 * What `check` gives as soon as it throws no more. Its last error, when that takes too long: the limit is far beyond what
 * anything takes, since a machine that stands still for a second must not fail a test (`vi.waitFor` alone gives up after one).
 */
export const eventually = <T>(check: () => T | Promise<T>): Promise<T> => vi.waitFor(check, LIMIT_MS);
