/**
 * Two vaults that differ in what is hidden from an app alone: no answer, refusal or result of the app tells them apart.
 * docs/rights.md#what-an-app-sees; D22
 */

import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { App, JsonObject } from '../../../src/engine/index';
import { OPERATIONS } from '../../../src/engine/operations/registry';
import { times, within } from '../../deep';
import {
  type HiddenNote,
  LAST_WRITES,
  READS,
  WRITES,
  answerOf,
  app,
  builtVault,
  hiddenSide,
  openRows,
} from './vault-pairs';

const APPS: Readonly<Record<string, App>> = {
  'with some tables': app({}),
  'with some tables, without notes': app({
    permissions: new Set(['read', 'write', 'schema', 'history', 'webhooks', 'admin']),
  }),
  'with all tables, without notes': app({
    tables: null,
    permissions: new Set(['read', 'write', 'history']),
  }),
  'with notes alone': app({ permissions: new Set(['notes', 'admin']) }),
};

type Calls = readonly (readonly [operation: string, args: JsonObject])[];

describe.each(Object.entries(APPS))('an app %s', (_, caller) => {
  const isPlainHidden = !caller.permissions.has('notes');
  // All tables are seen: only notes that are not rows are hidden.
  const areRowsHidden = caller.tables !== null;

  async function tellsApart(calls: Calls, isOfReads: boolean, runs: number): Promise<void> {
    const side = hiddenSide(isOfReads);
    const pair = fc.tuple(side, side, openRows).map(([one, other, open]) => {
      if (areRowsHidden) return [one, other, open] as const;
      // The note that is no row alone differs.
      const [first, later] = [other.first[0] as HiddenNote, other.later[0] as HiddenNote];
      return [one, { ...one, plain: [first, later] as const }, open] as const;
    });
    await fc.assert(
      fc.asyncProperty(pair, async ([one, other, open]) => {
        const a = await builtVault(one, open, { isPlainHidden, areRowsHidden });
        const b = await builtVault(other, open, { isPlainHidden, areRowsHidden });
        let last = '';
        try {
          for (const [operation, args] of calls) {
            const given = args['migration_id'] === 'undo' ? { migration_id: last } : args;
            const [mine = '', theirs] = await Promise.all(
              [a, b].map(({ engine }) => answerOf(engine, operation, given, caller)),
            );
            last = /"migrationId":"([^"]+)"/.exec(mine)?.[1] ?? last;
            expect(`${operation} ${JSON.stringify(args)}: ${theirs}`).toBe(
              `${operation} ${JSON.stringify(args)}: ${mine}`,
            );
          }
        } finally {
          await a.engine.close();
          await b.engine.close();
        }
      }),
      { numRuns: runs },
    );
  }

  it('reads the same', { timeout: within(10_000) }, () => tellsApart(READS, true, times(3, 2000)));

  it('is answered the same when it writes, and reads the same afterwards', { timeout: within(10_000) }, () =>
    tellsApart([...WRITES, ...READS, ...LAST_WRITES], false, times(2, 1000)),
  );
});

it('knows every operation that reads', () => {
  const asked = new Set(READS.map(([operation]) => operation));
  const reads = OPERATIONS.filter(({ effect }) => effect === 'read').map(({ name }) => name);
  expect(reads.filter((name) => !asked.has(name))).toEqual([]);
});
