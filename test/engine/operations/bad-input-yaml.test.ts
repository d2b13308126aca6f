/** Hostile front matter that somebody wrote into rows: never a crash, never a byte that we change, always listed. D2, D7 */

import { describe, expect, it } from 'vitest';
import { type JsonObject, NotedbError } from '../../../src/engine/index';
import { at, handRow, id } from '../../conformance/tables';
import { PEOPLE, type TestVault, openVault } from '../open-vault';

/** What it is, its lines, and the codes that check_table lists for it. */
type Hostile = readonly [title: string, lines: readonly string[], codes: readonly string[]];

const DEEP = 200;

const HOSTILE: readonly Hostile[] = [
  ['an anchor', ['email: &x a@b'], ['unparsable']],
  ['an anchor and its alias', ['email: &x a@b', 'born: *x'], ['unparsable']],
  ['an alias of nothing', ['email: *nothing'], ['unparsable']],
  ['a bomb of aliases', ['a: &a [x, x]', 'b: &b [*a, *a]', 'c: &c [*b, *b]', 'd: [*c, *c]'], ['unparsable']],
  ['an alias of what holds it', ['a: &a [*a]'], ['unparsable']],
  ['a merge', ['a: {email: x}', '<<: {email: y}'], ['unparsable']],
  ['a merge of an alias', ['a: &a {email: x}', '<<: *a'], ['unparsable']],
  ['a key twice', ['email: a', 'email: b'], ['unparsable']],
  ['the name twice', ['name: Eve'], ['unparsable']],
  ['the key table twice', ['table: main.default.other'], ['unparsable']],
  ['a key twice in a mapping', ['x: {a: 1, a: 2}'], ['unparsable']],
  ['__proto__ as a key', ['__proto__: {admin: true}'], ['unknown_column']],
  ['__proto__ inside a mapping', ['x: {__proto__: {admin: true}}'], ['unknown_column']],
  ['constructor as a key', ['constructor: {prototype: {admin: true}}'], ['unknown_column']],
  ['a tag of JavaScript', ['email: !!js/function "function () { process.exit() }"'], ['unparsable']],
  ['a tag of Python', ['email: !!python/object/apply:os.system ["ls"]'], ['unparsable']],
  ['a tag of one’s own', ['email: !secret x'], ['unparsable']],
  ['binary', ['email: !!binary aGVsbG8='], ['unparsable']],
  ['a set', ['x: !!set {a, b}'], ['unparsable']],
  ['an ordered mapping', ['x: !!omap [a: 1]'], ['unparsable']],
  ['pairs', ['x: !!pairs [a: 1, a: 2]'], ['unparsable']],
  ['a tag in full', ['x: !<tag:yaml.org,2002:omap> [a: 1]'], ['unparsable']],
  ['a tag that says what is so', ['email: !!str 7'], []],
  ['a tab before a key', ['\temail: x'], ['unparsable']],
  ['a tab as indentation', ['x:', '\ta: 1'], ['unparsable']],
  ['a tab before a value', ['email:\tx'], []],
  ['brackets without end', ['email: [a'], ['unparsable']],
  ['quotes without end', ['email: "a'], ['unparsable']],
  ['nesting of brackets', [`x: ${'['.repeat(DEEP)}${']'.repeat(DEEP)}`], ['unparsable']],
  ['nesting of mappings', [`x: ${'{a: '.repeat(DEEP)}1${'}'.repeat(DEEP)}`], ['unparsable']],
  ['nesting of list marks', [`x:`, `  ${'- '.repeat(DEEP)}y`], ['unparsable']],
  ['nesting of lines', ['x:', ...Array.from({ length: DEEP }, (_, n) => `${' '.repeat(n + 1)}a:`)], ['unparsable']],
  ['half a million brackets', ['['.repeat(500_000)], ['unparsable']],
  ['a list as a key', ['? [a, b]', ': x'], ['unparsable']],
  ['a mapping as a key', ['{a: b}: x'], ['unparsable']],
  ['a directive', ['%YAML 1.1'], ['unparsable']],
  ['a second document', ['--- x'], ['unparsable']],
  ['the end of a document', ['...', 'email: x'], ['unparsable']],
  ['a text in place of a mapping', ['just text'], ['unparsable']],
  ['a conflict of a merge tool', ['<<<<<<< ours', 'email: a', '=======', 'email: b', '>>>>>>> theirs'], ['unparsable']],
  ['a template', ['email: {{email}}'], ['unparsable']],
  ['a list where a text is', ['email: [a, b]'], ['type']],
  ['a mapping where a text is', ['email: {a: b}'], ['type']],
  ['a wiki link without quotes', ['email: [[Ada]]'], ['type']],
  ['infinity', ['born: .inf'], ['type']],
  ['a number where a date is', ['born: 20260101'], ['type']],
  ['a day that there is not', ['born: 2026-02-30'], ['type']],
  ['an octal number', ['email: 0o17'], []],
  ['2^63', ['email: 9223372036854775808'], []],
  ['a colon', ['email: a: b'], ['unparsable']],
  ['a number sign', ['email: #a'], []],
  ['a NUL', ['email: a\u0000b'], []],
  ['an escape sequence', ['email: \u001b[31mred'], []],
  ['a turn of the writing direction', ['email: \u202ered'], []],
  ['a line separator', ['email: a\u2028b'], []],
  ['a huge text', [`email: ${'x'.repeat(300_000)}`], ['unparsable']],
  ['many keys', Array.from({ length: 3_000 }, (_, n) => `k${n}: 1`), ['unknown_column']],
  ['folded text', ['email: >', '  a', '', '  b'], []],
  ['a key in quotes', ['"email": x'], []],
  ['comments everywhere', ['# a', 'email: x # b', '  # c'], []],
];

