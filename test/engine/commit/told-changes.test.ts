/** Everything that changes is told once, in order, with a number that is never given twice. docs/architecture.md: Changes. */

import { describe, expect, it } from 'vitest';
import type { Change, EngineChange, JsonObject } from '../../../src/engine/index';
import type { MemoryHost } from '../../memory-host/memory-host';
import { PEOPLE, TASKS, type TestVault, column, onHost, openVault } from '../open-vault';
import { size } from '../../deep';
import { changesAfter } from '../changes-after';
import { beforeCall } from './before-call';

const FOLDER = 'notedb/main/default/people';
const METASTORE = 'notedb/metastore.yaml';
const ID = '11111111-1111-4111-8111-111111111111';

const note = (name: string, more = '', id = ID): string =>
  `---\ntable: main.default.people\nid: ${id}\nname: ${name}\n${more}---\n`;

interface Told extends TestVault {
  /** What was told since the last time somebody asked. */
  heard(): readonly (readonly string[])[];
  readonly numbers: number[];
}

function listen(vault: TestVault): Told {
  const told: EngineChange[] = [];
  const numbers: number[] = [];
  vault.engine.onChange((change) => {
    told.push(change);
    numbers.push(...change.changes.map(({ seq }) => seq ?? Number.NaN));
  });
  return { ...vault, numbers, heard: () => told.splice(0).map(({ changes }) => changes.map(inShort)) };
}

/** Kind, table and place; of an update what the columns held and hold. */
function inShort({ kind, table, path, from, before, after }: Change): string {
  const place = [from, path]
    .flatMap((each) => ((each ?? '') === '' ? [] : [each?.replace('notedb/main/default/', '')]))
    .join(' -> ');
  const [was, is] = [before()?.values ?? {}, after()?.values ?? {}];
  const names = [...new Set([...Object.keys(was), ...Object.keys(is)])];
  const values = names
    .filter((name) => JSON.stringify(was[name]) !== JSON.stringify(is[name]))
    .map((name) => `${name}: ${JSON.stringify(was[name] ?? null)} -> ${JSON.stringify(is[name] ?? null)}`);
  const short = table?.replace('main.default.', '') ?? '-';
  return [kind, short, place, ...(kind === 'update' ? values : [])].filter((part) => part !== '').join(' ');
}

/** A table with Ada and Grace in it, closed and opened again, so that there is a warm start. */
async function people(definition: JsonObject = {}): Promise<Told> {
  const vault = await openVault();
  await vault.run('create_table', { ...PEOPLE, ...definition });
  for (const name of ['Ada', 'Grace']) await vault.run('insert_row', { table: 'people', values: { name } });
  // What was written a moment ago is read again after a restart.
  vault.host.advance(5000);
  return listen(await vault.restart());
}

const insert = (vault: TestVault, name: string): Promise<JsonObject> =>
  vault.run('insert_row', { table: 'people', values: { name } });

const ada = `${FOLDER}/Ada.md`;
const grace = `${FOLDER}/Grace.md`;

function edit(vault: TestVault, path: string, change: (text: string) => string): void {
  vault.host.external.write(path, change(vault.text(path) ?? ''));
}

/** Everything numbered that the journal holds, in short. */
async function recorded(host: MemoryHost): Promise<readonly string[]> {
  const records = await changesAfter(host);
  return records.flatMap((record) =>
    'op' in record
      ? [`${record.changeSeq ?? 0} ${record.op}`]
      : record.changes.map(
          ({ kind, path }, i) => `${record.seq + i} external ${kind} ${path.replace(`${FOLDER}/`, '')}`,
        ),
  );
}

const edits = async (host: MemoryHost): Promise<readonly string[]> =>
  (await recorded(host)).filter((each) => / external (?!gap)/.test(each));

const rising = (numbers: readonly number[]): boolean =>
  numbers.every((seq, i) => i === 0 || seq === (numbers[i - 1] ?? 0) + 1);

