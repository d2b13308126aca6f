/**
 * Whether the crash model catches what it is for: a small redo journal over the memory host survives every crash, also inside
 * recovery, and each of its five weakened forms is caught.
 */

import { describe, expect, test } from 'vitest';
import { CrashSignal } from '../../memory-host/call-gate';
import type { DiskImage } from '../../memory-host/disk-image';
import type { MemoryHost } from '../../memory-host/memory-host';
import { createMemoryHost } from '../../memory-host/memory-host';

type Weakness =
  | 'none'
  | 'acknowledges before the sync'
  | 'cuts the journal before the notes are synced'
  | 'has no checksum'
  | 'has no rule for torn notes'
  | 'applies before the record is durable';

interface Note {
  readonly path: string;
  readonly before: string | null;
  readonly after: string | null;
}

const BEFORE: Readonly<Record<string, string>> = { 'a.md': 'first of the notes', 'b.md': 'second of them' };
const NOTES: readonly Note[] = [
  { path: 'a.md', before: BEFORE['a.md'] ?? null, after: 'first as it should be now' },
  { path: 'b.md', before: BEFORE['b.md'] ?? null, after: null },
  { path: 'x/c.md', before: null, after: 'third, which is new' },
];
const AFTER = { 'a.md': 'first as it should be now', 'x/c.md': 'third, which is new' };

/** A frame is length, checksum and payload; the checksum is what tells a torn record from a whole one. */
function frame(notes: readonly Note[]): Uint8Array {
  const payload = new TextEncoder().encode(JSON.stringify(notes));
  const bytes = new Uint8Array(payload.length + 8);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, payload.length);
  view.setUint32(4, sum(payload));
  bytes.set(payload, 8);
  return bytes;
}

const sum = (bytes: Uint8Array): number => bytes.reduce((total, byte) => (Math.imul(total, 31) + byte + 1) >>> 0, 7);

/** Null: there is no whole record. `torn` stands for a record that was believed without a checksum. */
function parseFrame(bytes: Uint8Array | null, weakness: Weakness): readonly Note[] | 'torn' | null {
  if (bytes === null || bytes.length < 8) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const payload = bytes.subarray(8, 8 + view.getUint32(0));
  if (payload.length < view.getUint32(0)) return null;
  if (weakness !== 'has no checksum' && (payload.length === 0 || sum(payload) !== view.getUint32(4))) return null;
  try {
    return JSON.parse(new TextDecoder().decode(payload)) as readonly Note[];
  } catch {
    return 'torn';
  }
}

async function write(host: MemoryHost, note: Note): Promise<void> {
  const present = await host.vault.read(note.path);
  if (present === note.after) return;
  if (note.after === null) await host.vault.remove(note.path, present ?? '');
  else if (present === null) await host.vault.create(note.path, note.after);
  else await host.vault.replace(note.path, present, note.after);
}

async function commit(host: MemoryHost, weakness: Weakness, acknowledge: () => void): Promise<void> {
  const early = weakness === 'applies before the record is durable';
  if (weakness === 'acknowledges before the sync') acknowledge();
  await host.privateStore.append('log', frame(NOTES));
  if (early) for (const note of NOTES) await write(host, note);
  await host.privateStore.sync('log');
  if (!early) for (const note of NOTES) await write(host, note);
  acknowledge();
  await checkpoint(host, weakness);
}

async function checkpoint(host: MemoryHost, weakness: Weakness): Promise<void> {
  const sync = (): Promise<void> => host.vault.sync(NOTES.map((note) => note.path));
  if (weakness !== 'cuts the journal before the notes are synced') await sync();
  await host.privateStore.write('log', new Uint8Array());
  await sync();
}

async function recover(host: MemoryHost, weakness: Weakness): Promise<void> {
  const notes = parseFrame(await host.privateStore.read('log'), weakness);
  if (notes === 'torn') throw new Error('the record can’t be read');
  for (const note of notes ?? []) {
    const present = await host.vault.read(note.path);
    const written = present?.replace(/\0+$/, '') ?? '-';
    const isTorn = [note.before, note.after].some((text) => text !== present && text?.startsWith(written) === true);
    const isRedone = present === note.before || (isTorn && weakness !== 'has no rule for torn notes');
    if (isRedone) await write(host, note);
  }
  if (notes !== null) await checkpoint(host, weakness);
}

const isState = (host: MemoryHost, state: object): boolean =>
  JSON.stringify(Object.entries(host.external.notes()).sort()) === JSON.stringify(Object.entries(state).sort());

/** Recovers from an image and says whether the result is wrong. */
async function isBad(
  image: DiskImage,
  from: MemoryHost,
  isAcknowledged: boolean,
  weakness: Weakness,
): Promise<boolean> {
  const host = from.reboot(image);
  try {
    await recover(host, weakness);
  } catch {
    return true;
  }
  return !(isState(host, AFTER) || (!isAcknowledged && isState(host, BEFORE)));
}

async function stopped(work: Promise<void>): Promise<boolean> {
  try {
    await work;
    return false;
  } catch (error) {
    if (error instanceof CrashSignal) return true;
    throw error;
  }
}

/** Stops at every call, in every way; recovers from every image; and with `isDeep` stops in every recovery too. */
async function crashEverywhere(weakness: Weakness, isDeep: boolean): Promise<{ images: number; bad: number }> {
  const count = { images: 0, bad: 0 };
  for (const moment of ['before', 'after', 'torn'] as const) {
    for (let number = 1; ; number += 1) {
      let isAcknowledged = false;
      const host = createMemoryHost({ files: BEFORE, echoes: false });
      host.crashAt(number, moment);
      if (!(await stopped(commit(host, weakness, () => (isAcknowledged = true))))) break;
      for (const image of host.images()) {
        count.images += 1;
        if (await isBad(image, host, isAcknowledged, weakness)) count.bad += 1;
        if (isDeep) await crashInRecovery(image, host, isAcknowledged, count);
      }
    }
  }
  return count;
}

async function crashInRecovery(
  image: DiskImage,
  from: MemoryHost,
  isAcknowledged: boolean,
  count: { images: number; bad: number },
): Promise<void> {
  for (let number = 1; ; number += 1) {
    const host = from.reboot(image);
    host.crashAt(number, 'torn');
    if (!(await stopped(recover(host, 'none')))) return;
    for (const second of host.images()) {
      count.images += 1;
      if (await isBad(second, host, isAcknowledged, 'none')) count.bad += 1;
    }
  }
}

describe('a redo journal over the memory host', () => {
  test('survives every crash, and every crash in the recovery after it', async () => {
    const { images, bad } = await crashEverywhere('none', true);
    expect(bad).toBe(0);
    expect(images).toBeGreaterThan(5000);
  }, 60_000);

  test.each([
    ['acknowledges before the sync'],
    ['cuts the journal before the notes are synced'],
    ['has no checksum'],
    ['has no rule for torn notes'],
    ['applies before the record is durable'],
  ] as const)('is caught when it %s', async (weakness) => {
    const { bad } = await crashEverywhere(weakness, false);
    expect(bad).toBeGreaterThan(0);
  });
});
