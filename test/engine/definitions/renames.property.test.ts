/** After any renames no view, rule, default or webhook answers otherwise than before, or a warning names it; undo gives the bytes back. D26 */

import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { JsonObject } from '../../../src/engine/index';
import { MemoryNetwork } from '../../memory-host/memory-network';
import { times, within } from '../../deep';
import { type TestVault, column, openVault } from '../open-vault';

const FOLDER = 'notedb/main/default';
const NAMES = ['a', 'b', 'c d', 'e'] as const;

/** Rows of both tables have names of one list, so that a name may mean several notes. */
const rowName = fc.constantFrom(...NAMES);

/** How a filter names the project of that name. */
const spelling = fc
  .tuple(
    rowName,
    fc.constantFrom<(name: string) => string>(
      (name) => `[[${name}]]`,
      (name) => name,
      (name) => `[[${FOLDER}/p/${name}]]`,
      (name) => `${FOLDER}/p/${name}.md`,
      (name) => `[[${name}|shown]]`,
      (name) => `[[${name}#Part]]`,
    ),
  )
  .map(([name, spell]) => spell(name));

const condition: fc.Arbitrary<JsonObject> = fc.oneof(
  spelling.map((text) => ({ project: text })),
  fc.array(spelling, { minLength: 1, maxLength: 3 }).map((texts) => ({ project: { in: texts } })),
  spelling.map((text) => ({ project: { ne: text } })),
  spelling.map((text) => ({ more: { contains: text } })),
  rowName.map((name) => ({ word: name })),
  rowName.map((name) => ({ 'project.path': `${FOLDER}/p/${name}.md` })),
  fc.constantFrom('x', 'y').map((value) => ({ state: value })),
  fc.constantFrom('x', 'y').map((value) => ({ 'project.state': { in: [value] } })),
);

const filter: fc.Arbitrary<JsonObject> = fc.oneof(
  condition,
  fc.tuple(condition, condition).map(([a, b]) => ({ or: [a, { and: [b] }] })),
  condition.map((each) => ({ not: each })),
);

const queryOf: fc.Arbitrary<(where: JsonObject) => JsonObject> = fc.constantFrom<(where: JsonObject) => JsonObject>(
  (where) => ({ table: 't', where }),
  (where) => ({
    union: [
      { table: 't', where },
      { table: 'p', where: { state: 'x' } },
    ],
  }),
  (where) => ({ union: [{ table: 't' }], where }),
  (where) => ({
    table: 't',
    where,
    join: { table: 'p', as: 'of', on: { project: 'path' }, where: { state: 'x' }, type: 'left' },
  }),
);

type Rename =
  | { readonly kind: 'row'; readonly table: 'p' | 't'; readonly index: number; readonly name: string }
  | { readonly kind: 'value'; readonly table: 'p' | 't'; readonly from: string; readonly to: string }
  | { readonly kind: 'column'; readonly table: 'p' | 't'; readonly from: string; readonly to: string }
  | { readonly kind: 'table'; readonly table: 'p' | 't'; readonly name: string };

const either = fc.constantFrom('p' as const, 't' as const);

const rename: fc.Arbitrary<Rename> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('row' as const),
      table: either,
      index: fc.nat({ max: 3 }),
      name: fc.constantFrom(...NAMES, 'f', 'C#'),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('value' as const),
      table: either,
      from: fc.constantFrom('x', 'y'),
      to: fc.constantFrom('z', 'x'),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('column' as const),
      table: either,
      from: fc.constantFrom('state', 'project', 'word'),
      to: fc.constantFrom('renamed', 'other'),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('table' as const),
      table: either,
      name: fc.constantFrom('plans', 'jobs'),
    }),
  },
);

interface Scene {
  readonly vault: TestVault;
  /** What each table is called now. */
  readonly tables: { p: string; t: string };
  readonly views: readonly string[];
}

async function openScene(views: readonly JsonObject[], rule: JsonObject, hooked: JsonObject): Promise<Scene> {
  const vault = await openVault({ network: new MemoryNetwork() });
  const { run } = vault;
  const named = { description: 'x', filename: '{name}' };
  const own = [column('name', 'string'), column('state', 'enum', { values: ['x', 'y'] })];
  await run('create_table', { name: 'p', ...named, columns: own });
  for (const [i, name] of NAMES.entries())
    await run('insert_row', { table: 'p', values: { name, state: i % 2 === 0 ? 'x' : 'y' } });
  const links = [
    column('project', 'link', { ref: 'p', default: '[[a]]' }),
    column('more', 'list', { items: { type: 'link', ref: 'p' } }),
    column('word', 'string', { vocabulary: 'p', default: 'b' }),
  ];
  await run('create_table', { name: 't', ...named, columns: [...own, ...links] });
  for (const [i, name] of ['k', 'l', 'm', 'a 1'].entries()) {
    const project = NAMES[i] ?? 'a';
    const values = { name, state: i < 2 ? 'x' : 'y', project: `[[${project}]]`, word: NAMES[3 - i] ?? 'a' };
    await run('insert_row', { table: 't', values: { ...values, more: ['[[a]]', `[[${project}]]`] } });
  }
  await run('add_constraint', { table: 't', name: 'rule', check: { or: [rule, { name: { exists: true } }] } });
  for (const [i, query] of views.entries()) await run('create_view', { name: `vw_${i}`, query, labels: {} });
  await run('create_webhook', { url: 'https://hooks.test/in', tables: ['t'], where: hooked });
  await run('create_view', { name: 'vw_rule', query: { table: 't', where: rule } });
  return { vault, tables: { p: 'p', t: 't' }, views: [...views.keys()].map((i) => `vw_${i}`) };
}

