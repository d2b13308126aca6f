/**
 * How fast `notedb mirror` is, against a PostgreSQL that runs already. Build first.
 *
 *     node bench/mirror.mjs postgres://postgres@127.0.0.1/postgres [rows]
 *
 * Prints the snapshot in rows a second, past changes in changes a second end to end, with and without a json column, and how far the mirror is
 * behind 16 writers.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';

const [url, size = '10000'] = process.argv.slice(2);
const ROWS = Number(size);
const PIECE = 1000;
const WRITERS = 16;
const SECONDS = 6;
const TOKEN = 'token-of-the-bench';
const program = fileURLToPath(new URL('../dist/notedb.mjs', import.meta.url));
const folder = mkdtempSync(path.join(tmpdir(), 'notedb-bench-mirror-'));
const vault = path.join(folder, 'vault');
const environment = {
  ...process.env,
  NOTEDB_TOKEN: TOKEN,
  XDG_STATE_HOME: path.join(folder, 'state'),
  XDG_CACHE_HOME: path.join(folder, 'cache'),
};

const start = (args) =>
  spawn(process.execPath, [program, ...args], { env: environment, stdio: ['ignore', 'pipe', 'inherit'] });

/** Waits for a line of the output. */
const line = (child, pattern) =>
  new Promise((resolve, reject) => {
    let said = '';
    child.stdout.on('data', (text) => {
      said += text;
      const found = pattern.exec(said);
      if (found !== null) resolve(found[0]);
    });
    child.once('close', () => reject(new Error(`it ended: ${said}`)));
  });

const ended = (child) => new Promise((resolve) => child.once('close', resolve));

async function main() {
  await import('node:fs').then(({ mkdirSync }) => mkdirSync(vault));
  const server = start(['serve', vault, '--port', '0', '--quiet']);
  const address = await line(server, /http:\/\/[^\s/]+:\d+/);
  const ask = async (operation, args = {}) => {
    const answer = await fetch(`${address}/notedb/operations/${operation}/`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${TOKEN}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(args),
    });
    const json = await answer.json();
    if (!answer.ok) throw new Error(JSON.stringify(json));
    return json;
  };
  const client = new pg.Client(url);
  await client.connect();
  await client.query('drop schema if exists bench_mirror cascade');
  const mirror = () => start(['mirror', 'postgres', url, '--vault', vault, '--schema', 'bench_mirror', '--once']);

  const column = (name, type, more = {}) => ({ name, type, description: name, ...more });
  const columns = [
    column('name', 'string', { required: true }),
    column('status', 'enum', { values: ['open', 'paid', 'sent'] }),
    column('pieces', 'integer'),
    column('price', 'number'),
    column('gift', 'boolean'),
    column('due', 'date'),
    column('sent', 'datetime'),
    column('words', 'list', { items: { type: 'string' } }),
  ];
  for (const [name, more] of [
    ['plain', []],
    ['nested', [column('extra', 'json')]],
  ]) {
    await ask('create_table', { name, description: name, columns: [...columns, ...more] });
    for (let from = 0; from < ROWS; from += PIECE) {
      const rows = Array.from({ length: Math.min(PIECE, ROWS - from) }, (_, i) => ({
        name: `${name} ${from + i}`,
        ...{
          status: 'open',
          pieces: i,
          price: i / 4,
          gift: i % 2 === 0,
          due: '2026-11-28',
          sent: '2026-11-28T10:00',
          words: ['a', 'b'],
        },
        ...(name === 'nested' ? { extra: { k: i, l: [1, { m: 'x' }] } } : {}),
      }));
      await ask('merge_rows', { table: name, on: ['name'], rows });
    }
  }
  const snapshot = mirror();
  await line(snapshot, /Reading/);
  const began = performance.now();
  await line(snapshot, /Mirrored/);
  report(`snapshot of ${2 * ROWS} rows`, 2 * ROWS, performance.now() - began);
  await ended(snapshot);

  for (const table of ['plain', 'nested']) {
    for (const pieces of [1, 2]) {
      await ask('update_rows', { table, set_values: { pieces } });
    }
    const following = mirror();
    const then = performance.now();
    await ended(following);
    report(`${2 * ROWS} past updates of ${table}, with the start of the program`, 2 * ROWS, performance.now() - then);
  }
  await follow(ask, client);
  await client.query('drop schema bench_mirror cascade');
  await client.end();
  server.kill('SIGTERM');
  await ended(server);
}

/** How far behind the newest change the mirror is while others write. */
async function follow(ask, client) {
  const following = start(['mirror', 'postgres', url, '--vault', vault, '--schema', 'bench_mirror']);
  const { rows } = await ask('select_rows', { table: 'plain', limit: WRITERS * 20 });
  const until = performance.now() + SECONDS * 1000;
  let writes = 0;
  const late = [];
  const write = async (writer) => {
    for (let i = 0; performance.now() < until; i += 1) {
      const { path: note } = rows[writer * 20 + (i % 20)];
      await ask('update_row', { table: 'plain', path: note, set_values: { pieces: i } });
      writes += 1;
    }
  };
  const watch = async () => {
    while (performance.now() < until) {
      const { head } = await ask('list_changes', { limit: 0 });
      const at = performance.now();
      for (;;) {
        const found = await client.query('select seq from bench_mirror._feed');
        if (Number(found.rows[0].seq) >= head) break;
        await new Promise((resolve) => setTimeout(resolve, 5));
        if (performance.now() > until + 10_000) break;
      }
      late.push(performance.now() - at);
    }
  };
  await new Promise((resolve) => setTimeout(resolve, 1500));
  await Promise.all([...Array.from({ length: WRITERS }, (_, i) => write(i)), watch()]);
  following.kill('SIGTERM');
  await ended(following);
  late.sort((a, b) => a - b);
  const shown = (part) => `${Math.round(late[Math.min(late.length - 1, Math.floor(late.length * part))])} ms`;
  console.log(
    `following ${WRITERS} writers: ${Math.round(writes / (SECONDS - 1.5))} writes/s, behind by ${shown(0.5)} (median), ${shown(0.95)} (95 %)`,
  );
}

function report(what, count, milliseconds) {
  console.log(`${what}: ${Math.round(milliseconds)} ms, ${Math.round((count / milliseconds) * 1000)} a second`);
}

try {
  await main();
} finally {
  rmSync(folder, { recursive: true, force: true });
}
