/** B1: the longest time without a turn of the event loop: while a vault opens, for each kind of operation, upkeep and edits by others. */

import { type OpenVault, hostOn, openVault } from '../engine-on-disk';
import { type Result, resultOf } from '../result';
import { type Block, longestBlock } from '../turns';
import { withCopy } from '../vault/copies';
import { vaultFolder } from '../vault/generate';
import { fillJournal } from '../vault/journal';
import { notesOf } from '../vault/notes';
import { STEPS } from './block-steps';

/** What nobody notices, in milliseconds. */
const LONGEST = 50;

/** A regular expression: only these steps. */
const WANTED = new RegExp(process.env['NOTEDB_BENCH_STEPS'] ?? '');

export async function longestBlocks(size: number): Promise<readonly Result[]> {
  return withCopy(vaultFolder('mixed', size), async (folder) => {
    const host = await hostOn(folder);
    await fillJournal(host, size, notesOf('mixed', size));
    host.close();
    const results: Result[] = [];
    const watch = async <T>(label: string, work: () => Promise<T>): Promise<T> => {
      const { result, block } = await longestBlock(work);
      if (WANTED.test(label)) results.push(resultFrom(label, size, block));
      return result;
    };
    const open = (): Promise<OpenVault> => openVault(folder);
    await (await watch('open, cold', open)).close();
    for (const { label, before, run } of STEPS) {
      if (!WANTED.test(label)) continue;
      // Just opened: nothing is at hand that an earlier step made.
      const vault = await open();
      await before?.({ ...vault, folder });
      await watch(label, () => run({ ...vault, folder }));
      await vault.close();
    }
    const vault = await watch('open, warm', open);
    await watch('close', () => vault.close());
    return results;
  });
}

function resultFrom(label: string, size: number, { longest, took, calls }: Block): Result {
  console.log(`${longest.toFixed(0).padStart(6)} ms of ${took.toFixed(0).padStart(6)}  ${label}: ${calls.join(' > ')}`);
  const one = (value: number) => ({ min: value, median: value, max: value });
  const comparison = { engine: one(longest), anchor: one(LONGEST), runs: 1, isJudged: true };
  return resultOf({ goal: 'B1', label, size, comparison });
}
