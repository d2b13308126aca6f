import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NotedbError, type JsonObject } from '../../../src/engine/index';
import { times } from '../../deep';
import { type TestVault, column, openVault } from '../open-vault';

/** Few names, so that they clash. */
const name = fc.constantFrom('a', 'b', 'A', 'b 2', 'ä/x');

const noteId = (n: number): string => `10000000-0000-4000-8000-${String(n).padStart(12, '0')}`;

const folder = fc.constantFrom(
  'notedb/main/default/t',
  'notedb/main/default/t/p',
  'notedb/main/default/t/_archive/q',
  'notedb/main/default/t/skip',
  'notedb/main/default/u',
  'notedb/own/x/t',
  'else',
);

interface Note {
  readonly folder: string;
  readonly file: string;
  readonly id: number;
  readonly x: string;
  readonly y: string | null;
  readonly to: string;
  readonly kind: 'row' | 'plain';
}

const note: fc.Arbitrary<Note> = fc.record({
  folder,
  file: fc.constantFrom('a', 'b', 'b 2', 'c', 'y-a'),
  id: fc.nat({ max: 9 }),
  x: name,
  y: fc.option(name),
  to: fc.constantFrom('a', 'b', 't/p/a', 'notedb/main/default/t/b', '../a'),
  kind: fc.constantFrom('row' as const, 'row' as const, 'row' as const, 'plain' as const),
});

const changes: fc.Arbitrary<JsonObject> = fc.record(
  {
    name: fc.constantFrom('t', 'u', 'v'),
    schema: fc.constantFrom('default', 'x'),
    catalog: fc.constantFrom('main', 'own'),
    filename: fc.constantFrom('{x}', '{y}', 'y-{x}', ''),
    partition: fc.constantFrom('{x}', '{y}', 'p', '', '_archive/{x}'),
    archive: fc.constantFrom('Old', 'p', '_archive'),
    exclude: fc.constantFrom([], ['else'], ['notedb/main/default/t/p'], ['notedb/main/default/t/skip']),
    fields: fc.constantFrom({ f: 1 }, { g: null }, { f: 'x', g: null }),
  },
  { requiredKeys: [] },
);

const textOf = ({ id, x, y, to, kind }: Note): string =>
  kind === 'plain'
    ? `[[${to}]] and [it](${to}.md)\n`
    : [
        '---',
        'table: main.default.t # ours',
        `id: ${noteId(id)}`,
        `x: ${JSON.stringify(x)}`,
        ...(y === null ? [] : [`y: ${JSON.stringify(y)}`]),
        `link: "[[${to}|shown]]"`,
        'g: 3',
        '---',
        `See [[${to}#Part]].\r\n`,
      ].join('\n');

const folders = (vault: TestVault): string =>
  [...vault.host.image().folders]
    .filter((path) => !path.startsWith('.'))
    .sort()
    .join('\n');

interface State {
  readonly ids: readonly string[];
  /** Which row links to which, by id. */
  readonly links: readonly string[];
}

async function stateOf(vault: TestVault, table: string): Promise<State> {
  const { rows } = (await vault.run('select_rows', { table, columns: ['id'] })) as unknown as {
    rows: readonly { id: string; path: string }[];
  };
  const links: string[] = [];
  for (const { id, path } of rows) {
    const linking = await vault.run('select_rows', { table, where: { link: path }, columns: ['id'] });
    for (const row of linking['rows'] as unknown as readonly { id: string }[]) links.push(`${row.id} -> ${id}`);
  }
  return { ids: rows.map((row) => row.id).sort(), links: links.sort() };
}

describe('alter_table and clone_table over any rows', () => {
  it('keep rows and links, and are undone in bytes', async () => {
    let accepted = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(note, { minLength: 1, maxLength: 7 }),
        changes,
        fc.boolean(),
        async (notes, args, clones) => {
          const files = Object.fromEntries(notes.map((each) => [`${each.folder}/${each.file}.md`, textOf(each)]));
          const vault = await openVault({ files });
          await vault.run('create_table', {
            name: 't',
            description: 'Ts',
            columns: [column('x', 'string'), column('y', 'string'), column('link', 'link')],
            fields: { g: 3 },
            filename: '{x}',
            exclude: ['notedb/main/default/t/skip'],
          });
          const before = await stateOf(vault, 'main.default.t');
          const [tree, dirs] = [vault.tree(), folders(vault)];
          const call: [string, JsonObject] = clones
            ? ['clone_table', { source: 't', target: 'own.x.t' }]
            : ['alter_table', { table: 't', ...args }];
          let answer: JsonObject;
          try {
            answer = await vault.run(...call);
          } catch (error) {
            if (!(error instanceof NotedbError)) throw error;
            expect(['refused', 'conflict']).toContain(error.code);
            expect([vault.tree(), folders(vault)]).toEqual([tree, dirs]);
            return;
          }
          accepted++;
          const after = await stateOf(vault, answer['table'] as string);
          if (clones) {
            expect(after.ids.length).toBe(before.ids.length);
            // A link that led nowhere may find a copy.
            expect(after.links.length).toBeGreaterThanOrEqual(before.links.length);
            expect(await stateOf(vault, 'main.default.t')).toEqual(before);
          } else if (args['exclude'] === undefined && (answer['warnings'] as readonly string[]).length === 0) {
            expect(after.ids).toEqual(before.ids);
            expect(after.links).toEqual(expect.arrayContaining([...before.links]));
          }
          if (answer['migrationId'] === null) return;
          const left = [vault.tree(), folders(vault)];
          const again = await vault.restart();
          expect(await stateOf(again, answer['table'] as string)).toEqual(after);
          const undo = await again.run('undo_migration', { migration_id: answer['migrationId'] as string });
          expect([again.tree(), folders(again)]).toEqual([tree, dirs]);
          await again.run('undo_migration', { migration_id: undo['migrationId'] as string });
          expect([again.tree(), folders(again)]).toEqual(left);
        },
      ),
      { numRuns: times(12, 3000) },
    );
    expect(accepted).toBeGreaterThan(0);
  });
});
