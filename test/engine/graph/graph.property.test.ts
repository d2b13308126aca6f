/** Over random vaults, edits and moves the graph is what a plain walk over the texts of the notes finds. docs/graph.md */

import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/engine/index';
import { times, within } from '../../deep';
import { type NaiveLink, type NaiveReached, naiveLinks, naiveNeighbors, naiveWalk } from '../../oracle/naive-graph';
import { type TestVault, column, openVault } from '../open-vault';

const NAMES = ['Ada', 'Bo', 'Cy', 'Dee', 'Plan', 'Gone'] as const;
const FOLDERS = ['', 'a/', 'a/b/', 'notedb/main/default/people/'] as const;
const LINK_COLUMNS = ['boss', 'friends', 'page'] as const;

const TABLES: readonly JsonObject[] = ['people', 'teams'].map((name) => ({
  name,
  description: 'Rows with links',
  columns: [
    column('name', 'string', { required: true }),
    column('boss', 'link'),
    column('friends', 'list', { items: { type: 'link' } }),
    column('page', 'link', { generated: '[[{name}]]' }),
  ],
}));

const name = fc.constantFrom(...NAMES);
const path = fc.tuple(fc.constantFrom(...FOLDERS), name).map(([folder, base]) => `${folder}${base}.md`);
/** As links are spelled: by name, by path, with alias, heading, another case; to a file that is no note. */
const link = fc.oneof(
  { weight: 4, arbitrary: name.map((to) => `[[${to}]]`) },
  path.map((to) => `[[${to.slice(0, -3)}|x]]`),
  name.map((to) => `[[${to.toLowerCase()}#Heading]]`),
  fc.constantFrom('[[./Ada]]', '[[../Bo]]', '[[#Here]]', '[[pic.png]]', '[[no.png]]'),
);
const body = fc.array(link, { maxLength: 4 }).map((links) => links.join(' '));

interface NoteParts {
  readonly table: string | null;
  readonly boss: string | null;
  readonly friends: readonly string[];
  readonly see: string | null;
  readonly body: string;
}

const parts: fc.Arbitrary<NoteParts> = fc.record({
  table: fc.constantFrom('people', 'teams', null),
  boss: fc.option(fc.oneof(link, name)),
  friends: fc.array(fc.oneof(link, name), { maxLength: 3 }),
  see: fc.option(link),
  body,
});

let notes = 0;

function textOf({ table, boss, friends, see, body }: NoteParts): string {
  const id = `00000000-0000-4000-8000-${String(++notes).padStart(12, '0')}`;
  const value = (text: string): string => (text.startsWith('[[') ? `"${text}"` : text);
  return [
    '---',
    ...(table === null ? [] : [`table: main.default.${table}`, `id: ${id}`, `name: N${notes}`]),
    ...(boss === null ? [] : [`boss: ${value(boss)}`]),
    ...(friends.length === 0 ? [] : ['friends:', ...friends.map((each) => `  - ${value(each)}`)]),
    ...(see === null ? [] : [`see: "${see}"`]),
    '---',
    body,
  ].join('\n');
}

type Step = (vault: TestVault) => Promise<void> | void;

/** Refused or not: what comes of it is read from the notes. */
const tried = async (vault: TestVault, operation: string, args: JsonObject): Promise<void> => {
  await vault.engine.run(operation, args).catch(() => undefined);
};

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.tuple(path, parts).map(
      ([at, note]): Step =>
        (vault) =>
          vault.host.external.write(at, textOf(note)),
    ),
  },
  path.map(
    (at): Step =>
      (vault) =>
        vault.host.external.remove(at),
  ),
  fc.tuple(name, link).map(
    ([who, boss]): Step =>
      (vault) =>
        tried(vault, 'insert_row', {
          table: 'people',
          values: { name: who, boss, friends: [boss, '[[Plan]]'] },
          body: '[[Ada]]',
        }),
  ),
  fc.tuple(name, name).map(
    ([from, to]): Step =>
      (vault) =>
        tried(vault, 'update_rows', {
          table: 'people',
          where: { name: from },
          set_values: { name: to, boss: `[[${from}]]` },
        }),
  ),
  name.map((who): Step => (vault) => tried(vault, 'delete_rows', { table: 'people', where: { name: who }, mode: 'archive', on_referenced: 'ignore' })), // prettier-ignore
);

