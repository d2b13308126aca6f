/** An old version is read from the values that later versions hold; texts are read for what values cannot tell. docs/formats.md: Table log. */

import { describe, expect, it } from 'vitest';
import { FRAME, type FrameKind, concatBytes, encodeFrame, scanFrames } from '../../../src/engine/history/journal/frame';
import type { JsonObject } from '../../../src/engine/index';
import { decodeUtf8 } from '../../../src/engine/values/utf8';
import { type TestVault, column, onHost, openVault } from '../open-vault';

const THINGS: JsonObject = {
  name: 'things',
  description: 'What there is',
  filename: '{name}',
  history: true,
  columns: [
    column('name', 'string', { required: true }),
    column('size', 'integer'),
    column('state', 'string'),
    column('labels', 'list', { items: { type: 'string' } }),
  ],
};

const ROWS = 300;

const place = (name: string): string => `notedb/main/default/things/${name}.md`;

/** All rows at version 1; then updates of many, of some, of lists, and of one row three times. */
async function changedOften(): Promise<{ vault: TestVault; read: Readings }> {
  const vault = await openVault();
  await vault.run('create_table', THINGS);
  const rows = Array.from({ length: ROWS }, (_, i) => ({ name: `t${i}`, size: i, state: i % 2 ? 'odd' : 'even' }));
  await vault.run('merge_rows', { table: 'things', on: ['name'], rows });
  const read = new Map<number, readonly JsonObject[]>();
  const note = async (): Promise<void> => {
    const { history } = await vault.run('describe_history', { table: 'things', limit: 1 });
    read.set((history as JsonObject[])[0]?.['version'] as number, await rowsOf(vault));
  };
  const update = async (where: JsonObject, values: JsonObject): Promise<void> => {
    await vault.run('update_rows', { table: 'things', where, set_values: values });
    await note();
  };
  await note();
  await update({}, { size: 7 });
  await update({ state: 'odd' }, { state: 'new', labels: ['a', 'b'] });
  await update({ name: 't5' }, { labels: ['[["a"]]'], size: null });
  await update({ name: 't5' }, { labels: null, state: 'null' });
  await update({ size: { gte: 0 } }, { state: null });
  return { vault, read };
}

type Readings = ReadonlyMap<number, readonly JsonObject[]>;

const rowsOf = async (vault: TestVault, more: JsonObject = {}): Promise<readonly JsonObject[]> =>
  (await vault.run('select_rows', { table: 'things', limit: 1000, order_by: 'path', ...more }))[
    'rows'
  ] as readonly JsonObject[];

/** How often texts were read, and files of the log. */
async function readsOf(vault: TestVault, work: () => Promise<unknown>): Promise<{ texts: number; logs: number }> {
  vault.host.calls.reset();
  await work();
  const { log } = vault.host.calls;
  return {
    texts: log.filter(({ method, path }) => method === 'readRange' && path.startsWith('journal/')).length,
    logs: log.filter(({ method, path }) => method === 'read' && path.endsWith('.log')).length,
  };
}

