/** O1, O2: how long a vault takes to open, by what its files cost at least. */

import fs from 'node:fs';
import { openVault, warmStartFolder } from '../engine-on-disk';
import { type Sample, compare, timed } from '../measure';
import { type Result, resultOf } from '../result';
import { vaultFolder } from '../vault/generate';

export async function warmOpen(size: number): Promise<Result> {
  const folder = vaultFolder('mixed', size);
  await (await openVault(folder)).close();
  const comparison = await compare(
    opening(folder),
    walking(folder, (place) => fs.statSync(place)),
  );
  return resultOf({ goal: 'O1', size, comparison });
}

export async function coldOpen(size: number): Promise<Result> {
  const folder = vaultFolder('mixed', size);
  const open = opening(folder);
  const cold: Sample = () => {
    fs.rmSync(warmStartFolder(folder), { recursive: true, force: true });
    return open();
  };
  const reading = walking(folder, (place) => fs.readFileSync(place, 'utf8'));
  const comparison = await compare(cold, reading, size > 50_000 ? 5 : 7, 1);
  return resultOf({ goal: 'O2', size, comparison });
}

/** To the first answer; closing is not counted. */
function opening(folder: string): Sample {
  return async () => {
    const start = performance.now();
    const vault = await openVault(folder);
    await vault.engine.run('select_rows', { table: 'tasks', limit: 1 });
    const took = performance.now() - start;
    await vault.close();
    return took;
  };
}

function walking(root: string, visit: (place: string) => unknown): Sample {
  const walk = (folder: string): void => {
    for (const entry of fs.readdirSync(folder, { withFileTypes: true })) {
      const place = `${folder}/${entry.name}`;
      if (entry.name.startsWith('.')) continue;
      if (entry.isDirectory()) walk(place);
      else visit(place);
    }
  };
  return () => timed(() => walk(root));
}
