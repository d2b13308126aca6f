/** search_notes equals a plain scan, whatever is indexed: over random texts, edits, renames, deletes and restarts. docs/search.md#exact-at-any-time */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/engine/index';
import { foldText } from '../../../src/kernel/fold-text';
import { size, times, within } from '../../deep';
import { lettersOf, naiveFold, naiveSearch } from '../../oracle/naive-search';
import type { MemoryHost } from '../../memory-host/memory-host';
import { type TestVault, onHost, openVault } from '../open-vault';

const PIECES = [
  'straße', 'STRASSE', 'ẞ', 'ſ', 'Œuvre', 'ﬁn', 'fin', 'ﬃ', 'café', 'cafe\u0301', 'CAFÉ', 'A\u030a', 'Å', 'Ελλάς', 'σίγουρος', 'ΣΣ',
  'ДОМ', 'ёлка', 'Й', 'й', '東京都', '京都', 'ありがとう', 'パン', 'パン', '한국어', 'العَرَبِيَّة', 'العربية', 'ﷺ', 'नमस्ते', 'ไทย', '😀', '👍🏽', '𠀀𠀁', '𝐀b',
  'ıIiİ', '¨', '½', '①', '\u0301', '\u200d', '\ud800', '\udc00', 'foo-bar', 'foo', 'bar', 'FOOBAR', 'a', 'aa', 'aaa', 'e', '#', '-', '--', '...',
  'バカ', 'ハカ', 'か\u3099', 'ｶﾞ', 'и\u0306', 'е\u0308', 'ї', 'किताब', 'कतब', 'กิน', 'กน', 'Øystein', 'łódź', 'Æ',
  '++', '_x_', 'x_y', '[[Note]]', '2026-11-26', '\0', '\u00ad', 'alias', 'ﬀ',
]; // prettier-ignore
const GAPS = [' ', ' ', ' ', '', '', '\n', '\r\n', '\t', '\u00a0', '\u3000', '.', '/', '\n# ', '\n```\n'];
const HEADS = [
  '',
  '',
  '\uFEFF',
  '---\naliases: [foo, Straße]\nx: 1\n---\n',
  '---\r\nalias:\r\n  - aaa\r\nt: bar\r\n---\r\n',
  '# ',
];

const piece = fc.constantFrom(...PIECES);
const text = fc
  .tuple(fc.constantFrom(...HEADS), fc.array(fc.tuple(piece, fc.constantFrom(...GAPS)), { maxLength: 25 }))
  .map(([head, parts]) => head + parts.flat().join(''));
const PATHS = [
  'a.md',
  'Foo-bar.md',
  'Straße/aa.md',
  'Straße/Ελλάς.MD',
  'x/東京都.md',
  'x/y/café.md',
  'e.txt',
  'x/ДОМ 😀.md',
  'B.md',
  'c.md',
];
const path = fc.constantFrom(...PATHS);

const part = fc.tuple(piece, fc.nat(3), fc.nat(4)).map(([whole, from, length]) => whole.slice(from, from + length + 1));
const word = fc.oneof(
  { weight: 3, arbitrary: piece },
  { weight: 2, arbitrary: part },
  fc.constantFrom('x', 'o', 'oo', 'ba', 's', 'r-b'),
);
const query = fc
  .array(word, { minLength: 1, maxLength: 3 })
  .map((words) => words.join(' '))
  .filter(
    (each) => !/\p{Surrogate}/u.test(each) && naiveFold(each).trim() !== '' && /\S/u.test(each.replace(/\p{M}/gu, '')),
  );
const contextLength = fc.constantFrom(0, 1, 2, 100);

const vaultFiles = fc.dictionary(path, text, { maxKeys: PATHS.length });

/** All that is under way in memory is done before the next turn of the event loop. */
const indexed = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));

const notesOf = ({ host }: TestVault): Map<string, string> => new Map(Object.entries(host.external.notes()));

interface Found extends JsonObject {
  readonly results: readonly { path: string; score: number; matches: readonly JsonObject[] }[];
  readonly total: number;
}

const search = async (vault: TestVault, asked: string, length: number): Promise<Found> =>
  (await vault.run('search_notes', { query: asked, context_length: length })) as Found;

async function expectExact(vault: TestVault, asked: string, length: number): Promise<Found> {
  const found = await search(vault, asked, length);
  const expected = naiveSearch(notesOf(vault), asked, length);
  expect(new Map(found.results.map(({ path: at, matches }) => [at, matches]))).toEqual(expected);
  expect(found.total).toBe(expected.size);
  return found;
}

