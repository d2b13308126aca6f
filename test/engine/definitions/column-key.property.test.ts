/** A table whose columns keep other keys, or their values in the text, answers as one without. docs/decisions.md#d27-tables-from-notes */

import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type JsonObject, NotedbError } from '../../../src/engine/index';
import { times } from '../../deep';
import { type TestVault, column, openVault } from '../open-vault';

type Call = readonly [name: string, args: JsonObject];

/** The front matter keys of the columns; `b` is the key of `a`, and a name of none. */
const KEYS: Readonly<Record<string, string>> = { title: 'Titel', a: 'b b', note: '注', lead: 'Lead: x', sum: 'a' };

const COLUMNS: readonly JsonObject[] = [
  column('title', 'string', { required: true }),
  column('a', 'enum', { values: ['x', 'y'], default: 'x' }),
  column('note', 'string', { dense: true }),
  column('lead', 'link', { ref: 'self', inverse: 'team' }),
  column('team', 'list', { items: { type: 'link', ref: 'self', inverse: 'lead' } }),
  column('sum', 'string', { generated: '{title}-{a}' }),
];

/** Columns that keep their values in the text. */
const INLINE: readonly string[] = ['title', 'a'];

const table = (name: string, keys: Readonly<Record<string, string>>, inline: readonly string[] = []): JsonObject => ({
  name,
  description: 'What is tried',
  history: true,
  filename: '{title}',
  columns: COLUMNS.map((spec) => {
    const key = keys[spec['name'] as string];
    const isInline = inline.includes(spec['name'] as string);
    return { ...spec, ...(key === undefined ? {} : { key }), ...(isInline ? { inline: true } : {}) };
  }),
});

const TITLES = ['A', 'B', 'C'] as const;
const title = fc.constantFrom(...TITLES);
const at = (name: string): string => `notedb/main/default/t/${name}.md`;

const values: fc.Arbitrary<JsonObject> = fc.oneof(
  fc.constantFrom('x', 'y', 'z').map((a) => ({ a })),
  fc.constantFrom('text', '7', 'yes', null).map((note) => ({ note })),
  fc.constantFrom(...TITLES, null).map((lead) => ({ lead: lead === null ? null : `[[${lead}]]` })),
  title.map((each) => ({ title: each })),
  fc.constant({ extra: 1 }),
);

const call: fc.Arbitrary<Call> = fc.oneof(
  title.chain((each) => values.map((more): Call => ['insert_row', { table: 't', values: { ...more, title: each } }])),
  title.chain((each) => values.map((set): Call => ['update_row', { table: 't', path: at(each), set_values: set }])),
  title.map((each): Call => ['update_row', { table: 't', path: at(each), unset: ['note', 'lead'] }]),
  values.map((set): Call => ['update_rows', { table: 't', where: { a: 'x' }, set_values: set }]),
  title.map((each): Call => ['delete_rows', { table: 't', where: { title: each }, on_referenced: 'set_null' }]),
  title.chain((each) =>
    values.map((set): Call => ['merge_rows', { table: 't', on: ['title'], rows: [{ ...set, title: each }] }]),
  ),
  fc.constantFrom<Call>(
    ['rename_value', { table: 't', column: 'a', from_value: 'y', to_value: 'z' }],
    ['rename_column', { table: 't', from_column: 'note', to_column: 'remark' }],
    ['rename_column', { table: 't', from_column: 'a', to_column: 'kind' }],
    ['alter_column', { table: 't', column: 'note', changes: { dense: false } }],
    ['alter_column', { table: 't', column: 'note', changes: { type: 'integer' } }],
    ['drop_column', { table: 't', column: 'note' }],
    ['add_column', { table: 't', column: column('extra', 'integer', { dense: true, default: 3 }) }],
    ['move_rows', { table: 't', to_table: 'u', where: { title: 'A' }, relocate: true }],
    ['move_rows', { table: 'u', to_table: 't', where: {}, relocate: true }],
    ['clone_table', { source: 't', target: 'copy' }],
  ),
);

/** One write of both vaults, or a step that looks like nothing to one of them. */
type Step = Call | 'undo' | 'restart' | { readonly key: string };

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 8, arbitrary: call },
  { weight: 2, arbitrary: fc.constant<Step>('undo') },
  { weight: 1, arbitrary: fc.constant<Step>('restart') },
  { weight: 1, arbitrary: fc.constantFrom('Neu', 'note', 'x-y').map((key): Step => ({ key })) },
);

