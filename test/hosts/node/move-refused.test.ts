/** A move that the disk refuses half way leaves one file with one name. Needs the right to close a folder; else it is left out. */

import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ScratchVault } from './scratch-vault';
import { scratchVault } from './scratch-vault';

/** Names can be added to the folder, and none taken away. */
function close(folder: string, attribute: '+a' | '-a'): boolean {
  try {
    execFileSync('chattr', [attribute, folder], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

function canClose(): boolean {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'notedb-closed-'));
  const isClosed = close(folder, '+a') && close(folder, '-a');
  fs.rmdirSync(folder);
  return isClosed;
}

describe.runIf(canClose())('a move out of a folder that lets nothing go', () => {
  let scratch: ScratchVault;
  beforeEach(async () => {
    scratch = await scratchVault();
    scratch.outside.write('closed/a.md', 'text\n');
  });
  afterEach(async () => {
    close(folder(), '-a');
    await scratch.close();
  });

  const folder = (): string => path.join(scratch.folder, 'closed');

  test('is refused, and the note has its one name', async () => {
    close(folder(), '+a');
    await expect(scratch.host.vault.move('closed/a.md', 'b.md')).rejects.toMatchObject({ code: 'io', detail: 'EPERM' });
    expect(scratch.outside.text('b.md')).toBeNull();
    expect(fs.statSync(path.join(scratch.folder, 'closed/a.md')).nlink).toBe(1);
    close(folder(), '-a');
    await scratch.host.vault.move('closed/a.md', 'b.md');
    expect(scratch.outside.text('b.md')).toBe('text\n');
  });
});
