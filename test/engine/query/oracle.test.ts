/** select_rows answers as a slow reader of notes does: links, lists, trees, tokens, bases, unions, views over views. docs/queries.md, docs/sources-and-views.md. */

import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../../src/engine/index';
import { times, within } from '../../deep';
import type { Chance } from '../../oracle/notes/filters';
import { anyQuestion } from '../../oracle/notes/questions';
import { Reader } from '../../oracle/notes/relation';
import { Oracle, type Query, type Question } from '../../oracle/notes/select';
import { DEFINITIONS, type World, anyWorld, filesOf, qualified } from '../../oracle/notes/world';
import { type TestVault, openVault } from '../open-vault';

const WORLDS = times(150, 20_000);
const QUESTIONS_A_WORLD = 12;

/** Each choice is a number, so that fewer and smaller ones are tried when a case fails. */
const question: fc.Arbitrary<Question> = fc.array(fc.nat(0xffff), { size: 'max', maxLength: 100 }).map((numbers) => {
  let next = 0;
  const below = (count: number): number => (numbers[next++] ?? 0) % count;
  const chance: Chance = { below, of: (values) => values[below(values.length)] as never, once: (n) => below(n) === 0 };
  return anyQuestion(chance);
});

/** The views of each question under names of its own. */
function named(question: Question, index: number): Question {
  return JSON.parse(JSON.stringify(question).replaceAll('"vw_', `"vw_${index}_`)) as Question;
}

/** The definitions with the views of all questions, as a hand may write them. */
function definitionsWith(metastore: string, questions: readonly Question[]): string {
  const lines = questions.flatMap(({ views }) =>
    views.map(({ name, query }) => `  ${qualified(name)}:\n    query: ${JSON.stringify(wired(query))}\n`),
  );
  return lines.length === 0 ? metastore : `${metastore}views:\n${lines.join('')}`;
}

/** A metastore names tables by their whole names. */
const wired = ({ table, union, ...more }: Query): JsonObject => ({
  ...more,
  ...(table === undefined ? {} : { table: wire(table) }),
  ...(union === undefined ? {} : { union: union.map((part) => ({ ...part, table: wire(part.table) })) }),
});

const wire = (name: string): string => (name.includes(':') ? name : qualified(name));

async function answerOf(vault: TestVault, { args }: Question, own: string): Promise<JsonObject> {
  const { total = null, rows = null } = await vault.run('select_rows', {
    ...(args as unknown as JsonObject),
    this_note: own,
  });
  return { total, rows };
}

/** Which rows those are hangs on the order. */
const takesPart = ({ args, views }: Question): boolean =>
  [args, ...views.map(({ query }) => query)].some(({ limit, offset }) => limit !== undefined || offset !== undefined);

const asIs = (answer: unknown): unknown => answer;

function inAnyOrder(answer: unknown): unknown {
  const { total, rows } = answer as { readonly total: Json; readonly rows: readonly Json[] };
  return { total, rows: rows.map((row) => JSON.stringify(row)).sort() };
}

const told = (world: World, question: Question): string =>
  [JSON.stringify(question, null, 1), ...Object.entries(filesOf(world)).flat()].join('\n');

/** What some questions have to ask for. */
const PARTS = [
  ...['count_distinct', 'median', 'first', 'last', 'list'].map((kind) => `"${kind}:`),
  ...['year', 'quarter', 'month', 'week', 'weekday', 'month_day', 'day', 'hour'].map((name) => `${name}(`),
  ...['"share"', '"rollup":{"', '"by":"', '"via":"', '"having":{"', '"order_rows_by":["', '{"column":"'],
  ...['between', 'length', 'empty', 'starts_with', 'ends_with'].map((operator) => `"${operator}":`),
];

describe('select_rows and a slow reader of notes', () => {
  let metastore: string;
  beforeAll(async () => {
    const vault = await openVault();
    for (const [operation, args] of DEFINITIONS) await vault.run(operation, args);
    metastore = vault.text('notedb/metastore.yaml') as string;
    await vault.engine.close();
  });

  it(
    'give the same answers',
    async () => {
      const questions = fc.array(question, {
        minLength: QUESTIONS_A_WORLD / 2,
        maxLength: QUESTIONS_A_WORLD,
        size: 'max',
      });
      let asked = 0;
      const met = new Map(PARTS.map((part) => [part, 0]));
      await fc.assert(
        fc.asyncProperty(anyWorld, questions, async (world, given) => {
          const all = given.map(named);
          const files = { ...filesOf(world), 'notedb/metastore.yaml': definitionsWith(metastore, all) };
          const vault = await openVault({ files });
          for (const each of all) {
            const oracle = new Oracle(new Reader(world), each.views);
            const wanted = oracle.answer(each.args);
            if (oracle.leavesOrderOpen && takesPart(each)) continue;
            const found = await answerOf(vault, each, world.own.path).catch((error: unknown) => {
              throw new Error(told(world, each), { cause: error });
            });
            const form = oracle.leavesOrderOpen ? inAnyOrder : asIs;
            expect(form(found), told(world, each)).toEqual(form(wanted));
            asked++;
            const text = JSON.stringify(each);
            for (const [part, count] of met) if (text.includes(part)) met.set(part, count + 1);
          }
          await vault.engine.close();
        }),
        { numRuns: WORLDS },
      );
      expect(asked).toBeGreaterThan(WORLDS * 8);
      const rare = [...met].filter(([, count]) => count < asked / 400);
      expect(rare).toEqual([]);
    },
    within(600_000),
  );
});