describe.each([
  ['without history', {}],
  ['with history', { history: true }],
])('%s', (_, definition) => {
  it.each<[string, readonly (readonly [string, JsonObject])[], readonly (readonly string[])[]]>([
    ['an insert', [['insert_row', { table: 'people', values: { name: 'Mo' } }]], [['insert people people/Mo.md']]],
    [
      'an update',
      [['update_row', { table: 'people', path: ada, set_values: { email: 'a@b' } }]],
      [['update people people/Ada.md email: null -> "a@b"']],
    ],
    ['a new body', [['update_row', { table: 'people', path: ada, body: 'Hi' }]], [['update people people/Ada.md']]],
    [
      'archiving, which takes a row out of its table',
      [['delete_rows', { table: 'people', where: { name: 'Ada' } }]],
      [['delete people people/Ada.md']],
    ],
    [
      'a definition',
      [['add_column', { table: 'people', column: column('age', 'integer', { default: 7, dense: true }) }]],
      [['schema people', 'update people people/Ada.md age: null -> 7', 'update people people/Grace.md age: null -> 7']],
    ],
    [
      'a table that takes another name, with its rows',
      [['alter_table', { table: 'people', name: 'folk' }]],
      [['schema folk', 'move folk people/Ada.md -> folk/Ada.md', 'move folk people/Grace.md -> folk/Grace.md']],
    ],
    [
      'a table that goes',
      [['drop_table', { table: 'people', mode: 'archive' }]],
      [['schema people', 'delete people people/Ada.md', 'delete people people/Grace.md']],
    ],
    [
      'a batch, as one write',
      [
        [
          'batch',
          {
            operations: [
              { op: 'insert_row', table: 'people', values: { name: 'Mo' } },
              { op: 'delete_rows', table: 'people', where: { name: 'Ada' } },
            ],
          },
        ],
      ],
      [['delete people people/Ada.md', 'insert people people/Mo.md']],
    ],
    [
      'a view, and what belongs to no table',
      [
        ['create_view', { name: 'vw_all', description: 'All', query: { table: 'people' } }],
        ['comment_on', { catalog: 'main', description: 'Ours' }],
      ],
      [['schema vw_all'], ['schema -']],
    ],
  ])('%s is told', async (_name, calls, expected) => {
    const vault = await people(definition);
    const numbered = vault.numbers.length;
    for (const [name, args] of calls) await vault.run(name, args);
    expect(vault.heard()).toEqual(expected);
    expect([numbered, rising(vault.numbers)]).toEqual([0, true]);
  });

  it.each<[string, (vault: TestVault) => void, readonly string[]]>([
    ['a new note', ({ host }) => host.external.write(`${FOLDER}/Mo.md`, note('Mo')), ['insert people people/Mo.md']],
    [
      'another value',
      (vault) => edit(vault, ada, (text) => text.replace('name: Ada', 'name: Ida')),
      ['update people people/Ada.md name: "Ada" -> "Ida"'],
    ],
    ['another body', (vault) => edit(vault, ada, (text) => `${text}Hi\n`), ['update people people/Ada.md']],
    ['a note that goes', ({ host }) => host.external.remove(ada), ['delete people people/Ada.md']],
    [
      'a note that moves',
      ({ host }) => host.external.move(ada, 'Elsewhere.md'),
      ['move people people/Ada.md -> Elsewhere.md'],
    ],
    [
      'a note that leaves its table',
      (vault) => edit(vault, ada, (text) => text.replace('table:', 'tabel:')),
      ['delete people people/Ada.md'],
    ],
    ['a note that is not a row', ({ host }) => host.external.write('Diary.md', 'Dear diary'), []],
    [
      'definitions edited by hand',
      (vault) => edit(vault, METASTORE, (text) => text.replace('Somebody we know', 'A person')),
      ['schema people'],
    ],
    [
      'a table taken out of them',
      (vault) => vault.host.external.write(METASTORE, 'format: 1\n'),
      ['schema people', 'delete people people/Ada.md', 'delete people people/Grace.md'],
    ],
    [
      'many at once',
      (vault) => {
        vault.host.external.move(ada, `${FOLDER}/Grace 2.md`);
        vault.host.external.remove(grace);
        vault.host.external.write(ada, note('Other Ada'));
      },
      [
        'delete people people/Grace.md',
        'move people people/Ada.md -> people/Grace 2.md',
        'insert people people/Ada.md',
      ],
    ],
  ])('%s, by somebody else, is told once', async (_name, act, expected) => {
    const vault = await people(definition);
    act(vault);
    await vault.engine.rescan();
    await vault.engine.rescan();
    expect(vault.heard()).toEqual([expected]);
    expect(rising(vault.numbers)).toBe(true);
    expect(await edits(vault.host)).toHaveLength(expected.length);
    // Killed and opened again: what was told is in the journal, and nothing of it is found a second time.
    const again = await onHost(vault.host.reboot());
    await again.engine.rescan();
    expect(await edits(again.host)).toHaveLength(expected.length);
  });
});

