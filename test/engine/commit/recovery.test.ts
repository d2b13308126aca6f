/** What an opening makes of a stopped write, when others wrote too. The crash loop has the cases without others. D7 */

import { describe, expect, it } from 'vitest';
import { openEngine } from '../../../src/engine/index';
import type { MemoryHost } from '../../memory-host/memory-host';
import { onHost } from '../open-vault';
import {
  BORN,
  type Call,
  FOLDER,
  HAND,
  NAMES,
  ada,
  edit,
  failures,
  grace,
  hasBorn,
  people,
  stopped,
} from './stopped-writes';

const RENAME: Call = ['update_row', { table: 'people', path: ada, set_values: { name: 'ADA' } }];
const NAMED = { 'Links.md': { name: 'Links' }, 'More.md': { name: 'More' } };

describe('a write that was stopped', () => {
  it.each([
    ['before it was recorded', { name: 'privateStore.append' }, false],
    ['in the middle of its record', { name: 'privateStore.append', moment: 'torn' }, false],
    ['before its first note', { name: 'vault.replace' }, true],
    ['in the middle of a note', { name: 'vault.replace', nth: 2, moment: 'torn' }, true],
    ['between two notes', { name: 'vault.replace', nth: 3 }, true],
    ['before its applied mark', { name: 'privateStore.append', nth: 2 }, true],
  ] as const)('%s is there in full or not at all', async (_what, moment, isThere) => {
    const host = (await stopped([BORN], moment)).reboot();
    const vault = await onHost(host);
    expect(hasBorn(host)).toEqual(NAMES.map(() => isThere));
    expect(await vault.run('select_rows', { table: 'people', where: { born: '1900-01-01' } })).toMatchObject({
      total: isThere ? 3 : 0,
    });
    expect((await failures(vault))[0]).toBe(false);
    await vault.run('insert_row', { table: 'people', values: { name: 'New' } });
  });

  it('says in the log that it was mended, once', async () => {
    const host = (await stopped([BORN], { name: 'vault.replace', nth: 2 })).reboot();
    const vault = await onHost(host);
    expect(host.logger.entries.filter(({ event }) => event === 'recovered')).toMatchObject([{ data: { mended: 2 } }]);
    const again = await vault.restart();
    expect(again.host.logger.entries.filter(({ event }) => event === 'recovered')).toEqual([]);
  });
});