describe('the fold', () => {
  it('is what the page says of every code point', () => {
    // Nine letters of old Cyrillic print share their capital with a common one.
    const isOldCyrillic = (point: number): boolean => point >= 0x1c80 && point <= 0x1c88;
    const differing: string[] = [];
    // The others are for the long run.
    for (let point = 0; point <= size(0xffff, 0x10ffff); point++) {
      const character = String.fromCodePoint(point);
      if (foldText(character) !== naiveFold(character) && !isOldCyrillic(point)) differing.push(point.toString(16));
    }
    expect(differing).toEqual([]);
  });

  it('of a text is that of its letters in a row', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.oneof(
            piece,
            fc.nat(0xffff).map((unit) => String.fromCharCode(unit)),
          ),
        ),
        (parts) => {
          const whole = parts.join('');
          expect(foldText(whole)).toBe(lettersOf(whole).map(foldText).join(''));
        },
      ),
      { numRuns: times(300, 20_000) },
    );
  });
});

describe('search_notes', () => {
  it('gives the same from the texts, from the index and after a restart', { timeout: within(10_000) }, async () => {
    await fc.assert(
      fc.asyncProperty(
        vaultFiles,
        fc.array(query, { minLength: 1, maxLength: 4 }),
        contextLength,
        async (files, queries, length) => {
          let vault = await openVault({ files });
          const read: Found[] = [];
          for (const asked of queries) read.push(await expectExact(vault, asked, length));
          await indexed();
          const looked: Found[] = [];
          for (const asked of queries) looked.push(await expectExact(vault, asked, length));
          expect(looked).toEqual(read);
          vault.host.advance(10_000);
          vault = await vault.restart();
          for (const [i, asked] of queries.entries()) expect(await search(vault, asked, length)).toEqual(read[i]);
          await indexed();
          for (const [i, asked] of queries.entries()) expect(await search(vault, asked, length)).toEqual(read[i]);
          await vault.engine.close();
        },
      ),
      { numRuns: times(40, 10_000) },
    );
  });

  const edit = fc.oneof(
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('write' as const), path, text }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('remove' as const), path }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('rename' as const), path, to: path }) },
  );
  const step = fc.oneof(
    { weight: 8, arbitrary: edit },
    { weight: 4, arbitrary: fc.record({ kind: fc.constant('search' as const), query }) },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('settle' as const) }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('later' as const) }) },
    {
      weight: 1,
      arbitrary: fc.record({
        kind: fc.constant('restart' as const),
        loses: fc.constantFrom('nothing', 'list', 'byte', 'tail'),
        isKilled: fc.boolean(),
        edits: fc.array(edit, { maxLength: 3 }),
        first: fc.option(query),
      }),
    },
  );

  it('stays exact through edits, renames, deletes and restarts', { timeout: within(10_000) }, async () => {
    await fc.assert(
      fc.asyncProperty(vaultFiles, fc.array(step, { maxLength: 14 }), query, async (files, steps, last) => {
        let vault = await openVault({ files });
        for (const each of steps) vault = await take(vault, each);
        await expectExact(vault, last, 1);
        await indexed();
        await expectExact(vault, last, 1);
        await vault.engine.close();
      }),
      { numRuns: times(60, 10_000) },
    );
  });

  type Step = typeof step extends fc.Arbitrary<infer Each> ? Each : never;
  type Edit = typeof edit extends fc.Arbitrary<infer Each> ? Each : never;

  async function take(vault: TestVault, each: Step): Promise<TestVault> {
    switch (each.kind) {
      case 'search':
        await expectExact(vault, each.query, 0);
        return vault;
      case 'settle':
        await indexed();
        return vault;
      case 'later':
        // Waiting changes are indexed, saved ones are trusted.
        vault.host.advance(10_000);
        await indexed();
        return vault;
      case 'restart':
        return restarted(vault, each);
      default:
        makeEdit(vault.host, each);
        await vault.engine.rescan();
        return vault;
    }
  }

  /** With edits by others while nothing runs, and a search as the first call. */
  async function restarted(
    { host, engine }: TestVault,
    { isKilled, loses, edits, first }: Extract<Step, { kind: 'restart' }>,
  ): Promise<TestVault> {
    if (!isKilled) await engine.close();
    spoilCache(host, loses);
    const next = host.reboot();
    for (const each of edits) makeEdit(next, each);
    const vault = await onHost(next);
    if (first !== null) await expectExact(vault, first, 0);
    return vault;
  }

  function makeEdit({ external }: MemoryHost, each: Edit): void {
    const isThere = (at: string): boolean => external.text(at) !== null;
    if (each.kind === 'write') external.write(each.path, each.text);
    else if (isThere(each.path)) {
      if (each.kind === 'remove') external.remove(each.path);
      else if (!isThere(each.to)) external.rename(each.path, each.to);
    }
  }

  function spoilCache({ cache: { files } }: MemoryHost, loses: string): void {
    for (const [name, bytes] of files) {
      if (!name.startsWith('text-index')) continue;
      if (loses === 'list' && name === 'text-index') files.delete(name);
      if (loses === 'tail') files.set(name, bytes.slice(0, bytes.length >> 1));
      if (loses === 'byte')
        files.set(
          name,
          bytes.map((byte, i) => (i === bytes.length >> 1 ? byte ^ 1 : byte)),
        );
    }
  }
});
