/** Quick find: names of notes, rows, tables and columns, by the beginning of their words and with slips. docs/quick-find.md */

import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FoundName } from '../../../../src/engine/index';
import { foldText } from '../../../../src/kernel/fold-text';
import { times } from '../../../deep';
import { PEOPLE, TASKS, type TestVault, openVault } from '../../open-vault';

const FILES: Readonly<Record<string, string>> = {
  'Garden/Compost heap.md':
    '---\naliases: [Rotting pile, Mist]\ntags: [soil]\n---\n# Turning it\n\nOnce a week. #outdoors\n\n```\n# no heading\n```\n',
  'Garden/Tomatoes.md': '---\nalias: Lycopersicum\n---\nUnderlined\n===\n',
  'Straße.md': 'Über Brücken\n',
  'Müller.md': '# Café\n',
  '東京の夜.md': 'night\n',
  'picture.png': 'x',
  'Broken.md': '---\naliases: [\n---\n',
};

async function vault(): Promise<TestVault> {
  const opened = await openVault({ files: FILES });
  await opened.run('create_table', PEOPLE);
  await opened.run('create_table', { ...TASKS, aliases: ['to do'] });
  await opened.run('insert_row', { table: 'people', values: { name: 'Ada Lovelace' }, body: '# Engines\n' });
  await opened.run('insert_row', { table: 'tasks', values: { title: 'Call Ada' } });
  return opened;
}

const found = async ({ engine }: TestVault, query: string, more: { table?: string; limit?: number } = {}) =>
  (await engine.findNames({ query, ...more })).names;

const shown = ({ kind, name, field, text }: FoundName): string => `${kind} ${name}: ${field} ${text}`;

const shownFor = async (opened: TestVault, query: string): Promise<readonly string[]> =>
  (await found(opened, query)).map(shown);

