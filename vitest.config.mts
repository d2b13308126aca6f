import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const domTests = ['test/ui/**/*.test.{ts,tsx}', 'test/dom/**/*.test.{ts,tsx}'];
const browserTests = ['test/browser/**/*.test.{ts,tsx}'];
const deep = process.env['DEEP'] === '1';

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
    testTimeout: deep ? 30 * 60_000 : 10_000,
    hookTimeout: 30_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          environment: 'node',
          include: ['test/**/*.test.{ts,tsx}'],
          exclude: [...domTests, ...browserTests],
        },
      },
      {
        extends: true,
        test: {
          name: 'dom',
          environment: 'happy-dom',
          include: domTests,
          setupFiles: ['test/host/dom-setup.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          environment: 'node',
          include: browserTests,
          testTimeout: 60_000,
          hookTimeout: 120_000,
          fileParallelism: false,
        },
      },
    ],
  },
});
