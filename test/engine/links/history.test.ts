import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { linkRewriteOf, sourcesToRelink } from '../../../src/engine/links/changed-links';
import { LinkIndex } from '../../../src/engine/links/link-index';
import { MovedFiles } from '../../../src/engine/links/moved-files';
import { rewriteLinks } from '../../../src/engine/links/rewrite-links';
import { linkpathsOf, scanLinks } from '../../../src/engine/note/links/link-syntax';
import type { LinkSettings } from '../../../src/engine/ports/host';
import { createMemoryHost } from '../../memory-host/memory-host';
import { filePath, linkpath } from './vault-model';
import { times } from '../../deep';

const RUNS = times(120, 3_000);

/** A vault with texts, and an index that is kept up to date as the engine does. */
class Vault {
  readonly index = new LinkIndex();

  constructor(
    private notes: Map<string, string>,
    private readonly settings: LinkSettings,
  ) {
    for (const [path, text] of notes) this.index.setLinks(path, linkpathsOf(text));
  }

  get paths(): readonly string[] {
    return [...this.notes.keys()];
  }

  /** What each link of each note means, in order. */
  meanings(): Map<string, readonly (string | null)[]> {
    const meaning = ([path, text]: [string, string]): [string, readonly (string | null)[]] => [
      path,
      scanLinks(text).map((link) => this.index.resolve(link.linkpath, path)),
    ];
    return new Map([...this.notes].map(meaning));
  }

  /** Moves and adds, and rewrites only the notes that the index names. */
  async change(moves: ReadonlyMap<string, string>, added: ReadonlyMap<string, string>): Promise<void> {
    const after = new MovedFiles(this.index, moves, [...added.keys()]);
    const sources = new Set(await sourcesToRelink(this.index, after, createMemoryHost().scheduler));
    const next = new Map<string, string>();
    for (const [path, text] of this.notes) next.set(moves.get(path) ?? path, this.relinked(path, text, after, sources));
    for (const [path, text] of added) next.set(path, text);
    for (const path of moves.keys()) this.index.removeFile(path);
    for (const [path, text] of next) this.index.setLinks(path, linkpathsOf(text));
    this.notes = next;
  }

  private relinked(path: string, text: string, after: MovedFiles, sources: ReadonlySet<string>): string {
    const result = rewriteLinks(text, linkRewriteOf(path, this.index, after, this.settings));
    // Who is not named needs no change, so the text need not even be read.
    if (!sources.has(path)) expect(result).toBe(text);
    return result;
  }
}

const note = fc
  .array(fc.tuple(linkpath, fc.nat(2)), { maxLength: 4 })
  .map((links) => links.map(([path, form]) => [`[[${path}]]`, `[x](<${path}#y>)`, `![[${path}|z]]`][form]).join('\n'));
const step = fc.record({
  moves: fc.array(fc.tuple(fc.nat(), filePath), { maxLength: 3 }),
  added: fc.array(fc.tuple(filePath, note), { maxLength: 1 }),
});
const settings: fc.Arbitrary<LinkSettings> = fc.record({
  newLinkFormat: fc.constantFrom('shortest', 'relative', 'absolute'),
  useMarkdownLinks: fc.boolean(),
});

describe('a vault in which notes move and come again and again', () => {
  it('keeps what every link means', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(filePath, note), { minLength: 1, maxLength: 8 }),
        fc.array(step, { maxLength: 4 }),
        settings,
        async (notes, steps, how) => {
          const vault = new Vault(new Map(notes), how);
          for (const { moves: wishes, added: wanted } of steps) {
            const before = vault.meanings();
            const taken = new Set(vault.paths);
            const moves = new Map<string, string>();
            for (const [which, to] of wishes) {
              const from = vault.paths[which % vault.paths.length];
              if (from === undefined || moves.has(from) || taken.has(to) || from.slice(-4) === to.slice(-4)) continue;
              moves.set(from, to);
              taken.delete(from);
              taken.add(to);
            }
            await vault.change(moves, new Map(wanted.filter(([path]) => !taken.has(path))));
            const now = vault.meanings();
            for (const [path, meant] of before) {
              const means = now.get(moves.get(path) ?? path) ?? [];
              meant.forEach((target, at) => {
                if (target !== null) expect(means[at]).toBe(moves.get(target) ?? target);
              });
            }
          }
        },
      ),
      { numRuns: RUNS },
    );
  });
});
