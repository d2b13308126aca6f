/**
 * `npm test`: builds what the browser and plugin tests load, then runs vitest. Arguments go to vitest.
 * `--deep` (or DEEP=1) makes the property tests and the crash loop long.
 */
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.join(path.dirname(fileURLToPath(import.meta.url)), '..');
const given = process.argv.slice(2);
const env = { ...process.env };
if (given.includes('--deep')) env.DEEP = '1';

run(['esbuild.config.mjs', '--if-stale']);
run(['node_modules/vitest/vitest.mjs', 'run', ...given.filter((argument) => argument !== '--deep')]);

function run(argv) {
  const { status, error } = spawnSync(process.execPath, argv, { cwd: root, env, stdio: 'inherit' });
  if (error) throw error;
  if (status !== 0) process.exit(status ?? 1);
}