describe('a version before updates', () => {
  it('reads as it did then, each from the values of those after it', async () => {
    const { vault, read } = await changedOften();
    for (const open of [() => vault, () => vault.restart()]) {
      const opened = await open();
      for (const [version, rows] of read) expect(await rowsOf(opened, { version }), `version ${version}`).toEqual(rows);
      const groups = { group_by: 'state', aggregates: { sum: 'sum:size' }, order_by: 'state' };
      expect(await rowsOf(opened, { version: 1, ...groups })).toEqual([
        { state: 'even', sum: 22_350 },
        { state: 'odd', sum: 22_500 },
      ]);
    }
  });

  it('takes no text of a note, and nothing at all for its rows the second time', async () => {
    const { vault } = await changedOften();
    const opened = await vault.restart();
    const first = await readsOf(opened, () => rowsOf(opened, { version: 1 }));
    // The definition is one.
    expect(first.texts).toBeLessThanOrEqual(1);
    expect(first.logs).toBeGreaterThan(0);
    const second = await readsOf(opened, () => rowsOf(opened, { version: 1, where: { state: 'odd' } }));
    expect(second.texts).toBe(0);
    expect(second.logs).toBeLessThan(first.logs + 1);
  });

  it('gives the bodies of then', async () => {
    const vault = await openVault();
    await vault.run('create_table', THINGS);
    await vault.run('insert_row', { table: 'things', values: { name: 'Ax', size: 1 }, body: 'Sharp.\n' });
    await vault.run('update_row', { table: 'things', path: place('Ax'), set_values: { size: 2 }, body: 'Blunt.\n' });
    await vault.run('update_row', { table: 'things', path: place('Ax'), set_values: { size: 3 } });
    const bodies = { include_body: true, columns: ['size'] };
    expect(await rowsOf(vault, { version: 1, ...bodies })).toMatchObject([{ size: 1, body: 'Sharp.\n' }]);
    expect(await rowsOf(vault, { version: 2, ...bodies })).toMatchObject([{ size: 2, body: 'Blunt.\n' }]);
  });

  it('is read anew once the table has changed, and is the same', async () => {
    const { vault, read } = await changedOften();
    const wanted = read.get(2);
    expect(await rowsOf(vault, { version: 2 })).toEqual(wanted);
    await vault.run('update_rows', { table: 'things', set_values: { size: 99 } });
    await vault.run('delete_rows', { table: 'things', where: { name: 't7' } });
    expect(await rowsOf(vault, { version: 2 })).toEqual(wanted);
  });
});

async function lastMigration(vault: TestVault): Promise<string> {
  const { history } = await vault.run('describe_history', { table: 'things', limit: 1 });
  return (history as JsonObject[])[0]?.['migrationId'] as string;
}

/** Of t12: 12. */
const numberOf = ({ name }: JsonObject): number => Number((name as string).slice(1));

/** Deletions, moves that swap places, places that are taken again, and changes of what leaves later. */
async function leftOften(): Promise<{ vault: TestVault; read: Readings }> {
  const { vault, read: before } = await changedOften();
  const read = new Map(before);
  const write = async (operation: string, args: JsonObject): Promise<void> => {
    await vault.run(operation, { table: 'things', ...args });
    const { history } = await vault.run('describe_history', { table: 'things', limit: 1 });
    read.set((history as JsonObject[])[0]?.['version'] as number, await rowsOf(vault));
  };
  const rename = (name: string, to: string): JsonObject => ({ where: { name }, set_values: { name: to } });
  await write('delete_rows', { where: { name: { in: ['t5', 't6', 't7'] } } });
  await write('insert_row', { values: { name: 't6', size: 600, labels: ['again'] } });
  await write('update_rows', rename('t8', 't9x'));
  await write('update_rows', { where: { name: 't9x' }, set_values: { state: 'moved', size: null } });
  await write('update_rows', rename('t9x', 't8'));
  await write('delete_rows', { where: { name: { in: ['t6', 't8', 't10'] } } });
  await write('insert_row', { values: { name: 't10', state: 'third' } });
  await write('delete_rows', { where: { name: 't10' } });
  await write('delete_rows', { where: { size: { gte: 0 } } });
  return { vault, read };
}

