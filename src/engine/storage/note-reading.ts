/** What the engine keeps of a note: the table that it names, its row, its links. */

import type { FrontMatter } from '../note/front-matter';
import { parseFrontMatter } from '../note/front-matter';
import { linkpathsOf } from '../note/link-syntax';
import { TABLE_KEY } from './row';

export interface NoteReading {
  readonly frontMatter: FrontMatter;
  /** The text of the front matter key `table`; null when there is none. */
  readonly table: string | null;
  readonly links: readonly string[];
}

export function readNoteText(text: string): NoteReading {
  const frontMatter = parseFrontMatter(text);
  return { frontMatter, table: tableNameOf(frontMatter, text), links: linkpathsOf(text, frontMatter.bodyStart) };
}

/** Also for a block that does not parse, by its line, so that check_table can list the note. */
function tableNameOf(frontMatter: FrontMatter, text: string): string | null {
  if (frontMatter.status === 'unparsable') {
    return /^table:[ \t]*["']?([a-z0-9_.]+)["']?[ \t]*$/m.exec(text)?.[1] ?? null;
  }
  const raw = frontMatter.entries.find(({ key }) => key === TABLE_KEY)?.raw;
  return raw?.kind === 'scalar' ? raw.text : null;
}
