/** The memory host and the Node host give the same answers to the same calls, whatever the calls: what tests of the engine prove in memory holds on disk. */

import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Host } from '../../src/engine/ports/host';
import { VaultFailure } from '../../src/engine/ports/vault-port';
import { createMemoryHost } from '../memory-host/memory-host';
import { scratchVault } from './node/scratch-vault';
import { times } from '../deep';

const RUNS = times(60, 1500);

type Call = (host: Host) => Promise<unknown>;

/** Few names, chosen to clash: by case, by Unicode form, as folder and as file, hidden, and wrong. */
const pathArb = fc.constantFrom(
  ...['a.md', 'A.md', 'b.md', 'x/a.md', 'x/A.md', 'X/a.md', 'x/y/a.md', 'x', 'a.md/b.md', '\u00fc.md', 'u\u0308.md'],
  ...['.hidden/a.md', 'x/.a.md', '../a.md', 'x//a.md', ''],
);
const textArb = fc.constantFrom('', 'one', 'two', '\uFEFFthree\r\n', 'four 🎵\n');
const nameArb = fc.constantFrom('log', 'journal/1', 'journal/2', 'state');
const bytesArb = fc.uint8Array({ maxLength: 6 });

function call<Args extends unknown[]>(
  name: string,
  args: fc.Arbitrary<Args>,
  run: (host: Host, ...args: Args) => Promise<unknown>,
): fc.Arbitrary<readonly [string, Call]> {
  return args.map((values) => [`${name}(${JSON.stringify(values).slice(1, -1)})`, (host) => run(host, ...values)]);
}

const vaultCallArb = fc.oneof(
  {
    weight: 6,
    arbitrary: call('create', fc.tuple(pathArb, textArb), ({ vault }, path, text) => vault.create(path, text)),
  },
  {
    weight: 4,
    arbitrary: call('replace', fc.tuple(pathArb, textArb, textArb), ({ vault }, path, before, after) =>
      vault.replace(path, before, after),
    ),
  },
  { weight: 4, arbitrary: call('move', fc.tuple(pathArb, pathArb), ({ vault }, from, to) => vault.move(from, to)) },
  {
    weight: 2,
    arbitrary: call('remove', fc.tuple(pathArb, textArb), ({ vault }, path, text) => vault.remove(path, text)),
  },
  {
    weight: 2,
    arbitrary: call('trash', fc.tuple(pathArb, textArb), ({ vault }, path, text) => vault.trash(path, text)),
  },
  call('createFolder', fc.tuple(pathArb), ({ vault }, path) => vault.createFolder(path)),
  call('removeFolder', fc.tuple(pathArb), ({ vault }, path) => vault.removeFolder(path)),
  call('read', fc.tuple(pathArb), ({ vault }, path) => vault.read(path)),
  call('readMany', fc.tuple(fc.array(pathArb, { maxLength: 4 })), ({ vault }, paths) => vault.readMany(paths)),
  call('stat', fc.tuple(pathArb), ({ vault }, path) => vault.stat(path)),
  call('folder', fc.tuple(pathArb), ({ vault }, path) => vault.folder(path)),
);

const storeCallArb = fc.oneof(
  call('append', fc.tuple(nameArb, bytesArb), ({ privateStore }, name, bytes) => privateStore.append(name, bytes)),
  call('write', fc.tuple(nameArb, bytesArb), ({ privateStore }, name, bytes) => privateStore.write(name, bytes)),
  call('sync', fc.tuple(nameArb), ({ privateStore }, name) => privateStore.sync(name)),
  call('remove', fc.tuple(nameArb), ({ privateStore }, name) => privateStore.remove(name)),
  call('read', fc.tuple(nameArb), ({ privateStore }, name) => privateStore.read(name)),
  call('list', fc.tuple(fc.constantFrom('', 'journal', 'none')), ({ privateStore }, folder) =>
    privateStore.list(folder),
  ),
  call('readRange', fc.tuple(nameArb, fc.nat(8), fc.nat(8)), ({ privateStore }, name, offset, length) =>
    privateStore.readRange(name, offset, length),
  ),
);

const OF_THE_DISK = new Set(['mtime', 'ctime', 'changeTime', 'inode']);

/** Time stamps and inodes differ between hosts, and so do the words of a failure; nothing else may. */
function comparable(value: unknown): unknown {
  if (value instanceof VaultFailure) return `${value.code} ${value.path}`;
  if (value instanceof Uint8Array) return [...value];
  if (Array.isArray(value)) return value.map(comparable);
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(([key]) => !OF_THE_DISK.has(key));
  return Object.fromEntries(kept.map(([key, inner]) => [key, comparable(inner)]));
}

async function answerOf(host: Host, run: Call): Promise<unknown> {
  try {
    return comparable(await run(host));
  } catch (error) {
    if (error instanceof VaultFailure) return comparable(error);
    throw error;
  }
}

async function everything(host: Host): Promise<unknown> {
  const { files: stats } = await host.vault.list();
  const texts = await host.vault.readMany(stats.map((stat) => stat.path));
  return comparable([stats, texts, await host.vault.folder(''), await host.vault.folder('x')]);
}

async function compareAnswers(calls: readonly (readonly [string, Call])[]): Promise<void> {
  const memory = createMemoryHost();
  const disk = await scratchVault();
  try {
    for (const [name, run] of calls) {
      expect(await answerOf(disk.host, run), name).toEqual(await answerOf(memory, run));
    }
    expect(await everything(disk.host)).toEqual(await everything(memory));
  } finally {
    await disk.close();
  }
}

test('about the vault', async () => {
  const histories = fc.array(vaultCallArb, { maxLength: 25 });
  await fc.assert(fc.asyncProperty(histories, compareAnswers), { numRuns: RUNS });
});

test('about the private store', async () => {
  const histories = fc.array(storeCallArb, { maxLength: 20 });
  await fc.assert(fc.asyncProperty(histories, compareAnswers), { numRuns: RUNS });
});