describe('a version before rows left', () => {
  it('reads as it did then, also where places were taken again', async () => {
    const { vault, read } = await leftOften();
    for (const open of [() => vault, () => vault.restart()]) {
      const opened = await open();
      for (const [version, rows] of read) expect(await rowsOf(opened, { version }), `version ${version}`).toEqual(rows);
      const wanted = read.get(2)?.filter(({ state }) => state === 'odd');
      for (let time = 0; time < 4; time++)
        expect(await rowsOf(opened, { version: 2, where: { state: 'odd' }, order_by: 'name' })).toEqual(
          [...(wanted ?? [])].sort((a, b) => numberOf(a) - numberOf(b)),
        );
    }
  });

  it('gives pages in the order of paths, as often as they are asked for', async () => {
    const { vault, read } = await leftOften();
    const opened = await vault.restart();
    await opened.run('undo_migration', { migration_id: await lastMigration(opened) });
    // The present rows have an order from the second time on.
    for (let time = 0; time < 2; time++) await rowsOf(opened, { order_by: null, where: { name: { exists: true } } });
    const all = [...(read.get(2) ?? [])].sort((a, b) => ((a['path'] as string) < (b['path'] as string) ? -1 : 1));
    for (const where of [null, { name: { exists: true } }, { size: { gte: 0 } }]) {
      for (const offset of [0, 5, 290]) {
        const page = await rowsOf(opened, { version: 2, order_by: null, where, limit: 12, offset });
        expect(page).toEqual(all.slice(offset, offset + 12));
      }
    }
  });

  it('takes no text of a note', async () => {
    const { vault, read } = await leftOften();
    const opened = await vault.restart();
    for (const version of read.keys()) {
      const { texts } = await readsOf(opened, () => rowsOf(opened, { version }));
      // The definition is one.
      expect(texts, `version ${version}`).toBeLessThanOrEqual(version === 1 ? 1 : 0);
    }
  });

  it('gives the bodies of then', async () => {
    const vault = await openVault();
    await vault.run('create_table', THINGS);
    await vault.run('insert_row', { table: 'things', values: { name: 'Ax' }, body: 'Sharp.\n' });
    await vault.run('update_rows', { table: 'things', where: { name: 'Ax' }, set_values: { name: 'Adze' } });
    await vault.run('delete_rows', { table: 'things', where: { name: 'Adze' } });
    await vault.run('insert_row', { table: 'things', values: { name: 'Ax' }, body: 'Another.\n' });
    const bodies = { include_body: true, columns: ['name'] };
    expect(await rowsOf(vault, { version: 1, ...bodies })).toMatchObject([{ name: 'Ax', body: 'Sharp.\n' }]);
    expect(await rowsOf(vault, { version: 2, ...bodies })).toMatchObject([{ name: 'Adze', body: 'Sharp.\n' }]);
    expect(await rowsOf(vault, { version: 4, ...bodies })).toMatchObject([{ name: 'Ax', body: 'Another.\n' }]);
  });

  it('reads the texts of rows with long values', async () => {
    const vault = await openVault();
    await vault.run('create_table', THINGS);
    const long = 'So long a text. '.repeat(40).trim();
    await vault.run('insert_row', { table: 'things', values: { name: 'Ax', state: long } });
    await vault.run('insert_row', { table: 'things', values: { name: 'Saw', state: 'short' } });
    await vault.run('delete_rows', { table: 'things', where: { size: { exists: false } } });
    expect(await rowsOf(vault, { version: 2 })).toMatchObject([{ state: long }, { state: 'short' }]);
  });

  it('reads texts where the log holds no values of them', async () => {
    const { vault, read } = await leftOften();
    await vault.engine.close();
    const host = vault.host.reboot();
    let taken = 0;
    for (const [name, bytes] of host.image().privateFiles) {
      if (!/^tables\/.*\.log$/.test(name)) continue;
      const { frames } = scanFrames(bytes);
      const kept = frames.filter(({ kind }) => kind !== FRAME.left);
      taken += frames.length - kept.length;
      const encoded = kept.map(({ kind, payload }) => encodeFrame(kind as FrameKind, payload));
      await host.privateStore.write(name, concatBytes(encoded));
    }
    expect(taken).toBe(6);
    const opened = await onHost(host);
    for (const [version, rows] of read) expect(await rowsOf(opened, { version }), `version ${version}`).toEqual(rows);
  });
});

type Rewrite = (kind: number, payload: Uint8Array) => Uint8Array | null;

/** The log files with other frames in place of theirs. */
async function rewritten(vault: TestVault, rewrite: Rewrite): Promise<TestVault> {
  await vault.engine.close();
  const host = vault.host.reboot();
  for (const [name, bytes] of host.image().privateFiles) {
    if (!/^tables\/.*\.log$/.test(name)) continue;
    const frames = scanFrames(bytes).frames.map(({ kind, payload }) => rewrite(kind, payload));
    await host.privateStore.write(name, concatBytes(frames.filter((frame) => frame !== null)));
  }
  return onHost(host);
}

