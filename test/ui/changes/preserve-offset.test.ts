/** A date-time that is edited in a cell, written by a real engine in a database of another zone than this machine's. */

import { expect, it } from 'vitest';
import { typedRun } from '../../../src/engine/index';
import { withOriginalOffset } from '../../../src/ui/changes/preserve-offset';
import { column as gridColumn } from '../components/grid-fixture';
import { column, openVault } from '../../engine/open-vault';

it.each([
  // [zone of the database, stored, as it is edited, stored then]
  ['Europe/Zurich', '2026-03-05T09:00:00+09:00', '2026-03-05T09:05', '2026-03-05T09:05:00+09:00'],
  ['Europe/Zurich', '2026-03-05T09:00:00Z', '2026-03-05T09:05', '2026-03-05T09:05:00Z'],
  ['Europe/Zurich', '2026-03-05T09:00:00-0330', '2026-03-06T09:00', '2026-03-06T09:00:00-03:30'],
  ['Europe/Zurich', '2026-03-05T09:00:15+09:00', '2026-03-05T09:00:20', '2026-03-05T09:00:20+09:00'],
  // Its own: the offset of summer belongs to a day in summer.
  ['Europe/Zurich', '2026-03-05T09:00:00+01:00', '2026-07-05T09:00', '2026-07-05T09:00:00+02:00'],
  ['Europe/Zurich', '2026-07-05T09:00:00+02:00', '2026-03-05T09:00', '2026-03-05T09:00:00+01:00'],
  ['Asia/Kathmandu', '2026-03-05T09:00:00+05:45', '2026-03-05T09:05', '2026-03-05T09:05:00+05:45'],
  ['UTC', '2026-03-05T09:00:00Z', '2026-03-05T09:05', '2026-03-05T09:05:00Z'],
  ['Europe/Zurich', '2026-03-05T09:00', '2026-03-05T09:05', '2026-03-05T09:05:00+01:00'],
  // Another offset that is typed is meant.
  ['Europe/Zurich', '2026-03-05T09:00:00+09:00', '2026-03-05T09:05-02:00', '2026-03-05T09:05:00-02:00'],
])('in %s %s, edited to %s, is then %s', async (timezone, stored, edited, then) => {
  const note = 'notedb/main/default/talks/a.md';
  const vault = await openVault({ files: {} });
  await vault.run('configure_database', { timezone });
  const columns = [column('name', 'string'), column('start', 'datetime')];
  await vault.run('create_table', { name: 'talks', description: 'Talks', columns });
  await vault.run('insert_row', { table: 'talks', values: { name: 'a' } });
  vault.host.external.write(note, (vault.text(note) ?? '').replace('---\n', `---\nstart: ${stored}\n`));
  await vault.engine.rescan();
  const client = {
    run: typedRun((name, args) => vault.engine.run(name, args)),
    onChange: vault.engine.onChange.bind(vault.engine),
  };
  const cell = { column: gridColumn('start', { type: 'datetime' }), value: edited, before: stored };
  const value = await withOriginalOffset(client, cell);
  await vault.run('update_row', { table: 'talks', path: note, set_values: { start: value } });
  expect(/^start: (.*)$/m.exec(vault.text(note) ?? '')?.[1]).toBe(then);
  await vault.engine.close();
});

it('leaves other values, and a cell that is emptied, as they are', async () => {
  const client = { run: () => Promise.reject(new Error('asked')), onChange: () => () => undefined };
  const start = gridColumn('start', { type: 'datetime' });
  const before = '2026-03-05T09:00:00+09:00';
  expect(await withOriginalOffset(client, { column: start, value: null, before })).toBeNull();
  expect(await withOriginalOffset(client, { column: start, value: 'soon', before: 'later' })).toBe('soon');
  expect(
    await withOriginalOffset(client, { column: gridColumn('size', { type: 'number' }), value: 5, before: 4 }),
  ).toBe(5);
});
