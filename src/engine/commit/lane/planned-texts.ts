/** The texts of notes as the writes that are planned so far leave them, where the disk does not have them yet. */

import type { NotePath } from '../../ports/vault-port';
import type { StagedChange } from '../../storage/transaction/staged-change';

/** Where a text is looked for. */
export interface TextSource {
  /** Throws VaultFailure when the note can't be read. */
  read(path: NotePath): Promise<string | null>;
  /** Null when it is not there or can't be read. */
  readQuietly(path: NotePath): Promise<string | null>;
}

/** The planned text by path; undefined: none. */
export type CoveredTexts = ReadonlyMap<NotePath, string | null | undefined>;

export class PlannedTexts implements TextSource {
  private readonly byPath = new Map<NotePath, string | null>();
  /** Of writes whose texts nobody asked for yet: mostly nobody does. */
  private waiting: (readonly StagedChange[])[] = [];

  constructor(private readonly below: TextSource) {}

  private get texts(): Map<NotePath, string | null> {
    for (const changes of this.waiting) eachText(changes, (path, text) => this.byPath.set(path, text));
    this.waiting = [];
    return this.byPath;
  }

  /** What a write leaves. */
  add(changes: readonly StagedChange[]): void {
    this.waiting.push(changes);
  }

  /** As `add`; returns what was planned for the same paths before, for `uncover`. */
  cover(changes: readonly StagedChange[]): CoveredTexts {
    const covered = new Map<NotePath, string | null | undefined>();
    const { texts } = this;
    eachText(changes, (path) => covered.set(path, texts.get(path)));
    this.add(changes);
    return covered;
  }

  /** Takes the last `cover` back that was not taken back yet. */
  uncover(covered: CoveredTexts): void {
    const { texts } = this;
    for (const [path, text] of covered) {
      if (text === undefined) texts.delete(path);
      else texts.set(path, text);
    }
  }

  clear(): void {
    this.byPath.clear();
    this.waiting = [];
  }

  async read(path: NotePath): Promise<string | null> {
    const planned = this.texts.get(path);
    return planned === undefined ? await this.below.read(path) : planned;
  }

  async readQuietly(path: NotePath): Promise<string | null> {
    const planned = this.texts.get(path);
    return planned === undefined ? await this.below.readQuietly(path) : planned;
  }
}

function eachText(changes: readonly StagedChange[], take: (path: NotePath, text: string | null) => unknown): void {
  for (const { kind, from, to, after } of changes) {
    if (from !== null && from !== to) take(from, null);
    if (to !== null && kind !== 'opaque') take(to, after);
  }
}
