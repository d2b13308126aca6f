/**
 * `npm run test:matrix`: installs, builds and tests the committed tree in a fresh clone with each supported Node, and
 * compares what was built byte for byte. `-- --build-only` leaves the tests out.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const versions = ['20', '22', '24'];
const outputs = ['main.js', 'dist/local-models/main.js', 'dist/notedb.mjs', 'dist/ort-wasm-simd.wasm.br'];
const root = path.join(path.dirname(fileURLToPath(import.meta.url)), '..');
const work = mkdtempSync(path.join(tmpdir(), 'notedb-matrix-'));
process.on('exit', () => rmSync(work, { recursive: true, force: true }));

const built = versions.map((version) => tryOn(version));
for (const output of outputs) {
  const hashes = built.map((files) => files[output]);
  if (new Set(hashes).size > 1)
    stop(`${output} differs: ${versions.map((v, i) => `Node ${v} ${hashes[i]}`).join(', ')}`);
}
console.log(`\nThe same bytes on Node ${versions.join(', ')}.`);

/** Gives the hash of each built file. */
function tryOn(version) {
  const nodeFolder = path.join(work, `node-${version}`);
  const clone = path.join(work, `clone-${version}`);
  run(work, process.env, 'npm', 'install', '--silent', '--no-save', '--prefix', nodeFolder, `node@${version}`);
  run(work, process.env, 'git', 'clone', '--quiet', root, clone);
  const bin = path.join(nodeFolder, 'node_modules', '.bin');
  const env = { ...process.env, PATH: `${bin}${path.delimiter}${process.env.PATH}` };
  console.log(`\n— Node ${spawnSync('node', ['--version'], { env, encoding: 'utf8' }).stdout.trim()}`);
  run(clone, env, 'npm', 'ci');
  run(clone, env, 'npm', 'run', 'build');
  const hashes = Object.fromEntries(outputs.map((output) => [output, hashOf(path.join(clone, output))]));
  if (!process.argv.includes('--build-only')) run(clone, env, 'npm', 'test');
  return hashes;
}

function hashOf(file) {
  return createHash('sha256').update(readFileSync(file)).digest('hex');
}

function run(cwd, env, command, ...argv) {
  const { status, error } = spawnSync(command, argv, {
    cwd,
    env,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  if (error) throw error;
  if (status !== 0) stop(`failed in ${cwd}: ${command} ${argv.join(' ')}`);
}

function stop(message) {
  console.error(message);
  process.exit(1);
}
