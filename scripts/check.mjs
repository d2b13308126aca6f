/** `npm run check`: format, lint, types, layers; runs all of them and ends with a failure when one failed. */
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.join(path.dirname(fileURLToPath(import.meta.url)), '..');
const checks = ['check:format', 'check:lint', 'check:types', 'check:layers'];

const failed = checks.filter((name) => {
  console.log(`\n— ${name}`);
  const npm = spawnSync('npm', ['run', '--silent', name], {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  if (npm.error) throw npm.error;
  return npm.status !== 0;
});
console.log(failed.length === 0 ? '\nAll checks passed.' : `\nFailed: ${failed.join(', ')}`);
process.exit(failed.length === 0 ? 0 : 1);
