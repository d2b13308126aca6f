/** What the preview shows of a note is what the engine writes, but for the new id. */

import { afterEach, beforeEach, expect, it } from 'vitest';
import { type TestVault, openVault } from '../../../engine/open-vault';
import { frontMatterChanges } from '../../../../src/ui/screens/design/note-after';
import { draftOfNotes, designSteps, keyChanges } from '../../../../src/ui/screens/design/table-design';
import { notePartsOf } from '../../../../src/ui/client/note-text';

const NOTES: Readonly<Record<string, string>> = {
  plain: '---\ntitle: One\nnumPages: 3\ntags:\n  - a\n---\nBody\n',
  'quoted keys, comments and blocks':
    '---\n# about\n"numPages": 4 # many\ntitle: |\n  two\n  lines\nlist: [a, b]\n---\n',
  'another spelling': '---\ntitle: Four\nnum-pages: 6\n---\n',
  'line breaks of Windows': '---\r\ntitle: Three\r\nnumPages: 5\r\n---\r\nBody\r\n',
};

let vault: TestVault;
beforeEach(async () => {
  vault = await openVault({
    files: Object.fromEntries(Object.entries(NOTES).map(([name, text]) => [`N/${name}.md`, text])),
  });
});
afterEach(() => vault.engine.close());

it('equals the lines of the note afterwards', async () => {
  const inference = (await vault.run('infer_table', { folder: 'N' })) as never;
  const design = draftOfNotes(inference);
  const paths = Object.keys(NOTES).map((name) => `N/${name}.md`);
  const before = new Map(paths.map((path) => [path, vault.text(path) ?? '']));
  await vault.run('batch', {
    operations: designSteps(design, { kind: 'notes', scope: { folder: 'N' }, paths, remarks: [] }),
  });
  for (const path of paths) {
    const lines = frontMatterChanges(
      notePartsOf(before.get(path) ?? '').frontMatter,
      keyChanges(design.columns),
      `main.default.${design.name}`,
    );
    const shown = lines.filter(({ kind }) => kind !== 'removed').map(({ text }) => text.replace('a new id', 'ID'));
    const written = notePartsOf(vault.text(path) ?? '').frontMatter ?? [];
    expect(shown.slice(1, -1)).toEqual(written.map((line) => line.replace(/^id: .*/, 'id: ID')));
  }
});
