/** Whatever lies in a folder: what infer_table proposes is taken at once, and what it leaves out is named. Source: docs/operations.md#infer_table; D17, D25 */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/engine/index';
import { createMemoryHost } from '../../memory-host/memory-host';
import { times } from '../../deep';
import { PEOPLE, onHost } from '../open-vault';

const ID = '0f0f0f0f-0000-4000-8000-00000000000a';

/** Names that some system, a link or a path rule does not like. */
const NAMES = [
  'plain',
  'Two: a colon',
  ':',
  'C:',
  'quote "s" and \'s',
  'what?',
  'star*',
  'a<b>|c',
  '#tag [x] ^y',
  'dots...',
  'spaces  ',
  ' leading',
  '🦊 fox',
  'cafe\u0301',
  'caf\u00e9 au lait',
  'CON',
  'nul.txt',
  'back\\slash',
  'right\u202eleft',
  'x'.repeat(220),
  'tab\there',
  'a.md',
  '%2e%2e',
];

const KEYS = [
  'name',
  'Name',
  'imdbId',
  'imdb_id',
  'tags',
  'id',
  'table',
  'path',
  'file_x',
  'größe',
  'a b',
  '_x',
  '"a: b"',
  'x'.repeat(80),
  'constructor',
  '__proto__',
  'toString',
  '2024',
  'true',
  '"#"',
  '日本',
  "'it''s'",
  'who',
];

const VALUES = [
  '',
  'null',
  '7',
  '007',
  '1e400',
  '9007199254740993',
  'true',
  'yes',
  '2026-01-02',
  '2026-02-30',
  '2026-01-02T03:04',
  '2026-01-02 03:04:05Z',
  'some text',
  'caf\u00e9',
  'cafe\u0301',
  '"[[Ada]]"',
  '"[[Ada#x|y]]"',
  '"[[Bob]]"',
  '"[[Nobody|x]]"',
  '"[[#here]]"',
  '"[[people/Ada.md]]"',
  '["[[Ada]]", "[[Bob]]"]',
  '[[Ada]]',
  '[a, b]',
  '["[[Ada]]", b]',
  '[]',
  '{a: 1}',
  `${'['.repeat(31)}1${']'.repeat(31)}`,
  "' '",
  '"7"',
  '"\\0"',
  '"\\ud83d"',
  '.inf',
  '|-\n  two\n  lines',
  `"${'long '.repeat(2000)}"`,
  ID,
  'main.default.in',
  'main.default.gone',
  'main.default.people',
  '&a b',
  '*a',
  '!!binary aGk=',
];

const entry = fc.tuple(fc.constantFrom(...KEYS), fc.constantFrom(...VALUES));

const frontMatter = fc
  .array(entry, { maxLength: 6 })
  .map((entries) => `---\n${entries.map(([key, value]) => `${key}: ${value}\n`).join('')}---\nText\n`);

const text = fc.oneof(
  { weight: 8, arbitrary: frontMatter },
  { weight: 1, arbitrary: fc.constantFrom('', 'no front matter\n', '---\n[\n---\n', '---\n? [a]\n: b\n---\n') },
  { weight: 1, arbitrary: fc.constant('\ufffd') },
);

const folder = fc.uniqueArray(fc.tuple(fc.constantFrom(...NAMES), fc.constantFrom('', 'sub/', 'odd: folder/'), text), {
  minLength: 1,
  maxLength: 7,
  selector: ([name, sub]) => `${sub}${name}`.normalize('NFC').toLowerCase(),
});

/** A vault with a row of another table, a row by a name that two notes share, and the folder. */
async function vaultWith(notes: readonly (readonly [string, string, string])[]) {
  const files = Object.fromEntries(notes.map(([name, sub, body]) => [`In/${sub}${name}.md`, body]));
  const host = createMemoryHost({ files: { ...files, 'Else/Bob.md': 'x\n' } });
  for (const [path, file] of Object.entries(files)) {
    if (file === '\ufffd') host.external.writeBytes(path, new Uint8Array([0xff, 0xfe, 0]));
  }
  const vault = await onHost(host);
  await vault.run('create_table', PEOPLE);
  for (const name of ['Ada', 'Bob']) await vault.run('insert_row', { table: 'people', values: { name } });
  return vault;
}

describe('a folder of any notes', () => {
  it('is taken as it is proposed, and what is left out is named', async () => {
    await fc.assert(
      fc.asyncProperty(folder, fc.constantFrom(0, 2, 12), fc.boolean(), async (notes, most, isWhole) => {
        const vault = await vaultWith(notes);
        const folderArg = isWhole ? '' : 'In';
        const inferred = await vault.run('infer_table', { folder: folderArg, max_enum_values: most });
        const [proposal, adopt] = [inferred['proposal'] as JsonObject, inferred['adopt'] as JsonObject];
        const paths = adopt['paths'] as string[];
        await vault.run('create_table', proposal);
        const adopted = await vault.run('adopt_rows', adopt);
        expect(adopted).toMatchObject({ changed: paths.length, warnings: [] });
        expect(await vault.run('check_table', { table: adopt['table'] as string })).toMatchObject({
          rows: paths.length,
          ok: true,
          violations: [],
        });
        const remarks = (inferred['notes'] as string[]).join('\n');
        for (const [name, sub, body] of notes) {
          const path = `In/${sub}${name}.md`;
          const isRow = body.includes('table: main.default.people');
          if (!paths.includes(path) && !isRow) expect(remarks).toContain(path);
        }
        await vault.engine.close();
      }),
      { numRuns: times(60, 5_000) },
    );
  }, 60_000);
});
