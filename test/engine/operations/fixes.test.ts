/** A violation has the value that was probably meant, and the corrected call is accepted. docs/http.md#fix */

import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../../src/engine/index';
import { PEOPLE, type TestVault, column, openVault } from '../open-vault';

const THINGS: JsonObject = {
  name: 'things',
  description: 'What values are tried on',
  filename: '{title}',
  columns: [
    column('title', 'string', { required: true }),
    column('pages', 'integer', { min: 0, max: 100 }),
    column('price', 'number', { step: 0.5 }),
    column('done', 'boolean'),
    column('due', 'date'),
    column('at', 'datetime'),
    column('state', 'enum', { values: ['To do', 'doing', 'done', 'dove'] }),
    column('level', 'enum', { values: ['1', '2', 'größer'] }),
    column('owner', 'link', { ref: 'people' }),
    column('scores', 'list', { items: { type: 'integer' } }),
    column('words', 'list'),
    column('states', 'list', { items: { type: 'enum', values: ['red', 'green'] } }),
  ],
};

async function vault(): Promise<TestVault> {
  const opened = await openVault({});
  await opened.run('create_table', PEOPLE);
  await opened.run('create_table', THINGS);
  for (const name of ['Ada', 'Grace Hopper']) await opened.run('insert_row', { table: 'people', values: { name } });
  return opened;
}

/** Column, refused value, fix. */
const FIXES: readonly (readonly [string, Json, Json])[] = [
  ['title', 7, '7'],
  ['title', true, 'true'],
  ['pages', '12', 12],
  ['pages', ' +012.0 ', 12],
  ['price', '1.5', 1.5],
  ['price', '1e1', 10],
  ['done', 'Yes', true],
  ['done', 'off', false],
  ['due', '2026/1/5', '2026-01-05'],
  ['due', '20261126', '2026-11-26'],
  ['due', '26.11.2026', '2026-11-26'],
  ['due', '11/26/2026', '2026-11-26'],
  ['due', '5/5/2026', '2026-05-05'],
  ['state', 'TO_DO', 'To do'],
  ['state', 'doiing', 'doing'],
  ['level', 2, '2'],
  ['level', 'Grosser', 'größer'],
  ['owner', '[[Adda]]', '[[Ada]]'],
  ['owner', 'Gracehopper', '[[Grace Hopper]]'],
  ['owner', [['Ada']], '[[Ada]]'],
  ['scores', 3, [3]],
  ['scores', '3', [3]],
  ['words', 'one', ['one']],
  ['states', 'Red', ['red']],
];

/** Nothing is certain enough. */
const WITHOUT: readonly (readonly [string, Json])[] = [
  ['pages', 101],
  ['pages', '101'],
  ['pages', '1,234'],
  ['pages', '3.5'],
  ['pages', 'twelve'],
  ['price', 0.7],
  ['price', '0.7'],
  ['done', 'maybe'],
  ['done', 1],
  ['due', '5/6/2026'],
  ['due', '2026-02-30'],
  ['due', '31.02.2026'],
  ['due', 'tomorrow'],
  ['at', '2026-11-26'],
  ['state', 'doe'],
  ['state', 'other'],
  ['owner', '[[Grace Kelly]]'],
  ['owner', '[[Nobody]]'],
  ['words', 'one, two'],
  ['words', 'x'.repeat(201)],
];

const valuesWith = (name: string, value: Json): JsonObject => ({ title: 'One', [name]: value });

describe('a fix', () => {
  it.each(FIXES)('of %s for %j is %j, and is accepted', async (name, value, fix) => {
    const opened = await vault();
    const { violations } = await opened.refused('insert_row', { table: 'things', values: valuesWith(name, value) });
    expect(violations).toMatchObject([{ column: name, fix }]);
    const { row } = await opened.run('insert_row', { table: 'things', values: valuesWith(name, fix) });
    expect(row).toMatchObject({ [name]: fix });
  });

  it.each(WITHOUT)('of %s for %j is none', async (name, value) => {
    const opened = await vault();
    const { violations } = await opened.refused('insert_row', { table: 'things', values: valuesWith(name, value) });
    expect(violations.map(({ column: where }) => where)).toEqual([name]);
    expect(violations.every((violation) => !('fix' in violation))).toBe(true);
  });

  it('of an item of a list is an item', async () => {
    const opened = await vault();
    const values = { title: 'One', scores: [1, '2', 'x'], states: ['gren', 'red'] };
    const { violations } = await opened.refused('insert_row', { table: 'things', values });
    expect(violations.map(({ value, fix }) => [value, fix])).toEqual([
      ['2', 2],
      ['x', undefined],
      ['gren', 'green'],
    ]);
  });

  it('is there for each step of a batch and for what check_table lists', async () => {
    const opened = await vault();
    const steps = ['12', 'Nine', '7'].map((pages, i) => ({
      op: 'insert_row',
      table: 'things',
      values: { title: `Row ${i}`, pages },
    }));
    const { violations } = await opened.refused('batch', { operations: steps, dry_run: true });
    expect(violations.map(({ step, fix }) => [step, fix])).toEqual([
      [0, 12],
      [1, undefined],
      [2, 7],
    ]);
    await opened.run('insert_row', { table: 'things', values: { title: 'One' } });
    const path = 'notedb/main/default/things/One.md';
    const text =
      opened.text(path)?.replace('title: One', 'title: One\npages: "5"\nstate: DOING\nowner: "[[Adda]]"') ?? '';
    opened.host.external.write(path, text);
    await opened.engine.rescan();
    const found = (await opened.run('check_table', { table: 'things' }))['violations'] as readonly JsonObject[];
    expect(found.map(({ column: where, fix }) => [where, fix])).toEqual([
      ['pages', 5],
      ['state', 'doing'],
      ['owner', '[[Ada]]'],
    ]);
  });
});
