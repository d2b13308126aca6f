/** The text of a note, taken apart for showing. */

export const noteName = (path: string): string => path.slice(path.lastIndexOf('/') + 1).replace(/\.md$/i, '');

export interface NoteParts {
  /** The lines between the two `---`; null: the note has no properties. */
  readonly frontMatter: readonly string[] | null;
  /** Below the front matter. */
  readonly body: string;
}

export function notePartsOf(content: string): NoteParts {
  const found = /^\uFEFF?---[ \t]*\r?\n((?:[^]*?\r?\n)?)---[ \t]*(?:\r?\n|$)/.exec(content);
  if (found === null) return { frontMatter: null, body: content };
  const [whole, inner = ''] = found;
  return { frontMatter: inner.split(/\r?\n/).slice(0, -1), body: content.slice(whole.length) };
}
