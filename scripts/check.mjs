/** `npm run check`: format, lint, types, layers, two at a time; runs all of them and ends with a failure when one failed. */
import { spawn } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.join(path.dirname(fileURLToPath(import.meta.url)), '..');
/** The longest first. */
const waiting = ['check:lint', 'check:types', 'check:format', 'check:layers'];
const failed = [];

await Promise.all([work(), work()]);
console.log(failed.length === 0 ? '\nAll checks passed.' : `\nFailed: ${failed.join(', ')}`);
process.exit(failed.length === 0 ? 0 : 1);

async function work() {
  for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
    const { status, output } = await run(name);
    console.log(`\n— ${name}\n${output}`);
    if (status !== 0) failed.push(name);
  }
}

/** What it says comes in one piece when it is done. */
function run(name) {
  return new Promise((resolve, reject) => {
    const npm = spawn('npm', ['run', '--silent', name], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      shell: process.platform === 'win32',
    });
    let output = '';
    for (const stream of [npm.stdout, npm.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text));
    npm.on('error', reject);
    npm.on('close', (status) => resolve({ status, output }));
  });
}
