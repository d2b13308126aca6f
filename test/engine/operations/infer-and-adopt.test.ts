/** What infer_table proposes is taken by create_table and adopt_rows as it is, and undo gives every byte back. Source: docs/operations.md#infer_table */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/engine/index';
import { times } from '../../deep';
import { openVault } from '../open-vault';

const KEYS = [
  'name',
  'Name',
  'imdbId',
  'tags',
  'aliases',
  'id',
  'table',
  'path',
  'file_x',
  'größe',
  'a b',
  '_x',
  'created',
  'x1',
];

const VALUES = [
  '',
  'null',
  '7',
  '007',
  '-1.5',
  '1e3',
  '9007199254740993',
  'true',
  'yes',
  '2026-01-02',
  '2026-01-02T03:04',
  '2026-01-02 03:04:05Z',
  'some text',
  '"[[Ada]]"',
  '[[Ada]]',
  '"[[Nobody|x]]"',
  '[a, b]',
  '[1, 2]',
  '["[[Ada]]", b]',
  '[]',
  '{a: 1}',
  '[[1], [2]]',
  "' '",
  '"7"',
  '~',
  '.inf',
  '0x1F',
  '|-\n  two\n  lines',
];

const note: fc.Arbitrary<string> = fc
  .uniqueArray(fc.tuple(fc.constantFrom(...KEYS), fc.constantFrom(...VALUES)), {
    maxLength: 6,
    selector: ([key]) => key,
  })
  .map((entries) => `---\n${entries.map(([key, value]) => `${key}: ${value}\n`).join('')}---\nText\n`);

describe('a proposal', () => {
  it('is taken as it is', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(note, { minLength: 1, maxLength: 6 }),
        fc.constantFrom(0, 2, 12),
        async (notes, most) => {
          const files = Object.fromEntries(notes.map((text, n) => [`In/${n}.md`, text]));
          const vault = await openVault({ files: { ...files, 'Ada.md': 'x\n' } });
          const inferred = await vault.run('infer_table', { folder: 'In', max_enum_values: most });
          const [proposal, adopt] = [inferred['proposal'] as JsonObject, inferred['adopt'] as JsonObject];
          const created = await vault.run('create_table', proposal);
          const before = vault.tree();
          const adopted = await vault.run('adopt_rows', adopt);
          expect(adopted['changed']).toBe((adopt['paths'] as string[]).length);
          expect(await vault.run('check_table', { table: proposal['name'] as string })).toMatchObject({
            ok: true,
            violations: [],
          });
          if (adopted['migrationId'] !== null) {
            await vault.run('undo_migration', { migration_id: adopted['migrationId'] as string });
          }
          expect(vault.tree()).toBe(before);
          await vault.run('undo_migration', { migration_id: created['migrationId'] as string });
          await vault.engine.close();
        },
      ),
      { numRuns: times(150, 5_000) },
    );
  }, 60_000);
});
