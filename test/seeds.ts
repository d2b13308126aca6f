/** One seed for the property tests of a run: SEED (see vitest.config.mts), which `SEED=… npx vitest run <file>` repeats. */

import * as fc from 'fast-check';

fc.configureGlobal({ seed: Number(process.env['SEED']) });
