/** C1: the last 500 changes of a long feed against those of a short one, by a client that follows, and by a fresh process. */

import { type OpenVault, openVault } from '../engine-on-disk';
import { compare, timed } from '../measure';
import { type Result, resultOf } from '../result';
import { withCopy } from '../vault/copies';
import { vaultFolder } from '../vault/generate';

const PAGE = 500;
const SHORT = 1000;
/** Each note has changed before the last changes of either feed: both read as many texts, from as many packs. */
const NOTES = 500;
/** Rows that one write changes: a feed of many short writes and some long ones. */
const ROWS = 50;

export async function lastChanges(size: number): Promise<readonly Result[]> {
  return withCopy(vaultFolder('tasks', NOTES), (short) =>
    withCopy(vaultFolder('tasks', NOTES), async (long) => {
      await fill(short, SHORT);
      await fill(long, size);
      const results: Result[] = [];
      for (const isFresh of [false, true]) {
        const anchor = await sampleOf(short, isFresh);
        const engine = await sampleOf(long, isFresh);
        const comparison = await compare(engine.sample, anchor.sample);
        await anchor.end();
        await engine.end();
        results.push(resultOf({ goal: 'C1', label: isFresh ? 'after a restart' : '', size, comparison }));
      }
      return results;
    }),
  );
}

/** So many changes. */
async function fill(folder: string, changes: number): Promise<void> {
  const vault = await openVault(folder);
  const page = await vault.engine.run('select_rows', { table: 'tasks', columns: ['id'], limit: NOTES });
  const paths = (page['rows'] as { path: string }[]).map(({ path }) => path);
  for (let done = 0; done < changes; done += ROWS) {
    const start = done % (paths.length - ROWS);
    const where = { path: { in: paths.slice(start, start + ROWS) } };
    await vault.engine.run('update_rows', { table: 'tasks', where, set_values: { estimate: (done / ROWS) % 97 } });
  }
  await vault.close();
}

async function sampleOf(
  folder: string,
  isFresh: boolean,
): Promise<{ sample: () => Promise<number>; end(): Promise<void> }> {
  let vault = await openVault(folder);
  return {
    sample: async () => {
      if (isFresh) {
        await vault.close();
        vault = await openVault(folder);
      }
      const { head } = await vault.engine.run('list_changes', { limit: 0 });
      return timed(() => lastPage(vault, (head as number) - PAGE));
    },
    end: () => vault.close(),
  };
}

async function lastPage({ engine }: OpenVault, since: number): Promise<void> {
  const { changes } = await engine.run('list_changes', { since, limit: PAGE });
  if ((changes as unknown[]).length < PAGE / 2) throw new Error('the feed is shorter than it should be');
}