const PATH = at('people', 'Mallory');
const LATER = at('people', 'Trent');

async function vaultWith(lines: readonly string[], lineBreak = '\n'): Promise<{ vault: TestVault; text: string }> {
  const text = handRow('people', 1, ['name: Mallory', ...lines], 'Body [[Ada]]\n').replaceAll('\n', lineBreak);
  const vault = await openVault({ files: { [PATH]: text } });
  await vault.run('create_table', PEOPLE);
  await vault.run('insert_row', { table: 'people', values: { name: 'Ada', email: 'a@x' } });
  await vault.engine.rescan();
  return { vault, text };
}

/** The codes that check_table lists for the note. */
async function listed(vault: TestVault): Promise<readonly string[]> {
  const { violations } = await vault.run('check_table', { table: 'people' });
  const own = (violations as JsonObject[]).filter(({ path }) => path === PATH);
  return [...new Set(own.map(({ code }) => code as string))];
}

describe.each(HOSTILE)('%s', (_title, lines, codes) => {
  it.each([
    ['LF', '\n'],
    ['CRLF', '\r\n'],
  ])('is listed, and no read changes a byte (%s)', async (_name, lineBreak) => {
    const { vault, text } = await vaultWith(lines, lineBreak);
    expect(await listed(vault)).toEqual(codes);
    for (const [operation, args] of [
      ['select_rows', { table: 'people' }],
      ['read_note', { path: PATH }],
      ['infer_table', { folder: '' }],
      ['infer_table', { table: 'people' }],
      ['describe_table', { table: 'people' }],
    ] as const) {
      await vault.run(operation, args);
    }
    const again = await vault.restart();
    expect(await listed(again)).toEqual(codes);
    expect(again.text(PATH)).toBe(text);
    expect(again.host.logger.entries.filter(({ level }) => level === 'error')).toEqual([]);
    expect(({} as JsonObject)['admin']).toBeUndefined();
  });

  it('is left alone by writes to other rows, and is listed until somebody mends it', async () => {
    const { vault, text } = await vaultWith(lines);
    await vault.run('insert_row', { table: 'people', values: { name: 'Bo' } });
    await vault.run('update_row', { table: 'people', path: at('people', 'Bo'), set_values: { born: '2000-01-01' } });
    await vault.run('delete_rows', { table: 'people', where: { name: 'Bo' } });
    expect(vault.text(PATH)).toBe(text);
    vault.host.external.write(PATH, handRow('people', 1, ['name: Mallory']));
    await vault.engine.rescan();
    expect(await listed(vault)).toEqual([]);
    vault.host.external.write(PATH, text);
    await vault.engine.rescan();
    expect(await listed(vault)).toEqual(codes);
  });

  it('keeps every byte beside the one value that a write changes, or is not written at all', async () => {
    const { vault, text } = await vaultWith(lines);
    const before = vault.tree();
    const set = { table: 'people', id: id(1), set_values: { name: 'Trent' } };
    if (codes.includes('unparsable')) {
      const error = await vault.refused('update_row', set);
      expect(['refused', 'conflict', 'not_found']).toContain(error.code);
      expect(error.hint).not.toBeNull();
      await vault
        .run('update_rows', { table: 'people', where: { name: 'Mallory' }, set_values: { born: '2000-01-01' } })
        .catch(() => null);
      expect(vault.text(PATH)).toBe(text);
      return;
    }
    if (codes.includes('type')) {
      const error = await vault.refused('update_row', set);
      expect(error.violations.map(({ code }) => code)).toContain('type');
      expect(vault.tree()).toBe(before);
      return;
    }
    const { migrationId } = await vault.run('update_row', set);
    expect(vault.text(LATER)).toBe(text.replace('name: Mallory', 'name: Trent'));
    await vault.run('undo_migration', { migration_id: migrationId as string });
    expect(vault.tree()).toBe(before);
  });

  it('lets a note that is no row yet be adopted with every byte, or be refused', async () => {
    const text = `---\nname: Mallory\n${lines.join('\n')}\n---\nBody [[Ada]]\n`;
    const vault = await openVault({ files: { 'Loose.md': text } });
    await vault.run('create_table', PEOPLE);
    const before = vault.tree();
    const args = { table: 'people', paths: ['Loose.md'], relocate: false };
    const answer = await vault.run('adopt_rows', args).catch((error: unknown) => error);
    if (answer instanceof NotedbError) {
      expect(['refused', 'conflict']).toContain(answer.code);
      expect(answer.hint).not.toBeNull();
      expect(vault.tree()).toBe(before);
      return;
    }
    const now = vault.text('Loose.md') ?? '';
    const rest = (note: string): string => note.replace(/^table: .*\n|^id: .*\n/gm, '');
    expect(rest(now)).toBe(rest(text));
    await vault.run('undo_migration', { migration_id: (answer as JsonObject)['migrationId'] as string });
    expect(vault.tree()).toBe(before);
  });

  it('keeps its front matter where the links in its body follow a rename', async () => {
    const { vault, text } = await vaultWith(lines);
    const before = vault.tree();
    const rename = { table: 'people', path: at('people', 'Ada'), set_values: { name: 'Eve' } };
    const { migrationId } = await vault.run('update_row', rename);
    expect(vault.text(PATH)).toBe(text.replace('Body [[Ada]]', 'Body [[Eve]]'));
    await vault.run('undo_migration', { migration_id: migrationId as string });
    expect(vault.tree()).toBe(before);
  });
});
