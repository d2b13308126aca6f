/** What recovery makes of a note that does not read any more. D7 */

import { describe, expect, it } from 'vitest';
import { openEngine } from '../../../src/engine/engine';
import type { MemoryHost } from '../../../src/hosts/memory/memory-host';
import { openVault, PEOPLE } from '../open-vault';
import { beforeCall } from './before-call';

const PATH = 'notedb/main/default/people/Zoë.md';
const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

interface Stopped {
  /** The process was killed; nothing was checkpointed. */
  readonly host: MemoryHost;
  readonly texts: readonly [string, string];
}

async function updatedRow(): Promise<Stopped> {
  const vault = await openVault();
  await vault.run('create_table', PEOPLE);
  await vault.run('insert_row', { table: 'people', values: { name: 'Zoë' }, body: 'Über Zoë 🎵\n' });
  const before = vault.text(PATH) ?? '';
  await vault.run('update_row', { table: 'people', path: PATH, body_append: '– und mehr 🎵\n' });
  return { host: vault.host.reboot(), texts: [before, vault.text(PATH) ?? ''] };
}

/** Where the last character of four bytes begins. */
const noteAt = (bytes: Uint8Array): number => bytes.lastIndexOf(0xf0);

describe('after a crash a note', () => {
  it.each<readonly [string, (whole: Uint8Array, before: Uint8Array) => Uint8Array]>([
    ['that was cut inside a character', (whole) => whole.slice(0, noteAt(whole) + 2)],
    ['whose earlier text was cut inside a character', (_, before) => before.slice(0, noteAt(before) + 3)],
    ['that was cut inside a character and filled with zeros', (whole) => whole.slice().fill(0, noteAt(whole) + 1)],
    ['that was cut and filled with zeros', (whole) => whole.slice().fill(0, 10)],
    ['that has its length and only zeros', (whole) => new Uint8Array(whole.length)],
    ['that is empty', () => new Uint8Array()],
  ])('%s has its text again', async (_what, leave) => {
    const { host, texts } = await updatedRow();
    host.outside.writeBytes(PATH, leave(bytesOf(texts[1]), bytesOf(texts[0])));
    const engine = await openEngine(host);
    expect(await host.vault.read(PATH)).toBe(texts[1]);
    expect(host.logger.entries).toContainEqual(expect.objectContaining({ event: 'recovered' }));
    expect(await engine.run('select_rows', { table: 'people' })).toMatchObject({ rows: [{ name: 'Zoë' }] });
  });

  it.each<readonly [string, (whole: Uint8Array) => Uint8Array]>([
    ['in another encoding', () => Uint8Array.of(0x66, 0xfc, 0x72)],
    ['cut inside a character and written on', (whole) => Uint8Array.of(...whole.slice(0, noteAt(whole) + 2), 0x61)],
    ['with zeros that are too many', (whole) => new Uint8Array(whole.length + 1)],
  ])('%s is somebody’s and stays', async (_what, leave) => {
    const { host, texts } = await updatedRow();
    const theirs = leave(bytesOf(texts[1]));
    host.outside.writeBytes(PATH, theirs);
    await openEngine(host);
    expect(await host.vault.readBytes(PATH)).toEqual(theirs);
    expect(host.calls.count('vault.mend')).toBe(0);
  });

  it('is left when it reads, whatever its time stamps', async () => {
    const { host, texts } = await updatedRow();
    host.outside.write(PATH, texts[1]);
    await openEngine(host);
    expect(host.calls.count('vault.readBytes') + host.calls.count('vault.mend')).toBe(0);
    expect(host.outside.text(PATH)).toBe(texts[1]);
  });
});

describe('a note that had to go and came back cut inside a character', () => {
  it.each([['delete' as const], ['undo' as const]])('goes: %s', async (way) => {
    const vault = await openVault();
    await vault.run('create_table', PEOPLE);
    const inserted = await vault.run('insert_row', { table: 'people', values: { name: 'Zoë' }, body: '🎵\n' });
    const whole = bytesOf(vault.text(PATH) ?? '');
    if (way === 'delete') await vault.run('delete_rows', { table: 'people', mode: 'delete' });
    else await vault.run('undo_migration', { migration_id: inserted['migrationId'] as string });
    const host = vault.host.reboot();
    host.outside.writeBytes(PATH, whole.slice(0, noteAt(whole) + 1));
    const engine = await openEngine(host);
    expect(host.outside.paths()).not.toContain(PATH);
    expect(host.calls.count('vault.mend')).toBe(1);
    expect(await engine.run('select_rows', { table: 'people' })).toMatchObject({ rows: [] });
  });
});

it('a note that somebody writes just before it is mended stays theirs', async () => {
  const { host, texts } = await updatedRow();
  const whole = bytesOf(texts[1]);
  host.outside.writeBytes(PATH, whole.slice(0, noteAt(whole) + 2));
  beforeCall(host, { name: 'vault.mend' }, () => host.outside.write(PATH, 'theirs'));
  await expect(openEngine(host)).rejects.toMatchObject({ code: 'changed', path: PATH });
  expect(host.outside.text(PATH)).toBe('theirs');
});
