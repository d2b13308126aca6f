/** Hundreds of new rows on a disk behave as one does: others' files stay theirs, and what others do meanwhile is taken in. */

import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Engine, type JsonObject, openEngine } from '../../../src/engine/index';
import { eventually } from '../../eventually';
import { type ScratchVault, scratchVault } from './scratch-vault';

const ROWS = 400;
const TABLE = {
  name: 'things',
  description: 'Things',
  history: true,
  columns: [
    { name: 'name', type: 'string', required: true, description: 'What it is called' },
    { name: 'size', type: 'integer', description: 'How large it is' },
  ],
};
const FOLDER = 'notedb/main/default/things';

let scratch: ScratchVault;
let engine: Engine;
beforeEach(async () => {
  scratch = await scratchVault();
  engine = await openEngine(scratch.host);
  await engine.run('create_table', TABLE);
  for (const name of ['Ada', 'Grace']) await engine.run('insert_row', { table: 'things', values: { name } });
});
afterEach(async () => {
  await engine.close();
  await scratch.close();
});

/** Merges so many new rows. `meanwhile` runs before the file of the hundredth is made. */
async function merge(meanwhile: () => void): Promise<JsonObject> {
  const { vault } = scratch.host;
  const create = vault.create.bind(vault);
  let made = 0;
  vault.create = (file, text) => {
    if (++made === 100) meanwhile();
    return create(file, text);
  };
  const rows = Array.from({ length: ROWS }, (_, i) => ({ name: `Thing ${i}`, size: i }));
  return engine.run('merge_rows', { table: 'things', on: ['name'], rows });
}

const files = (): string[] => fs.readdirSync(path.join(scratch.folder, FOLDER)).sort();

const sizes = async (...names: readonly string[]): Promise<unknown> => {
  const where = { name: { in: names } };
  const { rows } = await engine.run('select_rows', { table: 'things', where, order_by: ['name'] });
  return (rows as JsonObject[]).map(({ name, size }) => [name, size ?? null]);
};

test.each([
  ['name', 'Thing 200.md'],
  ['name in other case', 'THING 200.md'],
])('a %s that somebody else takes meanwhile stays theirs, and nothing of the write is left', async (_what, name) => {
  const theirs = `${FOLDER}/${name}`;
  await expect(
    merge(() => {
      scratch.outside.write(theirs, 'theirs');
      // A tick of the clock later.
      const later = new Date(Date.now() + 1000);
      fs.utimesSync(path.join(scratch.folder, FOLDER), later, later);
    }),
  ).rejects.toMatchObject({ code: 'conflict' });
  expect(scratch.outside.text(theirs)).toBe('theirs');
  expect(files()).toEqual(['Ada.md', 'Grace.md', name]);
  expect(await engine.run('select_rows', { table: 'things' })).toMatchObject({ total: 2 });
});

test('what others do meanwhile and right afterwards is taken in, and our own files are no news', async () => {
  const text = (name: string): string => scratch.outside.text(`${FOLDER}/${name}.md`) as string;
  const edit = (name: string, size: number): void =>
    scratch.outside.write(
      `${FOLDER}/${name}.md`,
      text(name).replace(/\n(?:size: \d+\n)?---\n$/, `\nsize: ${size}\n---\n`),
    );
  const merged = await merge(() => {
    edit('Ada', 1001);
    edit('Thing 7', 1007);
    scratch.outside.remove(`${FOLDER}/Thing 8.md`);
  });
  expect(merged).toMatchObject({ inserted: ROWS });
  edit('Thing 350', 1350);
  scratch.outside.remove(`${FOLDER}/Grace.md`);
  await eventually(async () =>
    expect(await sizes('Ada', 'Grace', 'Thing 7', 'Thing 8', 'Thing 9', 'Thing 350')).toEqual([
      ['Ada', 1001],
      ['Thing 7', 1007],
      ['Thing 9', 9],
      ['Thing 350', 1350],
    ]),
  );
  const { changes } = await engine.run('table_changes', { table: 'things', start_version: 0 });
  const ofOthers = (changes as JsonObject[]).filter(({ _operation: by }) => by === 'EXTERNAL_EDIT');
  expect(new Set(ofOthers.map(({ path: file }) => path.basename(file as string)))).toEqual(
    new Set(['Ada.md', 'Grace.md', 'Thing 350.md', 'Thing 7.md', 'Thing 8.md']),
  );
});
