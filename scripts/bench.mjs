/**
 * `npm run bench`: installs what it compares with next to the bench when it is not there, builds the bench and runs it.
 * Arguments go to the bench. Without SQLite there is nothing to compare with, so that is a failure.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import esbuild from 'esbuild';
import { zodWithoutJit } from './build/zod-without-jit.mjs';

const folder = path.join(path.dirname(fileURLToPath(import.meta.url)), '..', 'bench');
const entry = path.join(folder, 'main.ts');
const bundle = path.join(folder, '.build', 'main.mjs');

if (!existsSync(entry)) stop('cannot run the bench: bench/main.ts does not exist');
if (!isInstalled()) {
  console.error(
    'Installing better-sqlite3 and js-yaml for this Node (it may have to be compiled, which takes a minute) …',
  );
  const install = spawnSync('npm', ['ci'], { cwd: folder, stdio: 'inherit', shell: process.platform === 'win32' });
  if (install.status !== 0 || !isInstalled()) {
    stop(
      'The bench needs better-sqlite3, and it could not be installed: a C++ compiler, Python and the headers of this Node are needed.',
    );
  }
}

await esbuild.build({
  entryPoints: [entry],
  outfile: bundle,
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  sourcemap: 'inline',
  // As in the program: its build for Node is CommonJS and requires builtins, which an ES module can't.
  alias: { yaml: path.join(folder, '..', 'node_modules', 'yaml', 'browser', 'index.js') },
  external: ['better-sqlite3'],
  logLevel: 'warning',
  plugins: [zodWithoutJit()],
});
const bench = spawnSync(process.execPath, ['--enable-source-maps', '--expose-gc', bundle, ...process.argv.slice(2)], {
  stdio: 'inherit',
});
process.exit(bench.status ?? 1);

/** In a process of its own: a module that was compiled for another Node throws when it is loaded. */
function isInstalled() {
  const probe = `new (require('better-sqlite3'))(':memory:').close(); require('./node_modules/js-yaml');`;
  return spawnSync(process.execPath, ['-e', probe], { cwd: folder, stdio: 'ignore' }).status === 0;
}

function stop(message) {
  console.error(message);
  process.exit(1);
}
