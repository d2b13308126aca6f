/** Packs of texts come back byte for byte, whoever packed them. docs/formats.md: Contents. */

import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type TextPack, decodePack, packHashes } from '../../../src/engine/history/journal/contents';
import { NewTexts } from '../../../src/engine/history/journal/new-texts';
import type { CompressionPort } from '../../../src/engine/ports/host';
import { createMemoryHost } from '../../memory-host/memory-host';
import { memoryCompression } from '../../memory-host/memory-parts';
import { nodeCompression } from '../../../src/hosts/node/node-parts';
import { portableCompression } from '../../../src/hosts/obsidian/portable-compression';
import { times } from '../../deep';

const COMPRESSIONS: readonly (readonly [string, CompressionPort])[] = [
  ['memory', memoryCompression],
  ['node', nodeCompression],
  ['portable', portableCompression],
];

const pairs = COMPRESSIONS.flatMap(([writer, packs]) =>
  COMPRESSIONS.map(([reader, unpacks]) => [writer, reader, packs, unpacks] as const),
);

const TEXTS: readonly string[] = [
  '',
  '\uFEFF---\r\nname: x\r\n---\r\n',
  '👩‍👩‍👧 ﷽ 𝒳 \u0000 end',
  'plain\n',
  'long '.repeat(40_000),
  '\uFEFF',
];

const byHash = (texts: readonly string[]): ReadonlyMap<string, string> =>
  new Map(texts.map((text, i) => [String(i).padStart(64, '0'), text]));

function encodePacks(texts: ReadonlyMap<string, string>, compression: CompressionPort): Promise<readonly TextPack[]> {
  const { crypto, scheduler } = createMemoryHost();
  const brought = new NewTexts({ crypto, scheduler, compression }, () => false);
  for (const [hash, text] of texts) brought.add(hash, text);
  return brought.all();
}

const unpacked = (packs: readonly TextPack[], compression: CompressionPort): ReadonlyMap<string, string> =>
  new Map(packs.flatMap(({ payload }) => [...decodePack(payload, compression)]));

describe('packs', () => {
  it.each(pairs)('of %s are read by %s', async (_writer, _reader, packs, unpacks) => {
    const texts = byHash(TEXTS);
    expect(unpacked(await encodePacks(texts, packs), unpacks)).toEqual(texts);
  });

  it('hold any texts', async () => {
    const text = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.string({ unit: 'grapheme', minLength: 500, maxLength: 2000 }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(text, { maxLength: 8 }), async (given) => {
        const texts = byHash(given);
        const packs = await encodePacks(texts, memoryCompression);
        expect(unpacked(packs, nodeCompression)).toEqual(texts);
        expect(packs.flatMap(({ hashes }) => [...hashes])).toEqual([...texts.keys()]);
        expect(packs.map(({ payload }) => packHashes(payload))).toEqual(packs.map(({ hashes }) => hashes));
      }),
      { numRuns: times(100, 5_000) },
    );
  });

  it('are several when the texts are long, so that reading one inflates little', async () => {
    const texts = byHash(Array.from({ length: 10 }, (_, i) => `${i}`.repeat(20_000)));
    const packs = await encodePacks(texts, memoryCompression);
    expect(packs.map(({ hashes }) => hashes.length)).toEqual([4, 4, 2]);
    expect(unpacked(packs, memoryCompression)).toEqual(texts);
  });

  it('of nothing are none', async () => {
    expect(await encodePacks(new Map(), memoryCompression)).toEqual([]);
  });

  it('shrink what is alike', async () => {
    const texts = byHash(Array.from({ length: 50 }, (_, i) => `---\ntable: main.default.people\nname: P${i}\n---\n`));
    const [pack] = await encodePacks(texts, memoryCompression);
    const plain = [...texts.values()].join('').length;
    expect(pack?.payload.length).toBeLessThan(plain + 50 * 70);
  });
});