describe('an edit during the crash', () => {
  it.each([
    ['of a note that was not written yet', 1],
    ['of a note that was written already', 3],
  ])('%s rolls the whole write back and stays', async (_what, nth) => {
    const crashed = await stopped([BORN], { name: 'vault.replace', nth });
    const host = edit(crashed, ada, HAND);
    const vault = await onHost(host);
    expect(host.external.text(ada)).toBe(HAND);
    expect(hasBorn(host)).toEqual([false, false, false]);
    expect((await failures(vault))[0]).toBe(true);
    expect(host.logger.entries.filter(({ event }) => event === 'recovered')).toMatchObject([
      { data: { rolled_back: [expect.any(String)] } },
    ]);
    const again = await vault.restart();
    expect(again.host.external.text(ada)).toBe(HAND);
    expect(hasBorn(again.host)).toEqual([false, false, false]);
    expect((await failures(again))[0]).toBe(true);
  });

  it('that only deletes a note rolls back too, and the note stays deleted', async () => {
    const host = (await stopped([BORN], { name: 'vault.replace', nth: 2 })).reboot();
    host.external.remove(grace);
    const vault = await onHost(host);
    expect(hasBorn(host)).toEqual([false, false, false]);
    expect(host.external.text(grace)).toBeNull();
    expect((await failures(vault))[0]).toBe(true);
  });

  it('takes the unfinished writes with it that were planned on top, and no earlier ones', async () => {
    const calls: Call[] = [
      ['update_row', { table: 'people', path: grace, body_append: 'First.\n' }],
      ['update_row', { table: 'people', path: ada, body_append: 'Second.\n' }],
    ];
    const host = edit(await stopped(calls, { name: 'vault.replace', nth: 2 }), ada, HAND);
    const vault = await onHost(host);
    expect(host.external.text(grace)).toContain('First.');
    expect(host.external.text(ada)).toBe(HAND);
    expect(await failures(vault)).toEqual([true, false, false]);
  });

  it('takes back a move, its links and the folders that were made', async () => {
    const move: Call = ['adopt_rows', { table: 'people', paths: ['Links.md'], set_values: { name: 'Links' } }];
    const crashed = await stopped([move], { name: 'vault.move', moment: 'after' });
    const before = crashed.reboot();
    expect(before.external.text(`${FOLDER}/Links.md`)).not.toBeNull();
    const host = edit(crashed, `${FOLDER}/Links.md`, HAND);
    const vault = await onHost(host);
    expect(host.external.text(`${FOLDER}/Links.md`)).toBe(HAND);
    expect(host.external.text('Links.md')).toBe('See [[Ada]].\n');
    expect((await failures(vault))[0]).toBe(true);
  });

  it('of a made note rolls back and keeps the note; an untouched one goes with its folders', async () => {
    const insert: Call = ['insert_row', { table: 'people', values: { name: 'New' }, path: 'deep/er/New.md' }];
    const crashed = await stopped([insert], { name: 'vault.create', moment: 'after' });
    const kept = edit(crashed, 'deep/er/New.md', HAND);
    await onHost(kept);
    expect(kept.external.text('deep/er/New.md')).toBe(HAND);
    const lost = crashed.reboot();
    await onHost(lost);
    expect(lost.external.text('deep/er/New.md')).toContain('name: New');
  });

  it('takes back the later writes of its cycle, with the folders that they made', async () => {
    const calls: Call[] = [
      ['update_row', { table: 'people', path: `${FOLDER}/Alan.md`, body_append: 'A cycle of its own.\n' }],
      ['update_row', { table: 'people', path: ada, body_append: 'More.\n' }],
      ['insert_row', { table: 'people', values: { name: 'New' }, path: 'deep/er/New.md' }],
    ];
    const crashed = await stopped(calls, { name: 'vault.create', moment: 'after', together: true });
    const host = edit(crashed, ada, HAND);
    expect(host.external.text('deep/er/New.md')).toContain('name: New');
    const vault = await onHost(host);
    expect(host.external.text('deep/er/New.md')).toBeNull();
    expect([...host.image().folders].filter((folder) => folder.startsWith('deep'))).toEqual([]);
    expect(host.external.text(`${FOLDER}/Alan.md`)).toContain('A cycle of its own.');
    expect(await failures(vault)).toEqual([true, true, false]);
  });

  it('that is no UTF-8 stays as it is', async () => {
    const host = (await stopped([BORN], { name: 'vault.replace', nth: 2 })).reboot();
    host.external.spoil(ada, 'not_utf8');
    const vault = await onHost(host);
    expect((await failures(vault))[0]).toBe(true);
    expect(hasBorn(host).slice(1)).toEqual([false, false]);
  });
});

describe('a place that somebody took during the crash', () => {
  const INSERT: Call = ['insert_row', { table: 'people', values: { name: 'New' } }];
  const ADOPT: Call = ['adopt_rows', { table: 'people', paths: ['Links.md', 'More.md'], per_row: NAMED }];
  const LINKS = 'See [[Ada]].\n';

  it.each([
    ['by a note whose name differs in case', `${FOLDER}/NEW.md`],
    ['by a folder', `${FOLDER}/New.md/Inside.md`],
  ])('%s rolls the write back, and the vault opens', async (_what, path) => {
    const host = (await stopped([INSERT], { name: 'vault.create' })).reboot();
    host.external.write(path, HAND);
    const vault = await onHost(host);
    expect(host.external.text(path)).toBe(HAND);
    expect(host.external.text(`${FOLDER}/New.md`)).toBeNull();
    expect((await failures(vault))[0]).toBe(true);
    const again = await vault.restart();
    expect(again.host.external.text(path)).toBe(HAND);
    expect((await failures(again))[0]).toBe(true);
  });

  it.each([
    ['the same name', 'Links.md'],
    ['a name that differs in case', 'LINKS.md'],
  ])('that a moved note would go back to, %s: it stays where it is, as it was', async (_what, path) => {
    const crashed = await stopped([ADOPT], { name: 'vault.move', moment: 'after' });
    const host = edit(crashed, 'More.md', HAND);
    host.external.write(path, 'Theirs.\n');
    expect(host.external.text('Links.md')).toBe(path === 'Links.md' ? 'Theirs.\n' : null);
    const vault = await onHost(host);
    expect((await failures(vault))[0]).toBe(true);
    expect([host.external.text(path), host.external.text('More.md')]).toEqual(['Theirs.\n', HAND]);
    expect(host.external.text(`${FOLDER}/Links.md`)).toBe(LINKS);
    const again = await vault.restart();
    expect(again.host.external.text(`${FOLDER}/Links.md`)).toBe(LINKS);
  });

  it('by the moved note itself, as somebody edited it there: no copy is left', async () => {
    const crashed = await stopped([RENAME], { name: 'vault.move', moment: 'after' });
    const renamed = crashed.external.text(`${FOLDER}/ADA.md`) as string;
    const host = edit(crashed, ada, `${renamed}More.\n`);
    await onHost(host);
    expect(host.external.text(ada)).toBe(`${renamed}More.\n`);
    expect(host.external.text(`${FOLDER}/ADA.md`)).toBeNull();
  });

  it('a name that changed in case alone goes back', async () => {
    const crashed = await stopped([RENAME], { name: 'vault.move', moment: 'after' });
    const host = edit(crashed, 'Links.md', HAND);
    const vault = await onHost(host);
    expect((await failures(vault))[0]).toBe(true);
    expect(host.external.text(ada)).toContain('About Ada.');
    expect(host.external.text(`${FOLDER}/ADA.md`)).toBeNull();
  });
});

