/** A column of another type has its values converted where nothing is lost. docs/decisions.md#d27-tables-from-notes */

import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/engine/index';
import { type TestVault, column, openVault } from '../open-vault';

const PATH = 'notedb/main/default/t/A.md';

const row = (value: string, n = 1): string =>
  `---\ntable: main.default.t\nid: 00000000-0000-4000-8000-00000000000${n}\nx: ${value}\n---\nText\n`;

/** A table with one row, which holds the value as it is written here. */
async function vaultWith(
  spec: JsonObject,
  value: string,
  others: Readonly<Record<string, string>> = {},
): Promise<TestVault> {
  const vault = await openVault({ files: { [PATH]: row(value), 'Ann Lee.md': 'Text\n', ...others } });
  await vault.run('create_table', { name: 't', description: 'T', columns: [{ ...column('x', 'string'), ...spec }] });
  return vault;
}

const altered = (changes: JsonObject, more: JsonObject = {}): JsonObject => ({
  table: 't',
  column: 'x',
  changes,
  ...more,
});

const TEXT = { type: 'string' };
const TEXTS = { type: 'list', items: 'string' };

describe('a value', () => {
  it.each<[string, JsonObject, JsonObject, string]>([
    ['"12"', TEXT, { type: 'integer' }, '12'],
    ['" -3 "', TEXT, { type: 'integer' }, '-3'],
    ['"1.5"', TEXT, { type: 'number' }, '1.5'],
    ['"yes"', TEXT, { type: 'boolean' }, 'true'],
    ['Off', TEXT, { type: 'boolean' }, 'false'],
    ['" 2026-01-02"', TEXT, { type: 'date' }, '2026-01-02'],
    ['Todo', TEXT, { type: 'enum', values: ['todo', 'done'] }, 'todo'],
    ['Ann Lee', TEXT, { type: 'link' }, '"[[Ann Lee]]"'],
    ['"a; b"', TEXT, { type: 'list' }, '\n  - a\n  - b'],
    ['"1;2"', TEXT, { type: 'list', items: 'integer' }, '\n  - 1\n  - 2'],
    ['[one]', TEXTS, { type: 'string' }, 'one'],
    ['["7"]', TEXTS, { type: 'integer' }, '7'],
    ['["1", "2"]', TEXTS, { items: 'integer' }, '\n  - 1\n  - 2'],
    ['[Ann Lee]', TEXTS, { items: { type: 'link' } }, '\n  - "[[Ann Lee]]"'],
    ['[Todo, done]', TEXTS, { items: { type: 'enum', values: ['todo', 'done'] } }, '[todo, done]'],
    ['1', { type: 'integer' }, { type: 'string' }, '1'],
    ['Lee, Ann', TEXT, { type: 'list' }, 'Lee, Ann'],
    ['Nobody', TEXT, { type: 'link' }, 'Nobody'],
  ])('%s of %j with %j is written %s', async (value, spec, changes, expected) => {
    const vault = await vaultWith(spec, value);
    const before = vault.tree();
    const planned = await vault.run('alter_column', altered(changes, { dry_run: true }));
    const written = await vault.run('alter_column', altered(changes));
    expect(planned['changed']).toBe(written['changed']);
    const text = vault.text(PATH) ?? '';
    expect(text.slice(text.indexOf('x:') + 2, text.lastIndexOf('\n---')).trimStart()).toBe(expected.trimStart());
    expect(await vault.run('check_table', { table: 't' })).toMatchObject({ ok: true, violations: [] });
    await vault.run('undo_migration', { migration_id: written['migrationId'] as string });
    expect(vault.tree()).toBe(before);
  });

  it.each<[string, JsonObject, JsonObject]>([
    ['"007"', TEXT, { type: 'integer' }],
    ['"1,234"', TEXT, { type: 'number' }],
    ['"1.5"', TEXT, { type: 'integer' }],
    ['maybe', TEXT, { type: 'boolean' }],
    ['9007199254740993', TEXT, { type: 'integer' }],
    ['[a, b]', TEXTS, { type: 'string' }],
    ['[a, "1"]', TEXTS, { items: 'integer' }],
    ['"12"', TEXT, { type: 'integer', max: 10 }],
  ])('%s of %j is listed with %j, and nothing is written', async (value, spec, changes) => {
    const other = 'notedb/main/default/t/B.md';
    const vault = await vaultWith(spec, value, { [other]: row(spec === TEXT ? '"1"' : '["1"]', 2) });
    const before = vault.tree();
    const refusal = await vault.refused('alter_column', altered(changes, { dry_run: true }));
    expect(refusal.violations.map(({ path }) => path)).toEqual(expect.arrayContaining([PATH]));
    expect(vault.tree()).toBe(before);
  });
});

it('refuses items that would make another relation', async () => {
  const vault = await vaultWith(TEXTS, '[a]');
  await vault.refused('alter_column', altered({ items: { type: 'link', ref: 't', inverse: 'y' } }));
  await vault.refused('alter_column', altered({ items: { type: 'link', ref: 'nowhere' } }));
});

describe('a point between digits', () => {
  const B = 'notedb/main/default/t/B.md';

  it.each([
    ['"2.5"', true],
    ['"2,5"', false],
    ['"7"', false],
  ])('that may part thousands, beside %s: converted %s', async (other, isConverted) => {
    const vault = await vaultWith(TEXT, '"1.234"', { [B]: row(other, 2) });
    const paths = isConverted ? [] : [PATH];
    const violations = await vault
      .run('alter_column', altered({ type: 'number' }))
      .then(() => [])
      .catch((error: { violations: readonly JsonObject[] }) => error.violations);
    expect(violations.map(({ path }) => path).filter((path) => path === PATH)).toEqual(paths);
  });
});