describe('quick find', () => {
  it.each([
    ['the beginning of a name', 'comp', 'note Compost heap: name Compost heap'],
    ['the beginning of a later word', 'hea', 'note Compost heap: name Compost heap'],
    ['several words in any order', 'heap com', 'note Compost heap: name Compost heap'],
    ['a slip', 'tomatos', 'note Tomatoes: name Tomatoes'],
    ['two letters that changed places', 'compsot', 'note Compost heap: name Compost heap'],
    ['an alias', 'rott', 'note Compost heap: aliases Rotting pile'],
    ['an alias that stands alone', 'lycopers', 'note Tomatoes: aliases Lycopersicum'],
    ['a heading', 'turning', 'note Compost heap: headings Turning it'],
    ['an underlined heading', 'underlin', 'note Tomatoes: headings Underlined'],
    ['a tag of the properties', 'soil', 'note Compost heap: tags soil'],
    ['a tag of the text', '#outdoors', 'note Compost heap: tags outdoors'],
    ['no accents where there are', 'muller', 'note Müller: name Müller'],
    ['accents where there are none', 'tómatoes', 'note Tomatoes: name Tomatoes'],
    ['ss for ß', 'strasse', 'note Straße: name Straße'],
    ['an accent in a heading', 'cafe', 'note Müller: headings Café'],
    ['a character of Japanese', '夜', 'note 東京の夜: name 東京の夜'],
    ['a row', 'lovelace', 'note Ada Lovelace: name Ada Lovelace'],
    ['a heading of a row', 'engines', 'note Ada Lovelace: headings Engines'],
    ['a table', 'peop', 'table people: name people'],
    ['a description', 'somebody', 'table people: description Somebody we know'],
    ['a column', 'estim', 'column estimate: name estimate'],
    ['an alias of a table', 'to do', 'table tasks: aliases to do'],
  ])('finds %s', async (_, query, expected) => {
    expect((await shownFor(await vault(), query))[0]).toBe(expected);
  });

  it('tells where a name is', async () => {
    const opened = await vault();
    expect(await found(opened, 'lovelace')).toEqual([
      {
        kind: 'note',
        name: 'Ada Lovelace',
        path: 'notedb/main/default/people/Ada Lovelace.md',
        table: 'main.default.people',
        field: 'name',
        text: 'Ada Lovelace',
      },
    ]);
    expect((await found(opened, 'estimate'))[0]).toMatchObject({ path: null, table: 'main.default.tasks' });
    expect((await found(opened, 'tomatoes'))[0]).toMatchObject({ path: 'Garden/Tomatoes.md', table: null });
  });

  it('has whole names first, then beginnings, then the rest', async () => {
    const files = Object.fromEntries(['Planet', 'A plan', 'Plan', 'Plan B', 'Plum'].map((name) => [`${name}.md`, '']));
    const opened = await openVault({ files: { ...files, 'Other.md': '# Plan\n' } });
    const names = (await found(opened, 'plan')).map(({ name }) => name);
    expect(names[0]).toBe('Plan');
    expect(names.slice(1, 3).sort()).toEqual(['Plan B', 'Planet']);
    expect([...names.slice(3)].sort()).toEqual(expect.arrayContaining(['A plan', 'Other']));
  });

  it('finds nothing where a word is missing, and for a query without words', async () => {
    const opened = await vault();
    for (const query of ['compost zebra', 'no heading', '', '  ', '...', '\ud800', 'picture', 'x'.repeat(10_000)])
      expect(await found(opened, query), query).toEqual([]);
  });

  it('finds rows of one table alone, and as many as are asked for', async () => {
    const opened = await vault();
    expect((await found(opened, 'ada')).map(({ name }) => name).sort()).toEqual(['Ada Lovelace', 'Call Ada']);
    const rows = await found(opened, 'ada', { table: 'main.default.tasks' });
    expect(rows.map(({ name }) => name)).toEqual(['Call Ada']);
    expect(await found(opened, 'ada', { limit: 1 })).toHaveLength(1);
  });

  it('follows writes, external edits, renames, deletions and definitions', async () => {
    const opened = await vault();
    await found(opened, 'warm');
    await opened.run('update_rows', { table: 'people', set_values: { name: 'Grace Hopper' } });
    expect(await shownFor(opened, 'hopper')).toEqual(['note Grace Hopper: name Grace Hopper']);
    expect(await found(opened, 'lovelace')).toEqual([]);
    opened.host.external.write('Garden/Tomatoes.md', '---\naliases: [Love apple]\n---\n');
    opened.host.external.remove('Garden/Compost heap.md');
    await opened.engine.rescan();
    expect(await shownFor(opened, 'apple')).toEqual(['note Tomatoes: aliases Love apple']);
    expect(await found(opened, 'compost')).toEqual([]);
    expect(await found(opened, 'lycopersicum')).toEqual([]);
    await opened.run('rename_column', { table: 'tasks', from_column: 'estimate', to_column: 'effort' });
    expect(await shownFor(opened, 'effort')).toEqual(['column effort: name effort']);
    expect((await found(opened, 'estimate')).map(({ name }) => name)).not.toContain('estimate');
    await opened.run('delete_rows', { table: 'tasks' });
    await opened.run('drop_table', { table: 'tasks' });
    expect(await found(opened, 'effort')).toEqual([]);
  });

  it('knows the names of a large vault at once, and the rest soon', async () => {
    const many = Array.from({ length: 300 }, (_, n) => [`N/note ${n}.md`, `# Heading ${n}\n`] as const);
    const opened = await openVault({ files: Object.fromEntries(many) });
    const first = await opened.engine.findNames({ query: 'note 217' });
    expect([first.names[0]?.name, first.isComplete]).toEqual(['note 217', false]);
    let answer = first;
    for (let i = 0; i < 1000 && !answer.isComplete; i++)
      answer = await opened.engine.findNames({ query: 'heading 217' });
    expect([answer.names[0]?.name, answer.names[0]?.field]).toEqual(['note 217', 'headings']);
  });

  it('finds every note by the beginning of each word of its name', async () => {
    const word = fc.stringMatching(/^[\p{L}\p{N}]{1,8}$/u).filter((text) => foldText(text) !== '');
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(fc.array(word, { minLength: 1, maxLength: 3 }), {
          maxLength: 8,
          selector: (words) => foldText(words.join(' ')),
        }),
        async (names) => {
          // prettier-ignore
          const opened = await openVault({ files: Object.fromEntries(names.map((words) => [`${words.join(' ')}.md`, ''])) });
          for (const words of names)
            for (const each of words) {
              const paths = (await found(opened, each)).map(({ path }) => path);
              expect(paths).toContain(`${words.join(' ')}.md`);
            }
          await opened.engine.close();
        },
      ),
      { numRuns: times(15, 2_000) },
    );
  });
});
