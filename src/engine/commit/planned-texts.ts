/** The texts of notes as the writes that are planned so far leave them, where the disk does not have them yet. */

import type { NotePath } from '../ports/vault-port';
import type { StagedChange } from '../storage/staged-change';

/** Where a text is looked for. */
export interface TextSource {
  /** Throws VaultFailure when the note can't be read. */
  read(path: NotePath): Promise<string | null>;
  /** Null when it is not there or can't be read. */
  readQuietly(path: NotePath): Promise<string | null>;
}

export class PlannedTexts implements TextSource {
  private readonly texts = new Map<NotePath, string | null>();

  constructor(private readonly below: TextSource) {}

  /** What a write leaves. */
  add(changes: readonly StagedChange[]): void {
    for (const { from, to, after, asIs } of changes) {
      if (from !== null && from !== to) this.texts.set(from, null);
      if (to !== null && asIs === undefined) this.texts.set(to, after);
    }
  }

  clear(): void {
    this.texts.clear();
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
