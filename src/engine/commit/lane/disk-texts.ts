/** What one write reads of the notes on the disk. docs/architecture.md: Five trips */

import type { NotePath, NoteReader } from '../../ports/vault-port';

export interface TextSource {
  /** Throws VaultFailure when the note can't be read. */
  read(path: NotePath): Promise<string | null>;
  /** In the same order; null when a note is not there or can't be read. */
  readMany(paths: readonly NotePath[]): Promise<readonly (string | null)[]>;
  /** These are read soon, and a host may need as long for one as for many. */
  readAhead(paths: readonly NotePath[]): Promise<void>;
}

/** The steps of a batch read a note again, and so does the store after a change of definitions: they get the text that was read first. */
export class DiskTexts implements TextSource {
  private readonly known = new Map<NotePath, string | null>();

  constructor(private readonly vault: Pick<NoteReader, 'read' | 'readMany'>) {}

  /** Another write begins: its notes may have changed. */
  forget(): void {
    this.known.clear();
  }

  async read(path: NotePath): Promise<string | null> {
    const known = this.known.get(path);
    if (known !== undefined) return known;
    const text = await this.vault.read(path);
    this.known.set(path, text);
    return text;
  }

  /** Remembers none of them: there may be as many as the vault has. */
  async readMany(paths: readonly NotePath[]): Promise<readonly (string | null)[]> {
    const unread = await this.unread(paths);
    return paths.map((path) => this.known.get(path) ?? unread.get(path) ?? null);
  }

  async readAhead(paths: readonly NotePath[]): Promise<void> {
    for (const [path, text] of await this.unread(paths)) this.known.set(path, text);
  }

  private async unread(paths: readonly NotePath[]): Promise<ReadonlyMap<NotePath, string>> {
    const unread = paths.filter((path) => !this.known.has(path));
    const texts = unread.length === 0 ? [] : await this.vault.readMany(unread);
    const found = new Map<NotePath, string>();
    for (const [at, path] of unread.entries()) {
      const text = texts[at];
      if (typeof text === 'string') found.set(path, text);
    }
    return found;
  }
}