interface Question {
  readonly starts: readonly string[];
  readonly direction: 'out' | 'in' | 'both';
  readonly labels: readonly string[] | null;
  readonly depth: number;
  readonly through: string | null;
}

const question: fc.Arbitrary<Question> = fc.record({
  starts: fc.uniqueArray(path, { minLength: 1, maxLength: 3 }),
  direction: fc.constantFrom('out', 'in', 'both'),
  labels: fc.option(fc.uniqueArray(fc.constantFrom('link', ...LINK_COLUMNS), { minLength: 1 })),
  depth: fc.integer({ min: 1, max: 4 }),
  through: fc.option(fc.constant('people')),
});

const neighborCounts = (nodes: readonly JsonObject[]): JsonObject =>
  Object.fromEntries(
    nodes.flatMap(({ path, unresolved, direction, edges }) =>
      Object.entries(edges as Record<string, number>).map(([label, count]) => [
        `${(path as string | null) ?? `?${unresolved as string}`} ${direction as string} ${label}`,
        count,
      ]),
    ),
  );

async function check(vault: TestVault, asked: Question): Promise<void> {
  const files = vault.host.external.notes();
  const starts = asked.starts.filter((start) => start in files);
  if (starts.length === 0) return;
  const links: readonly NaiveLink[] = naiveLinks({ ...files, 'pic.png': '' }, LINK_COLUMNS);
  const { direction, labels, depth, through } = asked;
  const args: JsonObject = { from_nodes: { paths: starts }, direction, edges: labels };
  const neighbors = await vault.run('graph_neighbors', args);
  expect(neighborCounts(neighbors['nodes'] as JsonObject[])).toEqual(
    naiveNeighbors(links, starts, { direction, labels }),
  );
  const rows = new Set<string>();
  for (const { path } of (await vault.run('select_rows', { table: 'people', limit: 1000 }))['rows'] as JsonObject[])
    rows.add(path as string);
  const goesOn = (note: string): boolean => through === null || rows.has(note);
  const expected = naiveWalk(links, starts, { direction, labels }, depth, goesOn);
  const walked = await vault.run('graph_traverse', {
    ...args,
    max_depth: depth,
    through: through === null ? null : [through],
  });
  expect((walked['nodes'] as JsonObject[]).map(({ path, depth, via }) => ({ path, depth, via }))).toEqual(expected);
  await checkPaths(vault, args, naiveWalk(links, starts, { direction, labels }, depth), { ...asked, starts }, files);
}

async function checkPaths(
  vault: TestVault,
  args: JsonObject,
  reached: readonly NaiveReached[],
  { starts, depth }: Question,
  files: Readonly<Record<string, string>>,
): Promise<void> {
  for (const to of Object.keys(files)
    .filter((file) => file.endsWith('.md'))
    .slice(0, 6)) {
    const found = await vault.run('graph_path', { ...args, to_nodes: { paths: [to] }, max_depth: depth });
    const way = starts.includes(to) ? { depth: 0, via: [] } : reached.find((each) => each.path === to);
    expect(found).toEqual({ found: way !== undefined, length: way?.depth ?? null, path: way?.via ?? [] });
  }
}

describe('the graph', () => {
  it(
    'is that of the texts of the notes, after every edit, move and restart',
    async () => {
      const history = fc.array(fc.tuple(step, question), { minLength: 1, maxLength: 12 });
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.tuple(path, parts), { maxLength: 8 }),
          history,
          fc.boolean(),
          async (first, steps, restarts) => {
            const files = Object.fromEntries(first.map(([at, note]) => [at, textOf(note)]));
            let vault = await openVault({ files: { ...files, 'pic.png': 'x' } });
            for (const table of TABLES) await vault.run('create_table', table);
            for (const [apply, asked] of steps) {
              await apply(vault);
              await vault.engine.rescan();
              await check(vault, asked);
            }
            if (restarts) {
              vault = await vault.restart();
              for (const [, asked] of steps) await check(vault, asked);
            }
            await vault.engine.close();
          },
        ),
        { numRuns: times(10, 4_000) },
      );
    },
    within(20_000),
  );
});