describe('nothing is told of', () => {
  it.each<[string, string, JsonObject]>([
    ['a dry run', 'insert_row', { table: 'people', values: { name: 'Mo' }, dry_run: true }],
    ['a call that changes nothing', 'update_row', { table: 'people', path: ada, set_values: { name: 'Ada' } }],
    ['a refused call', 'insert_row', { table: 'people', values: { name: 7 } }],
  ])('%s', async (_, name, args) => {
    const vault = await people();
    await vault.run(name, args).catch(() => undefined);
    expect(vault.heard()).toEqual([]);
    await insert(vault, 'Mo');
    await insert(vault, 'Zoe');
    expect([vault.heard().length, rising(vault.numbers)]).toEqual([2, true]);
  });

  it.each<[string, (vault: TestVault) => void | Promise<void>]>([
    [
      'a note whose permissions change',
      ({ host }) => {
        const { mtime = 0, ctime = 0 } = host.image().files.get(ada) ?? {};
        host.external.write(ada, host.external.text(ada) ?? '', { mtime, ctime });
      },
    ],
  ])('%s', async (_, act) => {
    const vault = await people();
    await act(vault);
    await vault.engine.rescan();
    expect(vault.heard().flat()).toEqual([]);
  });

  it('a write that is rolled back; of the edit that it clashed with it is', async () => {
    const vault = await people();
    beforeCall(vault.host, { name: 'vault.replace', path: ada }, () =>
      edit(vault, ada, (text) => text.replace('Ada', 'Ida')),
    );
    const { code } = await vault.refused('update_row', { table: 'people', path: ada, set_values: { email: 'a@b' } });
    await vault.engine.rescan();
    expect([code, vault.heard()]).toEqual(['conflict', [['update people people/Ada.md name: "Ada" -> "Ida"']]]);
  });

  it('a write that the disk did not take', async () => {
    const vault = await people();
    vault.host.faults.failNext('privateStore.append', 'ENOSPC');
    await vault.refused('insert_row', { table: 'people', values: { name: 'Mo' } });
    expect(vault.heard()).toEqual([]);
  });
});

it('writes of one cycle are told one after the other, each with its own rows', async () => {
  const vault = await people();
  await Promise.all([
    insert(vault, 'Mo'),
    vault.run('update_row', { table: 'people', path: ada, set_values: { email: 'a@b' } }),
    vault.run('update_row', { table: 'people', path: ada, set_values: { email: 'c@d' } }),
  ]);
  expect(vault.heard()).toEqual([
    ['insert people people/Mo.md'],
    ['update people people/Ada.md email: null -> "a@b"'],
    ['update people people/Ada.md email: "a@b" -> "c@d"'],
  ]);
  expect(rising(vault.numbers)).toBe(true);
});

it('rows that vanish together are told of once, as a warning', async () => {
  const vault = await people();
  await vault.host.privateStore.remove('vault-id');
  for (const path of [ada, grace]) vault.host.external.remove(path);
  await vault.engine.rescan();
  await vault.engine.rescan();
  expect(vault.heard()).toEqual([['warning people']]);
});

it('the record of a write numbers many rows in one entry', async () => {
  const vault = await people();
  await vault.run('update_rows', { table: 'people', where: {}, set_values: { born: '1815-12-10' } });
  await vault.run('add_column', { table: 'people', column: column('age', 'integer') });
  const [update, added] = (await changesAfter(vault.host)).slice(-2);
  const [first = 0] = vault.numbers;
  expect(update).toMatchObject({ changeSeq: first, changeRuns: [['update', 'main.default.people', 0, 1]] });
  const changes = { columns: { before: {}, after: { age: column('age', 'integer') } } };
  expect(added).toMatchObject({
    changeSeq: first + 2,
    changeRuns: [['schema', 'main.default.people', '', '', { changes }]],
  });
});

