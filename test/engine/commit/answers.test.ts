/** What a call answers that writes nothing holds: it is told when the writes before it are, and judged anew when they are taken back. docs/architecture.md: Commit protocol */

import { describe, expect, it } from 'vitest';
import { type JsonObject, NotedbError } from '../../../src/engine/index';
import { PEOPLE, type TestVault, openVault } from '../open-vault';

const ADA = 'notedb/main/default/people/Ada.md';

type Call = readonly [string, JsonObject];

const INSERT: Call = ['insert_row', { table: 'people', values: { name: 'Ada', email: 'ada@example.org' } }];

/** A call beside the insert of Ada, and its answer when there is no such row. */
const BESIDE: readonly (readonly [string, Call, JsonObject])[] = [
  ['update_row that changes nothing', ['update_row', { table: 'people', path: ADA, set_values: { name: 'Ada' } }], { code: 'conflict' }], // prettier-ignore
  ['update_rows that matches nothing else', ['update_rows', { table: 'people', set_values: { name: 'Ada' }, expect_rows: 1 }], { code: 'conflict' }], // prettier-ignore
  ['adopt_rows of a row', ['adopt_rows', { table: 'people', paths: [ADA], relocate: false }], { code: 'refused' }],
  ['merge_rows of the same row', ['merge_rows', { table: 'people', on: ['email'], rows: [{ email: 'ada@example.org' }] }], { code: 'refused' }], // prettier-ignore
  ['recompute_columns', ['recompute_columns', { table: 'people' }], { changed: 0, summary: expect.stringContaining('0') as string }], // prettier-ignore
  ['a dry run', ['update_rows', { table: 'people', set_values: { born: '2000-01-01' }, dry_run: true }], { changed: 0, plannedUpdates: [] }], // prettier-ignore
  ['a dry run of what the row stands in the way of', ['insert_row', { table: 'people', values: { name: 'Eve', email: 'ada@example.org' }, dry_run: true }], { changed: 1 }], // prettier-ignore
  ['a write that the row stands in the way of', ['insert_row', { table: 'people', values: { name: 'Eve', email: 'ada@example.org' } }], { changed: 1 }], // prettier-ignore
  ['a refusal', ['insert_row', { table: 'people', values: { email: 'ada@example.org' } }], { code: 'refused', violations: [{ code: 'required' }] }], // prettier-ignore
];

/** How the insert fails though it was planned well, and with which code. */
const FAILURES: readonly (readonly [string, string, (vault: TestVault) => void])[] = [
  ['meets a note that somebody wrote', 'conflict', ({ host }) => host.external.write(ADA, 'Theirs\n')],
  ['can not be written', 'unavailable', ({ host }) => host.faults.failNext('vault.create', 'EIO', ADA)],
  ['can not be recorded', 'unavailable', ({ host }) => host.faults.failNext('privateStore.append', 'ENOSPC')],
];

const outcome = (call: Promise<JsonObject>): Promise<JsonObject> =>
  call.catch((error: unknown) => {
    if (error instanceof NotedbError)
      return { code: error.code, violations: error.violations } as unknown as JsonObject;
    throw error;
  });

async function people(): Promise<TestVault> {
  const vault = await openVault({ echoes: false });
  await vault.run('create_table', PEOPLE);
  return vault;
}

describe.each(FAILURES)('beside an insert that %s', (_how, code, fail) => {
  it.each(BESIDE)('%s answers as if there had been none', async (_what, [name, args], expected) => {
    const vault = await people();
    fail(vault);
    const [insert, beside] = await Promise.all([outcome(vault.run(...INSERT)), outcome(vault.run(name, args))]);
    expect(insert).toMatchObject({ code });
    expect(beside).toMatchObject(expected);
    expect(await vault.run('check_table', { table: 'people' })).toMatchObject({ ok: true });
  });
});
