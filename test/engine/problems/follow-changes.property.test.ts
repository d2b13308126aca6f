/** Whatever changes, the violations that were followed are those that a cold start finds. docs/problems.md#a-change */

import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { type JsonObject, NotedbError } from '../../../src/engine/index';
import { handRow, at } from '../../conformance/tables';
import { times, within } from '../../deep';
import { hear } from '../commit/answers';
import { type TestVault, column, onHost, openVault } from '../open-vault';

const WORDS = ['red', 'blue', 'Red'];
const PEOPLE = ['Ada', 'Bo', 'Cy', 'Dee'];
const TASKS = ['One', 'Two', 'Three', 'Four'];
const DAY = 86_400_000;

/** Every rule that reads another row, or the day. */
const TABLES: readonly JsonObject[] = [
  {
    name: 'colours',
    description: 'words',
    filename: '{name}',
    columns: [column('name', 'string', { required: true })],
  },
  {
    name: 'people',
    description: 'people',
    filename: '{name}',
    columns: [
      column('name', 'string', { required: true }),
      column('email', 'string', { unique: true }),
      column('active', 'boolean'),
      column('boss', 'link', { ref: 'self', hierarchy: true }),
      column('likes', 'list', { items: { type: 'string', vocabulary: 'colours' } }),
      column('greeting', 'string', { generated: 'Hello {name}' }),
    ],
  },
  {
    name: 'tasks',
    description: 'tasks',
    filename: '{title}',
    columns: [
      column('title', 'string', { required: true }),
      column('status', 'enum', { values: ['todo', 'done'] }),
      column('due', 'date'),
      column('owner', 'link', { ref: 'people', ref_where: { active: true } }),
      column('desk', 'link', { ref: 'people', unique: true }),
      column('blocks', 'list', { items: { type: 'link', ref: 'self' }, inverse: 'blocked_by' }),
      column('blocked_by', 'list', { items: { type: 'link', ref: 'self' } }),
    ],
  },
];

const CONSTRAINTS: readonly JsonObject[] = [
  { table: 'people', name: 'no_false_boss', check: { 'boss.active': { ne: false } } },
  { table: 'tasks', name: 'not_late', check: { or: [{ status: 'done' }, { due: { gte: '{today}' } }] } },
  { table: 'tasks', name: 'active_boss', check: { 'owner.boss.active': { ne: false } } },
];

type Step =
  | { readonly kind: 'write'; readonly path: string; readonly text: string | null }
  | Move
  | { readonly kind: 'day' | 'define' | 'rename' | 'insert' };

interface Move {
  readonly kind: 'move';
  readonly path: string;
  readonly to: string;
}

const linkTo = (names: readonly string[]): fc.Arbitrary<string> =>
  fc.constantFrom(...names, 'Nobody').map((name) => `"[[${name}]]"`);
const optional = (key: string, value: fc.Arbitrary<string>): fc.Arbitrary<readonly string[]> =>
  fc.option(value).map((given) => (given === null ? [] : [`${key}: ${given}`]));
const lines = (...parts: readonly fc.Arbitrary<readonly string[]>[]): fc.Arbitrary<readonly string[]> =>
  fc.tuple(...parts).map((all) => all.flat());
