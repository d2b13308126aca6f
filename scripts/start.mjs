/**
 * `npm start`: builds what is stale and serves a scratch copy of the demo vault, which is removed at the end.
 *
 *     npm start -- --vault DIR    serves a vault of one's own instead
 *
 * Everything else (`--port N`, `--token T`, `--read-only`) goes to `notedb serve`.
 */
import { spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, realpathSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const root = path.join(path.dirname(fileURLToPath(import.meta.url)), '..');
const options = parseArguments(process.argv.slice(2));

const built = spawnSync(process.execPath, ['esbuild.config.mjs', '--if-stale'], { cwd: root, stdio: 'inherit' });
if (built.status !== 0) process.exit(built.status ?? 1);

// For the commands of the README, which read it from there.
await mkdir(path.join(root, '.cache'), { recursive: true });
const tokenFile = path.join(root, '.cache', 'demo-token');
await rm(tokenFile, { force: true });
await writeFile(tokenFile, options.token, { mode: 0o600 });
const scratch = options.vault === undefined ? await copyDemoVault() : undefined;
const vault = options.vault ?? scratch.vault;
const server = spawn(
  process.execPath,
  [path.join(root, 'dist', 'notedb.mjs'), 'serve', vault, '--token', options.token, ...options.rest],
  { stdio: ['ignore', 'pipe', 'inherit'] },
);
// Ctrl-C in a terminal reaches the server by itself, a signal to this process alone does not.
process.on('SIGINT', () => setTimeout(() => server.kill('SIGTERM'), 300).unref());
process.on('SIGTERM', () => server.kill('SIGTERM'));

let said = false;
createInterface({ input: server.stdout }).on('line', (line) => {
  const url = said ? null : /http:\/\/[^\s/]+:\d+/.exec(line);
  if (url) {
    said = true;
    greet(url[0]);
  } else {
    console.log(line);
  }
});
server.on('exit', async (code, signal) => {
  if (scratch) {
    revokeTokensOfCopy();
    await rm(scratch.folder, { recursive: true, force: true });
  }
  process.exit(signal ? 1 : code);
});

function greet(url) {
  const curl = [
    `curl -H 'Authorization: Bearer ${options.token}'`,
    `-H 'Content-Type: application/json' -d '{}' ${url}/notedb/operations/list_tables/`,
  ].join(' ');
  console.log(`
NoteDB serves ${scratch ? 'a scratch copy of the demo vault' : vault}

  URL    ${url}
  token  ${options.token}

Open the tables in a browser, and paste the token there:

  ${url}/app/

Paste this into another terminal:

  ${curl}

Connect an agent (Claude Code; others: node dist/notedb.mjs help):

  ${connectionOf(url)}

Ctrl-C stops it${scratch ? ' and removes the copy' : ''}.
`);
}

/** The text of `notedb connect`, with a token of the agent's own. */
function connectionOf(url) {
  const { status, stdout, stderr } = notedb('connect', 'claude-code', vault, '--address', url);
  return (status === 0 ? stdout : stderr).toString().trim();
}

/** Tokens that were made for the copy are of no use without it. */
function revokeTokensOfCopy() {
  const { stdout } = notedb('token', 'list', '--json');
  const folder = realpathSync(vault);
  for (const { id } of JSON.parse(stdout.toString()).apps.filter((app) => app.vault === folder)) {
    notedb('token', 'revoke', id);
  }
}

function notedb(...args) {
  return spawnSync(process.execPath, [path.join(root, 'dist', 'notedb.mjs'), ...args]);
}

async function copyDemoVault() {
  const demo = path.join(root, 'demo-vault');
  if (!existsSync(demo)) stop(`there is no ${demo}`);
  const folder = await mkdtemp(path.join(tmpdir(), 'notedb-demo-'));
  const copy = path.join(folder, 'demo-vault');
  await cp(demo, copy, { recursive: true });
  return { folder, vault: copy };
}

function parseArguments(given) {
  const parsed = { vault: undefined, token: randomBytes(24).toString('hex'), rest: [] };
  for (let i = 0; i < given.length; i++) {
    const argument = given[i];
    if (argument !== '--vault' && argument !== '--token') {
      parsed.rest.push(argument);
      continue;
    }
    const value = given[++i];
    if (value === undefined) stop(`${argument} needs a value`);
    if (argument === '--vault') parsed.vault = path.resolve(value);
    else parsed.token = value;
  }
  return parsed;
}

function stop(message) {
  console.error(message);
  process.exit(2);
}
