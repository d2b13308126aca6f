/** The texts that a write brings to the journal. docs/formats.md: Contents. */

import type { Host } from '../../ports/host';
import { inTurns } from '../../ports/in-turns';
import { type TextPack, encodePack } from './contents';
import type { ContentHash } from './content-hash';

/** Texts are packed until their sum passes this many characters, so that reading one inflates little. */
const PACK_LIMIT = 64 * 1024;

/** What a file held and holds; null where there is none, or its text does not matter. */
interface Change {
  readonly before: string | null;
  readonly after: string | null;
}

/** Null where the text is. */
export interface ChangeHashes {
  readonly before: ContentHash | null;
  readonly after: ContentHash | null;
}

/** Texts by hash. A full pack is compressed at once: other threads can do it while the write is judged. A refused write leaves none. */
export class NewTexts {
  private taken: { readonly changes: readonly Change[]; readonly hashes: readonly ChangeHashes[] } | null = null;
  private readonly known = new Set<ContentHash>();
  /** Compressed, or on the way. */
  readonly packs: Promise<TextPack>[] = [];
  /** Those that fill no pack yet, with their hashes, each once. */
  private open: { readonly hashes: ContentHash[]; readonly texts: string[] } = { hashes: [], texts: [] };
  private size = 0;

  /** `isHeld`: the journal has the text already. */
  constructor(
    private readonly host: Pick<Host, 'crypto' | 'compression' | 'scheduler'>,
    private readonly isHeld: (hash: ContentHash) => boolean,
  ) {}

  /** Takes the texts of these changes, and returns their hashes; of the same list again at once. */
  async of(changes: readonly Change[]): Promise<readonly ChangeHashes[]> {
    if (this.taken?.changes === changes) return this.taken.hashes;
    const hashes: ChangeHashes[] = [];
    await inTurns(changes, this.host.scheduler, ({ before, after }) => {
      hashes.push({ before: this.keep(before), after: this.keep(after) });
    });
    this.taken = { changes, hashes };
    return hashes;
  }

  private keep(text: string | null): ContentHash | null {
    if (text === null) return null;
    const hash = this.host.crypto.sha256(text);
    this.add(hash, text);
    return hash;
  }

  add(hash: ContentHash, text: string): void {
    const { size } = this.known;
    if (this.known.add(hash).size === size || this.isHeld(hash)) return;
    this.open.hashes.push(hash);
    this.open.texts.push(text);
    this.size += text.length;
    if (this.size >= PACK_LIMIT) this.pack();
  }

  get rest(): readonly (readonly [ContentHash, string])[] {
    const { hashes, texts } = this.open;
    return hashes.map((hash, i) => [hash, texts[i] as string]);
  }

  /** All of them; nothing is added any more. */
  all(): Promise<readonly TextPack[]> {
    if (this.open.hashes.length > 0) this.pack();
    return Promise.all(this.packs);
  }

  private pack(): void {
    const pack = encodePack(this.open.hashes, this.open.texts, this.host.compression);
    // Looked at when the write is recorded: until then a failure is not handled.
    pack.catch(() => undefined);
    this.packs.push(pack);
    this.open = { hashes: [], texts: [] };
    this.size = 0;
  }
}
