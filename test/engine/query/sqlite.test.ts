/** select_rows answers as SQLite does, on random schemas, rows and queries. docs/queries.md lists where they differ on purpose. */

import { afterAll, describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../../src/engine/index';
import { times, within } from '../../deep';
import { type Question, anyQuestion } from '../../oracle/sqlite/queries';
import { Chance, type World, openWorld } from '../../oracle/sqlite/world';

const QUERIES_A_WORLD = 100;
const PARTS = 10;
const WORLDS_A_PART = times(5, 400);

/** SQLite has no booleans. */
const inSql = (value: Json | undefined): Json => (typeof value === 'boolean' ? Number(value) : (value ?? null));

/** True when an index was used. */
async function check({ engine, database }: World, question: Question): Promise<boolean> {
  const { args, total, rows, matches } = question;
  const wanted = database.all(rows) as JsonObject[];
  const answer = await engine.run('select_rows', { ...args, explain: true });
  const found = answer['rows'] as readonly JsonObject[];
  const shown = found.map((row) =>
    Object.fromEntries(Object.keys(wanted[0] ?? {}).map((key) => [key, inSql(row[key])])),
  );
  expect({ total: answer['total'], rows: shown }, JSON.stringify(question)).toEqual({
    total: (database.get(total) as JsonObject)['total'],
    rows: wanted,
  });
  const isIndexed = (answer['explain'] as JsonObject)['index'] !== null;
  if (matches === undefined) return isIndexed;
  const pairOf = (path: Json | undefined, match: Json | undefined): string => JSON.stringify([path, match]);
  const pairs = found.flatMap((row) => (row['j'] as JsonObject[]).map((match) => pairOf(row['path'], match['path'])));
  const joined = (database.all(matches) as JsonObject[]).map(({ path, match }) => pairOf(path, match));
  expect(pairs.sort(), JSON.stringify(question)).toEqual(joined.sort());
  return isIndexed;
}

describe('select_rows and SQLite', () => {
  const seed = Number(process.env['SEED']);
  let asked = 0;
  let indexed = 0;
  afterAll(() => {
    expect(asked).toBe(PARTS * WORLDS_A_PART * QUERIES_A_WORLD);
    expect(indexed).toBeGreaterThan(asked / 5);
  });

  it.each(Array.from({ length: PARTS }, (_, part) => part))(
    'give the same answers, part %i',
    async (part) => {
      for (let n = 0; n < WORLDS_A_PART; n++) {
        const chance = new Chance(seed + part * 7919 + n * 104_729);
        const world = await openWorld(chance);
        for (let i = 0; i < QUERIES_A_WORLD; i++) {
          if (await check(world, anyQuestion(chance, world))) indexed++;
          asked++;
        }
        world.database.close();
        await world.engine.close();
      }
    },
    within(600_000),
  );
});