it('rows that follow are changes of the same write', async () => {
  const vault = await people();
  await vault.run('create_table', TASKS);
  await vault.run('insert_row', { table: 'tasks', values: { title: 'Call', owner: '[[Ada]]' } });
  vault.heard();
  await vault.run('update_row', { table: 'people', path: ada, set_values: { name: 'Ida' } });
  expect(vault.heard()).toEqual([
    [
      'update people people/Ada.md -> people/Ida.md name: "Ada" -> "Ida"',
      'update tasks tasks/Call.md owner: "[[Ada]]" -> "[[Ida]]"',
    ],
  ]);
  expect(rising(vault.numbers)).toBe(true);
});

it('notes that are rows because their table is made, or none because it goes, come and go', async () => {
  const vault = await people();
  vault.host.external.write('Old.md', note('Old').replace('people', 'folk'));
  await vault.engine.rescan();
  vault.heard();
  const { migrationId } = await vault.run('create_table', { ...PEOPLE, name: 'folk' });
  await vault.run('undo_migration', { migration_id: migrationId ?? '' });
  expect(vault.heard()).toEqual([
    ['schema folk', 'insert folk Old.md'],
    ['schema folk', 'delete folk Old.md'],
  ]);
});

it('a copy that becomes the row when that is deleted comes', async () => {
  const vault = await people();
  vault.host.external.write('Copy.md', vault.text(ada) ?? '');
  await vault.engine.rescan();
  vault.heard();
  await vault.run('delete_rows', { table: 'people', where: { name: 'Ada' }, mode: 'delete' });
  expect(vault.heard()).toEqual([['delete people people/Ada.md', 'insert people Copy.md']]);
});

describe('the numbers go on', () => {
  it('after a restart, with what was edited while nothing ran', async () => {
    const vault = await people();
    await insert(vault, 'Mo');
    const last = vault.numbers.at(-1) ?? 0;
    vault.host.advance(5000);
    await vault.engine.close();
    const { host } = vault;
    host.external.write(ada, (vault.text(ada) ?? '').replace('name: Ada', 'name: Ida'));
    host.external.remove(grace);
    const again = listen(await onHost(host.reboot()));
    await insert(again, 'Zoe');
    // The calls took numbers too.
    const [next = 0] = again.numbers;
    expect(next).toBeGreaterThan(last + 3);
    expect((await recorded(again.host)).slice(-3)).toEqual([
      `${next - 2} external delete Grace.md`,
      `${next - 1} external update Ada.md`,
      `${next} insert_row`,
    ]);
  });

  it('after a crash, and what the journal knows of is told no second time', async () => {
    const vault = await people();
    edit(vault, ada, (text) => text.replace('name: Ada', 'name: Ida'));
    await vault.engine.rescan();
    await insert(vault, 'Mo');
    const [first = 0] = vault.numbers;
    const before = await recorded(vault.host);
    const again = listen(await onHost(vault.host.reboot()));
    await insert(again, 'Zoe');
    expect(vault.numbers).toEqual([first, first + 1]);
    expect(again.numbers).toEqual([first + 2]);
    expect(await recorded(again.host)).toEqual([...before, `${first + 2} insert_row`]);
  });

  it('after a crash in which somebody edited what was written since the last clean end', async () => {
    const vault = await people();
    await insert(vault, 'Mo');
    edit(vault, ada, (text) => text.replace('name: Ada', 'name: Ida'));
    await vault.engine.rescan();
    const last = vault.numbers.at(-1) ?? 0;
    const host = vault.host.reboot();
    const mo = `${FOLDER}/Mo.md`;
    host.advance(5000);
    host.external.write(mo, (host.external.text(mo) ?? '').replace('name: Mo', 'name: Moe'));
    host.external.write(ada, (host.external.text(ada) ?? '').replace('name: Ida', 'name: Eda'));
    await onHost(host);
    const changes = (await changesAfter(host, last)).flatMap((record) => ('op' in record ? [] : record.changes));
    expect(changes.map(({ kind, path, before, after }) => [kind, path, before, after])).toEqual([
      ['update', ada, { name: 'Ida' }, { name: 'Eda' }],
      ['update', mo, { name: 'Mo' }, { name: 'Moe' }],
    ]);
  });

  it('with a gap where nobody knows how the rows were', async () => {
    const { host, engine } = await people();
    await engine.close();
    // The rows are older than the journal.
    const bare = { ...host.image(), cacheFiles: new Map(), privateFiles: new Map() };
    const vault = listen(await onHost(host.reboot(bare)));
    await insert(vault, 'Mo');
    const last = vault.numbers.at(-1) ?? 0;
    await vault.engine.close();
    const again = listen(await onHost(vault.host.reboot({ ...vault.host.image(), cacheFiles: new Map() })));
    await insert(again, 'Zoe');
    const [next = 0] = again.numbers;
    expect(next).toBeGreaterThan(last + 1);
    expect((await recorded(again.host)).at(-2)).toBe(`${next - 1} external gap `);
  });

  it('with a gap after an edit that the disk could not record, which is told all the same', async () => {
    const vault = await people();
    vault.host.faults.failNext('privateStore.append', 'ENOSPC');
    edit(vault, ada, (text) => text.replace('name: Ada', 'name: Ida'));
    await vault.engine.rescan();
    expect([vault.heard(), vault.numbers]).toEqual([
      [['update people people/Ada.md name: "Ada" -> "Ida"']],
      [Number.NaN],
    ]);
    await insert(vault, 'Mo');
    expect((await recorded(vault.host)).slice(-2).map((each) => each.replace(/^\d+ /, ''))).toEqual([
      'insert_row',
      'external gap ',
    ]);
  });
});

