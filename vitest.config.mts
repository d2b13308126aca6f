import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const domTests = ['test/ui/**/*.test.{ts,tsx}', 'test/dom/**/*.test.{ts,tsx}'];
const browserTests = ['test/browser/**/*.test.{ts,tsx}'];
/**
 * The kernel, the engine and the server keep nothing outside their objects but what they can make again, so that their tests may share one copy of them: reading it
 * anew for each file took as long as a sixth of them. One that puts other modules in its place (`vi.mock`) has a copy for itself.
 */
const engineTests = ['test/{kernel,engine,conformance,model,server}/**/!(link-targets).test.ts'];
const deep = process.env['DEEP'] === '1';
/** As `within` of test/deep.ts: what is repeated more often may take longer. */
const longest = 30 * 60_000 * Math.max(1, Number(process.env['SCALE'] ?? 1));

/** The usual run takes the same steps on the page of the server (journey-page.test.ts), and the first two of the four seeds of the model. */
const deepOnly = deep
  ? []
  : ['test/browser/journey-app.test.ts', 'test/browser/huge-text.test.ts', 'test/model/agrees-{3,4}.property.test.ts'];

/**
 * The seed of the property tests. `npm test` and `.ci/run` always take the same one, so that they try the same cases everywhere.
 * `npm run test:deep` takes a new one each time.
 */
const FIXED_SEED = 20261126;

if (process.env['SEED'] === undefined) {
  process.env['SEED'] = String(deep ? Date.now() % 2 ** 31 : FIXED_SEED);
  console.log(`seed of the property tests: ${process.env['SEED']}`);
}

export default defineConfig({
  // The app's package holds types only; at run time tests have a stand-in of our own.
  resolve: {
    alias: [
      { find: /^obsidian$/, replacement: fileURLToPath(new URL('test/host/obsidian-module.ts', import.meta.url)) },
    ],
  },
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  test: {
    maxWorkers: 2,
    // For what hangs: a busy machine is no reason to fail.
    testTimeout: deep ? longest : 60_000,
    hookTimeout: 60_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'engine',
          environment: 'node',
          isolate: false,
          setupFiles: ['test/seeds.ts'],
          include: engineTests,
          exclude: deepOnly,
        },
      },
      {
        extends: true,
        test: {
          name: 'node',
          environment: 'node',
          setupFiles: ['test/seeds.ts'],
          include: ['test/**/*.test.{ts,tsx}'],
          exclude: [...engineTests, ...domTests, ...browserTests, ...deepOnly],
        },
      },
      {
        extends: true,
        test: {
          name: 'dom',
          environment: 'happy-dom',
          // A document of their own, and one copy of what they test: reading it anew took two thirds of their time.
          isolate: false,
          include: domTests,
          setupFiles: ['test/seeds.ts', 'test/host/dom-setup.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          environment: 'node',
          // Each file has a browser of its own, and one copy of what makes its vaults: reading it anew took half as long as the tests.
          isolate: false,
          setupFiles: ['test/seeds.ts'],
          include: browserTests,
          exclude: deepOnly,
          testTimeout: deep ? longest : 120_000,
          hookTimeout: 120_000,
          // The machine is busy while several browsers run.
          expect: { poll: { timeout: 60_000 } },
        },
      },
    ],
  },
});
