/** No arguments make an operation fail with an internal error, and none break the vault for the next call. D5 */

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { openEngine } from '../../src/engine/index';
import { times, within } from '../deep';
import { hostileCall, LAST_MIGRATION, TABLES } from './hostile-calls';
import { errorOf, serverFixture } from './server-fixture';
import type { ServerFixture } from './server-fixture';

async function vaultWithTables(): Promise<ServerFixture> {
  const files = { 'loose.md': '---\nname: Loose\n---\n', 'Folder/other.md': 'No front matter.\n' };
  const fixture = await serverFixture({}, { files });
  for (const table of TABLES) await fixture.engine.run('create_table', table);
  await fixture.engine.run('insert_row', { table: 'projects', values: { name: 'House' } });
  for (const name of ['a', 'b', 'c']) {
    await fixture.engine.run('insert_row', { table: 'tasks', values: { name, hours: 1, project: '[[House]]' } });
  }
  return fixture;
}

async function lastMigration({ engine }: ServerFixture): Promise<string> {
  const { migrations } = (await engine.run('list_migrations', { limit: 1 })) as {
    migrations: { migration_id?: string }[];
  };
  return JSON.stringify(migrations[0] ?? {}).match(/[0-9a-f]{8}-[0-9a-f-]{27}/)?.[0] ?? '';
}

const answered: Record<string, number> = {};

it(
  'holds for every operation, in any order, and the vault opens again as it was',
  async () => {
    const { engine } = await serverFixture();
    const calls = fc.array(fc.constantFrom(...engine.operations).chain(hostileCall), { minLength: 1, maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(calls, async (sequence) => {
        const fixture = await vaultWithTables();
        for (const { operation, args } of sequence) {
          const isLast = args['migration_id'] === LAST_MIGRATION;
          const known = isLast ? { ...args, migration_id: await lastMigration(fixture) } : args;
          const response = await fixture.call(operation, known);
          const outcome = `${operation} ${response.status}`;
          answered[outcome] = (answered[outcome] ?? 0) + 1;
          expect([200, 400, 404, 422]).toContain(response.status);
          if (response.status !== 200) expect(errorOf(response).message).not.toBe('');
        }
        const tables = await fixture.engine.run('list_tables');
        const migrations = await fixture.engine.run('list_migrations');
        await fixture.engine.close();
        const again = fixture.host.reboot();
        const reopened = await openEngine(again);
        expect([await reopened.run('list_tables'), await reopened.run('list_migrations')]).toEqual([
          tables,
          migrations,
        ]);
        const logged = [...fixture.host.logger.entries, ...again.logger.entries];
        expect(logged.filter(({ level }) => level === 'error')).toEqual([]);
      }),
      { numRuns: times(150, 4_000) },
    );
    const succeeded = engine.operations.filter(({ name }) => (answered[`${name} 200`] ?? 0) > 0);
    expect(succeeded.length).toBeGreaterThan(11);
  },
  within(600_000),
);
