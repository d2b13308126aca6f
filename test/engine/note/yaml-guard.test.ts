import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseDocument } from 'yaml';

import { guardBlock } from '../../../src/engine/yaml/yaml-guard';
import { blockText, hostileBlock } from './front-matter-texts';
import { times } from '../../deep';

const RUNS = times(1_000, 10_000);

describe('guardBlock', () => {
  it.each([
    ['a: 1\n'],
    ['a: "&x *y ? %z"\n'],
    ["a: '*y'\n"],
    ['a: x & y * z ? %\n'],
    ['a: |\n  &x\n  *y\n  ? z\n  %a\n  ---\n  ...\n'],
    ['# &x *y\na: 1\n'],
    ['a: http://x?y\n'],
    ['a: !!str x\n'],
    ['a: !<tag:yaml.org,2002:int> 1\n'],
    ['a: ! x\n'],
    [`a: "${'['.repeat(100)}"\n`],
    [`a: |\n  ${'- '.repeat(100)}x\n`],
    [`a: x ${'[ '.repeat(100)}\n`],
    [`a:\n${'  - x\n'.repeat(1_000)}`],
    [Array.from({ length: 100 }, (_, i) => `k${i}:\n  a:\n    b: ${i}\n`).join('')],
    [`a: [${'[1], '.repeat(100)}]\n`],
  ])('lets %j pass', (block) => {
    expect(guardBlock(block)).toBeNull();
  });

  it.each([
    ['a: 1\nb: &x 1\n', 8, /anchors/],
    ['a: *x\n', 3, /aliases/],
    ['a: [*x]\n', 4, /aliases/],
    ['a: 1\n? b\n', 5, /start with \?/],
    ['a: !!omap [b: 1]\n', 3, /the tag !!omap/],
    ['a: !!pairs [b: 1]\n', 3, /the tag !!pairs/],
    ['a: !!set {b, c}\n', 3, /the tag !!set/],
    ['a: !!binary aGVsbG8=\n', 3, /the tag !!binary/],
    ['a: !<tag:yaml.org,2002:omap> [b: 1]\n', 3, /the tag !</],
    ['a: [!own x]\n', 4, /the tag !own/],
    ['%TAG ! x\n', 0, /starts with %/],
    ['a: 1\n--- b\n', 5, /second document/],
    ['a: 1\n...\n', 5, /ends here/],
  ])('stops %j', (block, at, message) => {
    const problem = guardBlock(block);
    expect(problem?.at).toBe(at);
    expect(problem?.message).toMatch(message);
  });

  it.each([
    ['brackets', '['.repeat(40)],
    ['braces', '{a: '.repeat(40)],
    ['list marks', '- '.repeat(40)],
    ['indented keys', Array.from({ length: 40 }, (_, i) => `${' '.repeat(i)}k:`).join('\n')],
    ['indented list marks', Array.from({ length: 40 }, (_, i) => `${' '.repeat(i)}-`).join('\n')],
  ])('stops too many levels of %s', (_title, block) => {
    expect(guardBlock(`${block}\n`)?.message).toMatch(/32 levels/);
  });

  it('stops a block of too many tokens', () => {
    const block = Array.from({ length: 10_000 }, (_, i) => `k${i}: {a: 1}\n`).join('');
    expect(guardBlock(block)?.message).toMatch(/too large/);
  });

  it('points into the block, and lets pass only what yaml can compose, for any block', () => {
    fc.assert(
      fc.property(fc.oneof(blockText, hostileBlock), (block) => {
        const problem = guardBlock(block);
        if (problem === null) {
          expect(() => parseDocument(block, { logLevel: 'silent' })).not.toThrow();
        } else {
          expect(problem.at).toBeGreaterThanOrEqual(0);
          expect(problem.at).toBeLessThanOrEqual(block.length);
        }
      }),
      { numRuns: RUNS },
    );
  });
});