it('no number is given twice, wherever a crash comes while an edit is taken in and a write follows it', async () => {
  const before = await people();
  await before.engine.close();
  const image = before.host.image();
  /** The numbers that were told until it ends, or the process stops. */
  const numbersOf = async (host: MemoryHost): Promise<readonly number[]> => {
    const told: number[] = [];
    try {
      const vault = await onHost(host);
      vault.engine.onChange(({ changes }) => told.push(...changes.flatMap(({ seq }) => seq ?? [])));
      edit(vault, ada, (text) => text.replace('name: Ada', 'name: Ida'));
      await vault.engine.rescan();
      await insert(vault, 'Mo');
      return told;
    } catch (error) {
      if (!host.calls.crashed) throw error;
      return told;
    }
  };
  const whole = before.host.reboot(image);
  expect(await numbersOf(whole)).toHaveLength(2);
  for (let call = 1; call <= whole.calls.log.length; call += size(3, 1)) {
    const host = before.host.reboot(image);
    host.crashAt(call);
    const told = await numbersOf(host);
    for (const left of host.images()) {
      const again = listen(await onHost(host.reboot(left)));
      await insert(again, 'Zoe');
      const numbers = (await recorded(again.host)).map((each) => Number(each.replace(/ .*/, '')));
      expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b));
      expect(numbers).toEqual(expect.arrayContaining([...told]));
      expect(again.numbers.every((seq) => seq > Math.max(0, ...told))).toBe(true);
    }
  }
});

describe('a note that is written again with the same bytes', () => {
  const versions = async (vault: TestVault): Promise<number> =>
    ((await vault.run('describe_history', { table: 'people' }))['history'] as readonly JsonObject[]).length;
  const touch = ({ host }: TestVault, path: string): void => host.external.write(path, host.external.text(path) ?? '');

  it('is no change and no version, while the engine runs', async () => {
    const vault = await people({ history: true });
    const before = await versions(vault);
    for (const path of [ada, grace]) touch(vault, path);
    await vault.engine.rescan();
    expect(vault.heard().flat()).toEqual([]);
    expect(await versions(vault)).toBe(before);
    edit(vault, ada, (text) => `${text}by hand\n`);
    await vault.engine.rescan();
    expect(vault.heard().flat()).toEqual(['update people people/Ada.md']);
    touch(vault, ada);
    await vault.engine.rescan();
    expect(vault.heard().flat()).toEqual([]);
  });

  it('is no change and no version, while nothing runs', async () => {
    const vault = await people({ history: true });
    const before = await versions(vault);
    const { head } = await vault.run('list_changes', { limit: 0 });
    await vault.engine.close();
    const host = vault.host.reboot();
    host.external.write(ada, host.external.text(ada) ?? '');
    host.external.write(grace, `${host.external.text(grace) ?? ''}by hand\n`);
    const again = await onHost(host);
    const { changes } = await again.run('list_changes', { since: head as number });
    expect((changes as readonly JsonObject[]).map(({ op, path }) => [op, path])).toEqual([['update', grace]]);
    expect(await versions(again)).toBe(before + 1);
  });
});
