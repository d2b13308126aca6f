/** While many write on a slow disk, whatever is read is what one committed moment says, and time never goes back. D7 */

import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type JsonObject, NotedbError } from '../../../src/engine/index';
import type { DiskImage } from '../../memory-host/disk-image';
import { type MemoryHost, createMemoryHost } from '../../memory-host/memory-host';
import { times, within } from '../../deep';
import { PEOPLE, TASKS, type TestVault, onHost } from '../open-vault';

const FOLDER = 'notedb/main/default';

type Call = readonly [string, JsonObject];

const READS: readonly Call[] = [
  ['select_rows', { table: 'people', columns: ['name', 'email', 'file_backlink_count'], order_by: 'name' }],
  ['select_rows', { table: 'tasks', include_body: true, order_by: 'title' }],
  ['list_folder', { folder: `${FOLDER}/people` }],
  ['list_folder', { folder: `${FOLDER}/tasks` }],
  ['infer_table', { table: 'tasks' }],
  ['read_note', { path: `${FOLDER}/people/Ada.md` }],
  ['read_note', { path: `${FOLDER}/tasks/Call 1.md` }],
  ['describe_database', {}],
  ['describe_history', { table: 'tasks' }],
  ['list_migrations', {}],
];

/** They wait for what is known of problems to be brought up to date, and say the moment that it is brought to. */
const CHECKS: readonly Call[] = [
  ['check_table', { table: 'people' }],
  ['check_table', { table: 'tasks' }],
];

const people = fc.constantFrom('Ada', 'Bob', 'Cleo', 'Dan', 'Eve');

const write: fc.Arbitrary<Call> = fc.oneof(
  people.map((name): Call => ['insert_row', { table: 'people', values: { name, email: `${name}@example.org` } }]),
  people.map((name): Call => ['update_rows', { table: 'tasks', set_values: { owner: `[[${name}]]` } }]),
  people.map((name): Call => [
    'update_row',
    { table: 'people', path: `${FOLDER}/people/Ada.md`, set_values: { name } },
  ]),
  people.map((name): Call => ['delete_rows', { table: 'people', where: { name }, on_referenced: 'set_null' }]),
  fc.nat(9).map((n): Call => ['merge_rows', { table: 'tasks', on: ['title'], rows: [1, n].map((i) => ({ title: `Call ${i}`, estimate: n })).slice(n === 1 ? 1 : 0) }]), // prettier-ignore
  fc
    .nat(9)
    .map((n): Call => ['update_row', { table: 'tasks', path: `${FOLDER}/tasks/Call 1.md`, body: `Said ${n}\n` }]),
);

const filled: Promise<DiskImage> = (async () => {
  const vault = await onHost(createMemoryHost());
  await vault.run('create_table', PEOPLE);
  await vault.run('create_table', { ...TASKS, history: true });
  await vault.run('insert_row', { table: 'people', values: { name: 'Ada' } });
  for (const n of [1, 2, 3]) {
    await vault.run('insert_row', { table: 'tasks', values: { title: `Call ${n}`, owner: '[[Ada]]' }, body: 'Text\n' });
  }
  return vault.host.image();
})();

const again = async (): Promise<TestVault> => onHost(createMemoryHost().reboot(await filled));

/** So many calls succeed after one that failed: what was written is put back. */
const CALLS_BACK = 20;

/** Each call of a port takes some turns; some of those that write fail. */
function slow(host: MemoryHost, turns: () => number, fails: () => boolean): void {
  const pass = host.calls.pass.bind(host.calls);
  host.calls.pass = async (call, effect) => {
    for (let left = turns(); left > 0; left--) await Promise.resolve();
    return pass(call, effect);
  };
  let fine = 0;
  host.faults.failWhile(({ port, mutates }) => {
    if (port !== 'vault' || !mutates || fine-- > 0 || !fails()) return false;
    fine = CALLS_BACK;
    return true;
  }, 'EIO');
}

const answer = (vault: TestVault, [name, args]: Call): Promise<JsonObject> =>
  vault.run(name, args).catch((error: unknown) => {
    if (error instanceof NotedbError) return { refused: error.message };
    throw error;
  });

interface Look {
  /** What every read says that was begun in the moment. */
  readonly reads: string;
  /** What each check says: of that moment, or of a later one. */
  readonly checks: readonly string[];
}

/** Ids and times are left out, and so are writes that were called off. */
async function look(vault: TestVault): Promise<Look> {
  const reads = Promise.all(READS.map((read) => answer(vault, read)));
  const checks = await Promise.all(CHECKS.map((check) => answer(vault, check)));
  const answers = await reads;
  const migrations = answers.at(-1)?.['migrations'] as readonly JsonObject[];
  const held = [...answers.slice(0, -1), migrations.filter(({ failed }) => failed !== true)];
  return { reads: textOf(held), checks: checks.map(textOf) };
}

const textOf = (answers: object): string =>
  JSON.stringify(answers, null, 1)
    .replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'id')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:\d\d)/g, 'time');

/** What each committed moment says: the writes that held, one after the other. */
async function moments(vault: TestVault, calls: ReadonlyMap<string, Call>): Promise<readonly Look[]> {
  const { migrations } = await vault.run('list_migrations', { limit: 1000 });
  const calm = await again();
  const said = [await look(calm)];
  for (const { migration_id: id } of [...(migrations as readonly JsonObject[])].reverse()) {
    const call = calls.get(id as string);
    if (call === undefined) continue;
    await calm.run(...call);
    said.push(await look(calm));
  }
  return said;
}

/** The first moment from `from` on that says it. */
function momentOf(text: string, said: readonly string[], from: number): number {
  const found = said.indexOf(text, from);
  if (found < 0) expect(text).toBe(said[from]);
  return found;
}

describe('reads beside writers on a slow disk', () => {
  it('say what one committed moment says', { timeout: within(60_000) }, async () => {
    const luck = fc.record({ turns: fc.infiniteStream(fc.nat(12)), fails: fc.infiniteStream(fc.nat(40)) });
    await fc.assert(
      fc.asyncProperty(fc.array(write, { minLength: 2, maxLength: 8 }), luck, async (writes, { turns, fails }) => {
        const vault = await again();
        slow(
          vault.host,
          () => turns.next().value as number,
          () => fails.next().value === 0,
        );
        const calls = new Map<string, Call>();
        let isDone = false;
        const written = Promise.all(
          writes.map(async (call) => {
            const { migrationId } = await answer(vault, call);
            if (typeof migrationId === 'string') calls.set(migrationId, call);
          }),
        ).then(() => (isDone = true));
        const seen: Look[] = [];
        while (!isDone) seen.push(await look(vault));
        await written;
        vault.host.faults.clear();
        seen.push(await look(vault));
        const said = await moments(vault, calls);
        const reads = said.map((each) => each.reads);
        let from = 0;
        const checkedFrom = CHECKS.map(() => 0);
        for (const each of seen) {
          from = momentOf(each.reads, reads, from);
          for (const [i, text] of each.checks.entries()) {
            const checks = said.map((moment) => moment.checks[i] ?? '');
            checkedFrom[i] = momentOf(text, checks, Math.max(from, checkedFrom[i] ?? 0));
          }
        }
        expect(seen.at(-1)).toEqual(said.at(-1));
      }),
      { numRuns: times(30, 2_000) },
    );
  });
});
