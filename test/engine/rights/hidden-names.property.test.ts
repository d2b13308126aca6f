/**
 * Two vaults in which the hidden tables, views, bases and notes bear other names: no answer or refusal tells an app that says these names
 * which vault it is. docs/rights.md#what-an-app-sees; D22
 */

import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { App } from '../../../src/engine/index';
import { times, within } from '../../deep';
import { hiddenNames, saidCall, vaultWith } from './hidden-names';
import { answerOf, app } from './vault-pairs';

const APPS: Readonly<Record<string, App>> = {
  'with notes': app({}),
  'without notes': app({ permissions: new Set(['read', 'write', 'schema', 'history', 'webhooks', 'admin']) }),
  'that only writes': app({ permissions: new Set(['write', 'schema', 'history']) }),
};

describe.each(Object.entries(APPS))('an app %s', (_, caller) => {
  it('is told the same whatever the hidden things are called', { timeout: within(10_000) }, () =>
    fc.assert(
      fc.asyncProperty(
        hiddenNames,
        hiddenNames,
        fc.array(saidCall, { minLength: 1, maxLength: 24, size: 'max' }),
        async (one, other, calls) => {
          const [a, b] = [await vaultWith(one), await vaultWith(other)];
          let last = '';
          try {
            for (const [operation, args] of calls) {
              const given = args['migration_id'] === 'last' ? { ...args, migration_id: last } : args;
              const [mine = '', theirs] = await Promise.all(
                [a, b].map((engine) => answerOf(engine, operation, given, caller)),
              );
              last = /"migrationId":"([^"]+)"/.exec(mine)?.[1] ?? last;
              expect(`${operation} ${JSON.stringify(args)}: ${theirs}`).toBe(
                `${operation} ${JSON.stringify(args)}: ${mine}`,
              );
            }
          } finally {
            await a.close();
            await b.close();
          }
        },
      ),
      { numRuns: times(12, 1000) },
    ),
  );
});
