/** A second thread that can't be started, as with `node --permission`: files are made and looked at without it. */

import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type * as threads from 'node:worker_threads';
import { expect, test, vi } from 'vitest';
import { scratchVault } from './scratch-vault';

vi.mock('node:worker_threads', async (original) => ({
  ...(await original<typeof threads>()),
  Worker: class {
    constructor() {
      throw Object.assign(new Error('Access to this API has been restricted'), { code: 'ERR_ACCESS_DENIED' });
    }
  },
}));

test('many new files are made, and heard of, without a second thread', async () => {
  const vaultFolder = fs.mkdtempSync(path.join(os.tmpdir(), 'notedb-no-thread-'));
  const scratch = await scratchVault({ vaultFolder });
  const files = Array.from({ length: 400 }, (_, i) => ({ path: `notes/${i}.md`, text: `text ${i}` }));
  const heard = new Set<string>();
  const stop = scratch.host.vault.watch((change) => heard.add('path' in change ? change.path : ''));
  let isDone = false;
  const made = await scratch.host.vault.createMany(files, async () => void (isDone = true));
  expect(isDone).toBe(true);
  for (const [i, { path: file, text }] of files.entries()) {
    expect(made[i]).toEqual(await scratch.host.vault.stat(file));
    expect(scratch.outside.text(file)).toBe(text);
  }
  await vi.waitFor(() => expect(files.filter((file) => !heard.has(file.path))).toEqual([]), { timeout: 2000 });
  stop();
  await scratch.close();
  fs.rmSync(vaultFolder, { recursive: true });
});
