/** A row whose note got something before its front matter is not lost unseen. docs/external-edits.md#text-before-the-front-matter */

import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/engine/index';
import { PEOPLE, type TestVault, openVault } from '../open-vault';
import { settle } from './before-call';

const PATH = 'Notes/Ada.md';

async function adopted(): Promise<TestVault> {
  const vault = await openVault({ files: { [PATH]: '---\nname: Ada\n---\nBody.\n' } });
  await vault.run('create_table', PEOPLE);
  await vault.run('adopt_rows', { table: 'people', paths: [PATH], relocate: false });
  return vault;
}

async function hinted(vault: TestVault): Promise<void> {
  await settle(10);
  vault.host.advance(50);
  await settle(2000);
}

const names = async (vault: TestVault): Promise<readonly unknown[]> =>
  ((await vault.run('select_rows', { table: 'people' }))['rows'] as readonly JsonObject[]).map(({ name }) => name);

const BEFORE: readonly (readonly [string, string, number])[] = [
  ['a block of another program', '---\nmodified: 2024-12-06\n---\n', 4],
  ['a block and a blank line', '---\nmodified: 2024-12-06\n---\n\n', 5],
  ['a blank line', '\n', 2],
  ['a line of text', 'Clipped today.\n', 2],
  ['Windows line ends', 'Clipped today.\r\n\r\n', 3],
];

describe.each(BEFORE)('%s before the front matter', (_, before, line) => {
  const reason = `the front matter of the row does not begin in the first line, but in line ${line}`;
  const told = `${PATH}: the front matter does not parse: ${reason}`;

  it('keeps the last good values, with a warning, and check_table names the note', async () => {
    const vault = await adopted();
    vault.host.external.write(PATH, before + (vault.text(PATH) ?? ''));
    await hinted(vault);
    expect(await names(vault)).toEqual(['Ada']);
    const { warnings } = await vault.run('select_rows', { table: 'people' });
    expect(warnings).toEqual(['1 rows do not parse any more and show their last good values; call check_table']);
    const { violations } = await vault.run('check_table', { table: 'people' });
    expect(violations).toMatchObject([{ code: 'unparsable', path: PATH, message: told }]);
  });

  it('refuses a write to the row', async () => {
    const vault = await adopted();
    vault.host.external.write(PATH, before + (vault.text(PATH) ?? ''));
    await hinted(vault);
    const text = vault.text(PATH);
    const error = await vault.refused('update_row', { table: 'people', path: PATH, set_values: { email: 'a@b' } });
    expect(error.message).toContain(reason);
    expect(vault.text(PATH)).toBe(text);
  });

  it('is told after a cold start too, and is over once the front matter is in its place', async () => {
    const first = await adopted();
    const whole = first.text(PATH) ?? '';
    const files = { 'notedb/metastore.yaml': first.text('notedb/metastore.yaml') ?? '', [PATH]: before + whole };
    const vault = await openVault({ files });
    expect(await names(vault)).toEqual([]);
    const { violations, warnings } = await vault.run('check_table', { table: 'people' });
    expect(violations).toMatchObject([{ code: 'unparsable', path: PATH, message: told }]);
    expect(warnings).toEqual(['1 notes of this table do not parse and are in no result; call check_table']);
    vault.host.external.write(PATH, whole);
    await hinted(vault);
    expect(await names(vault)).toEqual(['Ada']);
    expect((await vault.run('check_table', { table: 'people' }))['violations']).toEqual([]);
  });
});

describe('is no row', () => {
  const id = '11111111-1111-4111-8111-111111111111';

  it.each([
    ['an example in a code block', `Text.\n\n\`\`\`\n---\ntable: main.default.people\nid: ${id}\n---\n\`\`\`\n`],
    ['a rule far down', `${'Line.\n'.repeat(40)}---\ntable: main.default.people\nid: ${id}\n---\n`],
    ['a block without an id', '\n---\ntable: main.default.people\nname: x\n---\n'],
    ['a table that there is not', `\n---\ntable: main.default.nothing\nid: ${id}\n---\n`],
  ])('%s', async (_, text) => {
    const vault = await adopted();
    vault.host.external.write('Notes/Other.md', text);
    await hinted(vault);
    expect((await vault.run('check_table', { table: 'people' }))['violations']).toEqual([]);
    expect((await vault.run('select_rows', { table: 'people' }))['warnings'] ?? []).toEqual([]);
  });
});