const listed = (item: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc.array(item, { maxLength: 2 }).map((items) => `[${items.join(', ')}]`);

const person = (name: string): fc.Arbitrary<readonly string[]> =>
  lines(
    fc.constantFrom<readonly string[]>([`name: ${name}`], []),
    optional('email', fc.constantFrom('a@x.org', 'b@x.org')),
    optional('active', fc.constantFrom('true', 'false', 'perhaps')),
    optional('boss', linkTo(PEOPLE)),
    optional('likes', listed(fc.constantFrom(...WORDS))),
    optional('greeting', fc.constantFrom(`Hello ${name}`, 'Bye')),
    fc.constantFrom<readonly string[]>([], ['stray: 1']),
  );
const task = (title: string): fc.Arbitrary<readonly string[]> =>
  lines(
    fc.constant([`title: ${title}`]),
    optional('status', fc.constantFrom('todo', 'done', 'dnoe')),
    optional('due', fc.constantFrom('2026-03-04', '2026-03-05', '2026-03-06')),
    optional('owner', linkTo(PEOPLE)),
    optional('desk', linkTo(PEOPLE)),
    optional('blocks', listed(linkTo(TASKS))),
    optional('blocked_by', listed(linkTo(TASKS))),
  );

const NAMES: readonly (readonly [table: string, name: string])[] = [
  ...WORDS.map((name) => ['colours', name] as const),
  ...PEOPLE.map((name) => ['people', name] as const),
  ...TASKS.map((name) => ['tasks', name] as const),
];
const content = (table: string, name: string): fc.Arbitrary<readonly string[]> => {
  if (table === 'people') return person(name);
  return table === 'tasks' ? task(name) : fc.constant([`name: ${name}`]);
};
const pathOf = ([table, name]: readonly [string, string]): string => at(table, name);

const write = fc.constantFrom(...NAMES).chain(([table, name]) =>
  fc
    .oneof(
      {
        weight: 8,
        arbitrary: content(table, name).map((each) =>
          handRow(
            table,
            NAMES.findIndex((one) => one[1] === name),
            each,
          ),
        ),
      },
      { weight: 2, arbitrary: fc.constantFrom(null, 'no row\n', handRow(table, 0, ['name: copy'])) },
    )
    .map((text): Step => ({ kind: 'write', path: at(table, name), text })),
);
const move = fc.record({
  kind: fc.constant('move' as const),
  path: fc.constantFrom(...NAMES).map(pathOf),
  to: fc.constantFrom('Elsewhere/Ada.md', 'Elsewhere/Red.md', at('people', 'Ed'), at('tasks', 'Ada')),
});
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 10, arbitrary: write },
  { weight: 3, arbitrary: move },
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom('day', 'define', 'rename', 'insert') }) },
);

async function take(vault: TestVault, each: Step): Promise<void> {
  const { host, engine } = vault;
  const optionally = (name: string, args: JsonObject): Promise<unknown> =>
    engine.run(name, args).catch((error: unknown) => {
      if (!(error instanceof NotedbError && ['refused', 'conflict', 'not_found'].includes(error.code))) throw error;
    });
  if (each.kind === 'day') host.advance(DAY);
  else if (each.kind === 'insert')
    await optionally('insert_row', { table: 'people', values: { name: 'Bo', email: 'a@x.org' } });
  else if (each.kind === 'rename')
    await optionally('update_row', { table: 'people', path: at('people', 'Ada'), set_values: { name: 'Ed' } });
  else if (each.kind === 'define')
    await optionally('alter_column', {
      table: 'tasks',
      column: 'status',
      changes: { values: ['todo', 'done', 'dnoe'] },
    });
  else if (each.kind === 'move') moveFile(vault, each);
  else if (each.kind === 'write' && each.text === null) host.external.remove(each.path);
  else if (each.kind === 'write') host.external.write(each.path, each.text ?? '');
}

function moveFile({ host }: TestVault, { path, to }: Move): void {
  const text = host.external.text(path);
  if (text === null) return;
  host.external.remove(path);
  host.external.write(to, text);
}

const problemsOf = ({ run }: TestVault): Promise<JsonObject> => run('check_table', { limit: 1000 });

it(
  'lists after every change what an engine lists that starts with it',
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 16 }), async (steps) => {
        const vault = await openVault();
        for (const table of TABLES) await vault.run('create_table', table);
        for (const constraint of CONSTRAINTS) await vault.run('add_constraint', constraint);
        await problemsOf(vault);
        for (const each of steps) {
          await take(vault, each);
          await hear(vault, 300);
          const cold = await onHost(vault.host.reboot());
          expect(await problemsOf(vault)).toEqual(await problemsOf(cold));
        }
      }),
      { numRuns: times(25, 2000) },
    );
  },
  within(60_000),
);
