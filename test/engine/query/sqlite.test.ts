/** select_rows answers as SQLite does, on random schemas, rows and queries. docs/queries.md lists where they differ on purpose. */

import { afterAll, describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../../src/engine/index';
import { times, within } from '../../deep';
import { type Question, anyQuestion } from '../../oracle/sqlite/queries';
import { Chance, type World, openWorld } from '../../oracle/sqlite/world';

const QUERIES_A_WORLD = 100;
const PARTS = 10;
const WORLDS_A_PART = times(5, 300);

const FUNCTION = '(?:year|quarter|month|week|weekday|month_day|day|hour|date)\\(';

/** What a question asks for, beyond plain columns, filters and totals: each by how its arguments look. */
const PARTS_OF_QUESTIONS: Readonly<Record<string, RegExp>> = {
  ...Object.fromEntries(
    ['year', 'quarter', 'month', 'week', 'weekday', 'month_day', 'day', 'hour'].map((name) => [
      `${name}()`,
      new RegExp(`\\b${name}\\(`),
    ]),
  ),
  'date() and days': /date\([^)]*\)[+-]\d/,
  'a date in group_by': new RegExp(`"group_by":\\[[^\\]]*${FUNCTION}`),
  'a date in order_by': new RegExp(`"order_by":\\[[^\\]]*${FUNCTION}`),
  'a date in join.on': new RegExp(`"on":\\{[^}]*${FUNCTION}`),
  'a date in an aggregate': new RegExp(`"aggregates":\\{[^}]*:${FUNCTION}`),
  count_distinct: /"count_distinct:/,
  list: /"list:/,
  median: /"median:/,
  first: /"first:/,
  last: /"last:/,
  share: /"share"/,
  order_rows_by: /"order_rows_by":\["/,
  having: /"having":\{"/,
  'having a function of a date': new RegExp(`"having":\\{.*"${FUNCTION}`),
  'rollup by': /"by":"l"/,
  'rollup via': /"via":"l"/,
  'rollup where': /"rollup":\{"r0":\{[^}]*"where"/,
  'rollup and groups': /"rollup".*"group_by"/,
  'rollup and join': /"rollup".*"join"/,
  'where of a rollup': /"where":.*"r[01]":[{"\d]/,
  compute: /"compute"/,
  'a formula of a rollup': /"compute":\{[^}]*\br[01]\b/,
  'a formula of another': /"f1":"[^"]*\bf0\b/,
  'where of a formula': /"where":.*"f[01]":[{"\dtf]/,
  'another column': /"(?:eq|ne|gt|gte|lt|lte)":\{"column"/,
  'between columns': /"between":\[\{"column"/,
  'a text of another column': /"(?:starts_with|ends_with|contains)":\{"column"/,
  'in a list': /"in":\{"column"/,
  starts_with: /"starts_with":"/,
  ends_with: /"ends_with":"/,
  between: /"between":/,
  empty: /"empty":/,
  length: /"length":/,
  'contains, of a list': /"file_(?:back)?links":\{"contains"/,
  'file_name, file_link': /"file_(?:name|link)"/,
  file_links: /"file_links"/,
  file_backlinks: /"file_backlinks"/,
  file_backlink_count: /backlink_count/,
  'through file_links': /"file_links\./,
  'through file_backlinks': /"file_backlinks\./,
};

/** SQLite has no booleans. A list without items is NULL here, as a list column without a value. */
function inSql(value: Json | undefined): Json {
  if (Array.isArray(value)) return value.length === 0 ? null : (value as Json[]).map(inSql);
  if (typeof value === 'boolean') return Number(value);
  // SQLite divides 0 by a negative number to -0.
  return value === 0 ? 0 : (value ?? null);
}

/** True when an index was used. */
async function check({ engine, database }: World, question: Question): Promise<boolean> {
  const { args, total, rows, matches, lists } = question;
  const listed = (row: JsonObject): JsonObject =>
    Object.fromEntries(lists.map((name) => [name, JSON.parse((row[name] ?? 'null') as string) as Json]));
  const wanted = (database.all(rows) as JsonObject[]).map((row): JsonObject =>
    Object.fromEntries(Object.entries({ ...row, ...listed(row) }).map(([key, value]) => [key, inSql(value)])),
  );
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
  let withParts = 0;
  const met = new Map<string, number>();
  const note = ({ args }: Question): void => {
    const text = JSON.stringify(args);
    const parts = Object.entries(PARTS_OF_QUESTIONS).filter(([, looks]) => looks.test(text));
    for (const [part] of parts) met.set(part, (met.get(part) ?? 0) + 1);
    if (parts.length > 0) withParts++;
  };
  afterAll(() => {
    expect(asked).toBe(PARTS * WORLDS_A_PART * QUERIES_A_WORLD);
    expect(indexed).toBeGreaterThan(asked / 5);
    expect(withParts, 'questions with one of the parts').toBeGreaterThan(times(3_000, 200_000));
    const rare = Object.keys(PARTS_OF_QUESTIONS).filter((part) => (met.get(part) ?? 0) < asked / 400);
    expect(rare, JSON.stringify([...met])).toEqual([]);
  });

  it.each(Array.from({ length: PARTS }, (_, part) => part))(
    'give the same answers, part %i',
    async (part) => {
      for (let n = 0; n < WORLDS_A_PART; n++) {
        const chance = new Chance(seed + part * 7919 + n * 104_729);
        const world = await openWorld(chance);
        for (let i = 0; i < QUERIES_A_WORLD; i++) {
          const question = anyQuestion(chance, world);
          note(question);
          if (await check(world, question)) indexed++;
          asked++;
        }
        world.database.close();
        await world.engine.close();
      }
    },
    within(600_000),
  );
});
