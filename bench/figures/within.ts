/** Q6: the rows of a branch, by SQLite's recursive query on the same rows in the same process. */

import { type Engine, type JsonObject, openEngine } from '../../src/engine/index';
import { createMemoryHost } from '../../test/memory-host/memory-host';
import { compare, meanOf, meanOfSync } from '../measure';
import { type Result, resultOf } from '../result';
import { type MemoryRow, sqliteOf } from '../rows-in-memory';

const TIMES = 50;

/** Places below a place: three levels down there are some 500. */
const BELOW = 8;

const METASTORE = `format: 1

tables:
  main.default.places:
    description: where things are
    columns:
      - name: part_of
        type: link
        description: the place that it lies in
        hierarchy: true
      - name: kind
        type: string
        description: what it is
  main.default.visits:
    description: who was where
    columns:
      - name: place
        type: link
        description: where
        ref: main.default.places
      - name: days
        type: integer
        description: how long
`;

const folder = 'notedb/main/default';

/** As many places as asked for, each in the one with an eighth of its number, and a visit of each. */
function rowsOf(count: number): Record<'places' | 'visits', readonly MemoryRow[]> {
  const id = (i: number): string => `00000000-0000-4000-9000-${String(i).padStart(12, '0')}`;
  const places = Array.from({ length: count }, (_, i): MemoryRow => ({
    table: 'places',
    id: id(i),
    path: `${folder}/places/place ${i}.md`,
    values: { kind: `kind ${i % 7}`, ...(i === 0 ? {} : { part_of: `[[place ${Math.floor((i - 1) / BELOW)}]]` }) },
  }));
  const visits = Array.from({ length: count }, (_, i): MemoryRow => ({
    table: 'visits',
    id: id(count + i),
    path: `${folder}/visits/visit ${i}.md`,
    values: { place: `[[place ${(i * 7919) % count}]]`, days: i % 30 },
  }));
  return { places, visits };
}

function noteOf({ table, id, values }: MemoryRow): string {
  const lines = Object.entries(values).map(([key, value]) => `${key}: "${String(value)}"`);
  return `---\ntable: main.default.${table}\nid: ${id}\n${lines.join('\n').replace(/"(\d+)"/g, '$1')}\n---\n`;
}

export async function branches(size: number): Promise<readonly Result[]> {
  const { places, visits } = rowsOf(size);
  const files: Record<string, string> = { 'notedb/metastore.yaml': METASTORE };
  for (const row of [...places, ...visits]) files[row.path] = noteOf(row);
  const engine = await openEngine(createMemoryHost({ files }));
  const linked = places.map((row, i) => ({ ...row, values: { ...row.values, link: `[[place ${i}]]` } }));
  const database = sqliteOf(
    { name: 'places', columns: ['part_of', 'kind', 'link'], rows: linked, indexes: ['part_of', 'link'] },
    { name: 'visits', columns: ['place', 'days'], rows: visits, indexes: ['place'] },
  );
  // Three levels below it lie the leaves.
  const depth = Math.floor(Math.log(size * (BELOW - 1)) / Math.log(BELOW));
  const top = Math.floor((BELOW ** (depth - 3) - 1) / (BELOW - 1));
  const branch = `WITH RECURSIVE branch(link) AS (
    SELECT '[[place ${top}]]' UNION ALL
    SELECT places.link FROM branch CROSS JOIN places ON places.part_of = branch.link)`;
  const questions = {
    rows: [
      'places',
      `${branch} SELECT places.* FROM branch CROSS JOIN places ON places.link = branch.link ORDER BY path LIMIT 1000`,
    ],
    'links into it': [
      'visits',
      `${branch} SELECT visits.* FROM branch CROSS JOIN visits ON visits.place = branch.link ORDER BY path LIMIT 1000`,
    ],
  } as const;
  const results: Result[] = [];
  for (const [label, [table, sql]] of Object.entries(questions)) {
    const statement = database.prepare(sql);
    const where = { [table === 'places' ? 'part_of' : 'place']: { within: `[[place ${top}]]` } };
    const args = { table, where, limit: 1000 };
    const [ours, theirs] = [await pathsOf(engine, args), (statement.all() as JsonObject[]).map(({ path }) => path)];
    if (theirs.length < 100 || JSON.stringify(ours) !== JSON.stringify(theirs))
      throw new Error(`within gives other rows than SQLite's: ${ours.length}, not ${theirs.length}`);
    const comparison = await compare(
      meanOf(TIMES, () => engine.run('select_rows', args)),
      meanOfSync(TIMES, () => statement.all()),
    );
    results.push(resultOf({ goal: 'Q6', label: `${label} (${theirs.length})`, size, unit: 'us', comparison }));
  }
  database.close();
  return results;
}

const pathsOf = async (engine: Engine, args: JsonObject) =>
  ((await engine.run('select_rows', args))['rows'] as JsonObject[]).map(({ path }) => path);
