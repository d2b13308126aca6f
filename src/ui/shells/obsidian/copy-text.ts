/** Puts a text on the clipboard and says so. */

import { Notice } from 'obsidian';

/** Never rejects. */
export async function copyText(text: string, done: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    new Notice(done);
  } catch {
    new Notice('The clipboard can not be written to just now.');
  }
}
