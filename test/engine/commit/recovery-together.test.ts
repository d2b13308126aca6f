/** Recovery of several writes, of edits while it runs, and of a disk that refuses. D7 */

import { describe, expect, it } from 'vitest';
import { NotedbError, openEngine } from '../../../src/engine/index';
import type { PortCall } from '../../memory-host/planned-faults';
import { onHost } from '../open-vault';
import {
  BORN,
  type Call,
  FOLDER,
  HAND,
  ada,
  edit,
  failures,
  grace,
  hasBorn,
  people,
  stopped,
  texts,
} from './stopped-writes';

const APPEND: Call = ['update_row', { table: 'people', path: grace, body_append: 'More.\n' }];

describe('writes of one cycle that touch the same note', () => {
  it('are rolled back together: the note is as it was before the first of them', async () => {
    // The first write is made in a cycle of its own.
    const first: Call = ['update_row', { table: 'people', path: grace, body_append: 'Before.\n' }];
    const crashed = await stopped([first, BORN, APPEND], { name: 'vault.replace', nth: 5, together: true });
    const host = edit(crashed, ada, HAND);
    const vault = await onHost(host);
    expect(hasBorn(host)).toEqual([false, false, false]);
    expect(host.external.text(grace)).toContain('Before.');
    expect(host.external.text(grace)).not.toContain('More.');
    expect(await failures(vault)).toEqual([true, true, false]);
  });

  it('are taken back together after a clash, also when the process stops then', async () => {
    const { host } = await people();
    const before = texts(host);
    const target = host.reboot();
    const engine = await openEngine(target);
    target.faults.failWhile(({ method, path }) => method === 'replace' && path.endsWith('Alan.md'), 'EACCES');
    const once: Call = ['update_row', { table: 'people', path: ada, body_append: 'Once.\n' }];
    const refused: Call = [
      'update_row',
      { table: 'people', path: grace, expect: { born: '1900-01-01' }, body_append: 'More.\n' },
    ];
    const outcomes = await Promise.all(
      [once, BORN, refused].map(([name, args]) =>
        engine.run(name, args).then(
          () => 'done',
          (error: NotedbError) => error.code,
        ),
      ),
    );
    expect(outcomes).toEqual(['done', 'unavailable', 'conflict']);
    const rebooted = target.reboot();
    await onHost(rebooted);
    expect(texts(rebooted)).toEqual([`${before[0] as string}Once.\n`, before[1], before[2]]);
  });
});

describe('a write that could not be recorded', () => {
  it('gives its number to no other, which would count as called off', async () => {
    const { host } = await people();
    const first = await onHost(host.reboot());
    first.host.faults.failNext('privateStore.append', 'ENOSPC');
    expect(await first.refused(...BORN)).toMatchObject({ code: 'unavailable' });
    const second = await onHost(first.host.reboot());
    await second.run(...BORN);
    const third = await onHost(second.host.reboot());
    expect(hasBorn(third.host)).toEqual([true, true, true]);
    expect((await failures(third))[0]).toBe(false);
  });
});

describe('an edit while recovery runs', () => {
  it('of a note that is not written yet rolls the write back, as one before it does', async () => {
    const image = (await stopped([BORN], { name: 'vault.replace' })).image();
    const { host } = await people();
    const rehearsal = host.reboot(image);
    await openEngine(rehearsal);
    const { log } = rehearsal.calls;
    const written = log.find(({ method, path }) => method === 'replace' && path === grace)?.number ?? 0;
    expect(written).toBeGreaterThan(0);
    for (let at = 1; at <= log.length; at++) {
      const target = host.reboot(image);
      target.calls.actAt(at, () => target.external.write(grace, HAND));
      const vault = await onHost(target);
      const isKept = at > written;
      expect(target.external.text(grace), `call ${at}`).toBe(HAND);
      expect(hasBorn(target), `call ${at}`).toEqual([isKept, false, isKept]);
      expect((await failures(vault))[0]).toBe(!isKept);
    }
  });
});

describe('a note that the write made and somebody moved during the crash', () => {
  const INSERT: Call = ['insert_row', { table: 'people', values: { name: 'New' } }];
  const made = `${FOLDER}/New.md`;

  it.each([
    ['unfinished', false],
    ['answered', true],
  ] as const)('is not made once more (%s)', async (_what, isAnswered) => {
    const crashed = isAnswered
      ? await (async () => {
          const vault = await onHost((await people()).host.reboot());
          await vault.run(...INSERT);
          return vault.host;
        })()
      : await stopped([INSERT], { name: 'vault.create', moment: 'after' });
    const host = crashed.reboot();
    const text = host.external.text(made) as string;
    host.external.remove(made);
    host.external.write('Moved by hand.md', text);
    const vault = await onHost(host);
    expect(host.external.text(made)).toBeNull();
    expect(host.external.text('Moved by hand.md')).toBe(text);
    expect(await vault.run('select_rows', { table: 'people', where: { name: 'New' } })).toMatchObject({
      rows: [{ path: 'Moved by hand.md' }],
    });
    expect((await failures(vault))[0]).toBe(!isAnswered);
  });
});

describe('a record that was not synced when the process stopped', () => {
  it('is made durable before recovery touches a note, or leaves it behind', async () => {
    const crashed = await stopped([BORN], { name: 'privateStore.sync' });
    const rebooted = crashed.reboot();
    await onHost(rebooted);
    expect(hasBorn(rebooted)).toEqual([true, true, true]);
    const { log } = rebooted.calls;
    const first = (wanted: (call: PortCall) => boolean): number => log.findIndex(wanted);
    const synced = first(
      ({ port, method, path }) => port === 'privateStore' && method === 'sync' && path.endsWith('.log'),
    );
    expect(synced).toBeGreaterThanOrEqual(0);
    expect(synced).toBeLessThan(first(({ mutates, method }) => mutates && method !== 'sync'));
  });
});

describe('a disk that refuses during recovery', () => {
  it.each(['EACCES', 'ENOSPC', 'EROFS', 'EIO'] as const)(
    '%s: it is said where, and the next opening goes on',
    async (code) => {
      const image = (await stopped([BORN], { name: 'vault.replace', nth: 2 })).image();
      const { host } = await people();
      const rehearsal = host.reboot(image);
      await openEngine(rehearsal);
      const done = texts(rehearsal);
      const opening = rehearsal.calls.log.findIndex(({ method }) => method === 'watch');
      const last = opening < 0 ? rehearsal.calls.count() : opening;
      let told = 0;
      for (let at = 1; at <= last; at++) {
        const target = host.reboot(image);
        target.faults.failAt(at, code);
        let failure: unknown = null;
        try {
          await openEngine(target);
        } catch (error) {
          failure = error;
        }
        const { port, method } = target.calls.log[at - 1] as PortCall;
        // The reads of the private store come before recovery.
        if (failure !== null && (port === 'vault' || method === 'sync' || method === 'write')) {
          expect(failure, `${code} at ${at}`).toBeInstanceOf(NotedbError);
          const { code: kind, message, hint } = failure as NotedbError;
          expect(kind).toBe('unavailable');
          expect(`${message} ${hint}`).toContain(code);
          told++;
        }
        const again = await onHost(target.reboot());
        expect(texts(again.host), `${code} at ${at}`).toEqual(done);
        expect((await failures(again))[0]).toBe(false);
      }
      expect(told).toBeGreaterThanOrEqual(5);
    },
  );
});
