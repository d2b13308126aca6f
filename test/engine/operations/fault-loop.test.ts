/** A disk that is full, broken or locked, at every call of every write: D7. */

import { describe, expect, it } from 'vitest';
import { isDeep } from '../../deep';
import { CRASH_SCENARIOS, usualScenarios } from '../commit/scenarios';
import { type Fault, faultLoop } from './fault-loop';

const LOCKED: Fault = { code: 'EACCES', forever: true };

/** Those of test/engine/commit/fault-loop.test.ts too. */
const OTHERS: readonly Fault[] = [
  { code: 'ENOSPC', forever: true },
  { code: 'ENOSPC', forever: false },
  { code: 'EIO', forever: false },
];

const KINDS = isDeep ? [LOCKED, ...OTHERS] : [LOCKED];

const scenarios = usualScenarios(CRASH_SCENARIOS);

describe('a disk that fails', () => {
  it.each(scenarios.map((scenario) => [scenario.name, scenario] as const))(
    '%s: the tree is untouched or fully written, the error says what to do, and the program goes on',
    async (_name, scenario) => {
      const { faults, bad } = await faultLoop(scenario, KINDS);
      expect(bad).toEqual([]);
      expect(faults).toBeGreaterThan(0);
    },
    60_000,
  );
});