const idsOf = (answer: JsonObject): string =>
  JSON.stringify((answer['rows'] as readonly { id?: string }[]).map(({ id }) => id ?? '').sort());

/** What each definition answers, by its name: ids of rows, which no rename changes. */
async function answers({ vault: { run }, tables, views }: Scene): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  const ask = async (name: string, call: () => Promise<string>): Promise<void> => {
    found.set(name, await call().catch((error: unknown) => `refused: ${String(error)}`));
  };
  for (const view of views) await ask(view, async () => idsOf(await run('select_rows', { table: view })));
  const { constraints } = await run('describe_table', { table: tables.t });
  const [{ check }] = constraints as unknown as readonly [{ check: { or: readonly [JsonObject] } }];
  await ask('rule', async () => idsOf(await run('select_rows', { table: tables.t, where: check.or[0] })));
  const { webhooks } = await run('list_webhooks');
  const [hook] = webhooks as unknown as readonly { filter: { tables: readonly [string]; where: JsonObject } }[];
  await ask('webhook', async () =>
    idsOf(await run('select_rows', { table: hook?.filter.tables[0] ?? '', where: hook?.filter.where ?? {} })),
  );
  await ask('defaults', async () => {
    const { migrationId, row } = await run('insert_row', { table: tables.t, values: { name: 'new' } });
    const link = linkOf(row as JsonObject);
    const { rows } = await run('select_rows', { table: tables.t, where: { name: 'new' }, expand: [link] });
    const { path = '' } = (rows as readonly Readonly<Record<string, { path?: string }>>[])[0]?.[link] ?? {};
    const target = idsOf(await run('select_rows', { table: tables.p, where: { path } }));
    await run('undo_migration', { migration_id: migrationId as string });
    return target;
  });
  return found;
}

/** The link column, whatever it is called by now. */
const linkOf = (row: JsonObject): string =>
  ['project', 'renamed', 'other'].find((name) => /^"\[\[/.test(JSON.stringify(row[name] ?? null))) ?? 'project';

/** Null: it was refused, or changed nothing. */
async function perform({ vault, tables }: Scene, step: Rename): Promise<JsonObject | null> {
  const { run } = vault;
  const table = tables[step.table];
  try {
    if (step.kind === 'row') {
      const { rows } = await run('select_rows', { table, order_by: 'id' });
      const { path = '' } = (rows as readonly { path: string }[])[step.index] ?? {};
      return await run('update_row', { table, path, set_values: { name: step.name } });
    }
    if (step.kind === 'value')
      return await run('rename_value', { table, column: 'state', from_value: step.from, to_value: step.to });
    if (step.kind === 'column')
      return await run('rename_column', { table, from_column: step.from, to_column: step.to });
    const done = await run('alter_table', { table, name: step.name });
    tables[step.table] = step.name;
    return done;
  } catch {
    return null;
  }
}

/** The calls that a warning gives to mend views. */
const mendings = (warnings: readonly string[]): readonly JsonObject[] =>
  warnings.flatMap((warning) => {
    const [, call] = /mend it with create_view (\{.*\})$/s.exec(warning) ?? [];
    return call === undefined ? [] : [JSON.parse(call) as JsonObject];
  });

it(
  'renames change no answer without a warning, and undo gives the bytes back',
  { timeout: within(60_000) },
  async () => {
    const scene = fc.record({
      views: fc.array(
        fc.tuple(queryOf, filter).map(([make, where]) => make(where)),
        { minLength: 1, maxLength: 3 },
      ),
      rule: condition,
      hooked: filter,
      steps: fc.array(rename, { minLength: 1, maxLength: 4 }),
    });
    const property = fc.asyncProperty(scene, async ({ views, rule, hooked, steps }) => {
      const opened = await openScene(views, rule, hooked);
      const { vault } = opened;
      const tree = vault.tree();
      const done: string[] = [];
      const first = await answers(opened);
      let before = first;
      for (const step of steps) {
        const result = await perform(opened, step);
        if (result === null) continue;
        if (result['migrationId'] !== null) done.push(result['migrationId'] as string);
        const warnings = result['warnings'] as readonly string[];
        for (const call of mendings(warnings))
          done.push((await vault.run('create_view', call))['migrationId'] as string);
        const after = await answers(opened);
        const { webhooks } = await vault.run('list_webhooks');
        const warned = [...warnings, JSON.stringify((webhooks as readonly JsonObject[])[0]?.['warning'] ?? null)].join(
          '\n',
        );
        for (const [name, answer] of after) {
          const isMended = mendings(warnings).some((call) => call['name'] === name);
          const isNamed =
            name === 'webhook'
              ? /its filter/.test(warned)
              : name === 'rule'
                ? /the CHECK rule/.test(warned)
                : name === 'defaults'
                  ? /the default of/.test(warned)
                  : warned.includes(`.${name} `);
          if (isMended || !isNamed) expect([name, step, answer]).toEqual([name, step, before.get(name)]);
        }
        before = after;
      }
      for (const id of done.reverse()) await vault.run('undo_migration', { migration_id: id });
      expect(vault.tree()).toBe(tree);
      Object.assign(opened.tables, { p: 'p', t: 't' });
      const { webhooks } = await vault.run('list_webhooks');
      if ((webhooks as readonly JsonObject[])[0]?.['warning'] === null)
        expect((await answers(opened)).get('webhook')).toBe(first.get('webhook'));
      await vault.engine.close();
    });
    await fc.assert(property, { numRuns: times(25, 2000) });
  },
);
