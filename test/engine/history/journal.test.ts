/** The journal of one device: what it was given it gives back, whatever failed in between. D7 */

import { describe, expect, it } from 'vitest';
import { Journal, JournalFailure } from '../../../src/engine/history/journal/journal';
import type { Migration } from '../../../src/engine/history/journal/migration';
import { type MemoryHost, createMemoryHost } from '../../memory-host/memory-host';

const migration = (seq: number, more: Partial<Migration> = {}): Migration => ({
  seq,
  id: `id-${seq}`,
  time: Date.UTC(2026, 2, 5, 12) + seq,
  op: 'insert_row',
  summary: `number ${seq}`,
  tables: [],
  actor: null,
  changes: [],
  foldersMade: [],
  foldersLeft: [],
  undoes: null,
  ...more,
});

const hash = (text: string): string => createMemoryHost().crypto.sha256(text);
function record(journal: Journal, migrations: readonly Migration[], ...texts: readonly string[]): Promise<void> {
  const brought = journal.newTexts();
  for (const text of texts) brought.add(hash(text), text);
  return journal.record(migrations, [brought]);
}

const segments = (host: MemoryHost): readonly string[] =>
  [...host.image().privateFiles.keys()].filter((name) => name.endsWith('.log')).sort();

const sizeOf = (host: MemoryHost): number =>
  [...host.image().privateFiles].reduce((sum, [name, bytes]) => sum + (name.endsWith('.log') ? bytes.length : 0), 0);

const seqs = ({ migrations }: { readonly migrations: readonly Migration[] }): readonly number[] =>
  migrations.map(({ seq }) => seq);

/** Oldest first. */
async function listed(journal: Journal): Promise<readonly number[]> {
  const seqs: number[] = [];
  for await (const { migration } of journal.newestFirst()) seqs.unshift(migration.seq);
  return seqs;
}

const reopened = (host: MemoryHost): Promise<Journal> => Journal.open(host.reboot());

describe('the journal', () => {
  it('gives back what was recorded, at once and after a restart', async () => {
    const host = createMemoryHost();
    const journal = await Journal.open(host);
    expect(journal.last()).toEqual({ seq: 0, time: 0, change: 0 });
    await record(journal, [migration(1), migration(2)], 'one', '\uFEFFtwo\r\n');
    await journal.abort([{ seq: 2, reason: 'clash' }]);
    await journal.markApplied([1]);
    for (const each of [journal, await reopened(host)]) {
      const records = each.sinceCheckpoint();
      expect(records.migrations).toEqual([migration(1), migration(2)]);
      expect(records.aborts).toEqual(new Map([[2, { seq: 2, reason: 'clash' }]]));
      expect(records.applied).toEqual(new Set([1]));
      expect(await each.text(hash('one'))).toBe('one');
      expect(await each.text(hash('\uFEFFtwo\r\n'))).toBe('\uFEFFtwo\r\n');
      expect(await each.text(hash('none'))).toBeNull();
      expect(each.last()).toEqual({ seq: 2, time: migration(2).time, change: 0 });
    }
  });

  it('keeps each text once, also over a restart', async () => {
    const host = createMemoryHost();
    const long = Array.from({ length: 3000 }, (_, i) => String.fromCharCode(0x4e00 + ((i * 7919) % 5000))).join('');
    const journal = await Journal.open(host);
    await record(journal, [migration(1)], long);
    const once = sizeOf(host);
    await record(journal, [migration(2)], long);
    expect(sizeOf(host) - once).toBeLessThan(500);
    const again = host.reboot();
    await record(await Journal.open(again), [migration(3)], long);
    expect(sizeOf(again) - once).toBeLessThan(1000);
  });

  it('syncs once a record, and not for a mark', async () => {
    const host = createMemoryHost();
    const journal = await Journal.open(host);
    await record(journal, [migration(1), migration(2), migration(3)], 'x', 'y');
    expect(host.calls.count('privateStore.sync')).toBe(1);
    await journal.markApplied([1, 2, 3]);
    expect(host.calls.count('privateStore.sync')).toBe(1);
  });
});

