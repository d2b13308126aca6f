/** A chain of rows that are marked as done follows the library's list; each step is undone to the byte. docs/recurrence.md */

import * as fc from 'fast-check';
import { RRule } from 'rrule';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/engine/index';
import { MS_A_DAY, leadingDay } from '../../../src/kernel/calendar';
import { times, within } from '../../deep';
import { openVault, type TestVault } from '../open-vault';

const column = (name: string, type: string, more: JsonObject = {}): JsonObject => ({
  name,
  type,
  description: `The ${name}`,
  ...more,
});

async function chores(recurs: JsonObject, timeZone?: string): Promise<TestVault> {
  const vault = await openVault(timeZone === undefined ? {} : { timeZone });
  await vault.run('create_table', {
    name: 'chores',
    description: 'Chores',
    columns: [
      column('name', 'string'),
      column('due', 'date', { recurs: { rule: 'repeats', done: 'done', ...recurs } }),
      column('repeats', 'string'),
      column('done', 'boolean'),
    ],
    filename: '{name} {due}',
  });
  return vault;
}

const insert = (vault: TestVault, due: string | null, repeats: string): Promise<unknown> =>
  vault.run('insert_row', { table: 'chores', values: { name: 'Bins', due, repeats } });

const OPEN = { table: 'chores', where: { done: { exists: false } }, columns: ['due', 'repeats'] };

async function openRows(vault: TestVault): Promise<readonly JsonObject[]> {
  const { rows } = await vault.run('select_rows', OPEN);
  return rows as readonly JsonObject[];
}

/** Marks the open row as done; the date of the next one, null when there is none. */
async function finish(vault: TestVault): Promise<{ readonly date: string | null; readonly migration: string }> {
  const [row] = await openRows(vault);
  const path = row?.['path'] ?? '';
  const { migrationId } = await vault.run('update_row', { table: 'chores', path, set_values: { done: true } });
  const [next] = await openRows(vault);
  return { date: (next?.['due'] ?? null) as string | null, migration: migrationId as string };
}

const RULES = [
  'FREQ=DAILY;INTERVAL=3',
  'FREQ=WEEKLY;BYDAY=MO,TH;INTERVAL=2',
  'FREQ=WEEKLY;BYDAY=SU,MO;WKST=SU;INTERVAL=2',
  'FREQ=MONTHLY',
  'FREQ=MONTHLY;BYMONTHDAY=-1',
  'FREQ=MONTHLY;BYDAY=-1FR,2TU',
  'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1',
  'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29',
  'FREQ=YEARLY;INTERVAL=2;BYDAY=20MO',
  'FREQ=DAILY;COUNT=3',
  'FREQ=WEEKLY;COUNT=1',
  'FREQ=MONTHLY;UNTIL=20270301',
];

describe('a series', () => {
  it(
    'goes through the dates of the library, and each undo restores every note',
    async () => {
      const firsts = fc.integer({ min: leadingDay('2026-01-01'), max: leadingDay('2026-12-31') });
      await fc.assert(
        fc.asyncProperty(
          fc.constantFrom(...RULES),
          firsts,
          fc.integer({ min: 1, max: 5 }),
          async (text, from, steps) => {
            const all = new RRule({ ...RRule.parseString(text), dtstart: new Date(from * MS_A_DAY) })
              .all((_, index) => index <= steps)
              .map((date) => date.toISOString().slice(0, 10));
            const [first] = all;
            fc.pre(first !== undefined);
            const vault = await chores({});
            await insert(vault, first, text);
            const seen: (string | null)[] = [first];
            while (seen.length <= steps && seen.at(-1) !== null) {
              const before = vault.host.external.notes();
              const { date, migration } = await finish(vault);
              const after = vault.host.external.notes();
              const { migrationId } = await vault.run('undo_migration', { migration_id: migration });
              expect(vault.host.external.notes()).toEqual(before);
              await vault.run('undo_migration', { migration_id: migrationId as string });
              expect(vault.host.external.notes()).toEqual(after);
              seen.push(date);
            }
            const expected = [...all, null].slice(0, seen.length);
            expect(seen).toEqual(expected);
          },
        ),
        { numRuns: times(12, 400) },
      );
    },
    within(60_000),
  );

  it('counts from the day on which the row is done', async () => {
    const vault = await chores({ from: 'done' });
    vault.host.clock.set(Date.UTC(2026, 10, 28, 12));
    await insert(vault, '2026-11-02', 'FREQ=WEEKLY');
    expect(await finish(vault)).toMatchObject({ date: '2026-12-05' });
  });

  it('counts from that day in the zone of the vault', async () => {
    const vault = await chores({ from: 'done' }, 'Pacific/Auckland');
    vault.host.clock.set(Date.UTC(2026, 10, 28, 12));
    await insert(vault, '2026-11-02', 'FREQ=DAILY');
    expect(await finish(vault)).toMatchObject({ date: '2026-11-30' });
  });

  it('begins today where a row has no date', async () => {
    const vault = await chores({});
    await vault.run('alter_table', { table: 'chores', filename: '{name}' });
    vault.host.clock.set(Date.UTC(2026, 10, 28, 12));
    await insert(vault, null, 'FREQ=DAILY;INTERVAL=2');
    expect(await finish(vault)).toMatchObject({ date: '2026-11-30' });
  });
});