/** What a call says of the rows, without what differs by time or identity. */
async function outcome({ run }: TestVault, [name, args]: Call): Promise<{ said: unknown; migration: string | null }> {
  try {
    const { changed, migrationId } = await run(name, args);
    // A column that keeps its key is renamed without a word in the notes.
    const isOfNotes = name !== 'rename_column' && name !== 'undo_migration';
    return { said: isOfNotes ? changed : 'done', migration: (migrationId as string | null) ?? null };
  } catch (error) {
    if (!(error instanceof NotedbError)) throw error;
    const codes = error.violations.map(({ column: at, code, path }) => [at, code, path]);
    return { said: [error.code, codes], migration: null };
  }
}

/** The rows without their ids, or the code of a refusal: the table was dropped at that version. */
async function rowsAt(run: TestVault['run'], table: string, version: number | null): Promise<unknown> {
  try {
    const answer = await run('select_rows', { table, ...(version === null ? {} : { version }) });
    return (answer['rows'] as JsonObject[]).map(({ id: _, ...row }) => row);
  } catch (error) {
    if (!(error instanceof NotedbError)) throw error;
    return error.code;
  }
}

/** The rows of every table, now and at each version. */
async function state({ run }: TestVault): Promise<unknown> {
  const { tables } = await run('list_tables');
  const found: Record<string, unknown> = {};
  for (const { name } of tables as { readonly name: string }[]) {
    const described = await run('describe_table', { table: name });
    const columns = (described['columns'] as JsonObject[]).map((spec) => spec['name']);
    const versions = [null, ...Array.from({ length: (described['version'] as number) + 1 }, (_, i) => i)];
    const rows: unknown[] = [];
    for (const version of versions) {
      const shown = await rowsAt(run, name, version);
      // A change of the key alone is a version with the same rows.
      if (JSON.stringify(shown) !== JSON.stringify(rows.at(-1))) rows.push(shown);
    }
    const checked = await run('check_table', { table: name });
    found[name] = { columns, rows, violations: (checked['violations'] as JsonObject[]).map(({ code }) => code) };
  }
  return found;
}

class Trial {
  private readonly undone: { readonly migration: string | null; readonly isOfKey: boolean }[] = [];

  constructor(
    private vault: TestVault,
    private readonly isKeyed: boolean,
  ) {}

  async take(each: Step): Promise<unknown> {
    if (each === 'restart') this.vault = await this.vault.restart();
    else if (each === 'undo') {
      const { migration = null, isOfKey = false } = this.undone.pop() ?? {};
      if (migration === null) return null;
      const { said } = await outcome(this.vault, ['undo_migration', { migration_id: migration }]);
      return isOfKey ? null : said;
    } else if ('key' in each) {
      // Only the spelling in the notes: no answer may show it.
      const alter: Call = ['alter_column', { table: 't', column: 'team', changes: each }];
      const migration = this.isKeyed ? (await outcome(this.vault, alter)).migration : null;
      this.undone.push({ migration, isOfKey: true });
    } else {
      const { said, migration } = await outcome(this.vault, each);
      if (migration !== null) this.undone.push({ migration, isOfKey: false });
      return said;
    }
    return null;
  }

  state(): Promise<unknown> {
    return state(this.vault);
  }

  close(): Promise<void> {
    return this.vault.engine.close();
  }
}

async function trial(keys: Readonly<Record<string, string>>, inline: readonly string[] = []): Promise<Trial> {
  const vault = await openVault();
  await vault.run('create_table', table('t', keys, inline));
  await vault.run('create_table', table('u', {}));
  return new Trial(vault, Object.keys(keys).length > 0);
}

describe.each([
  ['keys', []],
  ['keys and values in the text', INLINE],
])('a table with %s', (_, inline) => {
  it('answers as one without', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 14 }), async (steps) => {
        const [plain, keyed] = [await trial({}), await trial(KEYS, inline)];
        for (const each of steps) {
          const [expected, actual] = [await plain.take(each), await keyed.take(each)];
          expect({ each, said: actual }).toEqual({ each, said: expected });
          expect(await keyed.state()).toEqual(await plain.state());
        }
        await plain.close();
        await keyed.close();
      }),
      { numRuns: times(30, 2_000) },
    );
  }, 60_000);
});