describe('a checkpoint', () => {
  it('lets recovery begin after it, and older history be read when somebody asks', async () => {
    const host = createMemoryHost();
    const journal = await Journal.open(host);
    await record(journal, [migration(1)], 'old');
    await journal.cut();
    await record(journal, [migration(2)], 'new');
    await journal.cut();
    await record(journal, [migration(3)], 'newest');
    expect(segments(host)).toHaveLength(3);
    const rebooted = host.reboot();
    const again = await Journal.open(rebooted);
    expect(seqs(again.sinceCheckpoint())).toEqual([3]);
    expect(rebooted.calls.log.filter(({ path }) => path.endsWith('.log'))).toHaveLength(1);
    expect(again.last()).toEqual({ seq: 3, time: migration(3).time, change: 0 });
    expect(await again.text(hash('old'))).toBe('old');
    expect(await listed(again)).toEqual([1, 2, 3]);
    expect(seqs(again.sinceCheckpoint())).toEqual([3]);
  });

  it('is read no further back than somebody looks, with a pause after each record', async () => {
    const host = createMemoryHost();
    const journal = await Journal.open(host);
    for (const first of [1, 101, 201]) {
      for (let seq = first; seq < first + 100; seq++) await record(journal, [migration(seq)], `text ${seq}`);
      await journal.cut();
    }
    const rebooted = host.reboot();
    const again = await Journal.open(rebooted);
    const segmentsRead = (): number => rebooted.calls.log.filter(({ path }) => path.endsWith('.log')).length;
    expect(segmentsRead()).toBe(0);
    for await (const { migration } of again.newestFirst()) if (migration.seq <= 201) break;
    expect(segmentsRead()).toBe(1);
    // Its migrations and their texts.
    expect(rebooted.scheduler.pauses).toBeGreaterThanOrEqual(200);
    expect(await listed(again)).toHaveLength(300);
    expect(segmentsRead()).toBe(3);
  });

  it('that is the last thing keeps counting where it was', async () => {
    const host = createMemoryHost();
    const journal = await Journal.open(host);
    await journal.record([migration(7)], []);
    await journal.cut();
    const again = await reopened(host);
    expect(again.last()).toEqual({ seq: 7, time: migration(7).time, change: 0 });
    expect(seqs(again.sinceCheckpoint())).toEqual([]);
  });

  it('that could not be written changes nothing', async () => {
    const host = createMemoryHost();
    const journal = await Journal.open(host);
    await record(journal, [migration(1)], 'x');
    host.faults.failNext('privateStore.write', 'ENOSPC');
    await expect(journal.cut()).rejects.toThrow('ENOSPC');
    await record(journal, [migration(2)], 'y');
    expect(seqs(journal.sinceCheckpoint())).toEqual([1, 2]);
    expect(seqs((await reopened(host)).sinceCheckpoint())).toEqual([1, 2]);
  });
});

describe('a disk that refuses', () => {
  it('an append: what came of it is dropped, and the next record goes into another segment', async () => {
    const host = createMemoryHost();
    const journal = await Journal.open(host);
    await record(journal, [migration(1)], 'x');
    host.faults.failNext('privateStore.append', 'ENOSPC');
    const failure = await record(journal, [migration(2)], 'lost').catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(JournalFailure);
    expect((failure as JournalFailure).stage).toBe('append');
    expect(await journal.text(hash('lost'))).toBeNull();
    await record(journal, [migration(3)], 'lost');
    expect(segments(host)).toHaveLength(2);
    const rebooted = host.reboot();
    const again = await Journal.open(rebooted);
    expect(seqs(again.sinceCheckpoint())).toEqual([1, 3]);
    expect(await again.text(hash('lost'))).toBe('lost');
    expect(rebooted.logger.entries).toMatchObject([{ event: 'journal_tail_dropped', data: { segment: 1 } }]);
  });

  it('a sync: the failure says so, and the segment is left alone', async () => {
    const host = createMemoryHost();
    const journal = await Journal.open(host);
    host.faults.failNext('privateStore.sync', 'EIO');
    await expect(record(journal, [migration(1)], 'x')).rejects.toMatchObject({ stage: 'sync' });
    await journal.abort([{ seq: 1, reason: 'failed' }]);
    expect(segments(host)).toHaveLength(2);
    for (const image of host.images()) {
      const records = (await Journal.open(host.reboot(image))).sinceCheckpoint();
      expect(records.aborts.has(1)).toBe(true);
    }
  });
});

describe('a segment', () => {
  it('with a wrong checksum ends there; later segments count', async () => {
    const host = createMemoryHost();
    const journal = await Journal.open(host);
    await record(journal, [migration(1)], 'x');
    await record(journal, [migration(2)], 'y');
    const [file] = segments(host) as [string];
    const bytes = (host.image().privateFiles.get(file) as Uint8Array).slice();
    bytes[bytes.length - 1] = 0;
    await host.privateStore.write(file, bytes);
    const again = await Journal.open(host);
    expect(seqs(again.sinceCheckpoint())).toEqual([1]);
    await again.record([migration(3)], []);
    expect(segments(host)).toHaveLength(2);
    expect(seqs((await Journal.open(host)).sinceCheckpoint())).toEqual([1, 3]);
  });

  it('of any other name is none', async () => {
    const host = createMemoryHost();
    await host.privateStore.write('journal/notes.txt', new Uint8Array([1]));
    await host.privateStore.write('journal/1.log', new Uint8Array([1]));
    const journal = await Journal.open(host);
    await journal.record([migration(1)], []);
    expect(segments(host)).toContain('journal/00000001.log');
  });

  it('that is gone takes its history along, and nothing else', async () => {
    const host = createMemoryHost();
    const journal = await Journal.open(host);
    await record(journal, [migration(1)], 'x');
    await journal.cut();
    await record(journal, [migration(2)], 'y');
    await host.privateStore.remove('journal/00000001.log');
    const again = await Journal.open(host);
    expect(await listed(again)).toEqual([2]);
    expect(await again.text(hash('x'))).toBeNull();
    expect(await again.text(hash('y'))).toBe('y');
  });
});
