/** S1, S3, S4: search_notes by ripgrep, the text index by SQLite's FTS5 and by the texts themselves. */

import { execFileSync, spawnSync } from 'node:child_process';
import Database from 'better-sqlite3';
import type { FileStat } from '../../src/engine/ports/vault-port';
import { Coverage } from '../../src/engine/search/coverage';
import { FoldTable } from '../../src/engine/search/fold-table';
import { SegmentBuilder } from '../../src/engine/search/segment-builder';
import { TrackedMap } from '../../src/engine/storage/tracked-map';
import { openVault } from '../engine-on-disk';
import { compare, spreadOf, timed } from '../measure';
import { type Result, resultOf } from '../result';
import { vaultFolder } from '../vault/generate';
import { type BenchNote, notesOf } from '../vault/notes';

/** Milliseconds until the index of a vault of any size is surely made. */
const LONGEST_BUILD = 120_000;

/** Each class of query with one, as the words of the vault have it. */
function queriesOf(size: number): readonly (readonly [name: string, query: string])[] {
  const counts = new Map<string, number>();
  let read = 0;
  for (const { text } of notesOf('mixed', size)) {
    if (read++ > 2000) break;
    for (const word of new Set(text.toLowerCase().match(/[a-zäöüéèñôß]+/g) ?? []))
      if (word.length > 3) counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  const words = [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).map(([word]) => word);
  const [common = '', second = ''] = words.slice(60);
  const rare = words.at(-1) ?? '';
  const accented = words.slice(100).find((word) => /[äöüéèñô]/.test(word)) ?? '';
  return [
    ['absent', 'xyzzyqux'],
    ['a rare word', rare],
    ['a common word', common],
    ['a part of words', common.slice(1, 4)],
    ['two letters', 'an'],
    ['two words', `${common} ${second}`],
    ['an accented word', accented],
  ];
}

export async function wordSearch(size: number): Promise<readonly Result[]> {
  if (spawnSync('rg', ['--version']).status !== 0) {
    console.log('S1 is not measured: there is no ripgrep (rg) on this machine.');
    return [];
  }
  const folder = vaultFolder('mixed', size);
  const vault = await openVault(folder);
  const search = (query: string): Promise<unknown> => vault.engine.run('search_notes', { query });
  await untilIndexed(search);
  const results: Result[] = [];
  for (const [label, query] of queriesOf(size)) {
    const comparison = await compare(
      () => timed(async () => JSON.stringify(await search(query))),
      () => timed(() => ripgrep(folder, query.split(' '))),
    );
    results.push(resultOf({ goal: 'S1', label, size, comparison }));
  }
  await vault.close();
  return results;
}

/** A search for nothing reads no note any more, so it takes next to no time. */
async function untilIndexed(search: (query: string) => Promise<unknown>): Promise<void> {
  const end = performance.now() + LONGEST_BUILD;
  while (performance.now() < end) {
    const took = await timed(() => search('xyzzyqux'));
    if (took < 20) return;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  throw new Error('the text index was not made in two minutes');
}

function ripgrep(folder: string, words: readonly string[]): void {
  const [first = '', ...more] = words;
  const begin = `rg -i -l -0 -g '*.md' -e '${first}' .`;
  const command = [begin, ...more.map((word) => `xargs -0 rg -i -l -0 -e '${word}'`)].join(' | ');
  // It fails where nothing is found.
  execFileSync('sh', ['-c', `${command} || true`], { cwd: folder, maxBuffer: 1 << 28 });
}

const scheduler = { pause: () => Promise.resolve() };

export async function indexBuild(size: number): Promise<Result> {
  const notes = [...notesOf('mixed', size)];
  const known = knownFiles(notes);
  const comparison = await compare(
    () => timed(() => indexOf(notes, known)),
    () => timed(() => fullTextTable(notes)),
    5,
    1,
  );
  return resultOf({ goal: 'S3', size, comparison });
}

interface KnownFiles {
  readonly stats: ReadonlyMap<string, FileStat>;
  readonly files: TrackedMap<string, FileStat>;
}

/** What the store has of the notes anyway. */
function knownFiles(notes: Iterable<BenchNote>): KnownFiles {
  const files = new TrackedMap<string, FileStat>();
  for (const { path } of notes) files.set(path, { path, size: 1, mtime: 1, ctime: 1 });
  return { stats: new Map(files), files };
}

async function indexOf(notes: Iterable<BenchNote>, { stats, files }: KnownFiles): Promise<unknown> {
  const coverage = new Coverage();
  const table = new FoldTable();
  await coverage.align(files.freeze(), scheduler);
  let builder = new SegmentBuilder(table, scheduler);
  for (const { path, text } of notes) {
    await builder.add(stats.get(path) as FileStat, text);
    if (builder.size < 1 << 14) continue;
    await coverage.add(await builder.segment(), scheduler);
    builder = new SegmentBuilder(table, scheduler);
  }
  await coverage.add(await builder.segment(), scheduler);
  return [coverage, table];
}

function fullTextTable(notes: readonly BenchNote[]): void {
  const database = new Database(':memory:');
  database.exec(`CREATE VIRTUAL TABLE notes USING fts5(path, text, tokenize = "unicode61 remove_diacritics 2")`);
  const insert = database.prepare('INSERT INTO notes VALUES (?, ?)');
  database.transaction(() => {
    for (const { path, text } of notes) insert.run(path, text);
  })();
  database.close();
}

const MEGABYTE = 1024 * 1024;

/** The texts are made one by one, so that they are not what is measured. */
export async function indexMemory(size: number): Promise<Result> {
  let bytes = 0;
  for (const { text } of notesOf('mixed', size)) bytes += Buffer.byteLength(text);
  const notes = { [Symbol.iterator]: () => notesOf('mixed', size) };
  const known = knownFiles(notes);
  const taken: number[] = [];
  for (let run = 0; run < 5; run++) taken.push((await bytesHeld(notes, known)) / MEGABYTE);
  const anchor = spreadOf([bytes / MEGABYTE]);
  const engine = spreadOf(taken);
  return resultOf({
    goal: 'S4',
    size,
    unit: 'MB',
    comparison: { engine, anchor, runs: taken.length, isJudged: engine.min > 0 },
  });
}

/** In a call of its own, so that nothing of the run before is held. */
async function bytesHeld(notes: Iterable<BenchNote>, known: KnownFiles): Promise<number> {
  const before = used();
  const held = await indexOf(notes, known);
  const after = used();
  if (held === null) throw new Error('nothing was held');
  return after - before;
}

function used(): number {
  for (let i = 0; i < 4; i++) (globalThis as { gc?: () => void }).gc?.();
  const { heapUsed, external, arrayBuffers } = process.memoryUsage();
  return heapUsed + Math.max(external, arrayBuffers);
}
