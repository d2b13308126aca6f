/** What an append remembers is what reading the segment again would give. docs/formats.md: Journal segment. */

import { describe, expect, it } from 'vitest';
import type { TextPack } from '../../../src/engine/history/journal/contents';
import { concatBytes } from '../../../src/engine/history/journal/frame';
import { encodeEntry, readSegment } from '../../../src/engine/history/journal/segment-records';
import type { Migration } from '../../../src/engine/history/journal/migration';
import { NewTexts } from '../../../src/engine/history/journal/new-texts';
import { createMemoryHost } from '../../memory-host/memory-host';

const migration = (seq: number): Migration => ({
  seq,
  time: 1_000 + seq,
  id: `id-${seq}`,
  actor: null,
  op: 'insert_row',
  summary: 'inserted ä.md',
  tables: ['main.default.t'],
  changes: [{ from: null, to: 'ä.md', before: null, after: 'a'.repeat(64) }],
  foldersMade: [],
  foldersLeft: [],
  undoes: null,
});

function packsOf(...texts: readonly string[]): Promise<readonly TextPack[]> {
  const brought = new NewTexts(createMemoryHost(), () => false);
  for (const text of texts) brought.add(text.slice(0, 1).repeat(64), text);
  return brought.all();
}

describe('an entry of the journal', () => {
  it('is remembered as it is read', async () => {
    const first = encodeEntry({ packs: await packsOf('a', 'b'.repeat(70_000), 'ç'), migrations: [migration(1)] }, 7, 0);
    const second = encodeEntry(
      { packs: await packsOf('d'), migrations: [migration(2), migration(3)] },
      7,
      first.bytes.length,
    );
    const third = encodeEntry({ aborts: [{ seq: 3, reason: 'clash' }] }, 7, first.bytes.length + second.bytes.length);
    const bytes = concatBytes([first.bytes, second.bytes, third.bytes]);
    const read = await readSegment(7, bytes, createMemoryHost().scheduler);
    expect(read.clean).toBe(true);
    expect(read.migrations).toEqual([...first.records.migrations, ...second.records.migrations]);
    expect(read.aborts).toEqual(third.records.aborts);
    expect([...first.records.packs, ...second.records.packs]).toEqual(read.packs);
    expect(read.packs.flatMap(({ hashes }) => hashes)).toHaveLength(4);
  });

  it('of applied marks is one frame', async () => {
    const { bytes, records } = encodeEntry({ applied: [4, 5] }, 1, 100);
    expect((await readSegment(1, bytes, createMemoryHost().scheduler)).applied).toEqual([4, 5]);
    expect(records.applied).toEqual([4, 5]);
  });
});
