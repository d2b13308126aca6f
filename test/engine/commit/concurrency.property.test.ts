/** Eight writers on the same rows: no update is lost, and readers see only whole migrations. D7 */

import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NotedbError, openEngine, type Engine, type JsonObject } from '../../../src/engine/index';
import { createMemoryHost } from '../../memory-host/memory-host';
import { times, within } from '../../deep';
import { column } from '../open-vault';

const WRITERS = 8;
const ACCOUNTS = ['a', 'b', 'c'] as const;
const START = 100;

const path = (account: string): string => `${account}.md`;

async function accounts(host = createMemoryHost()): Promise<Engine> {
  const engine = await openEngine(host);
  await engine.run('create_table', {
    name: 'accounts',
    description: 'Who has how much',
    columns: [column('name', 'string'), column('amount', 'integer'), column('turn', 'integer')],
  });
  for (const name of ACCOUNTS) {
    await engine.run('insert_row', { table: 'accounts', values: { name, amount: START, turn: 0 }, path: path(name) });
  }
  return engine;
}

async function amounts(engine: Engine): Promise<ReadonlyMap<string, JsonObject>> {
  const { rows } = await engine.run('select_rows', { table: 'accounts' });
  return new Map((rows as JsonObject[]).map((row) => [row['name'] as string, row]));
}

const isRefused = (error: unknown): boolean => {
  if (error instanceof NotedbError && error.code === 'conflict') return true;
  throw error;
};

describe('writers on the same rows', () => {
  const amount = fc.integer({ min: 1, max: 9 });

  it('that expect what they read lose no update', { timeout: within(120_000) }, async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.scheduler(),
        fc.array(fc.tuple(fc.constantFrom(...ACCOUNTS), amount), { minLength: WRITERS, maxLength: WRITERS }),
        async (shuffle, deposits) => {
          const engine = await accounts();
          const meant = new Map<string, number>(ACCOUNTS.map((name) => [name, START]));
          let tries = 0;
          const writer = async (name: string, more: number): Promise<void> => {
            for (;;) {
              const row = (await shuffle.schedule(amounts(engine))).get(name) as JsonObject;
              const before = row['amount'] as number;
              tries += 1;
              try {
                await shuffle.schedule(
                  engine.run('update_row', {
                    table: 'accounts',
                    path: path(name),
                    set_values: { amount: before + more },
                    expect: { amount: before },
                  }),
                );
                meant.set(name, (meant.get(name) as number) + more);
                return;
              } catch (error) {
                isRefused(error);
              }
            }
          };
          await shuffle.waitFor(Promise.all(deposits.map(([name, more]) => writer(name, more))));
          const rows = await amounts(engine);
          expect(new Map([...rows].map(([name, row]) => [name, row['amount']]))).toEqual(meant);
          expect(tries).toBeGreaterThanOrEqual(WRITERS);
        },
      ),
      { numRuns: times(40, 2_000) },
    );
  });

  it('that change several rows at once are seen in full or not at all', { timeout: within(120_000) }, async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.scheduler(),
        fc.array(fc.array(amount, { minLength: 1, maxLength: 3 }), { minLength: WRITERS, maxLength: WRITERS }),
        async (shuffle, turns) => {
          const engine = await accounts();
          let isDone = false;
          const writer = async (which: number, values: readonly number[]): Promise<void> => {
            for (const value of values) {
              await shuffle.schedule(
                engine.run('update_rows', { table: 'accounts', set_values: { amount: value, turn: which } }),
              );
            }
          };
          let looks = 0;
          const reader = async (): Promise<void> => {
            while (!isDone) {
              const rows = [...(await shuffle.schedule(amounts(engine))).values()];
              looks += 1;
              expect(rows).toHaveLength(ACCOUNTS.length);
              expect(new Set(rows.map((row) => row['amount'])).size).toBe(1);
              expect(new Set(rows.map((row) => row['turn'])).size).toBe(1);
            }
          };
          const writers = Promise.all(turns.map((values, i) => writer(i + 1, values))).then(() => (isDone = true));
          await shuffle.waitFor(Promise.all([writers, reader(), reader()]));
          expect(looks).toBeGreaterThan(0);
        },
      ),
      { numRuns: times(40, 2_000) },
    );
  });

  it('show readers the state before for as long as their cycle is under way', async () => {
    const host = createMemoryHost();
    const engine = await accounts(host);
    const sums: number[] = [];
    const looks: Promise<unknown>[] = [];
    host.faults.failWhile(() => {
      looks.push(
        amounts(engine).then((rows) =>
          sums.push([...rows.values()].reduce((sum, row) => sum + (row['amount'] as number), 0)),
        ),
      );
      return false;
    }, 'EIO');
    await engine.run('update_rows', { table: 'accounts', set_values: { amount: 1 } });
    await engine.run('delete_rows', { table: 'accounts', mode: 'delete', where: { name: 'a' } });
    host.faults.clear();
    await Promise.all(looks);
    expect(looks.length).toBeGreaterThan(5);
    const rises = sums.filter((sum, i) => i === 0 || sum !== sums[i - 1]);
    expect(rises).toEqual([300, 3, 2].slice(0, rises.length));
    expect(rises[0]).toBe(300);
  });
});
