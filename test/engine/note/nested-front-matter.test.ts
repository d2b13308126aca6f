import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { readFlat } from '../../../src/engine/yaml/front-matter/front-matter-flat';
import { readWithYaml } from '../../../src/engine/yaml/front-matter/front-matter-yaml';
import { times } from '../../deep';
import { nestedBlock } from './nested-front-matter-texts';

const RUNS = times(2_000, 100_000);

describe('front matter with nested values', () => {
  it('is read as yaml reads the whole block, values and spans', () => {
    let fast = 0;
    fc.assert(
      fc.property(nestedBlock, (block) => {
        const text = `---\n${block}---\nbody\n`;
        const entries = readFlat(text, 4, 4 + block.length);
        if (entries === null) return;
        fast += 1;
        expect(entries).toEqual(readWithYaml(text, 4, 4 + block.length));
      }),
      { numRuns: RUNS },
    );
    expect(fast).toBeGreaterThan(RUNS / 4);
  });
});
