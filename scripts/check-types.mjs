/** `npm run check:types`: everything, then the engine with nothing of a host around it. */
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.join(path.dirname(fileURLToPath(import.meta.url)), '..');
// `node_modules/.bin/tsc` is that of TypeScript 6, which the linter reads types with.
const tsc = path.join(root, 'node_modules/typescript-native/bin/tsc');

for (const config of ['tsconfig.json', 'tsconfig.engine.json']) {
  const { status, error } = spawnSync(process.execPath, [tsc, '-p', config], { cwd: root, stdio: 'inherit' });
  if (error) throw error;
  if (status !== 0) process.exit(status ?? 1);
}