describe('an edit after a write was done', () => {
  it('stays, and the rest of the write too', async () => {
    const { host } = await people();
    const vault = await onHost(host.reboot());
    await vault.run(...BORN);
    const rebooted = edit(vault.host, ada, HAND);
    const again = await onHost(rebooted);
    expect(rebooted.external.text(ada)).toBe(HAND);
    expect(hasBorn(rebooted)).toEqual([false, true, true]);
    expect((await failures(again))[0]).toBe(false);
  });

  it('does not count against it when only its mark was lost, and a later mark is there', async () => {
    const { host } = await people();
    const vault = await onHost(host.reboot());
    let appends = 0;
    // Record, mark (lost), record in a new segment, mark.
    vault.host.faults.failWhile((call) => call.method === 'append' && ++appends === 2, 'ENOSPC');
    await vault.run(...BORN);
    await vault.run('update_row', { table: 'people', path: grace, body_append: 'More.\n' });
    const rebooted = edit(vault.host, ada, HAND);
    const again = await onHost(rebooted);
    expect(rebooted.external.text(ada)).toBe(HAND);
    expect(hasBorn(rebooted)).toEqual([false, true, true]);
    expect(await failures(again)).toEqual([false, false, false]);
  });

  it('and a crash in the next write: the first one stays, the second is finished', async () => {
    const next: Call = ['update_row', { table: 'people', path: grace, body_append: 'More.\n' }];
    const crashed = await stopped([BORN, next], { name: 'vault.replace', nth: 4 });
    const host = edit(crashed, ada, HAND);
    const vault = await onHost(host);
    expect(host.external.text(ada)).toBe(HAND);
    expect(hasBorn(host)).toEqual([false, true, true]);
    expect(host.external.text(grace)).toContain('More.');
    expect(await failures(vault)).toEqual([false, false, false]);
  });
});

describe('an aborted write', () => {
  it('is taken back, also when the process stopped while it was put back', async () => {
    const { host } = await people();
    const image = host.image();
    const run = async (target: MemoryHost): Promise<MemoryHost> => {
      const engine = await openEngine(target);
      target.calls.reset();
      let replaced = 0;
      target.faults.failWhile((call) => call.method === 'replace' && ++replaced === 3, 'EIO');
      await engine.run(...BORN).catch(() => undefined);
      return target;
    };
    const all = (await run(host.reboot(image))).calls.count();
    for (let at = 1; at <= all; at++) {
      for (const moment of ['before', 'torn', 'after'] as const) {
        const target = host.reboot(image);
        const engine = await openEngine(target);
        target.calls.reset();
        let replaced = 0;
        target.faults.failWhile((call) => call.method === 'replace' && ++replaced === 3, 'EIO');
        target.crashAt(at, moment);
        await engine.run(...BORN).catch(() => undefined);
        const rebooted = target.reboot();
        await onHost(rebooted);
        const born = hasBorn(rebooted);
        expect(new Set(born).size, `call ${at} ${moment}`).toBe(1);
      }
    }
  });
});
