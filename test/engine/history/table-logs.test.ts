/** A version is reached from a checkpoint near it, however long the log is. docs/formats.md#table-log. */

import { describe, expect, it } from 'vitest';
import { TableLogs, applyRowChanges } from '../../../src/engine/history/versions/table-logs';
import type {
  TableLog,
  RowChange,
  TableVersion,
  VersionHead,
} from '../../../src/engine/history/versions/table-version';
import { type MemoryHost, createMemoryHost } from '../../memory-host/memory-host';

const LOG = '70000000-0000-4000-8000-000000000001';

const ROWS = 300;
const CHANGES = 30;
const VERSIONS = 900;

const hashOf = (version: number, row: number): string => `${version}a${row}`.padEnd(64, '0');

const path = (row: number): string => `notedb/main/default/people/Somebody number ${row}.md`;

/** Each version gives some rows a new content; the rows come with the first ones. */
function changesOf(version: number, state: ReadonlyMap<string, string>): readonly RowChange[] {
  return Array.from({ length: CHANGES }, (_, i) => {
    const row = (version * CHANGES + i * 7) % ROWS;
    const before = state.get(path(row)) ?? null;
    return { from: before === null ? null : path(row), to: path(row), before, after: hashOf(version, row) };
  });
}

const versionOf = (version: number): TableVersion => ({
  ...{ log: LOG, table: 'main.default.people', version, time: version + 1, operation: 'UPDATE', metrics: {} },
  ...{ migrationId: null, definition: 'd'.repeat(64), rows: 0, changes: [] },
});

/** A log of many versions, written a few at a time; and the state at each. */
async function longLog(host: MemoryHost): Promise<{ head: TableLog; states: ReadonlyMap<string, string>[] }> {
  const logs = new TableLogs(host, []);
  const state = new Map<string, string>();
  const states: ReadonlyMap<string, string>[] = [];
  for (let version = 0; version < VERSIONS; version++) {
    const changes = changesOf(version, state);
    applyRowChanges(state, changes);
    states.push(new Map(state));
    logs.publish([{ ...versionOf(version), rows: state.size, changes }]);
    if (version % 10 === 9) await logs.flush();
  }
  await logs.flush();
  return { head: logs.byLogId(LOG) as TableLog, states };
}

const filesOf = (host: MemoryHost, kind: string): readonly string[] =>
  [...host.image().privateFiles.keys()].filter((name) => name.endsWith(`.${kind}`));

describe('a long log', () => {
  it('gives the state at each version from one checkpoint and few files', async () => {
    const host = createMemoryHost();
    const { head, states } = await longLog(host);
    const logs = new TableLogs(host, [head]);
    const all = filesOf(host, 'log').length;
    expect(all).toBeGreaterThan(10);
    expect(filesOf(host, 'checkpoint').length).toBeGreaterThan(15);
    for (let version = 0; version < VERSIONS; version += 17) {
      host.calls.reset();
      const state = await logs.state(LOG, version);
      expect(new Map(state)).toEqual(states[version]);
      const read = host.calls.log.filter(({ method }) => method === 'read').map(({ path: file }) => file);
      expect(read.filter((file) => file.endsWith('.checkpoint')).length, `version ${version}`).toBeLessThanOrEqual(1);
      expect(read.filter((file) => file.endsWith('.log')).length, `version ${version}`).toBeLessThanOrEqual(3);
    }
  });

  it('gives few versions from few files, and the newest without reading the old ones', async () => {
    const host = createMemoryHost();
    const { head } = await longLog(host);
    const logs = new TableLogs(host, [head]);
    host.calls.reset();
    const found = await logs.versions(LOG, 400, 409);
    expect(found.map(({ version }) => version)).toEqual(Array.from({ length: 10 }, (_, i) => 400 + i));
    expect(host.calls.log.filter(({ method }) => method === 'read').length).toBeLessThanOrEqual(2);
    host.calls.reset();
    for await (const run of logs.newestFirst(head)) {
      expect(run[0]?.version).toBe(VERSIONS - 1);
      break;
    }
    expect(host.calls.log.filter(({ method }) => method === 'read').length).toBe(1);
  });

  it('that was cut in the middle reads from there on as before, and has no file of what went', async () => {
    const host = createMemoryHost();
    const { head, states } = await longLog(host);
    const logs = new TableLogs(host, [head]);
    const planned = await logs.filesBelow(head, 455);
    const before = [...host.image().privateFiles.keys()];
    await logs.cut(head, 455, () => Promise.resolve());
    await logs.tidy();
    const after = new Set(host.image().privateFiles.keys());
    expect(before.filter((name) => !after.has(name)).sort()).toEqual(planned);
    const cut = logs.byLogId(LOG) as TableLog;
    expect(cut.earliest).toEqual({ version: 455, time: 456, formerly: 'd'.repeat(64) });
    const again = new TableLogs(host, [cut]);
    for (let version = 455; version < VERSIONS; version += 31)
      expect(new Map(await again.state(LOG, version))).toEqual(states[version]);
    await expect(again.state(LOG, 454)).rejects.toThrow('versions 0 to 454 of main.default.people');
    await expect(again.versions(LOG, 400, 460)).rejects.toThrow('versions 400 to 460');
    expect((await again.versions(LOG, 455, VERSIONS - 1)).length).toBe(VERSIONS - 455);
  });

  it('leads from the present rows back to a version before all of them went: its rows need not be read anew', async () => {
    const host = createMemoryHost();
    const logs = new TableLogs(host, []);
    const rows = Array.from({ length: 4000 }, (_, row) => ({ path: path(row), hash: hashOf(0, row) }));
    const came = rows.map(({ path: to, hash }) => ({ from: null, to, before: null, after: hash }));
    const went = rows.map(({ path: from, hash }) => ({ from, to: null, before: hash, after: null }));
    for (const [version, changes] of [came, went].entries()) {
      logs.publish([{ ...versionOf(version), rows: version === 0 ? rows.length : 0, changes }]);
      await logs.flush();
    }
    const log = logs.byLogId(LOG) as TableLog;
    expect(filesOf(host, 'log')).toHaveLength(2);
    const first = (await logs.version(log, 0)) as VersionHead;
    expect(await logs.isNearer(log, first)).toBe(true);
  });

  it('refuses, instead of leaving something out, when a file is lost', async () => {
    const host = createMemoryHost();
    const { head } = await longLog(host);
    const [, second] = filesOf(host, 'log');
    await host.privateStore.remove(second as string);
    const logs = new TableLogs(host, [head]);
    await expect(logs.versions(LOG, 0, VERSIONS - 1)).rejects.toThrow('is not in its log any more');
  });
});
