/** Links or words in notes, to be asked for one by one. */

import type { NoteText } from '../history/journal/migration';
import type { NotePath } from '../ports/vault-port';

export class NoteTexts {
  private readonly keys: ReadonlySet<string>;

  constructor(texts: readonly NoteText[] = []) {
    this.keys = new Set(texts.map(([path, text]) => `${path}\n${text}`));
  }

  has(path: NotePath, text: string): boolean {
    return this.keys.has(`${path}\n${text}`);
  }
}
