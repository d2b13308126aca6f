/** G1: a walk of two steps, by SQLite's recursive query over a table of the same links in the same process. */

import Database from 'better-sqlite3';
import { type Engine, type JsonObject, openEngine } from '../../src/engine/index';
import { createMemoryHost } from '../../test/memory-host/memory-host';
import { compare, meanOf, meanOfSync, timed } from '../measure';
import { type Result, resultOf } from '../result';
import { Random } from '../vault/random';

/** Walks in one sample. */
const TIMES = 50;

/** As in vaults of people who link much. */
const LINKS_A_NOTE = 6.5;

/** Every hundredth note links so many others: a walk from it meets more than 500. */
const LINKS_OF_A_HUB = 80;

const METASTORE = `format: 1

tables:
  main.default.notes:
    description: what is linked
    columns:
      - name: parent
        type: link
        description: above it
`;

interface LinkedVault {
  readonly files: Readonly<Record<string, string>>;
  readonly paths: readonly string[];
  readonly links: readonly (readonly [source: number, target: number])[];
}

const isHub = (note: number): boolean => note % 100 === 7;

function vaultOf(size: number): LinkedVault {
  const random = new Random(size);
  const paths = Array.from({ length: size }, (_, i) => `notedb/main/default/notes/note ${i}.md`);
  const files: Record<string, string> = { 'notedb/metastore.yaml': METASTORE };
  const links: (readonly [number, number])[] = [];
  for (const [source, path] of paths.entries()) {
    const count = isHub(source) ? LINKS_OF_A_HUB : Math.floor(random.between(0, LINKS_A_NOTE * 2 - 1));
    const targets = [...new Set(Array.from({ length: count }, () => random.below(size)))];
    for (const target of targets) links.push([source, target]);
    const [parent, ...others] = targets.map((target) => `[[note ${target}]]`);
    const id = `00000000-0000-4000-9000-${String(source).padStart(12, '0')}`;
    const head = ['table: main.default.notes', `id: ${id}`, ...(parent === undefined ? [] : [`parent: "${parent}"`])];
    files[path] = `---\n${head.join('\n')}\n---\n${others.join(' and ')}\n`;
  }
  return { files, paths, links };
}

/** Paths are kept once, and links by number, as a program would. */
function sqliteOf({ paths, links }: LinkedVault): Database.Database {
  const database = new Database(':memory:');
  database.exec(
    'CREATE TABLE notes (id INTEGER PRIMARY KEY, path TEXT); CREATE TABLE links (source INTEGER, target INTEGER)',
  );
  const [note, link] = [
    database.prepare('INSERT INTO notes VALUES (?, ?)'),
    database.prepare('INSERT INTO links VALUES (?, ?)'),
  ];
  database.transaction(() => {
    for (const [id, path] of paths.entries()) note.run(id, path);
    for (const pair of links) link.run(...pair);
  })();
  database.exec(
    'CREATE UNIQUE INDEX path ON notes (path); CREATE INDEX out ON links (source, target); CREATE INDEX "in" ON links (target, source); ANALYZE',
  );
  return database;
}

const WALK = (next: string): string => `
  WITH RECURSIVE walk(note, depth) AS (
    SELECT id, 0 FROM notes WHERE path = ?
    UNION
    SELECT ${next} AND walk.depth < 2)
  SELECT path, min(depth) AS depth FROM walk JOIN notes ON notes.id = walk.note
  GROUP BY note HAVING min(depth) > 0 ORDER BY depth, path LIMIT 500`;

const OUT = 'target, depth + 1 FROM walk JOIN links ON source = walk.note WHERE true';
const BOTH = `${OUT} AND walk.depth < 2 UNION SELECT source, depth + 1 FROM walk JOIN links ON target = walk.note WHERE true`;

export async function walks(size: number): Promise<readonly Result[]> {
  const vault = vaultOf(size);
  const engine = await openEngine(createMemoryHost({ files: vault.files }));
  const database = sqliteOf(vault);
  const results: Result[] = [];
  for (const [label, direction, sql, hub] of [
    ['out', 'out', OUT, false],
    ['both ways', 'both', BOTH, false],
    ['out, from a note with 80 links', 'out', OUT, true],
  ] as const) {
    const starts = vault.paths
      .filter((_, i) => isHub(i) === hub)
      .filter((_, i, all) => i % Math.ceil(all.length / TIMES) === 0);
    const statement = database.prepare(WALK(sql));
    for (const path of starts.slice(0, 5))
      await checkSame(engine, path, direction, statement.all(path) as JsonObject[]);
    const comparison = await compare(
      meanOf(starts.length, (i) => engine.run('graph_traverse', argumentsOf(starts[i] ?? '', direction))),
      meanOfSync(starts.length, (i) => statement.all(starts[i])),
    );
    results.push(resultOf({ goal: 'G1', label, size, unit: 'us', comparison }));
  }
  await printUpkeep(engine, vault);
  database.close();
  return results;
}

const argumentsOf = (path: string, direction: string): JsonObject => ({ from_nodes: { paths: [path] }, direction });

async function checkSame(
  engine: Engine,
  path: string,
  direction: string,
  theirs: readonly JsonObject[],
): Promise<void> {
  const ours = (await engine.run('graph_traverse', argumentsOf(path, direction)))['nodes'] as JsonObject[];
  const isSame = ours.length === theirs.length && ours.every((each, i) => each['path'] === theirs[i]?.['path']);
  if (!isSame) throw new Error(`graph_traverse reaches other notes than SQLite: ${ours.length}, not ${theirs.length}`);
}

/** What the first walk after a save costs more than the next one: nothing is kept up to date before. */
async function printUpkeep(engine: Engine, { paths }: LinkedVault): Promise<void> {
  const walk = (): Promise<number> => timed(() => engine.run('graph_traverse', argumentsOf(paths[3] ?? '', 'both')));
  await walk();
  const [first, next]: number[][] = [[], []];
  for (let i = 0; i < 30; i++) {
    await engine.run('insert_row', { table: 'notes', values: { parent: `[[note ${i}]]` }, body: `[[note ${i + 1}]]` });
    first?.push(await walk());
    next?.push(await walk());
  }
  const median = (values: readonly number[] = []): number => [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;
  console.log(
    `    first walk after a new note: ${median(first).toFixed(3)} ms, the next one: ${median(next).toFixed(3)} ms`,
  );
}
