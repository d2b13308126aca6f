/** The steps of a batch, each on what the ones before leave. D17 */

import { describe, expect, it } from 'vitest';
import { Catalog } from '../../../src/engine/catalog/catalog';
import { StepStaging } from '../../../src/engine/commit/lane/step-staging';
import { FolderNames } from '../../../src/engine/storage/transaction/folder-names';
import { Store } from '../../../src/engine/storage/store/store';
import { createMemoryHost } from '../../memory-host/memory-host';

function stagedSteps(): { readonly stepStaging: StepStaging; readonly read: (path: string) => Promise<string | null> } {
  const below = {
    read: () => Promise.resolve('on disk'),
    readMany: (paths: readonly string[]) => Promise.resolve(paths.map(() => 'on disk')),
    readAhead: () => Promise.resolve(),
  };
  const store = new Store(new Catalog());
  const stepStaging = new StepStaging(store, below, createMemoryHost(), 1, new FolderNames(store));
  return { stepStaging, read: (path) => stepStaging.begin().read(path) };
}

describe('steps that follow each other', () => {
  it('read what the last of them wrote, and after they are called off what the disk holds', async () => {
    const { stepStaging, read } = stagedSteps();
    for (const [before, after] of [
      ['on disk', 'first'],
      ['first', 'second'],
      ['second', null],
    ] as const) {
      const step = stepStaging.begin();
      expect(await step.read('a.md')).toBe(before);
      step.put({ from: 'a.md', to: after === null ? null : 'a.md', before, after });
      await stepStaging.keep(step);
      expect(await read('a.md')).toBe(after);
    }
    expect(await read('b.md')).toBe('on disk');
    await stepStaging.callOff();
    expect(await read('a.md')).toBe('on disk');
  });

  it('may be twenty thousand', async () => {
    const { stepStaging, read } = stagedSteps();
    for (let i = 0; i < 20_000; i++) await stepStaging.keep(stepStaging.begin());
    expect(await read('a.md')).toBe('on disk');
    await stepStaging.callOff();
  });
});
