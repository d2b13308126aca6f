/** No crash leaves a mixture: every write is there in full or not at all, and what was answered is there. D7 */

import { describe, expect, it } from 'vitest';
import { isDeep, size, times, within } from '../../deep';
import { crashLoop } from './crash-loop';
import { CHAIN_SCENARIOS } from './chain-scenarios';
import { HISTORY_SCENARIOS } from './history-scenarios';
import { CRASH_SCENARIOS, usualScenarios } from './scenarios';

/** At least this many disk images are looked at. */
const LEAST_IMAGES = size(530, 200_000);

/** Of every n-th image the recovery is stopped too, at each of its calls. A larger scale does so more often: the disks of the writes are all looked at already. */
const RECOVERY_EVERY = isDeep ? Math.max(1, Math.round(200_000 / times(0, 10_000))) : 1_000;

/** Of the disks the usual run looks at every 864th, deep runs at all. */
const EVERY = size(864, 1);
/** Deep runs cut journals at more places than the ends and middles of their records. */
const FURTHER_CUTS = times(0, 5);
const FROM = Number(process.env['SEED']) % EVERY;

const scenarios = usualScenarios([...CRASH_SCENARIOS, ...CHAIN_SCENARIOS, ...HISTORY_SCENARIOS]);

let images = 0;

describe('the crash loop', () => {
  it.each(scenarios.map((scenario) => [scenario.name, scenario] as const))(
    '%s',
    async (_name, scenario) => {
      const report = await crashLoop(scenario, {
        crashRecoveryEvery: RECOVERY_EVERY,
        every: EVERY,
        from: FROM,
        furtherCuts: FURTHER_CUTS,
      });
      images += report.images;
      if (isDeep) console.log(`crash loop, ${scenario.name}: ${report.images} disk images`);
      expect(report.bad).toEqual([]);
    },
    within(120_000),
  );

  it('looks at enough images', () => {
    console.log(`crash loop: ${images} disk images`);
    expect(images).toBeGreaterThanOrEqual(LEAST_IMAGES);
  });
});

describe('the crash loop notices', () => {
  it.each([
    ['an answer before the sync', { skipSync: true }],
    ['a segment that is cut before its notes are synced', { skipNoteSync: true }],
    ['records without a checksum', { skipChecksum: true }],
    ['a torn note that is taken for an edit', { skipTornRule: true }],
    ['notes that are written before their record', { applyFirst: true }],
  ] as const)(
    '%s',
    async (_what, weakness) => {
      const bad: string[] = [];
      for (const scenario of CRASH_SCENARIOS.filter(({ name }) =>
        /^(update_rows|insert_row|delete_rows delete)/.test(name),
      )) {
        bad.push(...(await crashLoop(scenario, { weakness })).bad);
        if (bad.length > 0) break;
      }
      expect(bad.length).toBeGreaterThan(0);
    },
    120_000,
  );
});
