/** The preview shows of a note what the engine writes, but for the new id. docs/page.md#make-a-table */

import { afterEach, beforeEach, expect, it } from 'vitest';
import type { JsonObject, PlannedNote } from '../../../../src/engine/index';
import { type TestVault, PEOPLE, openVault } from '../../../engine/open-vault';
import { frontMatterLines } from '../../../../src/ui/screens/create-table/front-matter-lines';
import {
  type TableDraft,
  createTableSteps,
  draftOfNotes,
  newColumn,
} from '../../../../src/ui/screens/create-table/table-draft';

const NOTES: Readonly<Record<string, string>> = {
  plain: '---\ntitle: One\nnumPages: 3\nby: [[Ada]]\n---\nBody\n',
  'quoted keys, comments and blocks':
    '---\n# about\n"numPages": 4 # many\ntitle: |\n  two\n  lines\nlist: [a, b]\nby: "[[Ada]]"\n---\n',
  'another spelling': '---\ntitle: Four\nnum-pages: 6\nby: "[[Ada]]"\n---\n',
  'line breaks of Windows': '---\r\ntitle: Three\r\nnumPages: 5\r\nby: "[[Ada]]"\r\n---\r\nBody\r\n',
};
const PATHS = Object.keys(NOTES).map((name) => `N/${name}.md`);

let vault: TestVault;
beforeEach(async () => {
  vault = await openVault({
    files: Object.fromEntries(Object.entries(NOTES).map(([name, text]) => [`N/${name}.md`, text])),
  });
  await vault.run('create_table', { ...PEOPLE, filename: '{name}' });
  await vault.run('insert_row', { table: 'people', values: { name: 'Ada' } });
});
afterEach(() => vault.engine.close());

const textOf = (path: string): string => vault.text(path) ?? '';

/** The design that infer_table proposes, with a column for the name and one that each note has a key for. */
async function designed(): Promise<{ design: TableDraft; operations: readonly JsonObject[] }> {
  const inference = (await vault.run('infer_table', { folder: 'N' })) as never;
  const proposed = draftOfNotes(inference);
  const rating = { ...newColumn([]), id: 'new1', name: 'rating', type: 'integer' as const, dense: true };
  const file = { ...newColumn([]), id: 'new2', name: 'file', isNoteName: true };
  const design = { ...proposed, columns: [...proposed.columns, rating, file] };
  const perRow = (inference as { adopt: { per_row?: Record<string, JsonObject> } }).adopt.per_row ?? {};
  const source = { kind: 'notes' as const, scope: { folder: 'N' }, paths: PATHS, perRow, remarks: [] };
  return { design, operations: createTableSteps(design, source) };
}

it('shows the bytes that the write leaves, line by line', async () => {
  const { operations } = await designed();
  const before = new Map(PATHS.map((path) => [path, textOf(path)] as const));
  const { notes } = await vault.run('batch', { operations, dry_run: true });
  await vault.run('batch', { operations });
  for (const planned of notes as unknown as readonly PlannedNote[]) {
    const { path } = planned;
    const lines = frontMatterLines(before.get(path) ?? '', planned);
    const shown = lines.filter(({ kind }) => kind !== 'removed').map(({ text }) => text);
    const written = frontMatterLines(textOf(path), null).map(({ text }) => text.replace(/^id: .*/, 'id: a new id'));
    expect(shown, path).toEqual(written);
    const present = lines.filter(({ kind }) => kind !== 'added').map(({ text }) => text);
    expect(present, path).toEqual(frontMatterLines(before.get(path) ?? '', null).map(({ text }) => text));
    expect(shown).toEqual(expect.arrayContaining(['rating:', 'by: "[[Ada]]"', `file: ${path.slice(2, -3)}`]));
  }
  expect((notes as readonly JsonObject[]).length).toBe(PATHS.length);
});

it('keeps comments, quotes and the lines that stay', () => {
  const planned = { path: 'N.md', before: {}, after: {}, front_matter: '---\n# about\n"a": 1\nnew: x\n---\n' };
  expect(frontMatterLines('---\n# about\n"a": 1\nold: x\n---\nBody\n', planned)).toEqual([
    { kind: 'same', text: '# about' },
    { kind: 'same', text: '"a": 1' },
    { kind: 'removed', text: 'old: x' },
    { kind: 'added', text: 'new: x' },
  ]);
});