describe('a log', () => {
  it('without any values reads the same', async () => {
    const { vault, read } = await changedOften();
    let taken = 0;
    const opened = await rewritten(vault, (kind, payload) => {
      if (kind === FRAME.values) taken++;
      return kind === FRAME.values ? null : encodeFrame(kind as FrameKind, payload);
    });
    expect(taken).toBe(5);
    for (const [version, rows] of read) expect(await rowsOf(opened, { version }), `version ${version}`).toEqual(rows);
    // What is added makes the whole file a new one.
    await opened.run('insert_row', { table: 'things', values: { name: 't900' } });
    const again = await opened.restart();
    for (const [version, rows] of read) expect(await rowsOf(again, { version }), `version ${version}`).toEqual(rows);
  });

  it.each(['a frame of changes that is missing', 'changes that are cut off', 'a column that is cut off'])(
    'is refused with %s',
    async (what) => {
      const { vault } = await leftOften();
      const broken = what === 'a column that is cut off' ? FRAME.left : FRAME.changes;
      let versions = 0;
      const opened = await rewritten(vault, (kind, payload) => {
        if (kind === FRAME.version) versions++;
        // Not in the first one, the creation of the table, nor in the second, its first rows.
        if (kind !== broken || versions < 3) return encodeFrame(kind as FrameKind, payload);
        return what.endsWith('missing') ? null : encodeFrame(broken, payload.subarray(0, payload.length - 1));
      });
      const refused = await opened.refused('select_rows', { table: 'things', version: 1 });
      expect(refused).toMatchObject({ code: 'refused', conflicts: [{ code: 'version' }] });
      expect(refused.message).toMatch(/not in its log any more/);
    },
  );
});

describe('where values cannot tell', () => {
  it('rows that were changed while a column was of another type are read as texts', async () => {
    const vault = await openVault();
    await vault.run('create_table', THINGS);
    await vault.run('insert_row', { table: 'things', values: { name: 'Ax', state: 'x' } });
    vault.host.outside.write(place('Ax'), (vault.text(place('Ax')) ?? '').replace('state: x', 'state: 007'));
    await vault.engine.rescan();
    const retype = (type: string): Promise<JsonObject> =>
      vault.run('alter_column', { table: 'things', column: 'state', changes: { type } });
    const set = (state: string | number): Promise<JsonObject> =>
      vault.run('update_row', { table: 'things', path: place('Ax'), set_values: { state } });
    await retype('integer');
    await set(8);
    await retype('string');
    await set('nine');
    expect(await rowsOf(vault, { version: 2 })).toMatchObject([{ state: '007' }]);
    expect(await rowsOf(vault, { version: 3 })).toMatchObject([{ state: 7 }]);
    expect(await rowsOf(vault, { version: 5 })).toMatchObject([{ state: '8' }]);
  });

  it('long texts are not written twice', async () => {
    const vault = await openVault();
    await vault.run('create_table', THINGS);
    const long = 'So long a text. '.repeat(40).trim();
    await vault.run('insert_row', { table: 'things', values: { name: 'Ax', state: long } });
    await vault.run('update_row', { table: 'things', path: place('Ax'), set_values: { state: 'short' } });
    expect(await rowsOf(vault, { version: 1 })).toMatchObject([{ state: long }]);
    await vault.engine.close();
    const logs = [...vault.host.image().privateFiles].filter(([name]) => name.startsWith('tables/'));
    expect(logs.some(([, bytes]) => decodeUtf8(bytes).includes('So long a text.'))).toBe(false);
  });

  it('notes that somebody edited in between are read as texts', async () => {
    const { vault, read } = await changedOften();
    vault.host.outside.write(place('t3'), (vault.text(place('t3')) ?? '').replace('size: 7', 'size: 70'));
    await vault.engine.rescan();
    await vault.run('update_rows', { table: 'things', set_values: { size: 1 } });
    for (const [version, rows] of read) expect(await rowsOf(vault, { version }), `version ${version}`).toEqual(rows);
  });
});
