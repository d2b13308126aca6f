/** The text of a note as the model reads and writes it. */

const HEAD = /^---\n[^]*?\n---\n/;

/** The text below the front matter. */
export const bodyOf = (text: string): string => text.replace(HEAD, '');

/** The name and the body of a loose note. */
export const partsOf = (text: string): { name: string; body: string } => ({
  name: /^name: (\S+)/m.exec(text)?.[1] ?? '',
  body: bodyOf(text),
});

/** A loose note. */
export const looseNote = (name: string, body: string): string => `---\nname: ${name} # found\n---\n${body}`;

/** The same front matter over another body. */
export const withBody = (text: string, body: string): string => `${HEAD.exec(text)?.[0] ?? ''}${body}`;
